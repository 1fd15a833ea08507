import Catalog
import Diagnostics
import Testing

@Test(arguments: [
  ("cuisine=Itlaian rice cusine=Thai", ["Itlaian", "cusine"]),
  ("(cuisine=Itlaian) time<x", ["Itlaian", "x"]),
  ("cuisine=Italian or", ["or"]), ("time=40..20,3x rice", ["40..20"]), ("\"olive", ["\"olive"]),
  ("(a", ["("]), ("has:vidoe is:x no:y rice", ["vidoe", "x", "y"]),
  ("cuisine=Middle Eastern rice", ["Middle Eastern"]),
  ("cuisine=Italian", []), ("", []), ("<3 rice", ["<"]), ("cusine=a,b,c rice", ["cusine"]),
])
func `parsing continues after errors`(text: String, wrong: [String]) {
  let outline = FilterOutline(
    text, for: sampleCatalog, vocabulary: FilterVocabulary(marks: ["favorite"]))
  let bytes = Array(text.utf8)
  #expect(
    outline.faults.compactMap(\.span).map { String(decoding: bytes[$0], as: UTF8.self) } == wrong)
  #expect((outline.filter == nil) == !wrong.isEmpty)
}

@Test
func `only the first errors are reported`() {
  let text = String(repeating: "cusine=x ", count: 100)
  let outline = FilterOutline(text, for: sampleCatalog, vocabulary: FilterVocabulary())
  #expect(outline.faults.count == 9)
}

@Test(arguments: [
  "name~rice", "cuisine=Thai", "time<30", "has:video", "is:favorite", "-rice", "a or b", "tag=soup",
  "name=a*", "added=2024",
])
func `the cost of a condition is estimated without reading rows`(text: String) throws {
  let filter = try Filter(
    text, for: sampleCatalog,
    vocabulary: FilterVocabulary(marks: ["favorite"], unknownValues: .warn))
  let cost = sampleCatalog.cost(of: filter.clauses[0].expression)
  #expect(cost > 0 && cost < 100_000)
}
