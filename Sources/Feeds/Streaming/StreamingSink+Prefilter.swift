import Catalog
import Text

/// Text that was encoded twice differs from its repaired form, so that a record with such text is parsed as usual.
extension StreamingSink {
  /// Whether a value in some slots of some records may have been encoded twice.
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

  /// Returns the records with a value that may have been encoded twice.
  static func doublyEncoded(_ batch: RecordBatch, _ slots: [Int], in text: RawSpan) -> [Int] {
    guard hasDoubleEncoding(batch, slots, 0..<batch.count, in: text) else { return [] }
    return (0..<batch.count).filter { hasDoubleEncoding(batch, slots, [$0], in: text) }
  }
}

extension StreamingQuery {
  /// Parses some valid records, and returns those that match; nil if they cannot be parsed.
  func hits(among records: [Int], of batch: RecordBatch, in text: RawSpan) -> [Int]? {
    if records.isEmpty { return [] }
    var bytes: [UInt8] = []
    for record in records {
      bytes.append(bytes.isEmpty ? 0x5B : 0x2C)
      let range = batch.records[record].range
      unsafe text.withUnsafeBytes { unsafe bytes.append(contentsOf: $0[range]) }
    }
    // The records were parsed before and are valid.
    guard let catalog = try? feed(bytes + [0x5D]).catalog, catalog.count == records.count else {
      return nil
    }
    let matching = catalog.rows(where: .all(conditions), marks: [:])
    let found =
      search.map { catalog.search($0, among: matching).set(capacity: catalog.count) } ?? matching
    return catalog.sorted(found, by: .feed).map { records[catalog.record(of: $0)] }
  }

  /// Parses some records as a feed.
  ///
  /// - Parameters:
  ///   - bytes: The records, as a JSON list.
  ///   - inferred: The fields without a mapping; nil to infer them from these records.
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
    case .text, .list: hasLeadByte(in: text)
    case .escapedText: hasLeadByte(in: text) || hasEscapedLeadByte(in: text)
    default: false
    }
  }

  /// Whether a text contains the UTF-8 encoding of a lead byte, followed by that of a possible continuation byte.
  @inline(__always)
  private func hasLeadByte(in text: RawSpan) -> Bool {
    var place = Int(offset)
    let end = place &+ Int(length)
    while place < end {
      // XOR makes each byte 0xC3 zero, and the subtraction finds zero bytes.
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

  /// Whether a text contains the escape of a lead byte, immediately followed by another character beyond ASCII.
  private func hasEscapedLeadByte(in text: RawSpan) -> Bool {
    var place = Int(offset)
    let end = place + Int(length)
    while place < end {
      if text.byte(place) == 0x5C {
        // The escape of U+00C0 to U+00FF has two zeros and a digit of at least C.
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

/// A prefilter that excludes records without some words by comparing bytes.
///
/// It has no false negatives: a record that is not plain ASCII is never excluded.
struct WordPrefilter: Sendable {
  /// The words that occur literally in every record that matches.
  private let words: [ByteNeedle]
  private var scratch: [UInt8] = []

  init(_ words: [Pattern]) {
    self.words = words.filter { $0.isPlain && Self.isPlainlyWritten($0.plain.utf8) }
      .map { ByteNeedle(Array($0.plain.utf8)) }
  }

  /// Whether a word occurs in a text only literally.
  ///
  /// Words of digits do not: a number can be spelled in several ways.
  private static func isPlainlyWritten(_ word: some Collection<UInt8>) -> Bool {
    word.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
      && word.contains { 0x61...0x7A ~= $0 && $0 != 0x65 }
  }

  /// Returns the records that may contain all words.
  mutating func candidates(among records: [Int], of batch: RecordBatch, in text: RawSpan) -> [Int] {
    if words.isEmpty { return records }
    return records.filter { mayHave(batch.records[$0].range, in: text) }
  }

  private mutating func mayHave(_ range: Range<Int>, in text: RawSpan) -> Bool {
    guard isPlain(range, in: text) else { return true }
    let bytes = unsafe scratch.span.bytes.extracting(first: range.count)
    return words.allSatisfy { bytes.holds($0) }
  }

  /// Whether a record is plain ASCII; if so, its lowercase form is in ``scratch``.
  private mutating func isPlain(_ range: Range<Int>, in text: RawSpan) -> Bool {
    if scratch.count < range.count { scratch = [UInt8](repeating: 0, count: range.count) }
    var letters = scratch.mutableSpan
    var special: UInt8 = 0
    for place in 0..<range.count {
      let byte = text.byte(range.lowerBound &+ place)
      // Escapes and markup can encode letters.
      special |= byte & 0x80 | (byte == 0x5C || byte == 0x26 || byte == 0x3C ? 1 : 0)
      letters[place] = byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
    return special == 0
  }
}
