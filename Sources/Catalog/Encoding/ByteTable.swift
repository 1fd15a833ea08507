/// Distinct byte strings, numbered in the order in which they came.
struct ByteTable: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [UInt32] = [0]
  /// How often each was asked for.
  private(set) var counts: [UInt32] = []
  /// Numbers plus one by the low bits of the hash; 0 where there is none.
  ///
  /// Its size is a power of two.
  private var slots = [UInt32](repeating: 0, count: 256)
  private var hashes: [UInt32] = []

  var count: Int { counts.count }

  func place(_ number: Int) -> Range<Int> { Int(starts[number])..<Int(starts[number + 1]) }

  /// The number of a string, a new one if it is new; counts it.
  mutating func number(of range: Range<Int>, in text: RawSpan) -> UInt32 {
    let hash = hash(range, text)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, isSame(number, range, text) {
        counts[number] += 1
        return UInt32(number)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    unsafe text.withUnsafeBytes { unsafe bytes.append(contentsOf: $0[range]) }
    starts.append(UInt32(bytes.count))
    hashes.append(hash)
    counts.append(1)
    slots[slot] = UInt32(counts.count)
    if counts.count * 2 > slots.count { grow() }
    return UInt32(counts.count - 1)
  }

  /// Adds the strings of another table.
  ///
  /// - Returns: The number here of each string there.
  mutating func merge(_ other: ByteTable) -> [UInt32] {
    (0..<other.count).map { number in
      let here = self.number(of: other.place(number), in: unsafe other.bytes.span.bytes)
      counts[Int(here)] += other.counts[number] - 1
      return here
    }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for number in hashes.indices {
      var slot = Int(hashes[number]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }

  private func isSame(_ number: Int, _ range: Range<Int>, _ text: RawSpan) -> Bool {
    let place = place(number)
    guard place.count == range.count else { return false }
    return unsafe text.equals(range, bytes.span.bytes, from: place.lowerBound)
  }

  /// A hash in which every byte counts.
  private func hash(_ range: Range<Int>, _ text: RawSpan) -> UInt32 {
    var hash = UInt64(range.count) &* 0x9E37_79B1_85EB_CA87
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      hash = mixed(hash ^ text.word(place))
      place += 8
    }
    var rest: UInt64 = 0
    while place < range.upperBound {
      rest = rest << 8 | UInt64(text.byte(place))
      place += 1
    }
    hash = mixed(hash ^ rest)
    return UInt32(truncatingIfNeeded: hash >> 32)
  }

  /// Spreads the bits of a word (MurmurHash3, 64-bit finalizer).
  private func mixed(_ word: UInt64) -> UInt64 {
    let once = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return (once ^ once >> 33) &* 0xC4CE_B9FE_1A85_EC53
  }
}
