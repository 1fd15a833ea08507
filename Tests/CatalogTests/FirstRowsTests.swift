import Catalog
import TestSupport
import Testing
import Text

/// Returns a catalog of random names, some of which are missing.
private func randomCatalog(_ count: Int) -> Catalog {
  var numbers = SeededNumbers(seed: count)
  let names = (0..<count).map { _ -> Value? in
    if numbers.happens(oneIn: 9) { return nil }
    let letters = ["a", "b", "É", "x", " "]
    return .text((0..<1 + numbers.below(6)).map { _ in letters[numbers.below(5)] }.joined() + "!")
  }
  return Catalog(Schema([Field("name", .text, role: .name)]), count: count, values: [names])
}

@Test(arguments: [0, 1, 3, 200, 2000])
func `the first rows with a part of a name are those of all rows with it`(count: Int) {
  let catalog = randomCatalog(count)
  for part in ["a", "É", "e", "ab", "x!", "z", "a*b", "", " "] {
    let all = catalog.rows(nameMatching: Pattern(part), .anywhere).rows
    for limit in [0, 1, 7, 5000] {
      let found = catalog.firstRows(limit, nameHaving: Pattern(part)) { _ in true }
      #expect(found == Array(all.prefix(limit)), "\(limit) of `\(part)`")
      let odd = catalog.firstRows(limit, nameHaving: Pattern(part)) { $0 % 2 == 1 }
      #expect(odd == Array(all.filter { $0 % 2 == 1 }.prefix(limit)), "\(limit) of `\(part)`")
    }
  }
}
