import TestSupport
import Testing

@Suite struct SurroundingsTests {
  @Test(arguments: ["C", "POSIX", "", "nonsense"])
  func `a line with letters of any script is edited in any locale`(locale: String) throws {
    let terminal = try PseudoTerminal(
      probe: [], environment: ["TERM": "xterm-256color", "LC_ALL": locale])
    try terminal.write("aéb 料理\u{7F}\r")
    try terminal.expect(read: "aéb 料")
  }

  @Test(arguments: [
    "dumb", nil, "", "no-such-terminal", "xterm-kitty", "foot", "vt100", "screen", "linux",
    "emacs/../../x",
  ])
  func `a line is edited on any type of terminal`(type: String?) throws {
    let terminal = try PseudoTerminal(probe: [], environment: type.map { ["TERM": $0] } ?? [:])
    try terminal.write("ab料\u{1B}[D\u{1B}[Dx\u{12}pie\u{7}\u{1}\u{4}\r")
    try terminal.expect(read: "xb料")
    try terminal.write("s\t")
    try terminal.expect { screen in
      ["sort  order", "sort, order"].contains { screen.text.contains($0) }
    }
    try terminal.write("\u{3}")
    try terminal.expectPrompt()
    #expect(!terminal.output.contains("No entry for terminal"))
  }

  @Test(arguments: [
    "xterm-kitty", "xterm-ghostty", "alacritty-of-mine", "foot-of-mine", "wezterm", "kitty-of-mine",
  ])
  func `a terminal type without a terminfo entry is edited as a similar known type`(type: String)
    throws
  {
    let terminal = try PseudoTerminal(
      running: probePath, environment: ["TERM": type, "LANG": "C.UTF-8"])
    try terminal.expect { $0.cursorLine == "probe ❯" }
    try terminal.write("fil")
    try terminal.expect {
      $0.pieces(row: 0).first == "1;36:probe" && $0.lines[0] == "probe ❯ filter  keep matching rows"
    }
  }

  @Test(arguments: ["dumb", "no-such-terminal"])
  func `a dumb terminal gets no escape sequences`(type: String) throws {
    let terminal = try PseudoTerminal(probe: [], environment: ["TERM": type])
    try terminal.write("many \tx\u{3}quit\r")
    _ = try terminal.expectEnd()
    #expect(!terminal.transcript.contains(0x1B))
  }

  @Test(arguments: ["</dev/null", "| cat"])
  func `no line is edited where keys or screen are no terminal`(redirection: String) throws {
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", "'\(probePath)' \(redirection)"],
      environment: ["TERM": "xterm-256color"])
    try terminal.expect(line: "notATerminal")
  }

  @Test func `the prompt has its colors`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.expect { $0.cursor.column == 8 }
    #expect(terminal.output.contains("\u{1B}[1;36mprobe\u{1B}[0m \u{1B}[32m❯\u{1B}[0m "))
  }

  @Test func `without colors the prompt and the suggestions have no color sequences`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("s\t\u{3}")
    try terminal.expect(line: "interrupted")
    #expect(!terminal.output.contains("\u{1B}[2m"))
    #expect(!terminal.output.contains("\u{1B}[1;36m"))
  }

  @Test func `the editor sends no queries to the terminal`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("s\t\u{12}pie\u{7}\u{C}quit\u{5}\r")
    try terminal.write("\u{3}\u{4}")
    _ = try terminal.expectEnd()
    for question in ["\u{1B}[c", "\u{1B}[>c", "\u{1B}[6n", "\u{1B}]11;?", "\u{1B}[?u"] {
      #expect(!terminal.output.contains(question))
    }
  }

  @Test func `Ctrl-L clears the screen and keeps the line`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("one\rhalf")
    try terminal.expect { $0.cursorLine == "probe ❯ half" && $0.cursor.row == 2 }
    try terminal.write("\u{C}")
    try terminal.expect { $0.text == "probe ❯ half" && $0.cursor == (0, 12) }
  }
}

@Suite struct WindowTests {
  @Test func `a window without a size counts as eighty columns`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"], rows: 0, columns: 0)
    try terminal.write("cuisine=\t")
    try terminal.expect { $0.lines[4] == "  料理     123  rows from there" }
    try terminal.write("x\r")
    try terminal.expect(read: "cuisine=x")
  }

  @Test(arguments: [(1, 1), (1, 5), (2, 2), (3, 7), (1, 80), (5, 3)])
  func `a line is edited and searched in a tiny window`(rows: Int, columns: Int) throws {
    let terminal = try PseudoTerminal(
      running: probePath, environment: ["TERM": "xterm-256color"],
      rows: rows, columns: columns)
    try terminal.expect { $0.hasBracketedPaste }
    try terminal.write("a料 and more\u{1}\u{1B}[Cx\u{12}pie\u{7}\u{4}\r")
    // Between two lines a ^C would be a signal, and no key.
    try terminal.expect { $0.editedLineCount == 2 }
    try terminal.write("s\t\u{3}many \tq\u{3}exit\r")
    #expect(try terminal.expectEnd() == .status(3))
  }

  @Test(arguments: [(24, 40), (10, 100), (24, 17), (3, 30)])
  func `a new size in the middle of a line redraws it`(rows: Int, columns: Int) throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("before\rtwenty characters in")
    try terminal.expect { $0.cursorLine == "probe ❯ twenty characters in" }
    let drawn = terminal.output.components(of: "probe ❯ ")
    terminal.resize(rows: rows, columns: columns)
    try terminal.expect { _ in terminal.output.components(of: "probe ❯ ") > drawn }
    try terminal.write("!")
    try terminal.expect { $0.joined.hasSuffix("probe ❯ twenty characters in!") }
    #expect(terminal.screen.joined.components(of: "twenty") == 1)
    try terminal.write("\r")
    try terminal.expect { $0.joined.contains("read: \"twenty characters in!\"") }
  }

  @Test func `after a resize edits are drawn in the rows of the new size`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("0123456789abcdefghij")
    try terminal.expect { $0.cursorLine == "probe ❯ 0123456789abcdefghij" }
    let drawn = terminal.output.components(of: "probe ❯ ")
    terminal.resize(rows: 24, columns: 20)
    try terminal.expect { _ in terminal.output.components(of: "probe ❯ ") > drawn }
    try terminal.write("\u{1}XY")
    try terminal.expect {
      $0.lines[0...1] == ["probe ❯ XY0123456789", "abcdefghij"] && $0.cursor == (0, 10)
    }
  }

  @Test func `a long line wraps and is edited at its start`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"], columns: 20)
    let line = "0123456789 0123456789 0123456789"
    try terminal.write(line)
    try terminal.expect { $0.cursor == (2, 0) }
    try terminal.write("\u{1}ABC")
    try terminal.expect { $0.cursor == (0, 11) && $0.joined.hasSuffix("ABC" + line) }
    #expect(terminal.screen.lines[0] == "probe ❯ ABC012345678")
    try terminal.write("\r")
    try terminal.expect { $0.joined.contains("read: \"ABC\(line)\"") }
  }
}

extension ScreenModel {
  /// All rows as one text, without the line ends.
  fileprivate var joined: String { lines.joined() }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
