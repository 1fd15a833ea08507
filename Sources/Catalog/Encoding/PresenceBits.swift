/// A bit for each record, which is set if the record has a value.
struct PresenceBits: Sendable {
  private(set) var words: [UInt64] = []
  private(set) var count = 0

  /// The bits of the last, incomplete word.
  private var last: UInt64 = 0

  @inline(__always)
  mutating func append(_ isPresent: Bool) {
    last |= (isPresent ? 1 : 0) << UInt64(count & 63)
    count += 1
    if count & 63 == 0 {
      words.append(last)
      last = 0
    }
  }

  mutating func append(_ later: PresenceBits) {
    let shift = UInt64(count & 63)
    if shift == 0 {
      words += later.words
      last = later.last
      count += later.count
      return
    }
    for word in later.words {
      words.append(last | word << shift)
      last = word >> (64 - shift)
    }
    count += later.words.count << 6
    for place in 0..<later.count & 63 { append(later.last >> UInt64(place) & 1 != 0) }
  }

  subscript(_ place: Int) -> Bool {
    let word = place >> 6 < words.count ? words[place >> 6] : last
    return word >> UInt64(place & 63) & 1 != 0
  }

  /// Returns the bits in another order: bit `k` is that of record `order[k]`.
  func gathered(_ order: [UInt32]) -> [UInt64] {
    let words = words + [last]
    var result = [UInt64](repeating: 0, count: (order.count + 63) / 64)
    var row = 0
    while row < order.count {
      var word: UInt64 = 0
      let first = row
      while row < min(first + 64, order.count) {
        let place = Int(order[row])
        word |= (words[place >> 6] >> UInt64(place & 63) & 1) << UInt64(row - first)
        row += 1
      }
      result[first >> 6] = word
    }
    return result
  }
}
