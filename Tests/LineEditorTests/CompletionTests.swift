import TestSupport
import Testing

@Suite struct CompletionTests {
  @Test(arguments: [
    ("fil\t", "filter "),
    ("sh\tx", "show x"),
    ("f\tl\t", "filter "),
    ("so\tx\u{1}\u{1B}[C\u{1B}[C", "sort x"),
    ("x cuisine=It\t", "x cuisine=Italian"),
    ("x cuisine=i\tndi\t", "x cuisine=Indian"),
    ("x cuisine=料\t", "x cuisine=料理"),
    ("exact \t", "exact 👩\u{200D}🍳 café "),
    ("exact \t\u{1B}[D\u{1B}[DX", "exact 👩\u{200D}🍳 cafXé "),
    ("zzz\t", "zzz"),
    ("show \u{1}sh\t", "show show "),
  ])
  func `Tab inserts the common beginning or the only suggestion`(keys: String, line: String) throws
  {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys + "\r")
    try terminal.expect(read: line)
  }

  @Test func `Tab inserts no space where a space follows already`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("sh x\u{1B}[D\u{1B}[D\tX\r")
    try terminal.expect(read: "show Xx")
  }

  @Test func `without menus, several suggestions are listed in columns`() throws {
    let terminal = try PseudoTerminal(probe: ["plain", "quiet"])
    try terminal.write("x cuisine=\t")
    try terminal.expect { $0.cursor == (5, 18) }
    #expect(
      terminal.screen.text == """
        probe ❯ x cuisine=
        Indian     5  rows from there
        Irish      2  rows from there
        Italian   16  rows from there
        料理     123  rows from there
        probe ❯ x cuisine=
        """)
  }

  @Test func `descriptions are dim where there are colors`() throws {
    let terminal = try PseudoTerminal(probe: ["quiet"])
    try terminal.write("s\t")
    try terminal.expect { $0.cursorLine == "probe ❯ s" && $0.cursor.row == 3 }
    #expect(terminal.output.contains("\u{1B}[2morder the rows\u{1B}[0m"))
  }

  @Test func `a line below a list has its colors`() throws {
    let terminal = try PseudoTerminal(probe: ["quiet"])
    try terminal.write("show x cuisine=")
    try terminal.expect { $0.pieces(row: 0).contains("1:show") }
    try terminal.write("\t")
    try terminal.expect { $0.cursor.row == 5 && $0.pieces(row: 5).contains("1:show") }
  }

  @Test func `a list keeps the cursor inside the line`() throws {
    let terminal = try PseudoTerminal(probe: ["plain", "quiet"])
    try terminal.write("stail\u{1}\u{1B}[C\t")
    try terminal.expect { $0.cursor == (3, 9) && $0.cursorLine == "probe ❯ stail" }
    try terminal.write("X\r")
    try terminal.expect(read: "sXtail")
  }

  @Test func `a narrow window clips the list`() throws {
    let terminal = try PseudoTerminal(probe: ["plain", "quiet"], columns: 20)
    try terminal.write("cuisine=\t")
    try terminal.expect { $0.cursor == (5, 16) }
    #expect(
      Array(terminal.screen.lines[1...5]) == [
        "Indian     5  rows…", "Irish      2  rows…", "Italian   16  rows…", "料理     123  rows…",
        "probe ❯ cuisine=",
      ])
  }

  @Test func `a list at the bottom of the screen scrolls`() throws {
    let terminal = try PseudoTerminal(probe: ["plain", "quiet"], rows: 6)
    try terminal.write("\u{3}\u{3}\u{3}x cuisine=\t")
    try terminal.expect { $0.lines[4].hasPrefix("料理") && $0.cursor == (5, 18) }
    #expect(
      terminal.screen.text == """
        probe ❯ x cuisine=
        Indian     5  rows from there
        Irish      2  rows from there
        Italian   16  rows from there
        料理     123  rows from there
        probe ❯ x cuisine=
        """)
  }

  @Test func `a line of several rows stays whole under a list`() throws {
    let terminal = try PseudoTerminal(probe: ["plain", "quiet"], columns: 20)
    try terminal.write("0123456789012345 cuisine=\t")
    try terminal.expect { $0.cursor == (7, 13) }
    #expect(terminal.screen.lines[0...1] == terminal.screen.lines[6...7])
    #expect(terminal.screen.lines[7] == "2345 cuisine=")
  }
}

@Suite struct PagingTests {
  private func terminalAtFirstPage() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(probe: ["plain", "quiet"], rows: 10)
    try terminal.write("many \t")
    try terminal.expect { $0.cursorLine == "more (9 of 200)" }
    return terminal
  }

  @Test(arguments: [" ", "\t", "\r"])
  func `a long list goes on with the next page`(key: String) throws {
    let terminal = try terminalAtFirstPage()
    #expect(terminal.screen.lines[0] == "1 of many")
    try terminal.write(key)
    try terminal.expect { $0.cursorLine == "more (18 of 200)" }
    #expect(terminal.screen.lines[8] == "18 of many")
    #expect(terminal.screen.lines[0] == "10 of many")
  }

  @Test(arguments: ["q", "\u{3}", "\u{1B}"])
  func `a long list can be left`(key: String) throws {
    let terminal = try terminalAtFirstPage()
    try terminal.write(key)
    try terminal.expect { $0.cursorLine == "probe ❯ many" }
    try terminal.write("x\r")
    try terminal.expect(read: "many x")
  }

  @Test func `another key leaves a long list and is typed`() throws {
    let terminal = try terminalAtFirstPage()
    try terminal.write("7")
    try terminal.expect { $0.cursorLine == "probe ❯ many 7" }
  }

  @Test func `the last page ends in the prompt`() throws {
    let terminal = try terminalAtFirstPage()
    try terminal.write(String(repeating: " ", count: 22))
    try terminal.expect { $0.cursorLine == "probe ❯ many" }
    #expect(terminal.screen.lines[8] == "200 of many")
  }
}
