import Foundation
import TestSupport
import Testing

@Suite struct GhostTests {
  @Test(arguments: [
    ("fil", "fil", "ter  keep matching rows"),
    ("sea", "sea", "rch Pie"),
    ("料", "料", "理 を探す"),
    ("x cuisine=It", "x cuisine=It", "alian  rows from there"),
    ("x cuisine=Italian", "x cuisine=Italian", "  → 16 rows"),
    ("y cuisine=It", "y cuisine=It", "alian  → 16 rows"),
    ("filtre", "filtre", "  → filter"),
    ("fil\u{1B}[D", "fil", ""),
    ("zzz", "zzz", ""),
    ("fil\u{7F}\u{7F}\u{7F}", "", ""),
    ("fil\u{1B}[Ds\u{5}", "fisl", ""),
  ])
  func `the best suggestion is shown dim behind the cursor at the end of the line`(
    keys: String, typed: String, ghost: String
  ) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys)
    try terminal.expect {
      $0.cursorLine == ("probe ❯ " + typed).trimmed
        && $0.lines[0] == ("probe ❯ " + typed + ghost).trimmed
    }
  }

  @Test(arguments: [
    ("fil\u{1B}[C\r", "filter"), ("fil\u{5}\r", "filter"), ("fil\u{6}\r", "filter"),
    ("fil\u{1B}[F\r", "filter"), ("fil\r", "fil"), ("sea\u{1B}[1;5CX\r", "searchX"),
    ("sea\u{1B}f\u{1B}f!\r", "search Pie!"), ("filtre\u{1B}[C\r", "filter"),
    ("料\u{1B}[C\r", "料理 を探す"), ("sea\u{1B}[D\u{1B}[C\u{1B}[C\r", "search Pie"),
    ("fil\u{1B}[C\u{1F}\r", "fil"),
  ])
  func `Right accepts the ghost text, Ctrl-Right one word, and Enter none of it`(
    keys: String, line: String
  ) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys)
    try terminal.expect(read: line)
  }

  @Test func `ghost text appears in the last line of a line of several rows`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("one\u{1B}\rfiltre")
    try terminal.expect {
      $0.lines[0...1] == ["probe ❯ one", "filtre  → filter"] && $0.cursor == (1, 6)
    }
    try terminal.write("\u{1B}[C!\r")
    try terminal.expect(read: "one\nfilter!")
    try terminal.write("on")
    try terminal.expect { $0.cursorLine == "probe ❯ on" && $0.text.contains("❯ one ⏎ filter!") }
    try terminal.write("\u{1B}[C\r")
    try terminal.expect { $0.lines.filter { $0 == "read: \"one\\nfilter!\"" }.count == 2 }
  }

  @Test func `ghost text follows characters that are spelled out`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("\u{1FAE9} pie\r")
    try terminal.expect(read: "\u{1FAE9} pie")
    try terminal.write("\u{1FAE9}")
    try terminal.expect {
      $0.lines[2] == "probe ❯ \\U+1FAE9 pie" && $0.cursor == (2, 16)
        && $0.cursorLine == "probe ❯ \\U+1FAE9"
    }
  }

  @Test func `ghost text follows a wide character that had no room in its row`() throws {
    let terminal = try PseudoTerminal(probe: [], columns: 16)
    try terminal.write("料理 を探")
    try terminal.expect {
      $0.lines[0...1] == ["probe ❯ 料理 を", "探す"] && $0.cursor == (1, 2) && $0.cursorLine == "探"
    }
  }

  @Test func `no ghost text appears between keys that arrive together`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("fil\u{7F}\u{7F}\u{7F}zzz\r")
    try terminal.expect(read: "zzz")
    #expect(!terminal.output.contains("keep matching rows"))
  }

  @Test func `typed letters appear before suggestions are computed`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("think")
    try terminal.expect { $0.cursorLine == "probe ❯ think" }
    terminal.process.send(SIGUSR2)
    try terminal.write("x\r")
    try terminal.expect(read: "thinkx")
  }

  @Test func `ghost text disappears when the line is entered`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("fil")
    try terminal.expect { $0.lines[0].hasSuffix("rows") }
    try terminal.write("\r")
    try terminal.expect { $0.lines[0...1] == ["probe ❯ fil", "read: \"fil\""] }
  }

  @Test func `an empty line proposes the next step`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("list\r")
    try terminal.expect { $0.lines[1] == "probe ❯ show 1  the first row" }
    try terminal.write("\u{1B}[C\r")
    try terminal.expect(read: "show 1")
  }

  @Test(arguments: [(20, "理 を探…"), (16, "理 …"), (12, "")])
  func `a narrow window truncates the ghost text`(columns: Int, ghost: String) throws {
    let terminal = try PseudoTerminal(probe: [], columns: columns)
    try terminal.write("料理 を探す and more\r")
    try terminal.expect { $0.text.contains("read:") && $0.cursorLine == "probe ❯" }
    try terminal.write("料")
    let line = "probe ❯ 料"
    try terminal.expect { $0.cursorLine == line }
    try terminal.write("\u{7F}料")
    try terminal.expect {
      $0.lines[$0.cursor.row] == line + ghost
    }
  }

  @Test(arguments: [
    ("xterm-256color", "38;5;244"), ("xterm", "90"), ("screen", "90"), ("linux", "2"),
    ("vt100", "2"),
  ])
  func `ghost text is gray, or dim where there is no gray`(type: String, style: String) throws {
    let terminal = try PseudoTerminal(probe: [], environment: ["TERM": type, "LANG": "C.UTF-8"])
    try terminal.write("sea")
    try terminal.expect { $0.pieces(row: 0).last == style + ":rch Pie" }
  }

  @Test(arguments: [["quiet"], ["plain"]])
  func `ghost text is off without suggestions or color`(arguments: [String]) throws {
    let terminal = try PseudoTerminal(probe: arguments)
    try terminal.write("fil\u{1B}[C\r")
    try terminal.expect(read: "fil")
    #expect(!terminal.screen.text.contains("keep"))
  }
}

@Suite struct LiveColorTests {
  @Test(arguments: [
    ("show", [" ", "1:show"]),
    ("filtre", [" ", "4;31:filtre", "38;5;244:  → filter"]),
    ("show x=料理", [" ", "1:show", " x=", "32:料理"]),
    ("show x=料理\u{1}\u{1B}[C\u{1B}[CX", [" shXow x=", "32:料理"]),
    ("show x=料\u{7F}y", [" ", "1:show", " x=", "32:y"]),
    ("show\u{C}", [" ", "1:show"]),
    ("showx\u{7F}", [" ", "1:show"]),
    ("show x=1|\u{15}show x=12", [" ", "1:show", " x=", "32:12"]),
    ("show x=1|\u{1}\u{B}x show x=1", [" x show x=", "32:1"]),
    ("sho", [" sho", "38;5;244:w  one recipe"]),
    ("show x=\u{1FAE9}y", [" ", "1:show", " x=\\U+1FAE9", "32:y"]),
    ("exact \t\u{1}show x=", [" ", "1:show", " x=", "32:exact 👩 café"]),
  ])
  func `a line is colored while it is typed`(keys: String, pieces: [String]) throws {
    let terminal = try PseudoTerminal(probe: [])
    for keys in keys.split(separator: "|") {
      try terminal.write(String(keys))
      if keys == "show x=1" { try terminal.expect { $0.pieces(row: 0).last == "32:1" } }
    }
    try terminal.expect { $0.pieces(row: 0).dropFirst(3) == pieces[...] }
  }

  @Test func `a wrapped line is colored in all its rows, with the cursor in its place`() throws {
    let terminal = try PseudoTerminal(probe: [], columns: 20)
    try terminal.write("show 0123456789 x=料理料理料理")
    try terminal.expect { $0.pieces(row: 1) == ["789 x=", "32:料理料理料理"] }
    try terminal.expect { $0.pieces(row: 0).suffix(2) == ["1:show", " 0123456"] }
    try terminal.expect { $0.cursor == (1, 18) }
    try terminal.write("理料")
    try terminal.expect { $0.pieces(row: 2) == ["32:料"] && $0.cursor == (2, 2) }
    try terminal.write("\u{1}\u{4}")
    try terminal.expect { $0.lines[0] == "probe ❯ how 01234567" && $0.cursor == (0, 8) }
    try terminal.expect { $0.pieces(row: 1) == ["89 x=", "32:料理料理料理理"] }
  }

  @Test func `a line that just fills its row keeps its colors`() throws {
    let terminal = try PseudoTerminal(probe: [], columns: 20)
    try terminal.write("show x=23456")
    try terminal.expect { $0.pieces(row: 0).last == "32:23456" && $0.cursor == (1, 0) }
    try terminal.write("7")
    try terminal.expect { $0.pieces(row: 1) == ["32:7"] && $0.cursor == (1, 1) }
    try terminal.write("\u{7F}\u{7F}")
    try terminal.expect { $0.lines[0] == "probe ❯ show x=2345" && $0.lines[1].isEmpty }
  }

  @Test func `without color the typed line is not highlighted`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("show x=1\r")
    try terminal.expect(read: "show x=1")
    #expect(!terminal.output.contains("\u{1B}[0;1m"))
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
