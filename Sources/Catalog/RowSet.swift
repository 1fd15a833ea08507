/// A set of rows, stored as a bit set.
package struct RowSet: Equatable, Sendable {
  private(set) var words: [UInt64]
  /// The number of rows in the catalog.
  package let capacity: Int

  /// Creates an empty set, or the set of all rows.
  package init(capacity: Int, full: Bool = false) {
    self.capacity = capacity
    words = [UInt64](repeating: full ? .max : 0, count: (capacity + 63) / 64)
    if full { trim() }
  }

  /// Creates the set of rows that pass a test.
  package init(capacity: Int, where test: (Int) -> Bool) {
    self.init(capacity: capacity)
    for row in 0..<capacity where test(row) { insert(row) }
  }

  /// Creates a set from words of 64 bits that `fill` sets.
  ///
  /// Bits beyond the capacity are cleared.
  init(capacity: Int, _ fill: (inout MutableSpan<UInt64>) -> Void) {
    self.init(capacity: capacity)
    var span = words.mutableSpan
    fill(&span)
    trim()
  }

  /// Creates the set of rows in a range.
  init(capacity: Int, range: Range<Int>) {
    self.init(capacity: capacity)
    let clamped = range.clamped(to: 0..<capacity)
    if clamped.isEmpty { return }
    let (first, last) = (clamped.lowerBound >> 6, (clamped.upperBound - 1) >> 6)
    for word in first...last { words[word] = .max }
    words[first] &= .max << UInt64(clamped.lowerBound & 63)
    words[last] &= .max >> UInt64(63 - (clamped.upperBound - 1) & 63)
  }

  package mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  package func contains(_ row: Int) -> Bool { words[row >> 6] & 1 << UInt64(row & 63) != 0 }

  /// The number of rows in the set; O(*n* / 64).
  package var count: Int {
    let span = words.span
    var count = 0
    for k in span.indices { count += span[k].nonzeroBitCount }
    return count
  }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  package mutating func formIntersection(_ other: RowSet) {
    var mine = words.mutableSpan
    let theirs = other.words.span
    for k in 0..<min(mine.count, theirs.count) { mine[k] &= theirs[k] }
  }

  package mutating func formUnion(_ other: RowSet) {
    var mine = words.mutableSpan
    let theirs = other.words.span
    for k in 0..<min(mine.count, theirs.count) { mine[k] |= theirs[k] }
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

  /// Calls `body` with each row of the set, in ascending order.
  @inline(__always)
  package func forEach(_ body: (Int) -> Void) {
    let span = words.span
    for k in span.indices {
      var rest = span[k]
      while rest != 0 {
        body(k << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  /// Returns the first rows of the set that pass a test.
  package func first(_ limit: Int, where test: (Int) -> Bool) -> [Int] {
    var rows: [Int] = []
    for (k, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        let row = k << 6 + rest.trailingZeroBitCount
        if rows.count == limit { return rows }
        if test(row) { rows.append(row) }
        rest &= rest - 1
      }
    }
    return rows
  }

  /// The lowest row of the set.
  package var first: Int? {
    words.firstIndex { $0 != 0 }.map { $0 << 6 + words[$0].trailingZeroBitCount }
  }

  /// The rows of the set, in ascending order.
  package var rows: [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(count)
    forEach { rows.append($0) }
    return rows
  }

  private mutating func trim() {
    let spare = words.count * 64 - capacity
    if spare > 0, let last = words.indices.last { words[last] &= .max >> UInt64(spare) }
  }
}
