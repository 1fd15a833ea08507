import Catalog
import Diagnostics
import Testing

/// A worked example: the input and the output.
struct FilterExample: CustomTestStringConvertible, Sendable {
  let line: String
  let answer: String

  var testDescription: String { line }

  static let all: [FilterExample] = filterExamples.split(separator: "--- ").map { block in
    let lines = block.split(separator: "\n", omittingEmptySubsequences: true).dropFirst()
    return FilterExample(
      line: String(lines.first?.dropFirst(2) ?? ""),
      answer: lines.dropFirst().joined(separator: "\n"))
  }
}

/// Returns the output of the shell for a filter, on one line.
private func answer(to line: String) -> String {
  let prefix = "filter "
  let catalog = sampleCatalog
  do throws(Diagnostic) {
    let filter = try Filter(
      String(line.dropFirst(prefix.count)), for: catalog,
      vocabulary: FilterVocabulary(
        marks: ["favorite", "noted"], commands: ["sort", "open", "show", "filter"]))
    let expression = FilterExpression.all(filter.clauses.map(\.expression))
    let rows = catalog.sorted(catalog.rows(where: expression, marks: sampleMarks), by: .feed)
    let names = rows.map { catalog.name($0) }.joined(separator: ", ")
    let first = "\(rows.count) of \(catalog.count)" + (rows.isEmpty ? "" : ": \(names)")
    return ([first] + filter.notes + (rows.isEmpty ? catalog.hints(for: filter) : []))
      .joined(separator: "\n")
  } catch {
    return error.moved(by: prefix.utf8.count, in: line).lines.joined(separator: "\n")
  }
}

@Test(arguments: [
  ("filter name=https://a.example/b?c=d&e:f", "0 of 8"),
  ("filter (name=HTTP://a.example/b) or crêpe", "1 of 8: Crêpes Suzette"),
  ("filter name=https://a.example/b,https://a.example/c,Ratatouille", "0 of 8"),
  ("filter name=https://a.example/b|name=Ratatouille", "1 of 8: Ratatouille"),
  ("filter (name=https://a.example/Salt_(food)) or crêpe", "1 of 8: Crêpes Suzette"),
  (
    "filter name= != \"Greek salad\"",
    "error: `=` and `!=` are two comparisons\n  filter name= != \"Greek salad\"\n             ^^^^ "
      + "write name!=\"Greek salad\""
  ),
  ("filter name=\\*", "0 of 8"),
  (
    "filter time=<30",
    "error: `=` and `<` are two comparisons\n  filter time=<30\n             ^^ write time<30 or time<=30"
  ),
  (
    "filter name<>Scones",
    "error: `<` and `>` are two comparisons\n  filter name<>Scones\n             ^^ write name!=Scones"
  ),
  (
    "filter time=!=30",
    "error: `=` and `!=` are two comparisons\n  filter time=!=30\n             ^^^ write time!=30"
  ),
])
func `an address needs no quotes and adjacent comparisons are an error`(
  line: String, expected: String
) {
  #expect(answer(to: line) == expected)
}

@Test
func `there are 43 worked examples`() {
  #expect(FilterExample.all.count == 43)
}

@Test(arguments: FilterExample.all)
func `the output for a filter is that of its worked example`(example: FilterExample) {
  #expect(answer(to: example.line) == example.answer)
}

@Test(arguments: [
  ("filter crêpe", "1 of 8: Crêpes Suzette"),
  ("filter name~crépe", "0 of 8"),
  ("filter jalapeno", "1 of 8: Jalapeño poppers"),
  ("filter ＰＩＺＺＡ", "1 of 8: Pizza Margherita"),
  ("filter name=*e", "2 of 8: Crêpes Suzette, Ratatouille"),
])
func `folding ignores accents that the query omits`(line: String, expected: String) {
  #expect(answer(to: line) == expected)
}

@Test(arguments: [
  ("filter added<2024", "2 of 8: Spaghetti aglio e olio, Ratatouille"),
  ("filter added<=2024-01", "3 of 8: Pizza Margherita, Spaghetti aglio e olio, Ratatouille"),
  ("filter added>2024-05", "2 of 8: Falafel, 親子丼 Oyakodon"),
  ("filter added>=2024-06", "2 of 8: Falafel, 親子丼 Oyakodon"),
  ("filter added=2024-02", "1 of 8: Tom Yum"),
  ("filter added!=2024", "2 of 8: Spaghetti aglio e olio, Ratatouille"),
])
func `a date stands for its whole period`(line: String, expected: String) {
  #expect(answer(to: line) == expected)
}

@Test(arguments: [
  (
    "filter diet!=vegan",
    "5 of 8: Crêpes Suzette, Pizza Margherita, Tom Yum, 親子丼 Oyakodon, Jalapeño poppers"
  ),
  ("filter -diet=nosuch time<21", "1 of 8: Spaghetti aglio e olio"),
  ("filter cuisine!=Nosuch time<21", "1 of 8: Spaghetti aglio e olio"),
  ("filter not (cuisine=French or cuisine=Italian) time<=25", "1 of 8: 親子丼 Oyakodon"),
  ("filter - time<21", "0 of 8"),
  ("filter name=tom\\*", "0 of 8"),
  ("filter name=\"tom*\"", "0 of 8"),
  ("filter time=1h10", "1 of 8: Ratatouille"),
  ("filter time=1h35m,20min", "2 of 8: Pizza Margherita, Spaghetti aglio e olio"),
])
func `negation, literal stars and durations are read as intended`(line: String, expected: String) {
  let first = answer(to: line).split(separator: "\n").first.map(String.init)
  #expect(first == expected)
}

@Test(arguments: [
  (
    "filter cuisine=Thai, French",
    "note: `French` is searched as text; for either cuisine write cuisine=Thai,French"
  ),
  (
    "filter cuisine=\"Middle Eastern\" , Thai",
    "note: `Thai` is searched as text; for either cuisine write cuisine=\"Middle Eastern\",Thai"
  ),
  (
    "filter cuisine=Thai,,French",
    "note: `French` is searched as text; for either cuisine write cuisine=Thai,French"
  ),
  (
    "filter cuisine=Thai,Mexican or French",
    "note: `French` is searched as text; for either cuisine write cuisine=Thai,Mexican,French"
  ),
  (
    "filter has:rating,source",
    "note: `source` is searched as text; for either write has:rating or has:source"
  ),
  (
    "filter is:favorite, noted",
    "note: `noted` is searched as text; for either write is:favorite or is:noted"
  ),
  (
    "filter tag=soup, stew",
    "note: `stew` is searched as text; for either tags write tags=soup,stew"
  ),
  ("filter cuisine=Thai, soup", nil), ("filter has:rating,soup", nil), ("filter olive, oil", nil),
  ("filter cuisine=Thai,French", nil), ("filter cuisine=Thai pad, French", nil),
])
func `an apparent list of values is noted`(line: String, note: String?) {
  #expect(answer(to: line).split(separator: "\n").first { $0.hasPrefix("note") } == note?[...])
}

@Test(arguments: [
  ("filter and olive", "and", 7), ("filter olive and and oil", "and", 17),
  ("filter (and olive)", "and", 8), ("filter olive or & oil", "&", 16),
])
func `an operator between conditions needs one before it`(line: String, word: String, column: Int) {
  let lines = answer(to: line).split(separator: "\n")
  #expect(lines.first == "error: `\(word)` needs something before it")
  #expect(lines.last?.prefix { $0 == " " }.count == column + 2)
}

@Test(arguments: [
  ("<3", "e.g. calories<30"), ("=x", "e.g. größe=\"very large\""), ("has:", "e.g. has:größe"),
  ("no:<", "e.g. no:größe"), ("größe=/a-/", "`*` stands for anything, e.g. größe=tom*"),
  ("grö=3", "did you mean größe?"),
])
func `examples and hints name fields of the feed`(filter: String, hint: String) throws {
  let schema = Schema([Field("calories", .number), Field("größe", .keyword)])
  let catalog = Catalog(schema, count: 1, values: [[.number(3)], [.text("very large")]])
  #expect {
    try Filter(filter, for: catalog, vocabulary: FilterVocabulary())
  } throws: {
    ($0 as? Diagnostic)?.hint == hint
  }
}

@Test
func `an unknown value is a warning in scripts`() throws {
  let filter = try Filter(
    "cuisine=Itlaian", for: sampleCatalog,
    vocabulary: FilterVocabulary(unknownValues: .warn))
  #expect(filter.notes == ["warning: no cuisine is called `Itlaian`; did you mean Italian?"])
  #expect(sampleCatalog.rows(where: filter.clauses[0].expression, marks: [:]).isEmpty)
}

@Test
func `an empty feed accepts every value`() throws {
  let empty = Catalog(Schema([Field("cuisine", .keyword)]), count: 0, values: [[]])
  let filter = try Filter("cuisine=Any", for: empty, vocabulary: FilterVocabulary())
  #expect(filter.clauses.count == 1)
}

@Test
func `excessive nesting is rejected`() {
  let deep = String(repeating: "(", count: 100_000) + "a"
  #expect(throws: Diagnostic.self) {
    try Filter(deep, for: sampleCatalog, vocabulary: FilterVocabulary())
  }
}
