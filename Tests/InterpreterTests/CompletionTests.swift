import Interpreter
import Testing

private let colors = ["red", "green", "grey blue"].map { Candidate($0, "a color") }

/// A parameter that completes colors.
private func color(_ name: String, _ extent: ParameterExtent = .word) -> Parameter<Int, Argument> {
  Parameter(name, extent, complete: { $1.suggestions(colors) })
}

private let paints = CommandTable<Int>([
  Command("paint", color("COLOR"), summary: "Paint.", examples: []) { _, _ in },
  Command(
    "mix", summary: "Mix.",
    forms: [
      Form("with", color("COLOR")) { _, _ in },
      Form("", color("REST", .statement).optional) { _, _ in },
    ], examples: []),
  Command(
    "say", Parameter<Int, Argument>("TEXT", .line), aliases: ["utter"], summary: "Say.",
    examples: []
  ) { _, _ in },
])

private func texts(_ line: String) -> [String] {
  paints.suggestions(for: line, in: 0).map(\.text)
}

@Test(arguments: [
  ("", ["paint", "mix", "say"]), ("p", ["paint"]), ("P", ["paint"]), ("ut", ["utter"]),
  ("pt", ["paint"]),
  ("paint ", ["red", "green", "\"grey blue\""]), ("paint g", ["green", "\"grey blue\""]),
  ("paint \"gr", ["\"green\"", "\"grey blue\""]), ("paint bl", ["\"grey blue\""]), ("paint x", []),
  ("paint red ", []), ("list; pa", ["paint"]), ("paint red; m", ["mix"]), ("mix w", ["with"]),
  ("mix with g", ["green", "\"grey blue\""]), ("say a; pa", []), ("nonsense ", []),
  ("pa gre", ["green", "\"grey blue\""]),
])
func `completion offers what the parser would accept at the cursor`(
  line: String, expected: [String]
) {
  #expect(texts(line) == expected)
}

@Test
func `a suggestion has a range and a description`() throws {
  let suggestion = try #require(paints.suggestions(for: "paint gree", in: 0).first)
  #expect(suggestion.range == 6..<10)
  #expect(suggestion.description == "a color")
  #expect(!suggestion.isWhole)
  #expect(try #require(paints.suggestions(for: "pai", in: 0).first).isWhole)
}
