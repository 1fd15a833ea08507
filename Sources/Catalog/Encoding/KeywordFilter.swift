import Text

/// A filter of records by the word in a field, which evaluates each distinct word once.
///
/// It also counts words.
package struct KeywordFilter: Sendable {
  private let patterns: [Pattern]
  private let extent: Pattern.Extent
  private var words = ByteTable()
  private var results: [Bool] = []
  /// A direct-mapped cache of short words and their results, because most values are one of few words.
  private var known = [CachedWord](repeating: CachedWord(), count: CachedWord.places)
  /// Whether each pattern has matched a word.
  private var isMatched: [Bool]
  private var scratch: [UInt8] = []
  /// The number of words that ``hasNewWord(where:)`` has checked.
  private var checkedCount = 0

  package init(_ patterns: [Pattern], _ extent: Pattern.Extent) {
    self.patterns = patterns
    self.extent = extent
    isMatched = patterns.map { _ in false }
  }

  /// Whether every pattern has matched a word.
  package var areAllMatched: Bool { !isMatched.contains(false) }

  /// The words so far and their counts, in no particular order.
  package var counts: [ValueCount] {
    words.counts.enumerated().map { number, count in
      ValueCount(
        String(decoding: words.bytes[words.place(number)], as: UTF8.self),
        count: Int(count))
    }
  }

  /// Returns the records whose word matches.
  ///
  /// - Parameters:
  ///   - records: Indices in the batch, ascending.
  ///   - batch: The records.
  ///   - slots: The slots of the value; the first slot with a value is used.
  ///   - text: The text that the batch refers to.
  /// - Returns: A subset of the indices.
  package mutating func matching(
    _ records: [Int], of batch: RecordBatch, _ slots: [Int], in text: RawSpan
  ) -> [Int] {
    // A branch would be mispredicted often.
    var matching = [Int](repeating: 0, count: records.count)
    var count = 0
    let values = batch.values.span
    let first = slots[0] * RecordBatch.capacity
    for record in records {
      let value = slots.count == 1 ? values[first + record] : batch.value(slots, record)
      matching[count] = record
      count &+= isWanted(value, in: text) ? 1 : 0
    }
    matching.removeLast(records.count - count)
    return matching
  }

  /// Whether the word of a value matches.
  @inline(__always)
  private mutating func isWanted(_ value: ScannedValue, in text: RawSpan) -> Bool {
    guard let key = CachedWord(value, in: text) else {
      return word(value, in: text).map { results[$0] } ?? false
    }
    let place = key.place
    if known[place].isSame(as: key) { return known[place].isWanted }
    let isWanted = word(value, in: text).map { results[$0] } ?? false
    known[place] = key
    known[place].isWanted = isWanted
    return isWanted
  }

  /// Counts the word of a value; returns false if the value has none.
  package mutating func count(_ value: ScannedValue, in text: RawSpan) -> Bool {
    word(value, in: text) != nil
  }

  /// Returns the number of a value's word.
  @inline(__always)
  private mutating func word(_ value: ScannedValue, in text: RawSpan) -> Int? {
    let number: Int
    if isPlain(value, in: text) {
      number = Int(words.number(of: value.range, in: text))
    } else {
      scratch.removeAll(keepingCapacity: true)
      guard appendShown(value, in: text, to: &scratch) else { return nil }
      var word: [UInt8] = []
      swap(&word, &scratch)
      defer { swap(&word, &scratch) }
      number = Int(unsafe words.number(of: 0..<word.count, in: word.span.bytes))
    }
    if number == results.count { evaluate(number) }
    return number
  }

  /// Whether a word that was added since the last call may have been encoded twice.
  package mutating func hasNewDoubleEncoding() -> Bool {
    defer { checkedCount = words.count }
    return (checkedCount..<words.count).contains { words.mayBeEncodedTwice($0) }
  }

  private mutating func evaluate(_ number: Int) {
    let word = String(decoding: words.bytes[words.place(number)], as: UTF8.self)
    let folded = folded(word)
    let matches = patterns.map { $0.matches(word, folded: folded, extent) }
    for (place, isMatch) in matches.enumerated() where isMatch { isMatched[place] = true }
    results.append(matches.contains(true))
  }

  /// Appends the words of another filter with the same patterns.
  package mutating func append(_ later: KeywordFilter) {
    let before = words.count
    _ = words.merge(later.words)
    for number in before..<words.count { evaluate(number) }
    checkedCount = words.count
    for place in isMatched.indices where later.isMatched[place] { isMatched[place] = true }
  }

  /// Returns an empty filter with the same patterns.
  package func sibling() -> KeywordFilter { KeywordFilter(patterns, extent) }
}

/// A cached text of up to sixteen bytes, and whether it matches.
private struct CachedWord: BitwiseCopyable {
  /// The number of cache entries.
  static let places = 512

  /// The first and the last eight bytes; the last are zero if there are at most eight.
  private var (head, tail): (UInt64, UInt64) = (0, 0)
  private var length: UInt32 = 0
  var isWanted = false

  /// Creates an empty entry, which never equals a text.
  init() {}

  /// Creates an entry for a text; nil if the text has escapes or is too long.
  @inline(__always)
  init?(_ value: ScannedValue, in text: RawSpan) {
    guard value.shape == .text, value.length &- 1 < 16 else { return nil }
    let (start, count) = (Int(value.offset), Int(value.length))
    guard start <= text.byteCount &- 16 else { return nil }
    let first = unsafe text.knownWord(start)
    let last = unsafe text.knownWord(start &+ max(0, count &- 8))
    head = first & ~(UInt64.max << UInt64(min(count, 8) * 8))
    tail = last & UInt64(bitPattern: Int64(8 &- count) &>> 63)
    length = value.length
  }

  @inline(__always)
  var place: Int {
    let mixed = head &* 0x9E37_79B1_85EB_CA87 ^ tail &* 0x9FB2_1C65_1E98_DF25
    return Int(truncatingIfNeeded: (mixed ^ mixed &<< 32) &>> 55)
  }

  @inline(__always)
  func isSame(as other: CachedWord) -> Bool {
    head == other.head && tail == other.tail && length == other.length
  }
}

/// Whether the folded form of a value sorts after a folded text.
///
/// A value with nothing to display sorts last.
package func isAfter(_ value: ScannedValue, in text: RawSpan, _ folded: [UInt8]) -> Bool {
  var shown: [UInt8] = []
  guard appendShown(value, in: text, to: &shown) else { return true }
  return folded.lexicographicallyPrecedes(
    Text.folded(String(decoding: shown, as: UTF8.self)).utf8)
}

/// Whether a text obviously sorts after a folded text, by their first bytes.
///
/// False is inconclusive.
@inlinable @inline(__always)
package func isPlainlyAfter(_ value: ScannedValue, in text: RawSpan, _ folded: UInt8) -> Bool {
  guard value.shape == .text || value.shape == .escapedText, value.length > 0 else { return false }
  let byte = text.byte(Int(value.offset))
  guard isPrintable(byte), byte != 0x5C else { return false }
  return (byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte) > folded
}

/// Returns the first eight bytes of a folded text in big-endian order; nil if they cannot be computed quickly.
///
/// A text with escapes is decoded into `scratch`.
package func foldedStart(
  _ value: ScannedValue, in text: RawSpan, _ scratch: inout [UInt8]
) -> UInt64? {
  if value.shape == .escapedText {
    scratch.removeAll(keepingCapacity: true)
    decodeText(value, in: text, into: &scratch)
    let length = UInt32(scratch.count)
    return unsafe foldedStart(
      ScannedValue(offset: 0, length: length, shape: .text), in: scratch.span.bytes)
  }
  return foldedStart(value, in: text)
}

private func foldedStart(_ value: ScannedValue, in text: RawSpan) -> UInt64? {
  guard isPlain(value, in: text) else { return nil }
  // A scalar has at most four bytes, and usually folds to at least one, so that 24 bytes are enough in most cases.
  var length = min(24, Int(value.length))
  while length < Int(value.length), text.byte(value.range.lowerBound + length) & 0xC0 == 0x80 {
    length -= 1
  }
  var folded = InlineArray<272, UInt8>(repeating: 0)
  var target = folded.mutableSpan
  let start = value.range.lowerBound
  let end = fold(text.extracting(start..<start + length), into: &target, from: 0)
  if end < 8, length < Int(value.length) { return nil }
  var key: UInt64 = 0
  for place in 0..<8 { key = key << 8 | (place < end ? UInt64(target[place]) : 0) }
  return key
}
