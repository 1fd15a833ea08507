import Interpreter
import TestSupport
import Testing

private let colors = ["red", "green", "grey"].map { Candidate($0) }

/// A parameter whose value is its text.
private func text(_ name: String, _ extent: ParameterExtent = .word) -> Parameter<Int, String> {
  Parameter(name, extent) { $1.text }
}

private let paints = CommandTable<Int>([
  Command(
    "paint",
    Parameter<Int, Argument>(
      "COLOR", examine: { Examination($1.word, .keyword) }, complete: { $1.suggestions(colors) }),
    text("TIMES").optional, summary: "Paint.", examples: []
  ) { _, _, _ in },
  Command(
    "mix", summary: "Mix.",
    forms: [
      Form("with", text("COLOR")) { _, _ in },
      Form("", text("REST", .expression).optional) { _, _ in },
    ], examples: []),
  Command("dry", summary: "Dry.", forms: [Form("slowly") { _ in }, Form { _ in }], examples: []),
  Command("say", text("TEXT", .line), summary: "Say.", examples: []) { _, _ in },
])

private let aliases = ["blue": "paint blue", "twice": "paint red; paint"]

/// Returns the kinds of the ranges in a line, with the cursor at its end or at `^`.
private func kinds(_ line: String) -> String {
  let parts = line.split(separator: "^", omittingEmptySubsequences: false)
  let line = parts.joined()
  let cursor = parts.count > 1 ? parts[0].utf8.count : line.utf8.count
  return LineAnalysis(of: line, by: paints, aliases: aliases, in: 0).spans(at: cursor)
    .map(\.kind.rawValue).joined(separator: " ")
}

@Test(arguments: [
  ("paint red", "command keyword"), ("pa red 3", "command keyword number"),
  ("paint \"red\" two", "command quotation value"), ("# all", "comment"), ("", ""), (" ; ", ""),
  ("paint red; mix a", "command keyword command value"), ("say a; b", "command value"),
  ("mix with red", "command keyword value"), ("# a\ndry", "comment command"),
  ("blue 2", "command number"), ("twice red", "command keyword"), ("blue; dry", "command command"),
])
func `the ranges of a line have the kinds of its arguments`(line: String, expected: String) {
  #expect(kinds(line) == expected)
}

@Test(arguments: [
  ("frob", "wrong"), ("pai", "command"), ("^pai; dry", "wrong command"),
  ("zz; dry", "wrong command"),
  ("blu", ""), ("blu^ 3", ""), ("^blu", "wrong"), ("m; d", "command command"),
  ("dry sl", "command"), ("dry sl^ x", "command"), ("^dry sl", "command wrong"),
  ("dry fast", "command wrong"), ("paint", "command"), ("^paint", "wrong"),
  ("paint; d^", "wrong command"), ("paint ^; dry", "command command"),
  ("paint red 2 3", "command keyword number wrong"), ("paint \"re", "command quotation"),
  ("^paint \"re", "command wrong"), ("dry fast; frob; dry", "command wrong wrong command"),
])
func `an error is marked unless it is still being typed`(line: String, expected: String) {
  #expect(kinds(line) == expected)
}

@Test(arguments: [
  ("mix (a\nor b)", "command value"), ("mix (a\nor b); dry", "command value command"),
  ("mix a\ndry", "command value command"), ("paint red\ndry", "command keyword command"),
])
func `parentheses of an expression can span lines`(line: String, expected: String) {
  #expect(kinds(line) == expected)
}

@Test(arguments: [
  ("mix (a", true), ("mix (a\nor b", true), ("mix (a)", false), ("mix \\(a", false),
  ("mix \"(\"", false), ("mix \"a", true), ("mix (a; dry", false), ("dry; mix (a", true),
  ("mix with (a", false), ("paint (a", false), ("paint \"a", true), ("paint it's", false),
  ("say \"a", false), ("say (", false), ("frob \"a", false), ("", false), ("# \"a", false),
  ("mix a)(b", false), ("mix ((a)", true),
])
func `a line is unfinished while a quotation or a parenthesis is open`(line: String, isOpen: Bool) {
  #expect(paints.isUnfinished(line, aliases: aliases) == isOpen)
}

@Test
func `a recursive alias is an error and terminates`() {
  let reading = LineAnalysis(of: "loop x", by: paints, aliases: ["loop": "loop loop"], in: 0)
  #expect(reading.spans(at: 6).map(\.kind) == [.wrong])
}

@Test(arguments: ["a;", "\"", "(", "dry;", "paint red;", "blue;", "mix (a\n", "# \n", "é"])
func `long lines are examined within a second`(piece: String) {
  let line = String(repeating: piece, count: 4096 / piece.utf8.count)
  let took = threadTime {
    _ = LineAnalysis(of: line, by: paints, aliases: aliases, in: 0).spans(at: line.utf8.count)
    _ = paints.isUnfinished(line, aliases: aliases)
  }
  #expect(took < .seconds(1))
}

private let goods = ["page-size", "pages", "open-prefers", "spaghetti"].map { Candidate($0) }

private let shop = CommandTable<Int>([
  Command(
    "buy", Parameter<Int, Argument>("GOODS", complete: { $1.suggestions(goods) }),
    summary: "Buy.", examples: []
  ) { _, _ in }
])

@Test(arguments: [
  ("buy ", ["page-size", "pages", "open-prefers", "spaghetti"]), ("buy pages", ["pages"]),
  ("buy page", ["page-size", "pages"]), ("buy PÀG", ["page-size", "pages"]),
  ("buy pref", ["open-prefers"]), ("buy pg", ["page-size", "pages", "spaghetti"]),
  ("buy size", ["page-size"]), ("buy s", ["spaghetti"]), ("buy r", ["open-prefers"]),
  ("buy q", []), ("buy pae", ["page-size", "pages", "spaghetti"]),
])
func `prefix matches exclude other matches`(
  line: String, expected: [String]
) {
  #expect(Set(shop.suggestions(for: line, in: 0).map(\.text)) == Set(expected))
}

@Test(arguments: [
  ("buy p", ["pages", "page-size"]), ("buy page-size", ["page-size"]),
  ("buy ", ["spaghetti", "pages", "page-size", "open-prefers"]),
])
func `matches of equal fit are sorted by usage`(line: String, expected: [String]) {
  let uses = ["pages": 2, "spaghetti": 9]
  let offered = shop.suggestions(for: line, in: 0) { uses[$0] ?? 0 }
  #expect(offered.map(\.text) == expected)
}
