import TestSupport
import Testing

@testable import Catalog

/// Returns a random set of rows, with a probability of one in `times`.
private func someRows(_ capacity: Int, oneIn times: Int) -> RowSet {
  var numbers = SeededNumbers(seed: capacity + times)
  return RowSet(capacity: capacity) { _ in numbers.happens(oneIn: times) }
}

private func expectRoundTrips(_ list: RowList, _ rows: [Int], of capacity: Int) {
  let listed = Set(rows)
  #expect(Array(list) == rows)
  #expect(rows.enumerated().allSatisfy { list.place(of: $1) == $0 })
  #expect((0..<capacity).allSatisfy { list.contains($0) == listed.contains($0) })
  #expect((0..<capacity).allSatisfy { listed.contains($0) || list.place(of: $0) == nil })
  #expect(list.set(capacity: capacity).rows == rows.sorted())
  for limit in [0, 1, 3, capacity] {
    #expect(list.first(limit, of: capacity) == Array(rows.sorted().prefix(limit)))
  }
}

@Test(arguments: [0, 1, 63, 64, 65, 511, 512, 513, 1024, 1500])
func `rows and their positions map to each other`(capacity: Int) {
  expectRoundTrips(RowList(all: capacity), Array(0..<capacity), of: capacity)
  for times in [1, 2, 40, 10_000] {
    let rows = someRows(capacity, oneIn: times)
    expectRoundTrips(RowList(rows), rows.rows, of: capacity)
    let listed = Array(rows.rows.reversed())
    expectRoundTrips(RowList(listed: listed.map { UInt32($0) }), listed, of: capacity)
  }
}

@Test(arguments: [0, 1, 65, 600])
func `rows in the order of the feed and their positions map to each other`(count: Int) {
  var numbers = SeededNumbers(seed: count)
  let records = (0..<count).map { UInt32($0) }.shuffled(using: &numbers)
  let (storage, table) = stored { try? $0.put(.order, of: 0, records) }
  let sections = FieldSections(storage: storage, table: table, field: 0)
  let order = RowOrder(sections.numbers(.order), count: count)
  var rows = [Int](repeating: 0, count: count)
  for (row, record) in records.enumerated() { rows[Int(record)] = row }
  expectRoundTrips(RowList(feed: order), rows, of: count)
  let some = someRows(count, oneIn: 3)
  #expect(order.rows(some).rows == some.rows.map { rows[$0] }.sorted())
}

@Test(arguments: [0, 1, 64, 65, 200])
func `row sets have the union, intersection and complement of plain sets`(capacity: Int) {
  let (one, other) = (someRows(capacity, oneIn: 2), someRows(capacity, oneIn: 3))
  let (mine, theirs) = (Set(one.rows), Set(other.rows))
  #expect(one.intersection(other).rows == mine.intersection(theirs).sorted())
  #expect(one.union(other).rows == mine.union(theirs).sorted())
  #expect(one.complement.rows == Set(0..<capacity).subtracting(mine).sorted())
  #expect(one.count == mine.count)
  #expect(one.isEmpty == mine.isEmpty)
  #expect(one.first == mine.min())
  #expect(
    one.first(2) { $0.isMultiple(of: 2) } == Array(mine.sorted().filter { $0 % 2 == 0 }.prefix(2)))
  #expect(one.widened(to: capacity + 70).rows == one.rows)
  let range = RowSet(capacity: capacity, range: -3..<capacity / 2)
  #expect(range.rows == Array(0..<capacity / 2))
}

@Test(arguments: [0, 1, 255, 256, 257, 3000])
func `the radix sort is stable`(count: Int) {
  var numbers = SeededNumbers(seed: count)
  for bits in [0, 1, 4, 11, 12, 22, 33, 64] {
    let keys = (0..<count).map { _ in bits == 0 ? 7 : numbers.next() >> UInt64(64 - bits) }
    for keys in [keys, keys.map { $0 << UInt64(64 - max(bits, 1)) }, keys.map { .max - $0 }] {
      let rows = (0..<count).map { UInt32($0) }.shuffled(using: &numbers)
      let expected = rows.enumerated().sorted {
        (keys[Int($0.element)], $0.offset) < (keys[Int($1.element)], $1.offset)
      }
      #expect(stableSorted(rows) { keys[Int($0)] } == expected.map(\.element))
    }
  }
}
