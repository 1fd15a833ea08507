/// A set of rows as one bit each.
package struct RowSet: Equatable, Sendable {
  private(set) var words: [UInt64]
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

  /// The rows out of `capacity` whose bits `fill` sets, 64 rows a word; it may spill over the end.
  init(capacity: Int, _ fill: (inout MutableSpan<UInt64>) -> Void) {
    self.init(capacity: capacity)
    var span = words.mutableSpan
    fill(&span)
    trim()
  }

  /// The rows of a range out of `capacity`.
  init(capacity: Int, range: Range<Int>) {
    self.init(capacity: capacity)
    let kept = range.clamped(to: 0..<capacity)
    if kept.isEmpty { return }
    let (first, last) = (kept.lowerBound >> 6, (kept.upperBound - 1) >> 6)
    for word in first...last { words[word] = .max }
    words[first] &= .max << UInt64(kept.lowerBound & 63)
    words[last] &= .max >> UInt64(63 - (kept.upperBound - 1) & 63)
  }

  package mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  package func contains(_ row: Int) -> Bool { words[row >> 6] & 1 << UInt64(row & 63) != 0 }

  /// How many rows are in the set; O(*n* / 64).
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

  /// Calls `body` for each row of the set, in ascending order.
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

  /// The first rows of the set that pass a test, at most `limit` of them.
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

  /// The rows of the set in ascending order.
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
