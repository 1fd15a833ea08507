import TestSupport
import Testing

@Suite struct PagerPromptTests {
  @Test func `a long list stops where the window ends, and goes on with a key`() throws {
    let terminal = try longList()
    #expect(terminal.screen.lines[0].hasPrefix("   #  Name"))
    #expect(terminal.screen.lines[22].hasPrefix("  22  "))
    try terminal.write(" ")
    try terminal.expect(status: "lines 24–45 of 65")
    // The head of the table stays in sight.
    #expect(terminal.screen.lines[0].hasPrefix("   #  Name"))
    #expect(terminal.screen.lines[1].hasPrefix("  23  "))
    try terminal.write("b")
    try terminal.expect(status: "lines 1–23 of 65")
    try terminal.write("\u{1B}[6~\u{1B}[B")
    try terminal.expect(status: "lines 25–46 of 65")
    try terminal.write("G")
    try terminal.expect(status: "lines 44–65 of 65 · end")
  }

  @Test(arguments: ["q", "\u{1B}", "\u{3}", "G ", "jq"])
  func `a pager that is left keeps its rows on the screen above the prompt`(keys: String) throws {
    let terminal = try longList()
    try terminal.write(keys)
    try terminal.expectPrompt("demo 64")
    #expect(!terminal.screen.text.contains("space next") && !terminal.screen.text.contains("error"))
    #expect(terminal.screen.text.contains(keys == "G " ? "\n  64  " : "\n  22  "))
    try terminal.enter("count", prompt: "demo 64")
    try terminal.expect(line: "64")
  }

  @Test func `the status of a list follows once all of it was seen`() throws {
    let terminal = try longList()
    try terminal.write("G ")
    try terminal.expectPrompt("demo 64")
    #expect(terminal.screen.text.contains("\n64 of 64\ndemo 64 ❯"))
  }

  @Test func `keys typed ahead are those of the next line`() throws {
    let terminal = try longList()
    try terminal.write("q" + "count by cuisine; count\r")
    try terminal.expect(line: "64")
    try terminal.expectPrompt("demo 64")
  }

  @Test func `keys typed before the pager opens go to the prompt`() throws {
    let terminal = try Workplace().prompt(["demo"], at: "demo 64")
    try terminal.write("list all\rnote 1 quite good\r")
    try terminal.expect(status: "lines 1–23 of 65")
    try terminal.write("q")
    try terminal.expect { $0.text.contains("❯ note 1 quite good") && $0.text.contains("noted on") }
  }

  @Test func `an external pager finds the terminal in canonical mode with echo`() throws {
    let place = try Workplace()
    let program = try place.program(
      "viewer", "stty -a < /dev/tty > '\(place.path)/log'; cat > /dev/null")
    let terminal = try place.prompt(["demo"], at: "demo 64", environment: ["PAGER": program])
    try terminal.enter("list all", prompt: "demo 64")
    let modes = try place.text(of: place.path + "/log").split { $0.isWhitespace || $0 == ";" }
    #expect(modes.contains("echo") && modes.contains("icanon") && modes.contains("isig"))
    try terminal.enter("count", prompt: "demo 64")
    #expect(terminal.screen.text.contains("\n64\n"))
  }

  @Test func `a search in the pager marks the matches and n reports that no more follow`() throws {
    let terminal = try longList()
    try terminal.write("/CREME\r")
    try terminal.expect { $0.lines[1].contains("Crème brûlée") }
    #expect(terminal.output.contains("\u{1B}[7mCrème\u{1B}"))
    try terminal.write("n")
    try terminal.expect(status: "no line below contains “CREME”")
    try terminal.write("/pi\u{7F}\u{7F}\u{7F}")
    try terminal.expect(status: "lines ")
    try terminal.write("h")
    try terminal.expect(status: "space b page")
  }

  @Test func `another size of the window shows the same place`() throws {
    let terminal = try longList()
    try terminal.write(" ")
    try terminal.expect(status: "lines 24–45 of 65")
    terminal.resize(rows: 12, columns: 70)
    try terminal.expect { $0.lines[11].contains("lines 24–33 of 65") }
    #expect(terminal.screen.lines[1].hasPrefix("  23  "))
    terminal.resize(rows: 30, columns: 100)
    try terminal.expect { $0.lines[29].contains("lines 24–51 of 65") }
    #expect(terminal.screen.lines[28].hasPrefix("  50  "))
  }

  @Test func `Ctrl-Z stops the job and fg shows the same place`() throws {
    let place = try Workplace()
    let job =
      "set -m; '\(larderPath)' --home '\(place.home)' demo; echo stopped; read x; fg >/dev/null"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt("demo 64")
    try terminal.write("list all\r")
    try terminal.expect(status: "lines 1–23 of 65")
    try terminal.write(" \u{1A}")
    try terminal.expect(line: "stopped")
    #expect(terminal.modes.isCanonical && terminal.modes.echoes)
    try terminal.write("\n")
    try terminal.expect { $0.lines[23].contains("lines 24–45 of 65") }
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
  }

  @Test func `a row with a picture is paged like any other, and no key is left for the prompt`()
    throws
  {
    let terminal = try Workplace().prompt(
      ["demo"], at: "demo 64", environment: ["COLORTERM": "truecolor"])
    try terminal.write("show Lasagne\r")
    try terminal.expect(status: "space next")
    // The picture is seen before what does not fit below it.
    #expect(terminal.screen.text.contains("32  Lasagne"))
    #expect(terminal.screen.text.contains("▀") && !terminal.screen.text.contains("Similar:"))
    try terminal.write(" ")
    try terminal.expect { !$0.text.contains("▀") }
    try terminal.write("G")
    try terminal.expect(text: "Similar:")
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
    try terminal.enter("count", prompt: "demo 64")
    try terminal.expect(line: "64")
    try terminal.leave()
  }

  @Test(arguments: ["g", "bb", "?32\r", "\u{1B}[H", "kkkkkkkkkkkkkkkkkkkkkkk"])
  func `the start of a row with a picture is shown again with its picture`(keys: String) throws {
    let terminal = try Workplace().prompt(
      ["demo"], at: "demo 64", environment: ["COLORTERM": "truecolor"])
    try terminal.write("show Lasagne\r")
    try terminal.expect(status: "space next")
    let picture = terminal.screen.lines.filter { $0.contains("▀") }
    #expect(!picture.isEmpty)
    try terminal.write(" ")
    try terminal.expect { !$0.text.contains("▀") && $0.lines[23].contains("lines") }
    try terminal.write(keys)
    try terminal.expect { screen in
      screen.lines[23].contains("lines 1–") && screen.text.contains("32  Lasagne")
        && screen.lines.filter { $0.contains("▀") } == picture
    }
    try terminal.write("/minced beef\r")
    try terminal.expect { $0.lines[0].contains("minced beef") }
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
  }

  @Test
  func `the picture of a row is drawn again in a narrower and lower window that has room for it`()
    throws
  {
    let terminal = try Workplace().prompt(
      ["demo"], at: "demo 64", environment: ["COLORTERM": "truecolor"])
    try terminal.write("show Lasagne\r")
    try terminal.expect(status: "space next")
    let picture = terminal.screen.lines.filter { $0.contains("▀") }
    #expect(!picture.isEmpty)
    for (rows, columns) in [(20, 60), (24, 100)] {
      terminal.resize(rows: rows, columns: columns)
      try terminal.expect { screen in
        screen.lines[rows - 1].contains("lines 1–")
          && screen.lines.filter { $0.contains("▀") } == picture
      }
    }
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
  }

  @Test func `a list is laid out again for the width of the window, at the same place`() throws {
    let terminal = try longList()
    try terminal.write(" ")
    try terminal.expect(status: "lines 24–45 of 65")
    for columns in [40, 110, 80] {
      terminal.resize(rows: 24, columns: columns)
      try terminal.expect {
        $0.lines[23].contains("lines 24–45 of 65") && $0.lines[0].hasPrefix("   #  Name")
      }
      // No row takes two lines.
      #expect(terminal.screen.lines[1].hasPrefix("  23  "))
      #expect(terminal.screen.lines[22].hasPrefix("  44  "))
    }
    try terminal.write("G")
    try terminal.expect(status: "of 65 · end")
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
  }

  @Test func `the text of a recipe fills the width of the window`() throws {
    let terminal = try Workplace().prompt(["demo"], at: "demo 64", rows: 16)
    try terminal.enter("set pictures off", prompt: "demo 64")
    try terminal.write("show Lasagne\r")
    try terminal.expect { $0.lines[15].contains("space next") }
    terminal.resize(rows: 16, columns: 50)
    try terminal.expect { $0.lines[15].contains("lines 1–") && $0.lines[1].hasSuffix("time 3 h") }
    terminal.resize(rows: 16, columns: 100)
    try terminal.expect { $0.lines[15].contains("lines 1–") && $0.lines[1].contains("servings 8") }
    try terminal.write("G")
    try terminal.expect { $0.lines[15].contains("end") }
    #expect(terminal.screen.lines.contains { $0.count > 80 })
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
  }

  @Test func `the pager retains a search text through a resize and Ctrl-Z`() throws {
    let terminal = try Workplace().stoppable("demo")
    try terminal.expectPrompt("demo 64")
    try terminal.write("list all\r")
    try terminal.expect(status: "lines 1–23 of 65")
    try terminal.write("/Mous")
    try terminal.expect { $0.lines[23] == "/Mous" }
    terminal.resize(rows: 12, columns: 70)
    try terminal.expect { $0.lines[11] == "/Mous" && $0.lines[0].hasPrefix("   #  Name") }
    try terminal.write("\u{1A}")
    try terminal.expect(text: "stopped")
    try terminal.write("\n")
    try terminal.expect { $0.lines[11] == "/Mous" && $0.lines[0].hasPrefix("   #  Name") }
    try terminal.write("s\r")
    try terminal.expect { $0.text.contains("Moussaka") && $0.lines[11].contains("lines") }
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
  }

  @Test(arguments: [
    ("set pager off; list all", "xterm-256color", "❯", ""),
    ("set pager off; list all", "dumb", ">", ""),
    ("list 1-20", "xterm-256color", "❯", ""), ("list all", "xterm-256color", "❯", "cat"),
  ])
  func `short output and unwanted paging do not open the pager`(
    line: String, term: String, mark: String, pager: String
  ) throws {
    let place = try Workplace()
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["--home", place.home, "demo"],
      environment: ["TERM": term, "LANG": "C.UTF-8", "PAGER": pager])
    try terminal.expect { $0.cursorLine == "demo 64 \(mark)" }
    try terminal.write(line + "\r")
    try terminal.expect { $0.text.contains("of 64 ·") || $0.text.contains("\n64 of 64") }
    try terminal.expect { $0.cursorLine == "demo 64 \(mark)" }
    #expect(!terminal.output.contains("space next"))
  }

  @Test(arguments: ["\u{1B}[113u", "\u{1B}[99;5u", "\u{1B}[27u", "\u{1B}[27;5;99~"])
  func `keys with modifiers leave long output and a recipe at the stove`(key: String) throws {
    let terminal = try Workplace().prompt(["demo"], at: "demo 64")
    try terminal.write("list all\r")
    try terminal.expect(text: "space next")
    try terminal.write(key)
    try terminal.expectPrompt("demo 64")
    try terminal.write("cook 1\r")
    try terminal.expect(text: "step 1 of")
    try terminal.write("\u{1B}[32u")
    try terminal.expect(text: "step 2 of")
    try terminal.write(key)
    try terminal.expectPrompt("demo 64")
  }

  @Test func `a long text goes to the pager of the environment`() throws {
    let place = try Workplace()
    let program = try place.program(
      "viewer", "echo \"$LESS $1 $2\" > '\(place.path)/log'; cat >> '\(place.path)/log'")
    let terminal = try place.prompt(
      ["demo"], at: "demo 64", environment: ["PAGER": "\(program) -a  -b"])
    try terminal.enter("count", prompt: "demo 64")
    #expect(terminal.screen.text.contains("\n64\n"))
    try terminal.enter("list all", prompt: "demo 64")
    let lines = try place.text(of: place.path + "/log").split(separator: "\n")
    #expect(lines.count == 66 && lines[0] == "FRX -a -b")
    #expect(terminal.screen.text.contains("64 of 64"))
  }

  @Test(arguments: [("-i", "-i -R"), ("", " -R"), ("-RS", "-RS")])
  func `less is told to pass colors through, beside what its variable says`(
    variable: String, expected: String
  ) throws {
    let place = try Workplace()
    let program = try place.program(
      "viewer", "echo \"$LESS\" > '\(place.path)/log'; cat > /dev/null")
    let terminal = try place.prompt(
      ["demo"], at: "demo 64", environment: ["PAGER": program, "LESS": variable])
    try terminal.enter("list all", prompt: "demo 64")
    #expect(try place.text(of: place.path + "/log") == expected + "\n")
  }

  @Test(arguments: ["exit 3", "cat > /dev/null; exit 1"])
  func `the output of a pager that fails is shown`(script: String) throws {
    let place = try Workplace()
    let program = try place.program("viewer", script)
    let terminal = try place.prompt(["demo"], at: "demo 64", environment: ["PAGER": program])
    try terminal.write("list all\r")
    try terminal.expect(status: "lines 1–23 of 65")
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
    // The path of the pager decides where the message wraps.
    let words = terminal.screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("ended with status"))
  }

  @Test func `the keyboard's quit ends neither the shell nor its pager`() throws {
    let place = try Workplace()
    let program = try place.program(
      "viewer", "trap '' QUIT; cat > /dev/null; echo reading; read line < /dev/tty; echo done")
    let terminal = try place.prompt(["demo"], at: "demo 64", environment: ["PAGER": program])
    try terminal.write("list all\r")
    try terminal.expect(text: "reading")
    try terminal.write("\u{1C}\r")
    try terminal.expect(text: "done")
    try terminal.expectPrompt("demo 64")
    try terminal.enter("count", prompt: "demo 64")
  }

  @Test func `a pager that is left early ends the command quietly`() throws {
    let place = try Workplace()
    let rows = (0..<60_000).map { "{\"name\":\"Dish \($0)\"}" }.joined(separator: ",\n")
    let feed = try place.file("many.json", "[\(rows)]")
    let terminal = try place.prompt([feed], at: "many 60,000", environment: ["PAGER": "head -n 3"])
    try terminal.enter("list all", prompt: "many 60,000")
    #expect(terminal.screen.text.contains("Dish 1") && !terminal.screen.text.contains("error"))
    #expect(!terminal.screen.text.contains("of 60,000"))
  }

  @Test(arguments: ["", " "])
  func `an empty PAGER variable selects the built-in pager`(name: String) throws {
    let terminal = try Workplace().prompt(
      ["demo"], at: "demo 64", environment: ["PAGER": name])
    try terminal.write("list all\r")
    try terminal.expect(status: "lines 1–23 of 65")
    #expect(!terminal.output.contains("warning"))
  }

  @Test func `the command picture does not open the pager`() throws {
    let terminal = try Workplace().prompt(
      ["demo"], at: "demo 64", environment: ["COLORTERM": "truecolor"], rows: 16)
    try terminal.enter("picture 1", prompt: "demo 64")
    #expect(!terminal.output.contains("space next"))
    #expect(terminal.output.contains { "▀▄▌▐▖▗▘▝▚▞".contains($0) })
  }

  @Test func `a missing external pager is reported once and replaced by the built-in pager`() throws
  {
    let terminal = try Workplace().prompt(
      ["demo"], at: "demo 64", environment: ["PAGER": "no-such-program"])
    for _ in 0..<2 {
      try terminal.write("list all\r")
      try terminal.expect(status: "lines 1–23 of 65")
      try terminal.write("q")
      try terminal.expectPrompt("demo 64")
    }
    #expect(terminal.output.ranges(of: "the pager `no-such-program` cannot be started").count == 1)
  }

  @Test func `a pager that fails is said once`() throws {
    let terminal = try Workplace().prompt(
      ["demo"], at: "demo 64", environment: ["PAGER": "false"])
    for _ in 0..<2 {
      try terminal.write("list all\r")
      try terminal.expect(status: "lines 1–23 of 65")
      try terminal.write("q")
      try terminal.expectPrompt("demo 64")
    }
    #expect(terminal.output.ranges(of: "the pager `false` ended with status 1").count == 1)
  }

  @Test func `a deadly signal leaves the terminal as it was`() throws {
    let place = try Workplace()
    let job = "echo ready; read answer; exec '\(larderPath)' --home '\(place.home)' demo"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expect(line: "ready")
    let before = terminal.modes
    try terminal.write("\n")
    try terminal.expectPrompt("demo 64")
    try terminal.write("list all\r")
    try terminal.expect(status: "lines 1–23 of 65")
    #expect(terminal.modes != before)
    terminal.process.send(15)
    #expect(try terminal.expectEnd() == .signal(15))
    #expect(terminal.modes == before)
  }

  /// The prompt after `list all`, with the first rows in a window of 24.
  private func longList() throws -> PseudoTerminal {
    let terminal = try Workplace().prompt(["demo"], at: "demo 64")
    try terminal.write("list all\r")
    try terminal.expect(status: "lines 1–23 of 65 · space next, / search, q leaves")
    return terminal
  }
}

extension PseudoTerminal {
  /// Waits for a text in the last line of the window.
  fileprivate func expect(status: String) throws {
    try expect { ($0.lines.last ?? "").contains(status) }
  }
}
