import TestSupport
import Testing
import Text

@testable import Catalog

/// Returns the order of names by ``textOrder(_:_:_:)``, and by a plain sort.
private func orders(_ names: [String?]) -> (found: [Int], expected: [Int]) {
  var shown = TextArena()
  var present = PresenceBits()
  for name in names {
    shown.bytes += Array((name ?? "").utf8)
    shown.end()
    present.append(name != nil)
  }
  var folded = TextArena()
  var scratch: [UInt8] = []
  folded.appendFolded(of: shown, from: 0, scratch: &scratch)
  let keys = names.map { name in
    (Array(Text.folded(name ?? "").utf8), Array((name ?? "").utf8))
  }
  let expected = names.indices.filter { names[$0] != nil }.sorted { one, other in
    if keys[one].0 != keys[other].0 { return keys[one].0.lexicographicallyPrecedes(keys[other].0) }
    if keys[one].1 != keys[other].1 { return keys[one].1.lexicographicallyPrecedes(keys[other].1) }
    return one < other
  }
  let missing = names.indices.filter { names[$0] == nil }
  return (textOrder(shown, folded, present).map { Int($0) }, expected + missing)
}

/// Returns names that share prefixes, fold alike, or are prefixes of each other.
private func names(_ count: Int, seed: Int) -> [String?] {
  var numbers = SeededNumbers(seed: seed)
  let common = [
    "", "12345678", "1234567", "1234567\u{0}", String(repeating: "common ", count: 10),
    String(repeating: "x", count: 64), String(repeating: "Ü", count: 40),
  ]
  let ends = [
    "", "a", "A", "á", "b", "ab", "\u{0}", " ", "パ", "z", "aaaaaaaa", "aaaaaaaaa", "ß", "ss",
  ]
  return (0..<count).map { _ in
    if numbers.happens(oneIn: 20) { return nil }
    return numbers.oneOf(common) + numbers.some(0...3, of: ends).joined()
  }
}

@Test(arguments: [0, 1, 2, 11, 12, 13, 100, 1500])
func `names are sorted as by a plain sort`(count: Int) {
  for seed in 0..<2 {
    let orders = orders(names(count, seed: seed))
    #expect(orders.found == orders.expected)
  }
}

@Test(arguments: [
  "the same", "", "a name that is longer than sixty-four bytes and the same for all",
])
func `equal names stay in the order of the feed`(name: String) {
  let orders = orders(Array(repeating: name, count: 500))
  #expect(orders.found == Array(0..<500))
}

@Test
func `sorted, reversed and alternating names are sorted`() {
  let sorted = (0..<2000).map { "name \(10_000 + $0)" }
  for names in [sorted, sorted.reversed(), sorted + sorted.reversed() + sorted] {
    let orders = orders(names)
    #expect(orders.found == orders.expected)
  }
}

@Test(arguments: [32_767, 32_768, 40_000])
func `two threads sort many names in the same order as one thread`(count: Int) {
  var numbers = SeededNumbers(seed: count)
  let orders = orders(
    (0..<count).map { _ in
      (numbers.happens(oneIn: 3) ? "Long beginning " : "") + String(numbers.below(30_000))
    })
  #expect(orders.found == orders.expected)
}

@Test(arguments: [0, 1, 3, 40], [13, 100, 5000])
func `keys that partition badly are sorted`(splits: Int, count: Int) {
  var numbers = SeededNumbers(seed: count)
  let keys = (0..<count).map { _ in UInt64(numbers.below(count)) }
  var entries = keys.enumerated().map {
    TextSorter.Entry(key: $0.element, record: UInt32($0.offset))
  }
  var span = entries.mutableSpan
  TextSorter(shown: TextArena(), folded: TextArena()).split(&span, 2..<count - 1, atMost: splits)
  #expect(entries.map(\.key) == keys[..<2] + keys[2..<count - 1].sorted() + keys[(count - 1)...])
  #expect(entries.allSatisfy { keys[Int($0.record)] == $0.key })
}
