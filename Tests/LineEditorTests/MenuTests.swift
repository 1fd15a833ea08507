import Interpreter
import TestSupport
import Testing

@testable import LineEditor

@Suite struct MenuTests {
  @Test(arguments: [
    ("", ["x cuisine=", "  Indian     5", "  Irish      2", "  Italian   16", "  料理     123"]),
    ("\t", ["x cuisine=Indian", "❯ Indian     5", "  Irish      2"]),
    ("\t\t", ["x cuisine=Irish", "  Indian     5", "❯ Irish      2"]),
    ("\u{1B}[B\u{1B}[B\u{1B}[A", ["x cuisine=Indian", "❯ Indian     5"]),
    ("\u{1B}[Z", ["x cuisine=料理", "  Indian     5", "  Irish      2", "  Italian   16", "❯ 料理"]),
    ("\t\t\t\t\t", ["x cuisine=Indian", "❯ Indian     5"]),
    ("\u{1B}[A\u{E}", ["x cuisine=Indian", "❯ Indian     5"]),
    ("I", ["x cuisine=I", "  Indian    5", "  Irish     2", "  Italian  16", ""]),
    ("Ir", ["x cuisine=Ir", "", ""]),
    ("I\u{7F}", ["x cuisine=", "  Indian     5"]),
    ("\t\u{7}", ["x cuisine=", "", ""]),
    ("\tx", ["x cuisine=Indianx", "", ""]),
    ("\t\r", ["x cuisine=Indian", "", ""]),
    ("\t\u{1B}[C", ["x cuisine=Indian", "", ""]),
    ("\t\u{1B}[D", ["x cuisine=Indian", "", ""]),
    ("\u{1}", ["x cuisine=", "", ""]),
  ])
  func `keys choose in a menu`(keys: String, rows: [String]) throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("x cuisine=\t")
    try terminal.expect { $0.lines[4].hasPrefix("  料理") }
    try terminal.write(keys)
    try terminal.expect { screen in
      zip(screen.lines, ["probe ❯ " + rows[0]] + rows.dropFirst()).allSatisfy { line, start in
        start.isEmpty ? line.isEmpty : line.hasPrefix(start)
      } && screen.lines[0] == "probe ❯ " + rows[0] && screen.cursor.row == 0
    }
  }

  @Test(arguments: [
    ("s\t\t\r\r", "show "), ("s\t\r", "s"), ("s\th\t\r", "show "),
    ("x cuisine=\t\t\r\r", "x cuisine=Indian"),
    ("stail\u{1}\u{1B}[C\t\t\rX\r", "show Xtail"), ("s\t\u{1B}[B\u{7}\r", "s"),
    ("x cuisine=i\tr\t\r", "x cuisine=Irish"), ("s\t\t!\r", "show!"),
  ])
  func `the chosen item of a menu becomes the line`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys)
    try terminal.expect(read: line)
  }

  @Test func `a suggestion of an incomplete menu is inserted only when the user chooses it`() throws
  {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("some \t")
    try terminal.expect { $0.lines[0...2] == ["probe ❯ some", "  abc", "  abd"] }
    try terminal.write("\t\r\r")
    try terminal.expect(read: "some abc")
  }

  @Test func `a long menu shows a page and which one it is`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("many \t")
    try terminal.expect { $0.lines[10] == "1–9 of 200" }
    try terminal.write("\t\u{1B}[6~")
    try terminal.expect { $0.lines[9] == "❯ 10 of many" && $0.lines[10] == "2–10 of 200" }
    try terminal.write("\u{1B}[Z\u{1B}[5~\u{1B}[Z")
    try terminal.expect { $0.lines[9] == "❯ 200 of many" && $0.lines[10] == "192–200 of 200" }
    try terminal.write("\u{7}")
    try terminal.expect { $0.text == "probe ❯ many" }
  }

  @Test(arguments: [(6, 80), (5, 40), (4, 80)])
  func `at the bottom of the window the rows above scroll up`(rows: Int, columns: Int) throws {
    let terminal = try PseudoTerminal(probe: ["plain"], rows: rows, columns: columns)
    try terminal.write(String(repeating: "\u{3}", count: rows) + "x cuisine=\t")
    try terminal.expect { $0.lines[rows - 1].contains(rows == 4 ? "1–2 of 4" : "料理") }
    try terminal.expect { $0.cursorLine == "probe ❯ x cuisine=" }
    try terminal.expect { $0.cursor.column == 18 % columns }
    try terminal.write("\tX\r")
    try terminal.expect(read: "x cuisine=IndianX")
    #expect(!terminal.screen.text.contains("Irish"))
  }

  @Test func `a wrapped line keeps its rows above the menu`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"], columns: 20)
    try terminal.write("0123456789012345 cuisine=\t")
    try terminal.expect { $0.lines[5].hasPrefix("  料理") }
    try terminal.expect { $0.lines[0...1] == ["probe ❯ 012345678901", "2345 cuisine="] }
    try terminal.expect { $0.cursor == (1, 13) }
    try terminal.write("\t")
    try terminal.expect { $0.lines[1] == "2345 cuisine=Indian" && $0.lines[2].hasPrefix("❯ Ind") }
    try terminal.write("\t\t\t")
    try terminal.expect { $0.lines[1] == "2345 cuisine=料理" && $0.cursor == (1, 17) }
    try terminal.write("\r")
    try terminal.expect { $0.lines[2].isEmpty && $0.lines[5].isEmpty }
  }

  @Test func `a window that is too low lists what a menu has no room for`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"], rows: 3)
    try terminal.write("x cuisine=\t")
    try terminal.expect { $0.cursorLine == "more (2 of 4)" }
  }

  @Test(arguments: [(24, 40), (24, 30), (12, 100)])
  func `a new size draws line and menu anew`(rows: Int, columns: Int) throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write("x cuisine=\t\t")
    try terminal.expect {
      $0.lines[1].hasPrefix("❯ Indian") && $0.lines[4].hasPrefix("  料理") && $0.cursor == (0, 24)
    }
    terminal.resize(rows: rows, columns: columns)
    try terminal.expect { screen in
      screen.lines[0] == "probe ❯ x cuisine=Indian" && screen.lines[1].hasPrefix("❯ Indian")
        && screen.lines[4].hasPrefix("  料理") && screen.cursor == (0, 24)
    }
    try terminal.write("\r!\r")
    try terminal.expect(read: "x cuisine=Indian!")
  }

  @Test func `the chosen row is marked without color too`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("x cuisine=\t\t")
    try terminal.expect { $0.pieces(row: 1).first?.hasPrefix("7:❯ Indian") ?? false }
    try terminal.expect { $0.pieces(row: 2).last == "2:rows from there" }
  }

  @Test(arguments: ["a\nb", "a\u{9B}b", "a\u{2028}b", "a\u{2029}b"])
  func `a suggestion with line separators is listed in one row`(text: String) {
    let suggestion = Suggestion(text: text, description: text, range: 0..<0)
    let row = SuggestionList([suggestion], columns: 40).rows()[0]
    #expect((row.text + row.description).filter { !$0.isASCII || $0.isNewline } == "")
    #expect(row.text.hasPrefix("a b") && row.description == "a b")
  }
}
