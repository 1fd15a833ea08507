import Foundation
import TestSupport
import Testing
import Text

@Suite struct SurroundingsTests {
  @Test(arguments: ["dumb", "", "no-such-terminal"])
  func `a terminal that can do little still has a prompt`(name: String) throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["--home", place.home, feed],
      environment: ["TERM": name, "HOME": place.home])
    try terminal.expect { $0.cursorLine.hasPrefix("dishes 8 ") }
    try terminal.write("count\r")
    try terminal.expect(line: "8")
    try terminal.expect { $0.cursorLine.hasPrefix("dishes 8 ") && $0.cursorLine.count < 12 }
    if name != "no-such-terminal" { #expect(!terminal.output.contains("\u{1B}[3")) }
    try terminal.write("\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
  }

  @Test(arguments: [
    ("HOME=", "HOME is not set, so nothing is stored"),
    ("HOME=folder", "HOME is the relative path `folder`, so nothing is stored"),
    ("HOME=\"$PWD/$(printf 'caf\\351')\"", "caf\u{FFFD}`, which has a byte that is not UTF-8"),
    (
      "HOME=/ XDG_STATE_HOME=\"$PWD/$(printf 'caf\\351')\"",
      "XDG_STATE_HOME is `"
    ),
    ("HOME=\"$PWD/file\"", "/file: is not a folder"),
    ("HOME=\"$PWD/file/below\"", "/file: is not a folder"),
  ])
  func `a home that cannot be used is named, and nothing is stored elsewhere`(
    variables: String, message: String
  ) throws {
    let place = try Workplace()
    _ = try place.file("file", "")
    let run = try place.script(
      "cd '\(place.path)'; mkdir -p \"$(printf 'caf\\351')\"; "
        + "\(variables) '\(larderPath)' demo -c 'favorite 1'; find . | LC_ALL=C tr '\\351' '?'")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.output.contains("larder") && !run.output.contains("\u{FFFD}/"), "\(run.output)")
  }

  @Test func `a file with a line feed in its name loads as Tab writes it`() throws {
    let place = try Workplace()
    _ = try place.file("new\nline.json", SampleFeed.dishes)
    let terminal = try place.scriptTerminal(["demo"])
    try terminal.expectPrompt("demo 64")
    try terminal.write("load new\t")
    try terminal.expect { $0.cursorLine.contains("load \"new line.json\"") }
    try terminal.write("\r")
    try terminal.expect { $0.cursorLine.hasSuffix("8 ❯") }
    try terminal.leave()
  }

  @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LANG": "xx_YY.UTF-8"], ["LANG": ""]])
  func `text is UTF-8 in every locale`(environment: [String: String]) throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let terminal = try place.prompt([feed], environment: environment)
    try terminal.enter("search crème brûlée", prompt: "dishes 1/8")
    #expect(terminal.screen.text.contains("1  Crème Brûlée"))
    try terminal.write("show Crè\t")
    try terminal.expect { $0.cursorLine.contains("show \"Crème Brûlée\"") }
  }

  @Test(arguments: [
    (["NO_COLOR": "1"], [], false), (["NO_COLOR": ""], [], true), ([:], [], true),
    ([:], ["--color", "never"], false), (["NO_COLOR": "1"], ["--color", "always"], true),
    (["CLICOLOR": "0"], [], false), (["CLICOLOR": "1"], [], true),
    (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], [], false), (["FORCE_COLOR": "0"], [], false),
    (["FORCE_COLOR": "1"], ["--color", "never"], false),
  ])
  func `color is used where it is wanted`(
    environment: [String: String], flags: [String], isColored: Bool
  ) throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let terminal = try place.prompt([feed] + flags, environment: environment)
    try terminal.enter("list 1-2")
    try terminal.enter("no-such-command")
    let colors = terminal.output.matches(of: /\u{1B}\[[0-9;]*m/).filter { $0.output != "\u{1B}[0m" }
    #expect(colors.isEmpty == !isColored)
  }

  @Test(arguments: [
    ("CLICOLOR_FORCE=1", true), ("FORCE_COLOR=3", true), ("CLICOLOR_FORCE=0", false),
    ("FORCE_COLOR=1 NO_COLOR=1", false), ("CLICOLOR=1", false),
  ])
  func `a pipe gets colors if a variable asks for them`(variables: String, isColored: Bool) throws {
    let place = try Workplace()
    let run = try place.script(
      "\(variables) '\(larderPath)' --home '\(place.home)' demo -c 'list 1-2' | cat")
    #expect(run.output.contains("\u{1B}[") == isColored, "\(run.errors)")
  }

  @Test func `files that were last changed before 1970 are files`() throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    _ = try place.larder(feed, "-c", "favorite 1")
    _ = try place.file("old.csv", "")
    let files = "dishes.json old.csv $(find . -name library.sqlite)"
    #expect(try place.script("touch -d @-1 \(files)").status == 0)
    let run = try place.larder("--yes", feed, "-c", "count; favorites; export csv old.csv 1")
    #expect(run.status == 0 && run.lines.first == "8", "\(run.errors)")
    #expect(run.lines.count > 2)
    #expect(try place.text(of: place.path + "/old.csv").hasPrefix("row,name,"))
  }

  @Test(arguments: [(5, 20), (0, 0), (3, 10), (60, 300)])
  func `a window of any size can be worked in`(rows: Int, columns: Int) throws {
    let place = try Workplace()
    let feed = try place.file("d.json", SampleFeed.dishes)
    let terminal = try place.prompt([feed], at: "d 8", rows: rows, columns: columns)
    for (line, prompt) in [
      ("set pager off", "d 8"), ("count", "d 8"), ("list", "d 8"), ("show 1", "d 8"),
      ("problems", "d 8"), ("help", "d 8"),
      ("sort name", "d 8"),
    ] { try terminal.enter(line, prompt: prompt) }
    try terminal.leave()
  }

  @Test(arguments: [20, 40, 80])
  func `no line of a listing is wider than the window`(columns: Int) throws {
    let place = try Workplace()
    let feed = try place.file("d.json", SampleFeed.dishes)
    let terminal = try place.prompt([feed], at: "d 8", rows: 40, columns: columns)
    try terminal.enter("list", prompt: "d 8")
    let listing = terminal.output.split(separator: "list\r\n").last ?? ""
    let lines = listing.split(separator: "\r\n").map { line in
      line.replacing(/\u{1B}(\[[0-9;?]*[A-Za-z]|\][^\u{07}]*\u{07})/, with: "")
    }
    let rows = lines.filter { $0.contains(/^ +[0-9]+ +[^ ]/) }
    #expect(rows.count == 8)
    for row in rows { #expect(displayWidth(of: String(row)) <= columns, "\(row)") }
  }

  @Test func `a page fits a window that was made smaller`() throws {
    let terminal = try Workplace().prompt(at: "demo 64", rows: 40)
    terminal.resize(rows: 12, columns: 60)
    try terminal.expectPrompt("demo 64")
    try terminal.enter("sort name", prompt: "demo 64")
    #expect(terminal.screen.text.contains("#  Name"))
    #expect(terminal.screen.text.contains("1–8 of 64"))
    try terminal.enter("next", prompt: "demo 64")
    #expect(terminal.screen.text.contains("9–16 of 64"))
  }

  @Test func `a half typed line survives a resize`() throws {
    let terminal = try Workplace().dishes()
    try terminal.write("filter cuisine=Brit")
    try terminal.expect(typed: "dishes 8 ❯ filter cuisine=Brit")
    terminal.resize(rows: 30, columns: 20)
    terminal.resize(rows: 30, columns: 100)
    try terminal.write("ish\r")
    try terminal.expectPrompt("dishes 3/8")
  }

  @Test func `wide and combining characters keep the cursor in place`() throws {
    let terminal = try Workplace().dishes()
    try terminal.write("search 親子丼 👩‍🍳 e\u{301}x\u{7F}\u{7F}")
    try terminal.expect {
      $0.cursorLine.hasPrefix("dishes 8 ❯ search 親子丼") && $0.cursor.column <= 30
    }
    try terminal.write("\u{15}count\r")
    try terminal.expect(line: "8")
  }

  @Test(.enabled(if: hasEntries), arguments: [("vt100", false), ("xterm", true)])
  func `a terminal gets colors if terminfo says that it has some`(
    term: String, isColored: Bool
  ) throws {
    let place = try Workplace()
    let terminal = try place.prompt(["demo"], at: "demo 64", environment: ["TERM": term])
    try terminal.enter("list 1-3", prompt: "demo 64")
    #expect(terminal.output.contains("\u{1B}[36m") == isColored)
    try terminal.leave()
  }

  /// Whether the database has the terminals of the test.
  private static let hasEntries = ["v/vt100", "x/xterm"].allSatisfy { name in
    ["/lib/terminfo/", "/usr/share/terminfo/", "/etc/terminfo/"].contains {
      FileManager.default.fileExists(atPath: $0 + name)
    }
  }
}
