import TestSupport
import Testing

@testable import Catalog

private func sections(_ body: (inout SectionWriter) -> Void) -> FieldSections {
  let (storage, table) = stored(body)
  return FieldSections(storage: storage, table: table, field: 7)
}

/// Returns the offsets of elements with some sizes, including the end of the last.
private func starts(_ sizes: some Sequence<Int>) -> [UInt32] {
  sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + UInt32($1)) }
}

@Test(
  arguments: [
    ([], false), ([0], true), (starts([5]), true), (starts(Array(repeating: 0, count: 200)), true),
    (starts(0..<63), true), (starts(0..<64), true), (starts(0..<65), true), (starts(0..<500), true),
    (starts(Array(repeating: 1040, count: 200)), true),
    (starts(Array(repeating: 1041, count: 200)), false),
    (starts([65_535]), true), (starts([65_536]), false), (starts([65_536, 1, 70_000]), false),
    (starts(Array(repeating: 3, count: 63) + [100_000] + Array(repeating: 3, count: 63)), true),
    ([5, 3], false), ([UInt32.max - 1, UInt32.max], true),
  ] as [([UInt32], Bool)])
func `offsets survive storage in two bytes if elements are short`(numbers: [UInt32], isShort: Bool)
{
  let sections = sections { try? $0.put(starts: numbers, .codeStarts, blocks: .codeBlocks, of: 7) }
  let found = StoredOffsets(sections, .codeStarts, blocks: .codeBlocks)
  #expect(sections.has(.codeBlocks) == (isShort || numbers.isEmpty))
  #expect(found.count == numbers.count)
  #expect(numbers.indices.map { found[$0] } == numbers.map { Int($0) })
  #expect(found.withAll { at in numbers.indices.map { at($0) } } == numbers.map { Int($0) })
  #expect(found[numbers.count + 1000] == 0)
}

@Test(arguments: [(0, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (Int(UInt32.max), 4)])
func `numbers are stored in the size that the largest requires`(largest: Int, width: Int) {
  let numbers = [0, UInt32(largest), UInt32(largest / 2), 1]
  let order: [UInt32] = [3, 1, 0, 2]
  let sections = sections {
    try? $0.put(.codes, of: 7, narrow: numbers, order: order, largest: largest)
  }
  let found = sections.narrow(.codes)
  #expect(sections.table.values.map(\.width) == [width])
  #expect(found.count == 4)
  #expect((-1...4).map { found[$0] } == [0, 1, largest, 0, largest / 2, 0])
  guard largest < 1 << 20 else { return }
  var wanted = [Bool](repeating: false, count: largest + 1)
  wanted[largest] = true
  let isOne = { (place: Int) in Int(numbers[Int(order[place])]) == largest }
  #expect(found.rows(where: wanted, count: 4).rows == (0..<4).filter(isOne))
  #expect(found.rows(where: [], count: 4).isEmpty)
  #expect(found.rows(where: wanted, count: 100).count == (0..<4).count(where: isOne))
}

@Test(arguments: [255, 256, 65_535, 65_536])
func `a field may have any number of distinct words`(count: Int) {
  let words = (0..<count).map { Value.text("word \($0)") }
  let catalog = Catalog(Schema([Field("x", .keyword)]), count: count, values: [words])
  #expect((0..<count).map { catalog.value(0, $0) } == words)
  #expect(catalog.distinctCount(0) == count)
}

@Test(arguments: [0, 1, 63, 64, 65, 127, 128, 129, 200])
func `bits survive storage in any order and from any number of parts`(count: Int) {
  var numbers = SeededNumbers(seed: count)
  for first in [0, 1, 63, 64, 65, 100] {
    let expected = (0..<first + count).map { _ in numbers.happens(oneIn: 2) }
    var bits = PresenceBits()
    for bit in expected.prefix(first) { bits.append(bit) }
    var later = PresenceBits()
    for bit in expected.dropFirst(first) { later.append(bit) }
    bits.append(later)
    #expect(bits.count == expected.count)
    #expect(expected.indices.map { bits[$0] } == expected)
    let order = expected.indices.map { UInt32($0) }.shuffled(using: &numbers)
    let sections = sections { try? $0.put(.present, of: 7, bits.gathered(order)) }
    let found = StoredBits(sections.numbers(.present))
    #expect(order.indices.map { found.contains($0) } == order.map { expected[Int($0)] })
    #expect(
      found.rows(order.count) == RowSet(capacity: order.count) { expected[Int(order[$0])] })
  }
}

@Test(arguments: [0, 1, 1000, 65_535, 65_536, 65_537, 200_000])
func `texts of any size are written in an order`(size: Int) {
  var numbers = SeededNumbers(seed: size)
  let sizes = [size, 0, 7, 8, 9, size, 1] + (0..<200).map { _ in numbers.below(900) }
  let texts = sizes.enumerated().map { [UInt8](repeating: UInt8(0x21 + $0 % 90), count: $1) }
  var arena = TextArena()
  for text in texts {
    arena.bytes += text
    arena.end()
  }
  let order = texts.indices.map { UInt32($0) }.shuffled(using: &numbers)
  var starts: [UInt32] = []
  let (storage, table) = stored { writer in
    try? writer.section(.shown, of: 7) { writer throws(StorageError) in
      starts = try writer.append(arena, order)
    }
  }
  let found = FieldSections(storage: storage, table: table, field: 7).bytes(.shown)
  #expect(found == order.flatMap { texts[Int($0)] })
  #expect(
    starts == order.reduce(into: [0]) { $0.append($0[$0.count - 1] + UInt32(texts[Int($1)].count)) }
  )
}
