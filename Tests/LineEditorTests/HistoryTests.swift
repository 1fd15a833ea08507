import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test(arguments: [
    ("\u{1B}[A", "料理 を探す"),
    ("\u{1B}[A\u{1B}OA", "search Pie"),
    ("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A", "first line"),
    ("\u{10}\u{10}\u{E}", "料理 を探す"),
    ("new\u{1B}[A\u{1B}[Ber", "newer"),
    ("\u{1B}[A!", "料理 を探す!"),
    ("\u{1B}[5~\u{1B}[5~\u{1B}[6~", "料理 を探す"),
    ("sea\u{1B}p", "search Pie"),
  ])
  func `arrows walk through past lines`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys + "\r")
    try terminal.expect(read: line)
  }

  @Test func `the history has the lines of another shell at the next prompt`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("other\r")
    try terminal.expectPrompt()
    try terminal.write("\u{1B}[A")
    try terminal.expect { $0.cursorLine == "probe ❯ from another shell" }
    try terminal.write("\u{1B}[A")
    try terminal.expect { $0.cursorLine == "probe ❯ other" }
  }

  @Test(arguments: [" secret", "  ", ""])
  func `a blank line and one with a leading space are not kept`(line: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(line + "\r")
    try terminal.expect(read: line)
    try terminal.write("\u{1B}[A\r")
    try terminal.expect(read: "料理 を探す")
  }

  @Test func `the same line twice is kept once`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("a\ra\r\u{1B}[A\u{1B}[A+\r")
    try terminal.expect(read: "料理 を探す+")
  }

  @Test func `a long unsent line is restored after Up and Down`() throws {
    let terminal = try PseudoTerminal(probe: [], rows: 40)
    let line = String(repeating: "0123456789", count: 150)
    try terminal.write(line + "\u{1B}[A\u{1B}[B!\r")
    try terminal.expect { $0.text.contains("789!\"") }
    let report = terminal.output.split(separator: "read: ").last.map(String.init) ?? ""
    #expect(report.hasPrefix("\"\(line)!\""))
  }

  @Test(arguments: ["kj", "KJ", "Gj", "1Gj"])
  func `a long unsent line is restored after vi keys move through the history`(keys: String) throws
  {
    let terminal = try PseudoTerminal(probe: ["vi"], rows: 60)
    let line = String(repeating: "0123456789", count: 150) + "."
    try terminal.write(line + "and more\r")
    try terminal.expect { $0.text.contains("more\"") && $0.cursorLine == "probe ❯" }
    try terminal.write(line + "\u{1B}")
    try terminal.expect { $0.cursorLine.last == "." && $0.cursor.column == 68 }
    try terminal.write(keys + "A!\r")
    try terminal.expect { $0.text.contains("!\"") }
    let report = terminal.output.split(separator: "read: ").last.map(String.init) ?? ""
    #expect(report.hasPrefix("\"\(line)!\""))
  }

  @Test func `the history shows past lines with characters that the C library does not know`()
    throws
  {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("new \u{1FAE9}\r")
    try terminal.expect(read: "new \u{1FAE9}")
    try terminal.write("\u{1B}[A\u{1B}[A\r")
    try terminal.expect(read: "料理 を探す")
    try terminal.write("\u{1B}[A\u{1B}[AX\r")
    try terminal.expect(read: "new \u{1FAE9}X")
  }
}

@Suite struct InlineSearchTests {
  @Test func `without menus, a search shows text and match in one line`() throws {
    let terminal = try PseudoTerminal(probe: ["quiet"])
    try terminal.write("\u{12}")
    try terminal.expect { $0.cursorLine == "(search) :" }
    try terminal.write("pi")
    try terminal.expect { $0.cursorLine == "(search) pi: search Pie" }
    try terminal.write("x")
    try terminal.expect { $0.cursorLine == "(search, not found) pix: search Pie" }
    try terminal.write("\u{7F}")
    try terminal.expect { $0.cursorLine == "(search) pi: search Pie" }
  }

  @Test(arguments: [
    ("pie\r", "search Pie"),
    ("i\u{12}\r", "first line"),
    ("料\r", "料理 を探す"),
    ("を\u{1B}[F!\r", "料理 を探す!"),
    ("pie\u{1}X\r", "Xsearch Pie"),
    ("pie\u{1B}[D\r", "search Pie"),
    ("pie\u{7}\r", "typed"),
    ("zzz\r", "typed"),
    ("\r", "typed"),
  ])
  func `a search ends with the match or the line before`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: ["quiet"])
    try terminal.write("typed\u{12}\(keys)")
    try terminal.expect(read: line)
  }

  @Test(arguments: [["quiet"], []])
  func `Ctrl-C in a search also drops the line that was typed before the search`(
    arguments: [String]
  ) throws {
    let terminal = try PseudoTerminal(probe: arguments)
    try terminal.write("typed")
    try terminal.expect { $0.cursorLine == "probe ❯ typed" }
    try terminal.write("\u{12}pie\u{3}")
    try terminal.expect(line: "interrupted")
    try terminal.write("new\r")
    try terminal.expect(read: "new")
  }

  @Test func `Escape leaves a search`() throws {
    let terminal = try PseudoTerminal(probe: ["quiet"])
    try terminal.write("typed\u{12}pie")
    try terminal.expect { $0.cursorLine == "(search) pie: search Pie" }
    try terminal.write("\u{1B}")
    try terminal.expect { $0.cursorLine == "probe ❯ typed" }
    try terminal.expect { $0.cursor.column == 13 }
  }
}

@Suite struct HistorySearchTests {
  @Test func `a search lists past lines, the latest first, and narrows them`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("\u{12}")
    try terminal.expect {
      $0.lines[0...3] == ["(search)", "❯ 料理 を探す", "  search Pie", "  first line"]
    }
    try terminal.write("i")
    try terminal.expect { $0.lines[0...3] == ["(search) i", "❯ search Pie", "  first line", ""] }
    try terminal.write("x")
    try terminal.expect { $0.lines[0...2] == ["(search) ix", "  nothing found", ""] }
    try terminal.write("\u{7F}\u{12}")
    try terminal.expect { $0.lines[0...2] == ["(search) i", "  search Pie", "❯ first line"] }
    try terminal.expect { $0.cursor == (0, 10) }
  }

  @Test(arguments: [
    ("pie\r", "search Pie"),
    ("i\u{12}\r", "first line"),
    ("i\u{1B}[B\r", "first line"),
    ("i\u{12}\u{1B}[A\r", "search Pie"),
    ("in li\r", "first line"),
    ("料\r", "料理 を探す"),
    ("を\u{1B}[F!\r", "料理 を探す!"),
    ("pie\tX\r", "search PieX"),
    ("pie\u{1}X\r", "Xsearch Pie"),
    ("pie\u{1B}[DX\r", "search PiXe"),
    ("pie\u{7}\r", "typed"),
    ("zzz\r", "typed"),
    ("line\u{17}pie\r", "search Pie"),
  ])
  func `a search ends with the match, or with the typed line if nothing matches`(
    keys: String, line: String
  ) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("typed\u{12}\u{15}\(keys)")
    try terminal.expect(read: line)
  }

  @Test func `the search starts with the typed text, and Escape restores it`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("pie\u{12}")
    try terminal.expect { $0.lines[0...1] == ["(search) pie", "❯ search Pie"] }
    try terminal.write("\u{1B}")
    try terminal.expect { $0.lines[0...1] == ["probe ❯ pie", ""] }
    try terminal.expect { $0.cursor.column == 11 }
  }
}

@Suite struct PrefixTests {
  @Test(arguments: [
    ("se\u{1B}[A", "search Pie"),
    ("se\u{1B}[A\u{1B}[A", "search Pie"),
    ("f\u{1B}[A\u{1B}[B", "f"),
    ("zz\u{1B}[A", "zz"),
    ("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[B", "search Pie"),
    ("s\u{1B}[A\u{7F}\u{1B}[A", "search Pie"),
  ])
  func `Up recalls past lines with the typed prefix, and Down restores the typed line`(
    keys: String, line: String
  ) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys + "\r")
    try terminal.expect(read: line)
  }
}
