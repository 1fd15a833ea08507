import Interpreter
import SessionStore
import Shell
import Testing
import World

@Test
func `the start names the feed, and runs the start file`() {
  let files = MemoryFileSystem([
    "/home/x/.larder/config/larderrc": "# mine\nfilter cuisine=Irish\n\nnonsense\nsort name desc\n"
  ])
  let shell = ShellUnderTest(feed: nil, files: files, isInteractive: true)
  shell.shell.greet(nil)
  let said = shell.takeErrors()
  #expect(
    said.hasPrefix(
      "Larder 0.1 · demo: 64 recipes, 18 cuisines · help for help, Tab completes, Ctrl-D leaves\n"))
  #expect(said.contains("no command `nonsense`"))
  #expect(shell.nextPrompt() == "demo 2/64 ❯ ")
}

@Test
func `a line of larderrc that is no UTF-8 is not run, and the others are`() throws {
  let files = MemoryFileSystem()
  let lines =
    Array("sort name desc\n# caf".utf8) + [0xE9] + Array("\r\nfilter cuisine=Irish\r\n".utf8)
  try files.makeFolder("/home/x/.larder/config")
  try files.write(lines, to: "/home/x/.larder/config/larderrc", replacing: false)
  let shell = ShellUnderTest(feed: nil, files: files, isInteractive: true)
  shell.shell.greet(nil)
  #expect(
    shell.takeErrors().contains(
      "line 2 of /home/x/.larder/config/larderrc is not UTF-8 from byte 6 on, and nothing of it was run"
    ))
  #expect(shell.nextPrompt() == "demo 2/64 ❯ ")
}

@Test
func `only the first prompt welcomes, and only in a terminal`() {
  let files = MemoryFileSystem()
  let first = ShellUnderTest(feed: nil, files: files, isInteractive: true)
  first.shell.greet(nil, welcomesNewcomers: true)
  let said = first.takeErrors()
  for part in ["Welcome. Larder finds", "filter cuisine=Italian", "`tour`", "`help`"] {
    #expect(said.contains(part), "\(said)")
  }
  #expect(said.split(separator: "\n").count <= 4)
  // It is stored once the prompt is drawn.
  let again = ShellUnderTest(feed: nil, files: files, library: first.library, isInteractive: true)
  again.shell.greet(nil, welcomesNewcomers: true)
  #expect(again.takeErrors().contains("Welcome"))
  again.shell.keepFirstVisit()
  let later = ShellUnderTest(feed: nil, files: files, library: first.library, isInteractive: true)
  later.shell.greet(nil, welcomesNewcomers: true)
  #expect(!later.takeErrors().contains("Welcome"))
  let script = ShellUnderTest(feed: nil, files: MemoryFileSystem(), isInteractive: true)
  script.shell.greet(nil)
  #expect(!script.takeErrors().contains("Welcome"))
}

@Test
func `the last feed comes back, its view does not`() {
  let files = MemoryFileSystem(["/f.json": #"[{"name":"Pie"},{"name":"Tart"}]"#])
  let first = ShellUnderTest(feed: nil, files: files, isInteractive: true)
  first.shell.greet("/f.json")
  first.shell.keepFirstVisit()
  _ = first.shell.run("filter name=Pie")
  let second = ShellUnderTest(feed: nil, files: files, library: first.library, isInteractive: true)
  second.shell.greet(nil)
  #expect(second.shell.prompt == "f 2 ❯ ")
}

@Test
func `the first prompt does not wait for its feed to be remembered`() throws {
  let files = MemoryFileSystem(["/f.json": #"[{"name":"Pie"}]"#])
  let shell = ShellUnderTest(feed: nil, files: files, isInteractive: true)
  shell.shell.greet("/f.json")
  #expect(try shell.library.lastVisit() == nil)
  shell.shell.keepFirstVisit()
  #expect(try shell.library.lastVisit()?.source == "/f.json")
}

@Test
@MainActor
func `a last feed from the network does not make the prompt wait`() {
  let address = "https://x.example/f.json"
  let answer = FixedTransport.Answer.response(body: Array(#"[{"name":"Pie"}]"#.utf8))
  let first = ShellUnderTest(feed: nil, answers: [address: answer], isInteractive: true)
  first.shell.greet(address)
  _ = first.shell.run("count")
  let second = ShellUnderTest(
    feed: nil, answers: [address: answer], library: first.library, isInteractive: true)
  second.shell.greet(nil)
  #expect(second.takeErrors().hasPrefix("Larder 0.1 · loading f ·"))
  _ = second.shell.run("count")
  #expect(second.takeErrors() == "f: 1 row\n")
  #expect(second.takeOutput() == "1\n")
}

@Test
@MainActor
func `a last feed that does not come leaves a prompt to work with`() {
  let address = "https://x.example/f.json"
  let first = ShellUnderTest(
    feed: nil, answers: [address: .response(body: Array("[]".utf8))], isInteractive: true)
  first.shell.greet(address)
  _ = first.shell.run("count")
  let second = ShellUnderTest(
    feed: nil, answers: [address: .response(status: 503)], library: first.library,
    isInteractive: true)
  second.shell.greet(nil)
  _ = second.shell.run("list")
  #expect(second.takeErrors().contains("the server answered 503"))
  _ = second.shell.run("load demo")
  #expect(second.shell.prompt == "demo 64 ❯ ")
}

@Test(arguments: [
  "fil", "filter cuisine=J", "sort na", "show lasa", "load demo-e", "set colo", "open vid",
  "help disc", "feeds re",
])
func `Tab offers exactly one suggestion where only one is valid`(line: String) {
  let shell = ShellUnderTest()
  let suggestions = shell.shell.suggestions(for: line, at: line.utf8.count)
  #expect(suggestions.count == 1, "\(suggestions.map(\.text))")
}

@Test
func `offered values have the counts of rows that match the other filters`() {
  let shell = ShellUnderTest()
  shell.run("filter has:video", "filter cuisine=Thai")
  let line = "filter cuisine=I"
  let offered = shell.shell.suggestions(for: line, at: line.utf8.count)
  #expect(offered.map(\.text) == ["Indian", "Irish", "Italian"])
  #expect(offered.map(\.count) == [4, 1, 5])
}
