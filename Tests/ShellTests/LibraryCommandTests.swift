import Diagnostics
import Interpreter
import Output
import SessionStore
import Shell
import Testing
import World

@Test(arguments: [
  ("favorite 1; nonsense; favorite 2", true), ("nonsense", false), ("nonsense; favorite 2", false),
])
func `a line with an invalid command runs none, and says so if valid ones precede`(
  line: String, isSaid: Bool
) throws {
  let shell = ShellUnderTest()
  _ = shell.shell.run(line)
  let errors = shell.takeErrors()
  #expect(errors.contains("no command `nonsense`\n"))
  #expect(errors.hasSuffix("\nnothing of this line was run\n") == isSaid)
  #expect(try shell.library.favoriteKeys().isEmpty)
}

@Test(arguments: [
  ("favorite all", "1-64 are all rows of the view"), ("note all too much", "name one row"),
  ("show all", "name one row"),
])
func `the word all without quotes is no part of a name, and the error names all rows`(
  line: String, told: String
) throws {
  let shell = ShellUnderTest()
  #expect(shell.shell.run(line) == .failure)
  #expect(shell.takeErrors().contains(told))
  #expect(try shell.library.keepsakes().isEmpty)
  #expect(shell.shell.run("favorite 1-64") == .success)
}

@Test(arguments: ["favorite \"all\"", "note \"all\" good", "favorite Risotto"])
func `a word in quotes is a part of a name even if the word is a keyword`(line: String) throws {
  let shell = ShellUnderTest()
  #expect(shell.shell.run(line) == .success)
  #expect(try shell.library.keepsakes().map(\.name) == ["Risotto alla milanese"])
}

@Test(arguments: ["note delete 1", "note delete Lasagne"])
func `a note to be deleted has to be named`(line: String) {
  let shell = ShellUnderTest()
  #expect(shell.shell.run(line) == .failure)
  #expect(shell.takeErrors().contains("`note delete` needs a row and the number of a note"))
}

@Test
func `favorites are marked, listed, undone and done again`() {
  let shell = ShellUnderTest()
  shell.run("favorite Lasagne")
  #expect(shell.takeErrors() == "★ Lasagne\n")
  #expect(shell.run("filter is:favorite").contains("1  Lasagne  Italian  ★"))
  shell.run("undo", "undo", "filter is:favorite", "count")
  #expect(shell.run("count") == "0\n")
}

@Test
func `undo and redo cross views, favorites and notes in one stack`() throws {
  let shell = ShellUnderTest()
  shell.run("favorite 1", "sort name", "note 2 salt")
  _ = shell.shell.run("undo")
  #expect(try shell.library.notes().isEmpty)
  _ = shell.shell.run("undo")
  #expect(shell.shell.session.view.ordering == nil)
  _ = shell.shell.run("undo")
  #expect(try shell.library.favoriteKeys().isEmpty)
  #expect(shell.shell.run("undo") == .failure)
  _ = shell.shell.run("redo; redo; redo")
  #expect(try shell.library.notes().map(\.text) == ["salt"])
  #expect(try shell.library.favoriteKeys().count == 2)
  #expect(shell.shell.run("redo") == .failure)
}

@Test
func `reloading keeps all of undo, each view as far as it still fits`() throws {
  let shell = ShellUnderTest()
  shell.run("favorite 1", "filter cuisine=Italian", "sort name", "reload")
  _ = shell.shell.run("undo; undo")
  #expect(shell.run("count") == "64\n")
  #expect(try shell.library.favoriteKeys().count == 1)
  _ = shell.shell.run("redo")
  #expect(shell.run("count") == "6\n")
  _ = shell.shell.run("undo; undo")
  #expect(try shell.library.favoriteKeys().isEmpty)
}

@Test
func `loading clears the view's part of undo alone`() throws {
  let shell = ShellUnderTest()
  shell.run("favorite 1", "sort name", "load demo")
  _ = shell.shell.run("undo")
  #expect(try shell.library.favoriteKeys().isEmpty)
}

@Test
func `noting makes a favorite and says so, and the whole line is the note`() throws {
  let shell = ShellUnderTest()
  shell.run("note 3 less salt; more \"pepper\"")
  #expect(shell.takeErrors() == "noted on Butter chicken, which is a favorite now\n")
  #expect(try shell.library.notes().map(\.text) == ["less salt; more \"pepper\""])
  shell.run("unfavorite 3")
  #expect(try shell.library.notes().count == 1)
  #expect(shell.run("search less salt").contains("Butter chicken"))
}

@Test
func `unfavorite completes favorites only`() {
  let shell = ShellUnderTest()
  #expect(shell.shell.suggestions(for: "unfavorite ", at: 11).isEmpty)
  shell.run("favorite 3", "note 1 salt", "unfavorite 1")
  let offered = shell.shell.suggestions(for: "unfavorite ", at: 11)
  #expect(offered.map(\.text) == ["\"Butter chicken\""])
}

@Test
func `deleting a note asks for confirmation and is refused without a terminal`() throws {
  let shell = ShellUnderTest()
  shell.run("note 1 salt")
  _ = shell.takeErrors()
  shell.run("note delete 1 1")
  #expect(
    shell.takeErrors()
      == "Delete the note “salt”? Larder cannot ask without a terminal; use --yes to answer yes.\n"
      + "error: the note was not deleted\n"
  )
  shell.shell.output.ask = { _ in "y" }
  shell.run("note delete 1 1")
  #expect(try shell.library.notes().isEmpty)
  shell.run("undo")
  #expect(try shell.library.notes().map(\.text) == ["salt"])
  shell.run("set confirm off")
  shell.run("note delete 1 1")
  #expect(try shell.library.notes().isEmpty)
  #expect(shell.shell.run("note delete 1 7") == .failure)
}

@Test
func `a favorite that the feed dropped is listed as gone with its note`() {
  let two = #"[{"id":"1","name":"Pie"},{"id":"2","name":"Tart"}]"#
  let files = MemoryFileSystem(["/f.json": two])
  let shell = ShellUnderTest(feed: "/f.json", files: files)
  shell.run("favorite 1,2", "note 1 nice")
  try? files.write(Array(#"[{"id":"2","name":"Tart"}]"#.utf8), to: "/f.json", replacing: true)
  shell.run("reload")
  let list = shell.run("favorites")
  #expect(list.contains("Pie") && list.contains("gone") && list.contains("nice"))
  shell.run("unfavorite Pie")
  #expect(!shell.run("favorites").contains("Pie"))
}

@Test
func `ids without a meaning of their own belong to their feed, UUIDs to all`() {
  let files = MemoryFileSystem([
    "/a.json": #"[{"id":"1","name":"A"}]"#, "/b.json": #"[{"id":"1","name":"B"}]"#,
  ])
  let shell = ShellUnderTest(feed: "/a.json", files: files)
  shell.run("favorite 1", "load /b.json")
  #expect(shell.run("filter is:favorite; count") == "0\n")
  #expect(shell.run("favorites all").contains("A"))
}

@Test(arguments: [
  ("note Butter chicken", true), ("note Butter chicken was good", false),
  ("note \"Butter chicken\" was good", false),
  ("note Butter needs more", false), ("note Lasagne was good", false), ("note 3 chicken", false),
])
func `a note that begins with the rest of a row's name prints a hint about quotes`(
  line: String, isTold: Bool
) {
  let shell = ShellUnderTest()
  shell.run(line)
  #expect(shell.takeErrors().contains("put a name of several words in quotes") == isTold)
}

@Test
func `rows without a name are kept by their links, and those without either not at all`() {
  let feed = """
    [{"t":4,"name":null},{"t":5,"photo":"https://a.example/5"},{"t":6,"photo":"https://a.example/6"}]
    """
  let shell = ShellUnderTest(feed: "/f/a.json", files: MemoryFileSystem(["/f/a.json": feed]))
  #expect(shell.shell.run("favorite 1") == .failure)
  let error = shell.takeErrors()
  #expect(error.contains("it has no id, no name and no link"), "\(error)")
  shell.run("note 2 precious")
  #expect(shell.run("filter is:favorite; count") == "1\n")
  #expect(shell.run("filter clear", "search precious", "count") == "1\n")
  #expect(shell.run("filter clear", "notes 2").contains("precious"))
  #expect(!shell.run("notes 3").contains("precious"))
}

@Test
func `a row from standard input can be a favorite only if its id is globally unique`() {
  let shell = ShellUnderTest(feed: "-", input: #"[{"id":"1","name":"A"}]"#)
  #expect(shell.shell.run("favorite 1") == .failure)
  #expect(shell.takeErrors().contains("load the feed from a file"))
  let other = ShellUnderTest(
    feed: "-", input: #"[{"id":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"A"}]"#)
  #expect(other.shell.run("favorite 1") == .success)
}

@Test
func `a setting is stored, validated and reset, and a misspelled name has a suggestion`() throws {
  let shell = ShellUnderTest()
  shell.run("set page-size 7")
  #expect(try shell.library.storedSettings() == ["page-size": "7"])
  #expect(shell.run("set page-size") == "7\n")
  #expect(shell.shell.run("set page-size many") == .failure)
  #expect(shell.takeErrors().contains("it is auto or a number"))
  shell.run("set page-size auto")
  #expect(try shell.library.storedSettings().isEmpty)
  shell.run("set opener.video mpv --fs")
  #expect(shell.run("set opener.video") == "mpv --fs\n")
}

@Test
func `an alias appends further words to its command and cannot replace a command`() {
  let shell = ShellUnderTest()
  shell.run("alias quick = sort name; filter time<30", "alias it = filter cuisine=Italian")
  shell.run("it has:video")
  #expect(shell.run("count") == "5\n")
  shell.run("filter clear", "quick vegan")
  #expect(shell.shell.session.view.ordering != nil)
  #expect(shell.shell.run("alias list = quit") == .failure)
  shell.run("alias loop = loop")
  #expect(shell.shell.run("loop") == .failure)
  shell.run("alias it =")
  #expect(shell.shell.run("it") == .failure)
}

@Test
func `a random pick repeats with its seed and stays in the view`() {
  let (one, two) = (ShellUnderTest(), ShellUnderTest())
  #expect(one.run("filter cuisine=Thai; random 2") == two.run("filter cuisine=Thai; random 2"))
  let shell = ShellUnderTest()
  shell.run("filter cuisine=Irish", "favorite 1")
  for _ in 0..<5 { #expect(shell.run("discover").contains("Soda bread")) }
  shell.run("favorite 2")
  #expect(shell.shell.run("discover") == .failure)
}

@Test(arguments: [
  ("open video Lasagne", "desktop", "https://www.youtube.com/results?search_query=Lasagne+recipe"),
  ("open Lasagne", "desktop", "https://en.wikipedia.org/wiki/Lasagna"),
  (
    "show Lasagne; open video", "desktop",
    "https://www.youtube.com/results?search_query=Lasagne+recipe"
  ),
  (
    "set open-prefers video; open Lasagne", "desktop",
    "https://www.youtube.com/results?search_query=Lasagne+recipe"
  ),
  (
    "set opener.video mpv; open video Lasagne", "mpv",
    "https://www.youtube.com/results?search_query=Lasagne+recipe"
  ),
  ("set opener w3m; open source Lasagne", "w3m", "https://en.wikipedia.org/wiki/Lasagna"),
  ("open Minestrone", "desktop", "https://www.youtube.com/results?search_query=Minestrone+recipe"),
])
func `a link is opened by its kind`(line: String, program: String, link: String) {
  let shell = ShellUnderTest()
  #expect(shell.run(line).contains("opening \(link)"))
  #expect(shell.opened == [[program, link]])
}

@Test
func `only web links are opened, and without an opener the address is printed`() {
  let evil =
    #"[{"name":"A","link":"https://ok.example/"},{"name":"B","link":"file:///etc/passwd"}]"#
  let recipes =
    #"{"recipes":[{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"X","cuisine":"Y","source_url":"javascript:alert(1)"}]}"#
  let shell = ShellUnderTest(
    feed: "/r.json", files: MemoryFileSystem(["/r.json": recipes, "/e.json": evil]))
  #expect(shell.shell.run("open source 1") == .failure)
  #expect(shell.opened.isEmpty)
  let other = ShellUnderTest(hasOpener: false)
  #expect(
    other.run("open video Lasagne")
      == "Lasagne: https://www.youtube.com/results?search_query=Lasagne+recipe\n")
}
