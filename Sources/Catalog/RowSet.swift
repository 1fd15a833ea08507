/// A set of rows as one bit each.
package struct RowSet: Equatable, Sendable {
  private var words: [UInt64]
  /// How many rows there are to choose from.
  package let capacity: Int

  /// No row, or every row, of `capacity`.
  package init(capacity: Int, full: Bool = false) {
    self.capacity = capacity
    words = [UInt64](repeating: full ? .max : 0, count: (capacity + 63) / 64)
    if full { trim() }
  }

  /// The rows out of `capacity` for which `test` holds.
  package init(capacity: Int, where test: (Int) -> Bool) {
    self.init(capacity: capacity)
    for row in 0..<capacity where test(row) { insert(row) }
  }

  package mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  package func contains(_ row: Int) -> Bool { words[row >> 6] & 1 << UInt64(row & 63) != 0 }

  /// How many rows are in the set; O(*n* / 64).
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  package mutating func formIntersection(_ other: RowSet) {
    for k in words.indices { words[k] &= other.words[k] }
  }

  package mutating func formUnion(_ other: RowSet) {
    for k in words.indices { words[k] |= other.words[k] }
  }

  package func intersection(_ other: RowSet) -> RowSet {
    var result = self
    result.formIntersection(other)
    return result
  }

  package func union(_ other: RowSet) -> RowSet {
    var result = self
    result.formUnion(other)
    return result
  }

  /// The rows that are not in the set.
  package var complement: RowSet {
    var result = self
    for k in words.indices { result.words[k] = ~words[k] }
    result.trim()
    return result
  }

  /// The rows of the set in ascending order.
  package var rows: [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(count)
    for (k, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        rows.append(k << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return rows
  }

  private mutating func trim() {
    let spare = words.count * 64 - capacity
    if spare > 0, let last = words.indices.last { words[last] &= .max >> UInt64(spare) }
  }
}
