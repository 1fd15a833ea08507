import Catalog
import Diagnostics
import Feeds
import Interpreter
import Output
import SessionStore
import Shell
import Testing
import World

/// A shell on a feed of one's own.
private func shell(_ feed: String, format: Format? = nil) -> ShellUnderTest {
  ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed])) { $0.format = format }
}

@Test(arguments: ["sort time", "show 1", "count by time", "filter time<10", "list", "export csv -"])
func `no number is too large to be shown`(line: String) {
  let shell = shell(#"[{"name":"a","time":1e300},{"name":"b","time":5},{"name":"c","time":1e999}]"#)
  shell.run(line)
  #expect(shell.status == .success)
}

@Test
func `a number out of range is missing, and a number of 16 digits is printed exactly`() {
  let feed = #"[{"name":"a","n":1e999},{"name":"b","n":9007199254740992},{"name":"c","n":1.5}]"#
  let shell = shell(feed, format: .ndjson)
  #expect(shell.run("filter has:n; count") == "{\"count\":2}\n")
  #expect(shell.run("filter name=b; list").contains("\"n\":9007199254740992}"))
}

@Test
func `a favorite among rows with the same id is found by id and name`() {
  let feed = #"[{"id":1,"name":"A"},{"id":1,"name":"B"},{"id":1,"name":"C"}]"#
  let shell = shell(feed, format: .csv)
  shell.run("favorite 2")
  #expect(shell.run("favorites").contains("\n2,B,"))
}

@Test
func `raw prints a record on one line in ndjson and as published in json`() {
  let feed = "[{\"name\":\"A b\",\n\t \"n\":1}\n]"
  #expect(shell(feed, format: .ndjson).run("raw 1") == "{\"name\":\"A b\",\"n\":1}\n")
  #expect(shell(feed, format: .json).run("raw 1").contains("\n\t "))
}

@Test(arguments: ["set opener \"\"", "set opener.video \" \""])
func `an empty opener is an error`(line: String) {
  let shell = shell("[]")
  shell.run(line)
  #expect(shell.status != .success)
  #expect(shell.takeErrors().contains("it is a command, or auto"))
}

@Test
func `ids that differ in their last digit, or in the case of an address, are different records`() {
  let numbers = shell(
    #"[{"id":1234567890123456789,"name":"a"},{"id":1234567890123456788,"name":"b"}]"#)
  numbers.run("favorite 1")
  #expect(numbers.run("filter is:favorite; count") == "1\n")
  #expect(
    shell(#"[{"id":1234567890123456789,"name":"a"}]"#, format: .csv).run("list").contains(
      "1234567890123456789"))
  let addresses = shell(
    #"[{"id":"https://x.example/AbC","name":"a"},{"id":"https://x.example/aBc","name":"b"}]"#)
  addresses.run("favorite 1")
  #expect(addresses.run("filter is:favorite; count") == "1\n")
}

@Test
func `a field may have the name of a column that Larder adds`() {
  let feed = #"[{"name":"a","links":"x","notes":"y","row":1,"favorite":"z"}]"#
  let text = shell(feed, format: .ndjson).run("list")
  for value in ["\"x\"", "\"y\"", "\"z\""] { #expect(text.contains(value)) }
  #expect(shell(feed).run("export json -").split(separator: "\"notes\":").count == 2)
}

@Test
func `a record of a thousand keys, or a thousand names that fold alike, is still a feed`() {
  let keys = (0..<1000).map { "\"k\($0)\":1" }.joined(separator: ",")
  #expect(shell("[{\"name\":\"a\",\(keys)}]").run("count") == "1\n")
  let alike = (0..<300).map { "\"a\(String(repeating: "_", count: $0))\":1" }.joined(separator: ",")
  #expect(shell("[{\"name\":\"n\",\(alike)}]").run("count") == "1\n")
}

@Test
func `a name that begins as an id does is a name`() {
  let shell = shell(##"[{"id":"1","name":"#hash"},{"id":"2","name":"b"}]"##)
  #expect(shell.run("show \"#hash\"").contains("#hash"))
  #expect(shell.status == .success)
  #expect(shell.run("show #ffff") == "")
  #expect(shell.takeErrors().hasPrefix("error: no row has an id like #ffff"))
}

@Test
func `places are right in a document of one line`() throws {
  let records = (0..<2000).map { $0.isMultiple(of: 2) ? "7" : "\"é\"" }.joined(separator: ",")
  let feed = try Feed(Array("[\(records)]".utf8))
  let problems = try feed.problems()
  #expect(problems.count == 1000 && feed.malformedCount == 2000)
  #expect(problems[3].column == 2 + 2 + 4 + 2)
  #expect(problems[3].offset == 1 + 2 + 5 + 2)
}

@Test
func `csv and Markdown quote by code points`() {
  let feed = "[{\"name\":\"a,\u{301}b\"},{\"name\":\"|\u{301}\"},{\"name\":\"\\\"\u{301}\"}]"
  #expect(shell(feed, format: .csv).run("list").contains("\"a,\u{301}b\""))
  #expect(shell(feed, format: .csv).run("list").contains("\"\"\"\u{301}\""))
  #expect(shell(feed, format: .markdown).run("list").unicodeScalars.contains("\\"))
}

@Test
func `raw and Tab print no control or bidirectional characters of a feed`() {
  let shell = shell("[{\"name\":\"abc\\u202eexe\",\r\"x\":1}]")
  #expect(!shell.run("raw 1").contains("\r"))
  let offered = shell.shell.suggestions(for: "show a", at: 6)
  #expect(offered.count == 1 && !offered[0].text.unicodeScalars.contains("\u{202E}"))
  #expect(shell.shell.run("show \(offered[0].text)") == .success)
  #expect(shell.shell.suggestions(for: "filter name=a", at: 13).isEmpty)
}

@Test
func `a value is offered with the number of rows that it would leave`() {
  let values = ["ROSE", "Rosé", "Rosé", "rose", "ros", "Other"]
  let records = values.map { "{\"name\":\"n\",\"cuisine\":\"\($0)\"}" }
  let shell = shell("[\(records.joined(separator: ","))]")
  let offered = shell.shell.suggestions(for: "filter cuisine=ro", at: 17)
  #expect(offered.count >= 3)
  for suggestion in offered {
    shell.run("filter cuisine=\(suggestion.text)")
    #expect(shell.run("count") == "\(suggestion.count ?? 0)\n", "\(suggestion.text)")
    shell.run("filter clear")
  }
}

@Test(arguments: [(999, false), (1001, true)])
func `suggestions are marked as incomplete if there are more than 1000 values`(
  count: Int, isCut: Bool
) {
  let records = (0..<count).map { "{\"name\":\"\($0)\",\"cuisine\":\"a\($0)\"}" }
  let offered = shell("[\(records.joined(separator: ","))]").shell
    .suggestions(for: "filter cuisine=", at: 15)
  #expect(offered.count == min(count, 1000) && offered.allSatisfy { $0.hidesOthers == isCut })
}

@Test(arguments: [
  "a\\\\b", "a*b", "a=b", "a:b", "a<b", "a~b", "a\\\"b", "a|b", "a\\nb", "a\\tb", "a\\r\\nb",
])
func `a value with special characters that Tab inserts matches its row`(value: String) {
  let shell = shell(
    "[{\"name\":\"x\",\"cuisine\":\"\(value)\"},{\"name\":\"y\",\"cuisine\":\"axb\"}]")
  let line = "filter cuisine=a"
  let offered = shell.shell.suggestions(for: line, at: line.utf8.count).filter { $0.text != "axb" }
  #expect(offered.count == 1)
  #expect(shell.run("filter cuisine=\(offered.first?.text ?? ""); count") == "1\n")
}

@Test(arguments: [
  ("filter name=a", 100, "A 0"), ("filter cuisine=Thai name=a", 100, "A 1"),
  ("filter name=\"a 10", 100, "A 10"), ("filter cuisine=Thai and name=\"a 10", 55, "A 1001"),
])
func `names are offered only of rows that match the rest of the filter`(
  typed: String, count: Int, first: String
) {
  let records = (0..<3000).map {
    "{\"name\":\"A \($0)\",\"cuisine\":\"\($0 % 2 == 0 ? "Greek" : "Thai")\"}"
  }
  let shell = shell("[\(records.joined(separator: ","))]")
  let offered = shell.shell.suggestions(for: typed, at: typed.utf8.count)
  #expect(offered.count == count && offered.first?.text == "\"\(first)\"", "\(offered)")
}

@Test(arguments: [
  ("filter category=/", #""/usr/""#, "A"), ("filter views=1e-", "1e-07", "A"),
  ("filter views=1e+", "1e+30", "2"), ("show 2", #""2""#, "2"), ("show 1-", #""1-3""#, "1-3"),
])
func `a value that looks like another type is completed in quotes`(
  typed: String, offered: String, name: String
) {
  let shell = shell(
    """
    [{"name":"A","category":"/usr/","views":1e-7},{"name":"B","category":"x","views":2},
    {"name":"2","category":"x","views":1e30},{"name":"1-3","category":"y","views":3}]
    """)
  let suggestions = shell.shell.suggestions(for: typed, at: typed.utf8.count)
  #expect(suggestions.map(\.text) == [offered])
  let line = typed.split(separator: typed.hasPrefix("show") ? " " : "=")[0]
  let separator = typed.hasPrefix("show") ? " " : "="
  #expect(shell.run("\(line)\(separator)\(offered); list").contains(name))
  #expect(shell.run("filter clear; show 2") == shell.run("show B"))
  #expect(shell.run("favorite 1,3-4; filter is:favorite; count").hasSuffix("3\n"))
}

@Test(arguments: [
  ("filter time=10..20,40", "note", false), ("filter rice or French", "note", false),
  ("filter (cuisine=Thai time<30) or French", "note", false),
  ("filter cuisine=Thai | French", "write cuisine=Thai,French", true),
])
func `a hint about operators is printed only where one was misused`(
  line: String, text: String, isGiven: Bool
) {
  let shell = ShellUnderTest()
  shell.run(line)
  #expect(shell.takeErrors().contains(text) == isGiven)
}

@Test
func `a filter with several ranges selects the rows of each of them`() {
  let shell = ShellUnderTest()
  let one = shell.run("filter time=10..20; count")
  let two = shell.run("filter clear; filter time=10..20,40; count")
  #expect(one != two)
}

@Test
func `an error in the expression after filter drop points at the misspelled field`() {
  let shell = ShellUnderTest()
  _ = shell.shell.run("filter drop cusine=x")
  #expect(shell.takeErrors().contains("\n              ^^^^^^ did you mean cuisine?"))
}

@Test(arguments: [
  ("filter DROP tikka", "DROP tikka"), ("op 1; filter DROP tikka", "DROP tikka"),
  ("help; filter drop \"two words\"", "drop \"two words\""),
])
func `words after filter DROP in capitals and quoted words are searched`(line: String, text: String)
{
  let shell = ShellUnderTest()
  #expect(shell.shell.run(line) == .success)
  #expect(
    shell.shell.session.view.clauses.map(\.text)
      == text.split(separator: " ", maxSplits: 1).map(String.init))
}

@Test
func `offline and online last for the run, the setting for good`() throws {
  let shell = ShellUnderTest()
  shell.run("set network offline")
  #expect(shell.nextPrompt().contains("offline"))
  shell.run("online")
  #expect(!shell.nextPrompt().contains("offline"))
  shell.run("set network online")
  #expect(try shell.library.storedSettings().isEmpty)
  shell.run("offline", "set network online")
  #expect(!shell.nextPrompt().contains("offline"))
}

@Test(arguments: [
  (#"{"page-size":"-5"}"#, "{}"), (#"{"nosuch":"1"}"#, "{}"), ("{}", #"{"a b":"quit"}"#),
  ("{}", #"{"":"quit"}"#),
])
func `an imported library with invalid settings or alias names is refused whole`(
  settings: String, aliases: String
) throws {
  let text =
    #"{"version":1,"keepsakes":[],"notes":[],"feeds":[],"settings":\#(settings),"aliases":\#(aliases)}"#
  let shell = ShellUnderTest(files: MemoryFileSystem(["/l.json": text]))
  #expect(shell.shell.importLibrary(from: "/l.json", .asking) == .notAFeed)
  #expect(shell.takeErrors().contains("nothing was imported"))
  #expect(try shell.library.storedSettings().isEmpty && shell.library.storedAliases().isEmpty)
}

@Test func `an imported alias with the name of a command is listed, and needs consent`() throws {
  let text =
    #"{"version":1,"keepsakes":[],"notes":[],"feeds":[],"settings":{},"aliases":{"count":"quit"}}"#
  let shell = ShellUnderTest(files: MemoryFileSystem(["/l.json": text]))
  #expect(shell.shell.importLibrary(from: "/l.json", .asking) == .success)
  #expect(shell.takeErrors().contains("count: quit"))
  #expect(try shell.library.storedSettings().isEmpty && shell.library.storedAliases().isEmpty)
}

@Test(arguments: [
  #"[{"name":"Pie","saved-from":"a"},3]"#, #"[{"name":"Pie"#, "pie",
])
func `an unreadable list of saved rows is an error and is kept unchanged`(mine: String) throws {
  let files = MemoryFileSystem(["/home/x/.larder/data/mine.json": mine])
  let shell = ShellUnderTest(files: files)
  for command in ["save 1", "load mine"] {
    #expect(shell.shell.run(command) != .success)
    #expect(shell.takeErrors().contains("repair it or move it away"))
  }
  let kept = try files.contents(of: "/home/x/.larder/data/mine.json", limit: 1000)
  #expect(kept == Array(mine.utf8))
  #expect(files.kind(of: "/home/x/.larder/data/mine") == nil)
}

@Test(arguments: [
  ("y", true), ("Yes", true), (" y ", true), ("", false), (" ", false), ("n", false), ("es", false),
])
func `a confirmation is given only by y or yes`(answer: String, isDeleted: Bool) throws {
  let shell = ShellUnderTest()
  shell.run("note 1 salt")
  shell.shell.output.ask = { _ in answer }
  shell.run("note delete 1 1")
  #expect(try shell.library.notes().isEmpty == isDeleted)
}
