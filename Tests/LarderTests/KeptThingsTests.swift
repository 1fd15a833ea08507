import TestSupport
import Testing

@Suite struct KeptThingsTests {
  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("dishes.json", SampleFeed.dishes)
  }

  @Test func `favorites, notes and settings come back`() throws {
    let first = try place.prompt([feed])
    for line in [
      "favorite 1,3-4", "note 2 less sugar; more salt", "set page-size 3", "alias top = list 1-2",
    ] {
      try first.enter(line)
    }
    try first.leave()
    let second = try place.prompt([feed])
    try second.enter("favorites")
    for name in ["Ragù", "Apple Pie", "Crème Brûlée", "Panna Cotta"] {
      #expect(second.screen.text.contains(name))
    }
    try second.enter("notes")
    #expect(second.screen.text.contains("less sugar; more salt"))
    try second.enter("list")
    #expect(second.screen.text.contains("1–3 of 8"))
    try second.enter("top")
    #expect(second.screen.text.contains("1–2 of 8"))
  }

  @Test func `the last feed comes back, without its filters`() throws {
    let first = try place.prompt([feed])
    try first.enter("filter cuisine=Italian", prompt: "dishes 3/8")
    try first.leave()
    let second = try place.prompt()
    try second.enter("count")
    try second.leave()
    let elsewhere = try place.prompt(["demo-stale"], at: "demo-stale 64 stale")
    try elsewhere.leave()
    _ = try place.prompt(at: "demo-stale 64 stale")
  }

  @Test func `a missing last feed is reported and the prompt still opens`() throws {
    try place.prompt([feed]).leave()
    _ = try place.run("/bin/rm", [feed])
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["--home", place.home], environment: ["TERM": "xterm"])
    try terminal.expect { $0.cursorLine.hasSuffix("❯") }
    #expect(terminal.screen.text.contains("dishes.json"))
    try terminal.write("load demo\r")
    try terminal.expectPrompt("demo 64")
  }

  @Test(arguments: [
    ("n", "the note was not deleted", true), ("", "the note was not deleted", true),
    ("y", "undo brings it back", false),
  ])
  func `deleting a note asks first`(answer: String, told: String, isKept: Bool) throws {
    let terminal = try place.prompt([feed])
    try terminal.enter("note 1 more thyme")
    try terminal.write("note delete 1 1\r")
    try terminal.expect { $0.cursorLine.hasSuffix("[y/N]") && $0.cursorLine.contains("more thyme") }
    try terminal.write(answer + "\r")
    try terminal.expect(text: told)
    try terminal.expectPrompt("dishes 8")
    try terminal.enter("notes")
    #expect(terminal.screen.text.contains("no notes yet") == !isKept)
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `a confirmation that is left with Ctrl-C or Ctrl-D counts as no`(key: String) throws {
    let terminal = try place.prompt([feed])
    try terminal.enter("note 1 more thyme")
    try terminal.write("note delete 1 1\r")
    try terminal.expect(text: "[y/N]")
    try terminal.write(key)
    try terminal.expect(line: "the note was not deleted")
    try terminal.expectPrompt("dishes 8")
  }

  @Test func `a note makes a favorite and says so`() throws {
    let terminal = try place.prompt([feed])
    try terminal.enter("note \"Apple Pie\" for Sunday")
    #expect(terminal.screen.text.contains("favorite now"))
    try terminal.enter("unfavorite Apple Pie")
    try terminal.enter("notes Apple Pie")
    #expect(terminal.screen.text.contains("for Sunday"))
  }

  @Test func `larderrc runs at the start of a prompt only`() throws {
    _ = try place.run("/bin/mkdir", ["-p", place.home + "/config"])
    _ = try place.file("home/config/larderrc", "# mine\nfilter cuisine=British\nsort name\n")
    let terminal = try place.prompt([feed], at: "dishes 3/8")
    #expect(terminal.screen.text.contains("by name"))
    #expect(try place.larder(feed, "-c", "count").lines == ["8"])
  }

  @Test(arguments: [
    "load ./nothing.json", "load ./malformed.json", "load demo-failing",
  ])
  func `a failed load keeps the feed, and a good one ends the failure`(line: String) throws {
    _ = try place.file("malformed.json", "{")
    let terminal = try PseudoTerminal(
      running: "/bin/sh",
      arguments: ["-c", "cd '\(place.path)' && exec '\(larderPath)' --home home dishes.json"],
      environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt("dishes 8")
    try terminal.enter(line, prompt: "dishes 8")
    #expect(terminal.screen.text.contains("dishes remains loaded"))
    try terminal.enter("filter cuisine=Italian", prompt: "dishes 3/8")
    try terminal.enter("status", prompt: "dishes 3/8")
    #expect(terminal.screen.text.contains("failed"))
    try terminal.enter("reload", prompt: "dishes 3/8")
    #expect(terminal.screen.text.contains("dishes is loaded"))
  }
}
