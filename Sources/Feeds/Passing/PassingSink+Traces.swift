import Catalog
import Text

/// Text that was encoded twice means something else than it is, so that a record with it is read as the whole feed
/// would be.
extension PassingSink {
  /// Whether something that is compared may have been encoded twice, and so means something else than it is.
  static func hasDoubleEncoding(
    _ batch: RecordBatch, _ slots: [Int], _ records: some Sequence<Int>, in text: RawSpan
  ) -> Bool {
    let values = batch.values.span
    for slot in slots {
      let first = slot * RecordBatch.capacity
      for record in records where values[first + record].mayBeEncodedTwice(in: text) {
        return true
      }
    }
    return false
  }

  /// The records with something that may have been encoded twice.
  static func doublyEncoded(_ batch: RecordBatch, _ slots: [Int], in text: RawSpan) -> [Int] {
    guard hasDoubleEncoding(batch, slots, 0..<batch.count, in: text) else { return [] }
    return (0..<batch.count).filter { hasDoubleEncoding(batch, slots, [$0], in: text) }
  }
}

extension PassingQuestion {
  /// Those of some good records that are hits, read as the whole feed would be; nil if that cannot be.
  func hits(among records: [Int], of batch: RecordBatch, in text: RawSpan) -> [Int]? {
    if records.isEmpty { return [] }
    var bytes: [UInt8] = []
    for record in records {
      bytes.append(bytes.isEmpty ? 0x5B : 0x2C)
      let range = batch.records[record].range
      unsafe text.withUnsafeBytes { unsafe bytes.append(contentsOf: $0[range]) }
    }
    // Each was read once before, so it can be read again.
    guard let catalog = try? feed(bytes + [0x5D]).catalog, catalog.count == records.count else {
      return nil
    }
    let kept = catalog.rows(where: .all(conditions), marks: [:])
    let found = search.map { catalog.search($0, among: kept).set(capacity: catalog.count) } ?? kept
    return catalog.sorted(found, by: .feed).map { records[catalog.record(of: $0)] }
  }

  /// Some records as a feed.
  ///
  /// - Parameters:
  ///   - bytes: The records, a list in JSON.
  ///   - inferred: The fields that no mapping names; nil to infer them from these records.
  /// - Returns: The feed.
  /// - Throws: ``FeedError`` if the bytes are not a feed.
  func feed(_ bytes: [UInt8], _ inferred: [InferredField]? = nil) throws(FeedError) -> Feed {
    var reading = FeedReading(as: profile)
    reading.inferredFields = inferred
    reading.options = ScanOptions(chunkSize: 32 << 10, threads: 1)
    reading.repairsText = repairsText
    reading.address = address
    return try Feed(bytes, reading)
  }
}

extension ScannedValue {
  /// Whether a text, or one in a list, may have been encoded twice.
  @inline(__always)
  func mayBeEncodedTwice(in text: RawSpan) -> Bool {
    switch shape {
    case .text, .list: hasTrace(in: text)
    case .escapedText: hasTrace(in: text) || hasEscapedTrace(in: text)
    default: false
    }
  }

  /// Whether a text has a letter that the first byte of one becomes when it is encoded twice, and a fitting one
  /// behind it.
  @inline(__always)
  private func hasTrace(in text: RawSpan) -> Bool {
    var place = Int(offset)
    let end = place &+ Int(length)
    while place < end {
      // A word with a byte 0xC3 has a zero byte when each is compared with it.
      let word = text.word(place) ^ 0xC3C3_C3C3_C3C3_C3C3
      var marks = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      while marks != 0 {
        let first = place &+ marks.trailingZeroBitCount / 8
        if text.byte(first) == 0xC3, text.byte(first + 1) <= 0xB4 {
          switch text.byte(first + 2) {
          case 0xC2, 0xC5, 0xC6, 0xCB, 0xE2: return true
          default: break
          }
        }
        marks &= marks &- 1
      }
      place &+= 8
    }
    return false
  }

  /// The same of the escapes of a text: of such a letter, and of another one beyond ASCII right behind it.
  private func hasEscapedTrace(in text: RawSpan) -> Bool {
    var place = Int(offset)
    let end = place + Int(length)
    while place < end {
      if text.byte(place) == 0x5C {
        // An escape of U+00C0 to U+00FF has two zeros, and a digit from C on.
        if text.byte(place + 1) == 0x75, text.byte(place + 2) == 0x30, text.byte(place + 3) == 0x30,
          text.byte(place + 4) | 0x20 >= 0x63, text.byte(place + 6) >= 0x5C,
          text.byte(place + 6) == 0x5C || text.byte(place + 6) >= 0x80
        {
          return true
        }
        place += 1
      }
      place += 1
    }
    return false
  }
}

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
