import FoundationEssentials
import Output
import Shell
import Testing
import Text
import World

/// A feed whose texts try to control the terminal.
private let hostile =
  "[{\"name\":\"a\\u001b[31mred\\u0007\",\"cuisine\":\"x\\u202eevil\"},{\"name\":\"tab\\tand\\nline, \\\"quote\\\"\",\"cuisine\":null}]"

private func shell(_ format: Format) -> ShellUnderTest {
  ShellUnderTest(feed: "/h.json", files: MemoryFileSystem(["/h.json": hostile])) {
    $0.format = format
  }
}

@Test(arguments: Format.all)
func `no text of a feed controls the terminal, in any format`(format: Format) {
  let shell = shell(format)
  let text = shell.run("list", "count by cuisine", "show 1", "fields", "raw 1") + shell.takeErrors()
  let bad = text.unicodeScalars.filter {
    $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0x202E
      || (0x7F..<0xA0).contains($0.value)
  }
  #expect(bad.isEmpty)
}

@Test
func `a row as JSON has its fields, its number and whether it is a favorite`() throws {
  let shell = ShellUnderTest { $0.format = .ndjson }
  shell.run("favorite Minestrone")
  let line = shell.run("filter name=Minestrone")
  struct Row: Decodable {
    let row: Int
    let name: String
    let cuisine: String
    let favorite: Bool
    let source: String?
    let time: Int
    let ingredients: [String]
  }
  let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
  #expect(
    row.row == 1 && row.name == "Minestrone" && row.favorite && row.source == nil && row.time == 80)
  #expect(row.ingredients.count == 13)
  #expect(line.contains("\"source\":null"))
}

@Test
func `every listing command gives one JSON document`() throws {
  for line in [
    "list 1-3", "count", "count by cuisine", "fields", "problems", "favorites", "notes", "feeds",
    "set", "alias",
    "status", "history", "help", "show 1", "random 2", "similar 1", "export json - 1-2",
    "set color", "help filter", "open Lasagne",
  ] {
    let shell = ShellUnderTest { $0.format = .json }
    let text = shell.run(line)
    #expect(throws: Never.self, "\(line): \(text)") {
      try JSONDecoder().decode(AnyJSON.self, from: Data(text.utf8))
    }
  }
}

/// Any JSON at all.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer() }
}

@Test
func `csv and tsv have a header and quote what has to be quoted`() {
  let csv = shell(.csv).run("list")
  #expect(csv.hasPrefix("row,name,cuisine,favorite\n1,a\\u001b[31mred\\u0007,x\\u202eevil,false\n"))
  #expect(csv.hasSuffix("2,\"tab\\u0009and\nline, \"\"quote\"\"\",,false\n"))
  let tsv = shell(.tsv).run("list")
  #expect(tsv.hasSuffix("2\ttab\\tand\\nline, \"quote\"\t\tfalse\n"))
}

@Test
func `everything about a row is in every format`() {
  for format in Format.all {
    let shell = ShellUnderTest { $0.format = format }
    shell.run("note Lasagne for Sunday")
    let text = shell.run("show Lasagne")
    for part in ["Italian", "500 g minced beef", "for Sunday", "https://", "Lasagne"] {
      #expect(text.contains(part), "\(format): \(part)")
    }
  }
}

@Test
func `favorites and notes have the id that rows have`() {
  let shell = ShellUnderTest { $0.format = .ndjson }
  shell.run("favorite Lasagne", "note Lasagne for Sunday")
  let row = shell.run("show Lasagne")
  let id = row.firstMatch(of: /"id":"[0-9a-f-]{36}"/).map { String($0.output) } ?? "none"
  #expect(shell.run("favorites").contains(id) && shell.run("notes").contains(id), "\(id)")
}

@Test
func `a Markdown table escapes bars and asterisks in values`() {
  let shell = ShellUnderTest(
    feed: "/p.json", files: MemoryFileSystem(["/p.json": #"[{"name":"a|b *c*"}]"#])
  ) { $0.format = .markdown }
  #expect(shell.run("list").contains("| a\\|b \\*c\\* |"))
}

@Test
func `export writes whole rows and never over a file unasked`() throws {
  let files = MemoryFileSystem(["/old.csv": "old"])
  let shell = ShellUnderTest(files: files)
  shell.run("note Lasagne for Sunday", "export csv /new.csv Lasagne")
  let text = String(decoding: try files.contents(of: "/new.csv", limit: 100_000), as: UTF8.self)
  #expect(text.contains("for Sunday") && text.contains("500 g minced beef"))
  shell.run("export csv /old.csv")
  #expect(try files.contents(of: "/old.csv", limit: 10) == Array("old".utf8))
  shell.run("set confirm off")
  shell.run("export csv /old.csv 1")
  #expect(try files.contents(of: "/old.csv", limit: 100_000).count > 10)
}

@Test(arguments: [Format.json, .ndjson, .csv, .tsv, .markdown])
func `a list of more rows than one batch has one header and one end in each format`(format: Format)
{
  let count = 1234
  let feed =
    "[" + (1...count).map { "{\"name\":\"Dish \($0 + 10_000)\"}" }.joined(separator: ",") + "]"
  func lines(_ command: String) -> [Substring] {
    let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed])) {
      $0.format = format
    }
    return shell.run(command).split(separator: "\n")
  }
  let all = lines("list all")
  let one = lines("list 1-1")
  let head = format == .markdown ? 2 : format == .ndjson ? 0 : 1
  let foot = format == .json ? 1 : 0
  #expect(all.count == head + count + foot)
  #expect(all.prefix(head) == one.prefix(head))
  #expect(all.suffix(foot) == one.suffix(foot))
  for (number, line) in all.dropFirst(head).dropLast(foot).enumerated() {
    #expect(line.contains("Dish \(number + 10_001)"))
    #expect(format != .json || line.hasSuffix(number == count - 1 ? "}" : "},"))
  }
}

@Test
func `status prints typed values in JSON`() throws {
  let shell = ShellUnderTest { $0.format = .json }
  shell.run("favorite 1", "filter cuisine=Thai")
  let status = try #require(JSONValue(json: Array(shell.run("status").utf8)))
  #expect(status["feed"] == .string("demo") && status["profile"] == .string("recipes"))
  #expect(status["state"] == .string("fresh") && status["reason"] == .null)
  #expect(status["rows"] == .number(64) && status["view"] == .number(4))
  #expect(status["malformed"] == .number(0) && status["repaired"] == .number(0))
  #expect(status["conditions"] == .array([.string("cuisine=Thai")]))
  #expect(status["favorites"] == .number(1) && status["notes"] == .number(0))
  #expect(status["loaded"] == .string("2026-09-21T14:13:20Z"))
}

@Test
func `a recipe in Markdown is a page that can be printed`() {
  let shell = ShellUnderTest { $0.format = .markdown }
  shell.run("note Lasagne for Sunday")
  let page = shell.run("show Lasagne")
  #expect(page.hasPrefix("# Lasagne\n\nItalian · prep 40 min"), "\(page)")
  for part in [
    "\n\n## Ingredients\n\n- 500 g minced beef\n- ", "\n\n## Instructions\n\n1. ", "\n2. ",
    "\n\n## Notes\n\n- for Sunday\n", "- Video: <https://",
  ] { #expect(page.contains(part), "\(part): \(page)") }
  #expect(!page.contains("|") && !page.contains("uuid"))
  #expect(shell.run("export markdown - Lasagne") == page)
  #expect(shell.run("show Lasagne for 2").contains("\n- 125 g minced beef\n"))
  let both = shell.run("export markdown - Lasagne Carbonara")
  #expect(both.hasPrefix(page + "\n# Carbonara\n"))
}

@Test(arguments: [30, 44, 60])
func `a narrow list of problems has every reason in full`(width: Int) throws {
  let json = ShellUnderTest(feed: "demo-malformed") { $0.format = .json }
  guard case .array(let problems)? = JSONValue(json: Array(json.run("problems").utf8)) else {
    Issue.record("no list of problems")
    return
  }
  let shell = ShellUnderTest(feed: "demo-malformed", isInteractive: true, columns: width)
  let lines = shell.run("problems").split(separator: "\n")
  #expect(lines.allSatisfy { displayWidth(of: $0) <= width })
  let text = lines.joined().filter { $0 != " " }
  for case .string(let reason)? in problems.map({ $0["reason"] }) {
    for word in reason.split(separator: " ") { #expect(text.contains(word), "\(reason)") }
  }
}
