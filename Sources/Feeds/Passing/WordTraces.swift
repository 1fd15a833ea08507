import Catalog
import Text

/// Tells quickly which records cannot have some words, by their bytes alone.
///
/// It never says so of a record that has them: one with anything but plain ASCII in it is looked at as it is read.
struct WordTraces: Sendable {
  /// The words that show in the bytes of a record if it has them.
  private let words: [ByteNeedle]
  private var scratch: [UInt8] = []

  init(_ words: [Pattern]) {
    self.words = words.filter { $0.isPlain && Self.isPlainlyWritten($0.plain.utf8) }
      .map { ByteNeedle(Array($0.plain.utf8)) }
  }

  /// Whether a word is in a text only if its letters are: a number may be written in other ways than it is shown.
  private static func isPlainlyWritten(_ word: some Collection<UInt8>) -> Bool {
    word.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
      && word.contains { 0x61...0x7A ~= $0 && $0 != 0x65 }
  }

  /// Those of some records that may have all the words.
  mutating func kept(_ records: [Int], of batch: RecordBatch, in text: RawSpan) -> [Int] {
    if words.isEmpty { return records }
    return records.filter { mayHave(batch.records[$0].range, in: text) }
  }

  private mutating func mayHave(_ range: Range<Int>, in text: RawSpan) -> Bool {
    guard isPlain(range, in: text) else { return true }
    let bytes = unsafe scratch.span.bytes.extracting(first: range.count)
    return words.allSatisfy { bytes.holds($0) }
  }

  /// Whether a record is plain, with its letters made small in ``scratch``.
  private mutating func isPlain(_ range: Range<Int>, in text: RawSpan) -> Bool {
    if scratch.count < range.count { scratch = [UInt8](repeating: 0, count: range.count) }
    var letters = scratch.mutableSpan
    var odd: UInt8 = 0
    for place in 0..<range.count {
      let byte = text.byte(range.lowerBound &+ place)
      // Escapes, and what a form might take for markup, may stand for letters.
      odd |= byte & 0x80 | (byte == 0x5C || byte == 0x26 || byte == 0x3C ? 1 : 0)
      letters[place] = byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
    return odd == 0
  }
}
