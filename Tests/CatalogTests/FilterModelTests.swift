import Catalog
import Testing

/// A seeded random number generator (xorshift).
private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Returns a small catalog in which random conditions match some rows.
private func randomCatalog(_ numbers: inout Numbers) -> (Catalog, [(String?, Double?)]) {
  let count = Int.random(in: 0...130, using: &numbers)
  let rows = (0..<count).map { _ -> (String?, Double?) in
    (
      ["red", "green", "blue", nil].randomElement(using: &numbers) ?? nil,
      Bool.random(using: &numbers) ? Double(Int.random(in: 0...9, using: &numbers)) : nil
    )
  }
  let schema = Schema([Field("color", .keyword), Field("size", .number)])
  return (
    Catalog(
      schema, count: count,
      values: [rows.map { $0.0.map { .text($0) } }, rows.map { $0.1.map { .number($0) } }]),
    rows
  )
}

/// Returns a random condition as typed, and as a function of a row.
private func randomCondition(
  _ depth: Int, _ numbers: inout Numbers
) -> (text: String, test: ((String?, Double?)) -> Bool) {
  switch depth == 0
    ? Int.random(in: 0...4, using: &numbers) : Int.random(in: 0...8, using: &numbers)
  {
  case 0:
    let color = ["red", "green", "blue"].randomElement(using: &numbers) ?? "red"
    return ("color=\(color)", { $0.0 == color })
  case 1:
    let color = ["red", "green", "blue"].randomElement(using: &numbers) ?? "red"
    return ("color!=\(color)", { $0.0 != color })
  case 2:
    let low = Int.random(in: 0...9, using: &numbers)
    return ("size=\(low)..", { ($0.1 ?? -1) >= Double(low) })
  case 3:
    let limit = Int.random(in: 0...9, using: &numbers)
    return ("size<\(limit)", { $0.1.map { $0 < Double(limit) } ?? false })
  case 4:
    return Bool.random(using: &numbers)
      ? ("has:size", { $0.1 != nil }) : ("no:color", { $0.0 == nil })
  case 5, 6:
    let (left, right) = (randomCondition(depth - 1, &numbers), randomCondition(depth - 1, &numbers))
    return ("(\(left.text) \(right.text))", { left.test($0) && right.test($0) })
  case 7:
    let (left, right) = (randomCondition(depth - 1, &numbers), randomCondition(depth - 1, &numbers))
    return ("(\(left.text) or \(right.text))", { left.test($0) || right.test($0) })
  default:
    let part = randomCondition(depth - 1, &numbers)
    return ("not \(part.text)", { !part.test($0) })
  }
}

@Test(arguments: 1...60)
func `a filter matches the rows that a plain predicate matches`(seed: UInt64) throws {
  var numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
  let (catalog, rows) = randomCatalog(&numbers)
  for _ in 0..<20 {
    let condition = randomCondition(3, &numbers)
    let filter = try Filter(
      condition.text, for: catalog, vocabulary: FilterVocabulary(unknownValues: .warn))
    let found = catalog.rows(where: .all(filter.clauses.map(\.expression)), marks: [:]).rows
    #expect(found == rows.indices.filter { condition.test(rows[$0]) }, "\(condition.text)")
  }
}
