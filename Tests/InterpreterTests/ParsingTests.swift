import Diagnostics
import Interpreter
import Synchronization
import Testing

/// Records the commands that ran, with their arguments.
final class Recorder: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// A parameter whose value is its text.
private func text(
  _ name: String, _ extent: ParameterExtent = .word
) -> Parameter<Recorder, String> {
  Parameter(name, extent) { $1.text }
}

let table = CommandTable<Recorder>([
  Command("list", summary: "List.", examples: []) { recorder in recorder.note("list") },
  Command(
    "load", text("SOURCE"), text("AS").optional, aliases: ["get"], summary: "Load.", examples: []
  ) { recorder, source, profile in recorder.note("load|\(source)|\(profile ?? "-")") },
  Command("filter", text("EXPR", .statement).optional, summary: "Filter.", examples: []) {
    recorder, expression in recorder.note("filter|\(expression ?? "-")")
  },
  Command(
    "note", summary: "Note.",
    forms: [
      Form("delete", text("ITEM"), text("K")) { $0.note("delete|\($1)|\($2)") },
      Form("", text("ITEM"), text("TEXT", .line)) { $0.note("note|\($1)|\($2)") },
    ], examples: []),
  Command(
    "count", summary: "Count.",
    forms: [Form("by", text("FIELD")) { _, _ in }, Form { _ in }], examples: []),
  Command(
    "keep", summary: "Keep.",
    forms: [Form("show", text("URL")) { _, _ in }, Form("clear") { _ in }, Form { _ in }],
    examples: []),
  Command(
    "mark", summary: "Mark.",
    forms: [Form("start", text("FILE")) { _, _ in }, Form("stop") { _ in }], examples: []),
  Command("notes", summary: "Notes.", examples: []) { recorder in recorder.note("notes") },
])

private func run(_ line: String) throws -> [String] {
  let recorder = Recorder()
  for invocation in try table.parse(line) { _ = try invocation.run(in: recorder) }
  return recorder.all
}

@Test(arguments: [
  ("list", ["list"]), ("  list  ", ["list"]), ("LIST", ["list"]), ("li", ["list"]),
  ("list; list", ["list", "list"]), (";; list ;", ["list"]), ("", []), ("   ", []),
  ("# a comment; list", []), ("#", []), ("list\nlist", ["list", "list"]), ("# c\nlist", ["list"]),
  ("load \"my file\"", ["load|my file|-"]), ("load 'a;b' x", ["load|a;b|x"]),
  ("load Grandma's", ["load|Grandma's|-"]), ("get a", ["load|a|-"]),
  ("load “a b”", ["load|a b|-"]), ("load \"a \\\"b\\\"\"", ["load|a \"b\"|-"]),
  ("filter name=\"a;b\" x; list", ["filter|name=\"a;b\" x", "list"]),
  ("filter name=Grandma's; list", ["filter|name=Grandma's", "list"]), ("filter", ["filter|-"]),
  ("note 3 salt; pepper 'n more", ["note|3|salt; pepper 'n more"]),
  ("note \"Beef pie\"  two words ", ["note|Beef pie|two words"]),
  ("note delete 3 1", ["delete|3|1"]), ("note delete 3 1; list", ["delete|3|1", "list"]),
  ("note delete this at last", ["note|delete|this at last"]),
  ("note 1 x\nlist", ["note|1|x", "list"]),
])
func `a line is parsed into words and statements`(line: String, expected: [String]) throws {
  #expect(try run(line) == expected)
}

@Test(arguments: [
  ("lost", "no command `lost`", 0..<4, "did you mean list?"),
  ("l", "`l` could be several commands", 0..<1, "one of: list, load"),
  ("list; noet", "no command `noet`", 6..<10, "did you mean note?"),
  ("list more", "`list` takes no more words", 5..<9, "usage: list"),
  ("load", "`load` needs SOURCE", 4..<4, "usage: load SOURCE [AS]"),
  ("load \"x", "quote is never closed", 5..<7, "add a quote at the end"),
  ("note 1", "`note` needs TEXT", 6..<6, "usage: note ITEM TEXT"),
  ("note \"Beef pie", "quote is never closed", 5..<14, "add a quote at the end"),
  ("count name", "`count` takes no more words", 6..<10, "usage: count, or count by FIELD"),
  ("keep shwo x", "`keep` takes no more words", 5..<9, "did you mean show?"),
  ("keep all", "`keep` takes no more words", 5..<8, "usage: keep, or keep show|clear"),
  ("mark strt x", "`mark` has no `strt`", 5..<9, "did you mean start?"),
  ("mark it", "`mark` has no `it`", 5..<7, "usage: mark start|stop"),
  ("mark", "`mark` needs `start`", 4..<4, "usage: mark start FILE"),
])
func `an error has a range and a hint`(
  line: String, message: String, span: Range<Int>, hint: String
) {
  #expect {
    try table.parse(line)
  } throws: { error in
    let diagnostic = error as? Diagnostic
    return diagnostic?.message == message && diagnostic?.span == span && diagnostic?.hint == hint
      && diagnostic?.source == line
  }
}

@Test
func `an invalid command at the end of a line stops the whole line`() {
  let recorder = Recorder()
  #expect(throws: Diagnostic.self) {
    for invocation in try table.parse("list; nonsense") { _ = try invocation.run(in: recorder) }
  }
  #expect(recorder.all.isEmpty)
}

@Test(arguments: 0..<200)
func `random lines are parsed or rejected`(seed: Int) {
  let pieces = [
    "list", "note", " ", ";", "\"", "'", "\\", "\n", "“", "親", "é", "#", "=", "-", "delete", "1",
    "\t",
  ]
  var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
  var line = ""
  for _ in 0..<(seed % 17) {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    line += pieces[Int(state % UInt64(pieces.count))]
  }
  let recorder = Recorder()
  for invocation in (try? table.parse(line)) ?? [] { _ = try? invocation.run(in: recorder) }
  for suggestion in table.suggestions(for: line, in: recorder) {
    #expect(suggestion.range.upperBound <= line.utf8.count)
  }
}
