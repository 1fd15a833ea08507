import Foundation
import TestSupport
import Testing

@Suite struct PromptKeyTests {
  @Test func `Ctrl-C drops the line`() throws {
    let terminal = try Workplace().dishes()
    try terminal.write("favorite 1\u{3}")
    try terminal.expect { $0.text.contains("favorite 1^C") && $0.cursorLine == "dishes 8 ❯" }
    try terminal.enter("favorites")
    #expect(terminal.screen.text.contains("no favorites in this feed yet"))
  }

  @Test func `Ctrl-C drops the line behind an Escape, too`() throws {
    let terminal = try Workplace().dishes()
    for (line, keys) in [("favorite 1", "\u{1B}\u{3}"), ("favorite 2", "\u{1B}\u{1B}\u{3}")] {
      try terminal.write(line + keys)
      try terminal.expect { $0.text.contains(line + "^C") && $0.cursorLine == "dishes 8 ❯" }
    }
    try terminal.enter("favorites")
    #expect(terminal.screen.text.contains("no favorites in this feed yet"))
  }

  @Test func `a line with bytes that are no UTF-8 is not run, and comes back to be edited`() throws
  {
    let terminal = try Workplace().dishes()
    try terminal.write(bytes: Array("note 1 caf".utf8) + [0xE9] + Array(" au lait\r".utf8))
    try terminal.expect(text: "the terminal sent bytes that are not UTF-8")
    try terminal.expect { $0.cursorLine == "dishes 8 ❯ note 1 caf\u{FFFD} au lait" }
    try terminal.write("\u{3}")
    try terminal.expectPrompt("dishes 8")
    try terminal.enter("notes")
    try terminal.expect(text: "no notes")
  }

  @Test func `Ctrl-C stops a command that waits`() throws {
    let terminal = try Workplace().prompt(at: "demo 64")
    try terminal.write("load demo-slow\r")
    try terminal.expect(text: "loading demo-slow …")
    // What was typed meanwhile is neither lost nor done.
    try terminal.write("note 4 my precious thought\rcount")
    try terminal.write("\u{3}")
    try terminal.expect(text: "stopped")
    try terminal.expect(text: "demo 64 ❯ note 4 my precious thought\ncount")
    try terminal.write("\u{3}")
    try terminal.expectPrompt("demo 64")
    try terminal.enter("count", prompt: "demo 64")
    try terminal.expect(line: "64")
    try terminal.enter("notes 4", prompt: "demo 64")
    try terminal.expect(text: "no notes on Carbonara")
  }

  @Test func `a first load that was stopped is tried again by reload`() throws {
    let terminal = try Workplace().prompt(["demo-slow"], at: "demo-slow …")
    try terminal.write("count\r")
    try terminal.expect(text: "loading demo-slow …")
    try terminal.write("\u{3}")
    try terminal.expect(text: "stopped")
    try terminal.expect { $0.cursorLine.contains("failed ❯") }
    try terminal.write("status\r")
    try terminal.expect(text: "failed: it was stopped")
    try terminal.write("reload\r")
    try terminal.expectPrompt("demo-slow 64")
  }

  @Test func `Ctrl-C stops a server that does not answer`() async throws {
    try await withServer({ $1.waitForClose() }) { server in
      let terminal = try Workplace().dishes()
      try terminal.write("load \(server.url("/never"))\r")
      try terminal.expect(text: "(^C stops)")
      try terminal.write("\u{3}")
      try terminal.expect(text: "stopped")
      try terminal.expectPrompt("dishes 8")
    }
  }

  @Test(arguments: ["\u{4}", "quit\r", "exit\r"])
  func `every way out leaves the terminal as it was`(keys: String) throws {
    let (terminal, before) = try shellJob()
    #expect(terminal.modes != before)
    try terminal.write(keys)
    #expect(try terminal.expectEnd() == .status(0))
    #expect(terminal.modes == before)
    #expect(!terminal.screen.hasBracketedPaste && terminal.screen.isCursorVisible)
  }

  @Test(arguments: [("half a line", Int32(15)), ("load demo-slow\r", 15), ("half", 1)])
  func `a deadly signal leaves the terminal as it was`(keys: String, signal: Int32) throws {
    let (terminal, before) = try shellJob()
    try terminal.write(keys)
    try terminal.expect { $0.text.contains(keys.hasSuffix("\r") ? "loading" : keys) }
    terminal.process.send(signal)
    #expect(try terminal.expectEnd() == .signal(signal))
    #expect(terminal.modes == before)
    #expect(!terminal.screen.hasBracketedPaste)
  }

  @Test(
    arguments: [
      ("note 1 less sugar, more", "note 1 less sugar, more"), (" note 1 private", "count"),
    ], [SIGTERM, SIGHUP])
  func `Up recalls a line that a deadly signal cut off unless a space begins it`(
    lines: (typed: String, recalled: String), signal: Int32
  ) throws {
    let place = try Workplace()
    let terminal = try place.dishes()
    try terminal.enter("count")
    try terminal.write(lines.typed)
    try terminal.expect { $0.cursorLine.hasSuffix(lines.typed) }
    terminal.process.send(signal)
    #expect(try terminal.expectEnd() == .signal(signal))
    let next = try place.dishes()
    try next.write("\u{1B}[A")
    try next.expect { $0.cursorLine == "dishes 8 ❯ \(lines.recalled)" }
  }

  @Test func `Ctrl-Z stops the job and fg brings the line back`() throws {
    let place = try Workplace()
    let job =
      "set -m; '\(larderPath)' --home '\(place.home)' demo; echo stopped; read x; fg >/dev/null"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt("demo 64")
    try terminal.write("count by cui\u{1A}")
    try terminal.expect(line: "stopped")
    #expect(terminal.modes.isCanonical && terminal.modes.echoes)
    try terminal.write("\n")
    try terminal.expect(typed: "demo 64 ❯ count by cui")
  }

  @Test func `pasted lines wait for Enter`() throws {
    let terminal = try Workplace().dishes()
    try terminal.write("\u{1B}[200~favorite 1\nfavorite 2\n\u{1B}[201~")
    try terminal.expect { $0.text.contains("favorite 2") }
    #expect(!terminal.screen.text.contains("★"))
    try terminal.write("\r")
    try terminal.expect { $0.text.contains("★ Ragù") && $0.text.contains("★ Apple Pie") }
  }

  @Test(arguments: [
    "\u{1B}[H", "\u{1B}[F", "\u{1B}[1;5D", "\u{1B}OP", "\u{1B}[17~", "\u{1B}[24~", "\u{1B}[5~",
    "\u{1B}[Z", "\u{13}", "\u{1B}[1;5C", "\u{1B}[2~",
  ])
  func `no key enters stray characters`(key: String) throws {
    let terminal = try Workplace().dishes()
    try terminal.write("count" + key + "\u{5}\u{15}" + "count\r")
    try terminal.expect(line: "8")
    try terminal.expectPrompt("dishes 8")
    #expect(!terminal.screen.text.contains("error"))
  }

  /// The program under a shell, at its prompt, and the modes its terminal had before.
  private func shellJob() throws -> (PseudoTerminal, TerminalModes) {
    let place = try Workplace()
    let job = "echo ready; read answer; exec '\(larderPath)' --home '\(place.home)' demo"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expect(line: "ready")
    let before = terminal.modes
    try terminal.write("\n")
    try terminal.expectPrompt("demo 64")
    return (terminal, before)
  }

  @Test func `Ctrl-D typed while a command runs ends the prompt after it`() async throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let opener = try place.program("wait.sh", "cd \(place.path)\n: > started\nread x < go")
    #expect(try place.script("mkfifo go").status == 0)
    let terminal = try place.prompt([feed])
    try terminal.enter("set opener \(opener)")
    try terminal.write("open 1\r")
    while !FileManager.default.fileExists(atPath: place.path + "/started") { await Task.yield() }
    try terminal.write("count\r\u{4}")
    #expect(try place.script("echo > go").status == 0)
    #expect(try terminal.expectEnd() == .status(0), "\(terminal.screen.text)")
    #expect(terminal.screen.lines.contains("8"))
  }

  @Test(arguments: ["\u{1B}[15~", "\u{1B}[[E"])
  func `F5 reloads the feed and keeps the line, unless it is bound to something else`(
    key: String
  ) throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let terminal = try place.prompt([feed])
    _ = try place.file("dishes.json", SampleFeed.dishes.replacing("\n", with: " \n"))
    try terminal.write("cou" + key)
    try terminal.expect { $0.text.contains("❯ reload\n") && $0.cursorLine == "dishes 8 ❯ cou" }
    try terminal.write("nt\r")
    try terminal.expect { $0.text.contains("❯ count\n8\n") && $0.cursorLine == "dishes 8 ❯" }
    try terminal.enter("set f5 fields")
    try terminal.write(key)
    try terminal.expect { $0.text.contains("❯ fields\n") && $0.cursorLine == "dishes 8 ❯" }
    try terminal.enter("set f5 off")
    try terminal.write("fie" + key + "lds")
    try terminal.expect(typed: "dishes 8 ❯ fields")
    try terminal.write("\u{3}")
    try terminal.leave()
  }
}
