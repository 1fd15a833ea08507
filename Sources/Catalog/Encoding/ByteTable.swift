/// A hash table of distinct byte strings, numbered in the order of insertion.
struct ByteTable: Sendable {
  /// A string: its location in `bytes`, and its first and last eight bytes, which determine strings of up to sixteen
  /// bytes.
  private struct Entry: Sendable {
    var head: UInt64
    var tail: UInt64
    var hash: UInt64
    var start: UInt32
    var length: UInt32
    var count: UInt32
  }

  private(set) var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// Numbers plus one, by the high bits of the hash; 0 for an empty slot.
  ///
  /// The size is a power of two.
  private var slots = [UInt32](repeating: 0, count: 256)

  var count: Int { entries.count }

  func place(_ number: Int) -> Range<Int> {
    let start = Int(entries[number].start)
    return start..<start + Int(entries[number].length)
  }

  /// Whether a string may have been encoded twice.
  func mayBeEncodedTwice(_ number: Int) -> Bool {
    let place = place(number)
    return unsafe bytes.span.bytes
      .indexOfDoubleEncoding(from: place.lowerBound, to: place.upperBound) != nil
  }

  /// The number of lookups of each string.
  var counts: [UInt32] { entries.map(\.count) }

  /// Returns the number of a string, inserting it if necessary, and counts the lookup.
  mutating func number(of range: Range<Int>, in text: RawSpan) -> UInt32 {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= text.byteCount, "These bytes are not there.")
    let (head, tail) = ends(of: range, text)
    let hash = hash(range, text, head, tail)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      let entry = entries[number]
      if entry.head == head, entry.tail == tail, Int(entry.length) == range.count,
        range.count <= 16 || isSame(number, range, text)
      {
        entries[number].count += 1
        return UInt32(number)
      }
      slot = (slot + 1) & mask
    }
    let start = UInt32(bytes.count)
    unsafe text.withUnsafeBytes { unsafe bytes.append(contentsOf: $0[range]) }
    entries.append(
      Entry(
        head: head, tail: tail, hash: hash, start: start, length: UInt32(range.count), count: 1))
    slots[slot] = UInt32(entries.count)
    if entries.count * 2 > slots.count { grow() }
    return UInt32(entries.count - 1)
  }

  /// Adds a string with a number of lookups.
  ///
  /// - Returns: The number of the string.
  mutating func add(_ string: String, count: UInt32) -> UInt32 {
    let number = unsafe number(of: 0..<string.utf8.count, in: Array(string.utf8).span.bytes)
    entries[Int(number)].count += count &- 1
    return number
  }

  /// Adds a string of another table.
  ///
  /// - Returns: The number of the string.
  mutating func add(_ number: Int, of other: ByteTable) -> UInt32 {
    let here = self.number(of: other.place(number), in: unsafe other.bytes.span.bytes)
    entries[Int(here)].count += other.entries[number].count - 1
    return here
  }

  /// Adds the strings of another table.
  ///
  /// - Returns: The number in this table of each string in the other one.
  mutating func merge(_ other: ByteTable) -> [UInt32] {
    (0..<other.count).map { add($0, of: other) }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    let mask = slots.count - 1
    for number in entries.indices {
      var slot = Int(truncatingIfNeeded: entries[number].hash >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number + 1)
    }
  }

  private func isSame(_ number: Int, _ range: Range<Int>, _ text: RawSpan) -> Bool {
    unsafe text.equals(range, bytes.span.bytes, from: Int(entries[number].start))
  }

  /// Loads the first eight bytes, zero-padded, and the last eight bytes, or zero if there are at most eight.
  @inline(__always)
  private func ends(of range: Range<Int>, _ text: RawSpan) -> (head: UInt64, tail: UInt64) {
    let (start, count) = (range.lowerBound, range.count)
    if start <= text.byteCount &- 8 {
      // Branches would be mispredicted, because the lengths of strings vary.
      let first = unsafe text.knownWord(start)
      let last = unsafe text.knownWord(max(start, range.upperBound &- 8))
      return (first & ~(UInt64.max << UInt64(min(count, 8) * 8)), count > 8 ? last : 0)
    }
    var word: UInt64 = 0
    for place in range.reversed() { word = word << 8 | UInt64(text.byte(place)) }
    return (word, 0)
  }

  /// Hashes all bytes.
  @inline(__always)
  private func hash(
    _ range: Range<Int>, _ text: RawSpan, _ head: UInt64, _ tail: UInt64
  ) -> UInt64 {
    var hash = mixed(
      UInt64(range.count) &* 0x9E37_79B1_85EB_CA87 ^ head ^ (tail &* 0x9FB2_1C65_1E98_DF25))
    var place = range.lowerBound &+ 8
    while place < range.upperBound &- 8 {
      hash = unsafe mixed(hash ^ text.knownWord(place))
      place &+= 8
    }
    return hash
  }

  /// Mixes the bits of a word (the folded multiplication of wyhash).
  @inline(__always)
  private func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
