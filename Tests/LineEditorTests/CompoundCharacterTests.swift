import Interpreter
import LineEditor
import TestSupport
import Testing

extension PrivateEditorTests {
  /// Characters of several code points, edited by chance.
  @Suite("Characters of several code points")
  struct CompoundCharacterTests {
    private static let texts = [
      "a", "b ", "x\u{323}", "e\u{301}", "น้", "จิ้", "ำ", "👩\u{200D}🍳", "\u{2764}\u{FE0F}", "🇮", "🇹",
      "🇫",
      "料", "が", "か\u{3099}", "\u{301}", "\u{200D}", "क्षि", "שָׁ", "\u{17000}", "\u{10FFFD}",
      "\u{100000}",
      "\u{1B}[200~ท\u{301}\r🇮🇹x\u{1B}[201~",
    ]
    private static let moves = [
      "\u{7F}", "\u{1B}[D", "\u{1B}[C", "\u{1}", "\u{5}", "\u{17}", "\u{B}", "\u{19}", "\u{1F}",
      "\u{1B}[3~",
      "\u{1B}[A", "\u{1B}[B", "\u{1B}b", "\u{1B}f", "\u{1B}d", "\u{1B}y", "\u{15}",
    ]

    /// A screen with a line on it, and what the line is.
    private struct Shown: Equatable {
      var lines: [String]
      var cursor: [Int]
    }

    /// The terminal's rendering, which moves to the left with each new line.
    private func asShown(_ drawing: [UInt8]) -> [UInt8] {
      drawing.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    }

    /// Shows lines as drafts, each by an editor that begins with it.
    private func fresh(_ text: String, columns: Int) throws -> Shown {
      let terminal = try #require(EditorTerminal(columns: columns, rows: 12))
      let typist = TypedKeys([])
      let editor = try LineEditor(on: terminal, typist: typist)
      var screen = ScreenModel(rows: 12, columns: columns)
      var shown = Shown(lines: [], cursor: [])
      typist.look = {
        screen.feed(asShown(terminal.takeDrawing()))
        shown = Shown(lines: screen.lines, cursor: [screen.cursor.row, screen.cursor.column])
      }
      _ = editor.readLine(prompt: "> ", draft: text)
      return shown
    }

    private func edit(_ keys: [String], columns: Int) throws {
      let terminal = try #require(EditorTerminal(columns: columns, rows: 12))
      let typist = TypedKeys(keys)
      let editor = try LineEditor(on: terminal, typist: typist)
      var screen = ScreenModel(rows: 12, columns: columns)
      var seen: [(snapshot: LineSnapshot, shown: Shown)] = []
      typist.look = { [unowned editor] in
        screen.feed(asShown(terminal.takeDrawing()))
        let cursor = [screen.cursor.row, screen.cursor.column]
        seen.append((editor.snapshot, Shown(lines: screen.lines, cursor: cursor)))
      }
      _ = editor.readLine(prompt: "> ", draft: "")
      for (step, (snapshot, shown)) in seen.enumerated() where shown.lines.last == "" {
        let story = "\(keys.prefix(step)) in \(columns) columns: \(snapshot.text)"
        let whole = try fresh(snapshot.text, columns: columns)
        #expect(whole.lines == shown.lines, "\(story)")
        let head = String(
          String.UnicodeScalarView(snapshot.text.unicodeScalars.prefix(snapshot.cursor)))
        let place = try fresh(head, columns: columns).cursor
        // In front of what no longer fits into the row the cursor is in the next.
        if place[1] < columns - 1, !head.hasSuffix("\n") {
          #expect(place == shown.cursor, "\(story)")
        }
      }
    }

    @Test("the cursor passes wide characters from below without doubling what is behind them")
    func upwards() throws {
      try edit(["が", "\u{1B}[200~c\rddx\u{1B}[201~", "\u{1B}[A"], columns: 20)
    }

    @Test("whatever is typed, the screen is as if the line had been there from the start")
    func screens() throws {
      var chance = SeededNumbers(seed: 11)
      for _ in 0..<150 {
        let keys = chance.some(3...14, of: Self.texts + Self.texts + Self.moves)
        try edit(keys, columns: chance.oneOf([17, 20, 40]))
      }
    }
  }
}
