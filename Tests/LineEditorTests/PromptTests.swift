import TestSupport
import Testing

@Suite struct PromptTests {
  private static let ghost = "38;5;244:理 を探す"

  @Test(arguments: [
    (
      "\u{1B}[1m\u{1B}[36mpie\u{1B}[0m\u{1B}[32m ❯\u{1B}[0m ", ["1;36:pie", "32: ❯", " 料", ghost], 6
    ),
    ("\u{1B}[31mpie ❯\u{1B}[0m", ["31:pie ", "❯料", ghost], 5),
    ("🎬 料理 ❯ ", ["🎬 料理 ❯ 料", ghost], 10),
    ("cafe\u{301} 👩\u{200D}🍳 \u{2764}\u{FE0F} ❯ ", ["cafe\u{301} 👩 \u{2764} ❯ 料", ghost], 12),
    ("\u{1B}[31mcafe\u{1B}[0m\u{301} ❯ ", ["31:cafe", " ❯ 料", ghost], 7),
    ("pie \u{1FAE9}❯ ", ["pie ❯ 料", ghost], 6),
  ])
  func `a prompt has its colors and the columns that libedit gives it`(
    prompt: String, pieces: [String], columns: Int
  ) throws {
    let terminal = try PseudoTerminal(
      running: probePath, arguments: ["prompt=" + prompt], environment: ["TERM": "xterm-256color"])
    try terminal.expect { $0.hasBracketedPaste && $0.cursor == (0, columns) }
    try terminal.write("料")
    try terminal.expect { $0.pieces(row: 0) == pieces && $0.cursor == (0, columns + 2) }
  }
}
