import Diagnostics
import Output
import SessionStore
import Shell
import Testing
import World

@Test
func `a line that changes the view several times lists the final view once`() {
  let shell = ShellUnderTest()
  let text = shell.run("filter cuisine=Italian; sort time", "sort name")
  #expect(
    text == """
        #  Name                   Cuisine  ★  Links
        1  Carbonara              Italian     source video
        2  Focaccia               Italian     source
        3  Lasagne                Italian     source video
        4  Minestrone             Italian     video
        5  Risotto alla milanese  Italian     source video
        6  Tiramisù               Italian     source video

      """)
  #expect(shell.takeErrors() == "6 of 64 · cuisine=Italian · by name\n")
}

@Test
func `a filter before a command without rows lists nothing`() {
  #expect(ShellUnderTest().run("filter cuisine=Italian", "count") == "6\n")
}

@Test(arguments: [
  (
    ["filter cuisine=Italian", "filter cuisine=Thai", "count"], "4\n",
    "note: cuisine=Thai replaces cuisine=Italian\n"
  ),
  (["filter cuisine=Italian", "filter has:video", "count"], "5\n", ""),
  (["filter time=20..40", "filter time=30..60", "count"], "9\n", ""),
  (
    ["filter time=20..30", "filter time=31..60", "count"], "13\n",
    "note: time=31..60 replaces time=20..30\n"
  ),
  (["filter name=Car*", "filter name=*ara", "count"], "1\n", ""),
  (["filter name=\"banh mi\"", "filter name=bá*", "count"], "1\n", ""),
  (
    ["filter name=bá*", "filter name=Lasagne", "count"], "1\n",
    "note: name=Lasagne replaces name=bá*\n"
  ),
  (
    ["filter name=Car*", "filter name=Lasagne", "count"], "1\n",
    "note: name=Lasagne replaces name=Car*\n"
  ),
  (["filter cuisine=Thai,Italian", "filter cuisine=Thai,French", "count"], "4\n", ""),
  (
    ["filter cuisine=Italian", "filter has:video cuisine=Thai", "count"], "3\n",
    "note: cuisine=Thai replaces cuisine=Italian\n"
  ),
  (["filter tag=soup", "filter tag=vegan", "count"], "2\n", ""),
  (["filter cuisine=Italian has:video", "filter drop cuisine", "count"], "57\n", ""),
  (["filter cuisine=Italian has:video", "filter drop 2", "count"], "6\n", ""),
  (["filter cuisine=Italian", "filter clear", "count"], "64\n", ""),
  (["search rice", "filter cuisine=Thai", "filter drop 2", "count"], "4\n", ""),
  (["search rice", "filter cuisine=Thai", "filter drop search", "count"], "4\n", ""),
  (["search rice", "filter cuisine=Thai", "filter drop 1", "count"], "15\n", ""),
  (["search rice", "filter cuisine=Thai", "filter clear", "count"], "64\n", ""),
  (
    ["search rice", "filter cuisine=Thai", "filter"],
    "  #  Clause        Alone  Without it\n  1  cuisine=Thai      4          15\n"
      + "  2  search rice      15           4\n", ""
  ),
  (["filter cuisine=Italian", "undo", "count"], "64\n", ""),
  (["filter cuisine=Italian", "filter has:video", "undo; undo; redo", "count"], "6\n", ""),
])
func `filters add up, replace, drop and undo`(lines: [String], output: String, errors: String) {
  let shell = ShellUnderTest()
  for line in lines.dropLast() { #expect(shell.shell.run(line) == .success) }
  _ = shell.takeOutput()
  #expect(shell.run(lines.last ?? "") == output)
  #expect(shell.takeErrors() == errors)
}

@Test
func `an empty result says which clause to loosen`() {
  let shell = ShellUnderTest(isInteractive: true)
  _ = shell.shell.run("filter cuisine=Italian")
  _ = shell.takeErrors()
  _ = shell.shell.run("filter time<5")
  #expect(
    shell.takeErrors() == """
      0 of 64 · cuisine=Italian · time<5
      No rows. Without `time<5` there are 6.

      """)
}

@Test
func `the grammar's own hint comes before the loosening one`() {
  let shell = ShellUnderTest(isInteractive: true)
  _ = shell.shell.run("filter name=lasag")
  #expect(
    shell.takeErrors() == """
      0 of 64 · name=lasag
      hint: no name is exactly "lasag"; 1 row contains it: name~lasag
      No rows. Without `name=lasag` there are 64.

      """)
}

@Test
func `no hint suggests another spelling if another clause excludes the match`() {
  let shell = ShellUnderTest(isInteractive: true)
  _ = shell.shell.run("filter name=Lasagne time<5")
  #expect(!shell.takeErrors().contains("hint:"))
}

@Test(arguments: [
  (
    "filter cusine=Italian",
    "error: unknown field `cusine`\n  filter cusine=Italian\n         ^^^^^^ did you mean cuisine?\n"
  ),
  ("fliter x", "error: no command `fliter`\n  fliter x\n  ^^^^^^ did you mean filter?\n"),
  (
    "list; sort nmae",
    "error: unknown field `nmae`\n  list; sort nmae\n             ^^^^ did you mean name?\n"
  ),
  ("show 99", "error: there is no row 99\n  show 99\n       ^^ the view has 64 rows\n"),
  (
    "open video focaccia",
    "error: Focaccia has no video\n  open video focaccia\n       ^^^^^ it has photo, thumbnail, source\n"
  ),
  (
    "fi cuisine=Italian",
    "error: `fi` could be several commands\n  fi cuisine=Italian\n  ^^ one of: filter, fields\n"
  ),
  (
    "guanciale",
    "error: no command `guanciale`\n  guanciale\n  ^^^^^^^^^ 1 row contains it; to list it: search guanciale\n"
  ),
  (
    "load",
    "error: `load` needs SOURCE\n  load\n      ^ usage: load SOURCE [SOURCE…|TEXT] [all] [as PROFILE]\n"
  ),
  (
    "load \"demo",
    "error: quote is never closed\n  load \"demo\n       ^^^^^ add a quote at the end\n"
  ),
  (
    "set colour auto",
    "error: unknown setting `colour`\n  set colour auto\n      ^^^^^^ did you mean color?\n"
  ),
  ("load demmo", "error: there is no feed and no file called `demmo`\n  did you mean demo?\n"),
])
func `an error points at the wrong word and leaves the view unchanged`(
  line: String, expected: String
) {
  let shell = ShellUnderTest()
  let before = shell.shell.session.view
  #expect(shell.shell.run(line) != .success)
  #expect(shell.takeErrors().hasSuffix(expected))
  #expect(shell.shell.session.view == before)
}

@Test(arguments: [
  ("[", "no command `[`"),
  ("[{\"id\":1,\"name\":\"" + String(repeating: "x", count: 100_000), "no command `[{\"id"),
  ("{ \"feed\": \"" + String(repeating: "x y", count: 100_000), "no command `{`"),
])
func `a feed in the place of commands is not repeated, and said to belong elsewhere`(
  line: String, expected: String
) {
  let shell = ShellUnderTest()
  #expect(shell.shell.run(line) == .failure)
  let errors = shell.takeErrors()
  #expect(errors.hasPrefix("error: \(expected)") && errors.utf8.count < 1000)
  #expect(errors.contains("larder - -c COMMANDS"))
}

@Test
func `row numbers stay the same until the next listing`() {
  let shell = ShellUnderTest(isInteractive: true)
  _ = shell.shell.run("favorite 1,2,3")
  _ = shell.shell.run("filter is:favorite")
  let rows = Array(shell.shell.session.rows)
  _ = shell.shell.run("unfavorite 1")
  #expect(Array(shell.shell.session.rows) == rows)
  _ = shell.shell.run("list")
  #expect(Array(shell.shell.session.rows) == Array(rows.dropFirst()))
}

@Test(arguments: [
  ("Lasagne, Butter chicken", 2), ("1-2, Butter chicken", 3), ("1,3,5-7", 5), ("2 4", 2),
  ("Lasagne", 1), ("crème brûlée", 1), ("\"Phở bò\"", 1),
  ("#8527", 1), ("tirami", 1),
])
func `rows are named by number, id or name`(item: String, count: Int) {
  let shell = ShellUnderTest()
  shell.run("favorite \(item)")
  #expect(shell.status == .success, "\(shell.takeErrors())")
  #expect(shell.run("filter is:favorite; count") == "\(count)\n")
}

@Test
func `next and previous show further pages and fail at the ends of the list`() {
  let shell = ShellUnderTest(isInteractive: true, rows: 14)
  _ = shell.shell.run("list")
  #expect(shell.takeOutput().contains("\n   1  "))
  #expect(shell.shell.session.page == 0..<10)
  _ = shell.shell.run("next")
  #expect(shell.shell.session.page == 10..<20)
  _ = shell.shell.run("previous")
  #expect(shell.shell.session.page == 0..<10)
  #expect(shell.shell.run("previous") == .failure)
  _ = shell.shell.run("list 60-70")
  #expect(shell.shell.session.page == 59..<64)
  #expect(shell.shell.run("next") == .failure)
}

@Test(arguments: [20, 40, 80, 200])
func `no line of a list is wider than the window`(columns: Int) {
  let shell = ShellUnderTest(isInteractive: true, columns: columns)
  for line in ["list", "fields", "show 5", "feeds", "set", "problems", "help"] {
    _ = shell.shell.run(line)
    for line in shell.takeOutput().split(separator: "\n") where !line.contains("http") {
      #expect(line.count <= max(columns, 20), "\(line)")
    }
  }
}

@Test(arguments: [
  ("filter order by time", "Without `order and by` there are 10."),
  ("filter cuisine=Italian; filter drop nosuch", "Without `drop and nosuch` there are 6."),
  ("filter cuisine=Thai time<5; search rice", "Without `time<5` there are 2."),
])
func `an empty view names the clauses to loosen`(commands: String, advice: String) {
  let shell = ShellUnderTest(isInteractive: true)
  _ = shell.shell.run(commands)
  #expect(shell.takeErrors().contains("No rows. \(advice)\n"))
}

@Test func `count counts the present view, while row numbers stay those of the last listing`() {
  let shell = ShellUnderTest()
  _ = shell.run("favorite 1-3", "filter is:favorite", "unfavorite 1")
  #expect(shell.run("count") == "2\n")
  #expect(shell.run("status").contains("2 of 64 · is:favorite"))
  #expect(shell.run("raw 3").contains("Butter chicken"))
}

@Test func `values with equal counts are ordered by their number`() {
  let lines = ShellUnderTest().run("count by time --each").split(separator: "\n").dropFirst()
  let values = lines.map { $0.split(separator: "  ").prefix(2).map { $0.filter { $0 != " " } } }
  #expect(values.prefix(3).map { $0[0] } == ["30min", "45min", "1h20"])
}

@Test
func `favorites and notes count at once in the view`() {
  let shell = ShellUnderTest { $0.format = .ndjson }
  _ = shell.run("favorite 1-3; filter is:favorite; list; unfavorite 1")
  #expect(shell.run("count") == "{\"count\":2}\n")
  #expect(shell.run("export ndjson -").split(separator: "\n").count == 2)
  #expect(shell.run("random 5").split(separator: "\n").count == 2)
  #expect(!shell.run("count by name").contains("Bánh mì"))
}

@Test
func `a search finds a new note at once`() {
  let shell = ShellUnderTest()
  _ = shell.run("note Carbonara xyzzy", "search xyzzy", "list")
  #expect(shell.run("note Lasagne xyzzy", "count").hasSuffix("2\n"))
}

@Test
func `a field called none orders nothing by itself`() {
  let files = MemoryFileSystem([
    "/f.json": #"[{"name":"first","none":2},{"name":"second","none":1}]"#
  ])
  let shell = ShellUnderTest(feed: "/f.json", files: files) { $0.format = .csv }
  #expect(shell.run("list").split(whereSeparator: \.isNewline)[1].contains("first"))
}

@Test
func `a semicolon ends a search, except in quotes`() {
  let shell = ShellUnderTest(isInteractive: false)
  #expect(shell.run("search rice; count").hasSuffix("15\n"))
  shell.run("search \"rice; chicken\"")
  #expect(shell.shell.session.view.search?.words == "rice; chicken")
}

@Test(arguments: ["list all", "fields", "count by cuisine", "set", "show 1"])
func `no row of output ends in a blank, which would wrap in a narrower window`(line: String) {
  let rows = ShellUnderTest().run(line).split(separator: "\n")
  #expect(rows.count > 3 && rows.filter { $0.hasSuffix(" ") } == [])
}
