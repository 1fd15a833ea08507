import Catalog

/// A hash table that assigns numbers to keys: those with slots first, then others in the order in which they occur.
struct SlotKeys {
  private struct Entry {
    var slot: Int
    var start: Int
    var length: Int
    var first: UInt64
    var last: UInt64
  }

  /// The maximum number of keys without a slot.
  static let extraLimit = 64

  /// The keys with a slot, in the order of their slots.
  let wanted: [String]
  /// The number of keys in the table.
  private(set) var count = 0
  private var entries: [Entry] = []
  private var bytes: [UInt8] = Array(repeating: 0, count: Chunk.padding)
  /// Indices of entries by hash, with open addressing; -1 for an empty cell.
  private var table: [Int32] = []

  init(_ wanted: [String]) {
    self.wanted = wanted
    table = Array(repeating: -1, count: 4 * (wanted.count + Self.extraLimit).nextPowerOfTwo)
    for key in wanted {
      let utf8 = Array(key.utf8) + Array(repeating: 0, count: Chunk.padding)
      unsafe add(utf8.span.bytes, 0..<key.utf8.count)
    }
  }

  /// The maximum number of keys.
  var limit: Int { wanted.count + Self.extraLimit }

  /// Returns the number of a key, adding it if requested.
  ///
  /// - Parameters:
  ///   - key: The key, without its quotes.
  ///   - text: The bytes.
  ///   - isLearning: Whether to add an unknown key.
  /// - Returns: The number; -1 if the key has none. Numbers below that of ``wanted`` keys are slots.
  mutating func number(_ key: ScannedValue, _ text: RawSpan, _ isLearning: Bool) -> Int {
    if key.shape == .escapedText {
      var bytes: [UInt8] = []
      decodeText(key, in: text, into: &bytes)
      let length = bytes.count
      bytes.extend(by: Chunk.padding)
      return unsafe number(bytes.span.bytes, 0..<length)
    }
    let number = number(text, key.range)
    return number < 0 && isLearning ? addExtra(text, key.range) : number
  }

  /// Returns the number of a key; -1 if it has none.
  private func number(_ text: RawSpan, _ key: Range<Int>) -> Int {
    let first = text.firstWord(key)
    let last = text.lastWord(key)
    var place = Self.hash(first, last, key.count) & (table.count - 1)
    while table[place] >= 0 {
      let entry = entries[Int(table[place])]
      if entry.first == first, entry.last == last, entry.length == key.count,
        key.count <= 16 || hasBytes(entry, text, key)
      {
        return entry.slot
      }
      place = (place + 1) & (table.count - 1)
    }
    return -1
  }

  private mutating func addExtra(_ text: RawSpan, _ key: Range<Int>) -> Int {
    if count >= limit { return -1 }
    add(text, key)
    return count - 1
  }

  private mutating func add(_ text: RawSpan, _ key: Range<Int>) {
    // A key that is wanted twice has two slots, of which only the first is filled.
    defer { count += 1 }
    if number(text, key) >= 0 { return }
    let entry = Entry(
      slot: count, start: bytes.count - Chunk.padding, length: key.count,
      first: text.firstWord(key), last: text.lastWord(key))
    bytes.insert(contentsOf: key.map { text[$0] }, at: entry.start)
    var place = Self.hash(entry.first, entry.last, entry.length) & (table.count - 1)
    while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
    table[place] = Int32(entries.count)
    entries.append(entry)
  }

  private func hasBytes(_ entry: Entry, _ text: RawSpan, _ key: Range<Int>) -> Bool {
    let known = unsafe bytes.span.bytes
    for place in 0..<entry.length
    where known[entry.start + place] != text[key.lowerBound + place] { return false }
    return true
  }

  private static func hash(_ first: UInt64, _ last: UInt64, _ length: Int) -> Int {
    let mixed = (first ^ (last &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(length)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed >> 32)
  }
}

extension RawSpan {
  /// Loads the first eight bytes of a range, or all if it is shorter.
  fileprivate func firstWord(_ range: Range<Int>) -> UInt64 {
    let word = eightBytes(at: range.lowerBound)
    return range.count >= 8 ? word : word & (1 &<< UInt64(8 &* range.count) &- 1)
  }

  /// Loads the last eight bytes of a range; 0 if it has at most eight.
  fileprivate func lastWord(_ range: Range<Int>) -> UInt64 {
    range.count > 8 ? eightBytes(at: range.upperBound - 8) : 0
  }
}

extension Int {
  fileprivate var nextPowerOfTwo: Int {
    self < 2 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
