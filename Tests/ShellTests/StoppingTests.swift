import Commands
import Diagnostics
import Interpreter
import Output
import SessionStore
import Shell
import Testing
import World

private let manyRows =
  "[" + (0..<1500).map { "{\"name\":\"Dish \($0)\"}" }.joined(separator: ",") + "]"

@Test
func `a long list stops when asked to`() {
  let shell = ShellUnderTest(
    feed: "/f.json", files: MemoryFileSystem(["/f.json": manyRows]), isInteractive: true)
  shell.stopAtOutput()
  #expect(shell.shell.run("list all") == .interrupted)
  #expect(shell.takeOutput().split(separator: "\n").count <= 500)
  #expect(shell.takeErrors().hasSuffix("error: stopped\n"))
}

@Test(arguments: [2, 3, 4, 5])
func `a long count by a field stops when asked to`(look: Int) {
  let shell = ShellUnderTest(
    feed: "/f.json", files: MemoryFileSystem(["/f.json": manyRows]), isInteractive: true)
  shell.shell.world.interruptions.raise(atLook: look)
  #expect(shell.shell.run("count by name") == .interrupted)
  #expect(shell.takeOutput().split(separator: "\n").count < 1500)
  #expect(shell.takeErrors().hasSuffix("error: stopped\n"))
}

@Test(arguments: [20, 400, 1400])
func `a run that is stopped while it lists the view prints no part of it`(look: Int) {
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": manyRows]))
  var lines = ["filter name~dish"]
  let status = shell.shell.runBatch(
    AnyIterator {
      if lines.isEmpty { shell.shell.world.interruptions.raise(atLook: look) }
      return lines.popLast()
    })
  #expect(status == .interrupted)
  #expect(shell.takeOutput().isEmpty)
  #expect(shell.takeErrors().hasSuffix("error: stopped\n"))
}

@Test
func `a load that is stopped leaves the feed as it was`() {
  let shell = ShellUnderTest(files: MemoryFileSystem(["/f.json": manyRows]))
  shell.stopAtOutput()
  #expect(shell.shell.run("count; load /f.json") == .interrupted)
  #expect(shell.nextPrompt() == "demo 64 ❯ ")
}

@Test
func `an export that is stopped writes no file`() {
  let files = MemoryFileSystem()
  let shell = ShellUnderTest(files: files)
  shell.stopAtOutput()
  #expect(shell.shell.run("count; export csv /out.csv") == .interrupted)
  #expect(files.kind(of: "/out.csv") == nil)
}

@Test
func `the error of a recursive alias shows the line as the user typed it`() {
  let shell = ShellUnderTest()
  shell.run("alias go = open video; go 3")
  _ = shell.takeErrors()
  shell.run("go")
  #expect(
    shell.takeErrors()
      == "error: an alias refers to itself, or to more than 100 others\n  go\n  ^^ see alias\n"
      + "nothing of this line was run\n")
}

@Test
func `an alias works in every statement of a line`() {
  let shell = ShellUnderTest()
  shell.run("alias it = filter cuisine=Italian")
  #expect(shell.run("list 1; it has:video; count").hasSuffix("5\n"))
}

@Test
func `undo reports only its own changes`() {
  let shell = ShellUnderTest()
  shell.run("favorite 4", "note 4 salt")
  _ = shell.takeErrors()
  shell.run("undo")
  #expect(shell.takeErrors() == "undo: the note “salt” is gone\n")
}

@Test
func `a note is replaced, and undo brings the old text back`() {
  let shell = ShellUnderTest()
  shell.run("note 1 too salty", "note edit 1 1 less salt; more pepper")
  #expect(shell.run("notes 1").contains("less salt; more pepper"))
  shell.run("undo")
  #expect(shell.run("notes 1").contains("too salty"))
}

@Test
func `a note that ends with a semicolon and a command prints a warning`() {
  let shell = ShellUnderTest()
  shell.run("note 1 good; shop 1")
  #expect(shell.takeErrors().contains("the note ends with “; shop 1”"))
  shell.run("note 1 good; very good")
  #expect(!shell.takeErrors().contains("the note ends"))
}

@Test
func `favorite alone asks for all rows of a narrowed view`() {
  let shell = ShellUnderTest(options: { $0.saysYes = true })
  shell.run("filter cuisine=Thai; favorite")
  #expect(shell.run("filter is:favorite; count").hasSuffix("4\n"))
  let refusing = ShellUnderTest()
  refusing.run("filter cuisine=Thai; favorite")
  #expect(refusing.takeErrors().contains("Make all 4 rows of the view favorites?"))
}

@Test(arguments: [
  ("filter ingredients<6; count", "1\n"), ("filter steps<5; count", "10\n"),
  ("filter ingredients>=6 steps>=5; count", "53\n"), ("filter ingredients=5; count", "1\n"),
  ("filter steps=5..6; count", "53\n"), ("filter steps!=5,6; count", "11\n"),
  ("filter ingredients=5; filter ingredients=7; count", "6\n"),
  ("filter ingredients=\"7\"; count", "0\n"),
])
func `the items of a list are counted`(line: String, count: String) {
  #expect(ShellUnderTest().run(line).hasSuffix(count))
}

@Test func `sort by ingredients or steps orders rows by the number of their items`() {
  let shell = ShellUnderTest(
    feed: "/f.json",
    files: MemoryFileSystem([
      "/f.json":
        #"[{"name":"Ash","ingredients":["a","b","c"],"instructions":["z"]},{"name":"Bay","ingredients":["z"],"instructions":["a","b","c"]},{"name":"Cod","ingredients":["b","c"],"instructions":["b","c"]}]"#
    ]))
  func names() -> [String] {
    shell.run("list").split { !$0.isLetter }.map(String.init).filter {
      ["Ash", "Bay", "Cod"].contains($0)
    }
  }
  _ = shell.run("sort ingredients")
  #expect(names() == ["Bay", "Cod", "Ash"])
  _ = shell.run("sort steps")
  #expect(names() == ["Ash", "Cod", "Bay"])
  #expect(shell.run("count steps").contains("Instructions"))
}

@Test(arguments: [
  ("info", "show ITEM"), ("buy", "shop add"), ("Menu", "plan shows"), ("x2", "show ITEM x2"),
  ("version", "larder --version"), ("clear", "Ctrl-L"), ("play", "open video"),
])
func `a word of other programs names the command and does not run it`(word: String, hint: String) {
  let shell = ShellUnderTest()
  #expect(shell.run(word) == "")
  let errors = shell.takeErrors()
  #expect(errors.contains("no command `\(word)`") && errors.contains(hint), "\(errors)")
}

@Test(arguments: [
  ("buy", "shop add TEXT puts something on the shopping list\nThese pages mention buy:\n"),
  ("clear", "Ctrl-L clears the screen; filter clear shows all rows\n"),
  ("braille", "set plain on prints sentences, for screen readers\n"),
])
func `help for a word of other programs names the command first`(word: String, said: String) {
  let shell = ShellUnderTest()
  shell.run("help \(word)")
  let errors = shell.takeErrors()
  #expect(errors.hasPrefix(said), "\(errors)")
  #expect(shell.status == .success)
}

@Test
func `the words of other programs are no commands`() {
  for word in ["info", "buy", "menu", "clear", "rm", "cd", "photo"] {
    #expect(commandInstead(of: word) != nil)
  }
  for command in Shell.commands {
    for name in [command.name] + command.aliases {
      #expect(commandInstead(of: name) == nil, "\(name)")
    }
  }
}

@Test
func `sort favorite is an error whose hint names the filter for favorites`() {
  let shell = ShellUnderTest()
  shell.run("sort favorite")
  #expect(shell.takeErrors().contains("filter is:favorite shows these rows"))
}

@Test
func `a feed that was missing at the start can be tried again`() {
  let files = MemoryFileSystem(["/f.json": #"[{"name":"Pie"}]"#])
  let first = ShellUnderTest(feed: nil, files: files, isInteractive: true)
  first.shell.greet("/f.json")
  first.shell.keepFirstVisit()
  let later = MemoryFileSystem()
  let second = ShellUnderTest(feed: nil, files: later, library: first.library, isInteractive: true)
  second.shell.greet(nil)
  #expect(second.shell.prompt == "larder failed ❯ ")
  try? later.write(Array(#"[{"name":"Pie"}]"#.utf8), to: "/f.json", replacing: false)
  #expect(second.shell.run("reload") == .success)
  #expect(second.shell.prompt == "f 1 ❯ ")
}

@Test(arguments: [
  ("load /d/my", "\"/d/my feeds/"), ("load \"/d/my f", "\"/d/my feeds/"),
  ("load \"/d/my feeds/a", "\"/d/my feeds/a pie.json\""), ("load /d/pl", "/d/plain/"),
  ("load '/d/q", #""/d/q\"uote.json""#), ("run /d/t", "/d/tour.rcp"),
  ("record start /d/t", "/d/tour.rcp"), ("load /d/tour.j", "/d/tour.json"),
])
func `a path is quoted as it has to be, and the quote of a folder stays open`(
  line: String, text: String
) {
  let files = MemoryFileSystem([
    "/d/my feeds/a pie.json": "[]", "/d/plain/x": "", "/d/q\"uote.json": "",
    "/d/tour.rcp": "", "/d/tour.json": "",
  ])
  let shell = ShellUnderTest(files: files)
  #expect(shell.shell.suggestions(for: line, at: line.utf8.count).map(\.text) == [text])
}

@Test(arguments: [
  ("filter cuisine = It", ["Italian"]), ("sort name desc d", []), ("filter drop ", []),
  (
    "load demo as ",
    [
      "recipes", "meals", "paintings", "breeds", "jsonfeed", "schema.org", "recipemd", "records",
      "mealie", "tandoor", "nextcloud",
    ]
  ), ("filter has:video cuisine = Ja", ["Japanese"]), ("sort none ", []),
  ("filter o", []), ("filter (a", []), ("filter not an", []), ("filter cuisine=Thai or o", []),
  ("filter cuisine=Thai o", ["or"]), ("filter (cuisine=Thai) an", ["and"]),
  ("filter (cuisine=Thai)", []), ("picture 1 s", ["small"]), ("picture Bigos l", ["large"]),
  ("picture \"Pad thai\" ", ["large", "small"]), ("picture Pad t", ["\"Pad thai\""]),
  ("set opener.vi", ["opener.video"]),
  ("feeds add x demo as rec", ["recipes", "recipemd", "records"]), ("feeds add x demo a", ["as"]),
  ("help pan", ["pantry"]), ("help lard", ["larder"]),
  (
    "filter source=https://en.wikipedia.org/wiki/Carbona",
    ["\"https://en.wikipedia.org/wiki/Carbonara\""]
  ),
  ("filter source=https://a.example/?a=b&na", []), ("filter source=https://a.example/?a&", []),
  ("larder cuisine = Ja", ["Japanese"]), ("count; larder has:video cuisine=Ja", ["Japanese"]),
])
func `Tab offers only suggestions that are valid at the cursor`(line: String, expected: [String]) {
  let shell = ShellUnderTest()
  shell.run("alias larder = filter")
  let offered = shell.shell.suggestions(for: line, at: line.utf8.count).filter { $0.fit == .start }
  #expect(offered.map(\.text) == expected)
}

@Test func `Tab after open video offers only rows with a video`() {
  let shell = ShellUnderTest()
  let offered = shell.shell.suggestions(for: "open video ", at: 11).map(\.plainText)
  #expect(offered.count == 57)
  #expect(!offered.contains("Bigos"))
}

@Test func `Tab inside a word replaces the rest of it`() {
  let shell = ShellUnderTest()
  let suggestions = shell.shell.suggestions(for: "filter cuisine=Japan name=x", at: 17)
  #expect(suggestions.map(\.text) == ["Japanese"])
  #expect(suggestions.map(\.range) == [15..<20])
}

@Test(arguments: [
  "export csv /out.csv", "list all", "export json -", "sort name desc; list all", "raw 1", "show 1",
  "load /f.json", "count; list 1-5",
])
func `an interrupt at any moment ends a command and leaves no unreported export`(line: String) {
  let files = MemoryFileSystem(["/f.json": manyRows])
  let shell = ShellUnderTest(feed: "/f.json", files: files, isInteractive: true) {
    $0.format = .json
  }
  for look in [1, 2, 3, 4, 5, 7, 10, 20, 100, 1200] {
    shell.shell.world.interruptions.raise(atLook: look)
    let status = shell.shell.run(line)
    #expect([.interrupted, .success].contains(status), "\(look)")
    if status == .success { break }
    // Who stops when all is done is told that it is.
    let isSaid = shell.takeBoth().contains("rows written to /out.csv")
    #expect((files.kind(of: "/out.csv") == .file) == isSaid, "\(look)")
    if isSaid { break }
  }
}

@Test
func `an interrupted list leaves the history unchanged and reports no error about history`() {
  let files = MemoryFileSystem(["/f.json": manyRows])
  let shell = ShellUnderTest(feed: "/f.json", files: files, isInteractive: true)
  shell.shell.history.add("list all")
  #expect(newLines(of: shell.shell.history) == ["list all"])
  shell.stopAtOutput()
  let source = TwoLines()
  _ = shell.shell.runPrompt(source)
  #expect(!shell.takeErrors().contains("history"))
  #expect(newLines(of: shell.shell.history) == [])
}

/// Types two lines and leaves.
private final class TwoLines: LineSource {
  private var lines = ["status", "list all"]
  func readLine(prompt: String, draft: String) -> LineRead {
    lines.popLast().map { .line($0) } ?? .endOfInput
  }
}

/// The lines that a history learns now.
private func newLines(of history: HistoryFile) -> [String] {
  let known = history.count
  history.refresh()
  return (known..<history.count).map { history[$0] }
}
