import Interpreter
import LineEditor
import TestSupport
import Testing

extension PrivateEditorTests {
  @Suite("Lines taller than the window")
  struct ViewportTests {
    @Test("as much as fits is shown around the cursor, with marks for what is above and below")
    func marks() throws {
      let typist = WindowedTypist(columns: 10, rows: 4)
      let text = String("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".prefix(58))
      typist.keys = [.paste(text), .bytes("\u{1}"), .bytes("\u{5}"), .bytes("\u{15}"), .bytes("x")]
      let screens = try typist.play()
      #expect(screens[1] == ["↑ 4 more", "CDEFGHIJKL", "MNOPQRSTUV", ""])
      #expect(screens[2] == ["> abcdefgh", "ijklmnopqr", "stuvwxyz01", "↓ 4 more"])
      #expect(screens[3] == screens[1])
      #expect(screens[4].first == ">")
      #expect(screens[5].first == "> x")
    }

    @Test("Enter leaves the whole line above its result")
    func accepted() throws {
      let typist = WindowedTypist(columns: 10, rows: 3)
      let text = String(repeating: "0123456789", count: 6)
      typist.keys = [.paste(text), .bytes("\u{1}"), .bytes("\r")]
      _ = try typist.play()
      let all = typist.screen.scrollback + typist.screen.lines
      #expect(
        all.suffix(9).dropLast(2) == [
          "> 01234567", "8901234567", "8901234567", "8901234567", "8901234567", "8901234567", "89",
        ])
    }

    @Test("Ctrl-T at the start of a line leaves the cursor where it is")
    func transposition() throws {
      let typist = WindowedTypist(columns: 20, rows: 4)
      typist.keys = ["a", "b", "\u{1}", "\u{14}"].map { .bytes($0) }
      typist.verifies = true
      _ = try typist.play()
      #expect(typist.screen.cursor == (0, 2))
    }

    @Test(
      "random keys, pastes and window sizes leave on the screen what was typed", arguments: 0..<40)
    func random(seed: Int) throws {
      var numbers = SeededNumbers(seed: seed)
      let typist = WindowedTypist(
        columns: 4 + numbers.below(30), rows: 1 + numbers.below(9),
        term: seed % 6 == 5 ? "dumb" : "xterm-256color")
      let keys = [
        "a", "b ", "é", "料", "\u{1}", "\u{5}", "\u{2}", "\u{6}", "\u{1B}[A", "\u{1B}[B", "\u{7F}",
        "\u{4}",
        "\u{17}", "\u{B}", "\u{19}", "\u{1F}", "\u{1B}b", "\u{1B}f", "\u{1B}\r", "\u{C}", "\u{14}",
      ]
      typist.keys = (0..<80).map { _ in
        switch numbers.below(12) {
        case 0: .paste(numbers.some(1...200, of: ["x", "yz", " ", "料", "\n"]).joined())
        case 1: .paste(String(repeating: "m", count: 1 + numbers.below(400)))
        case 2 where typist.term != "dumb":
          .resize(columns: 4 + numbers.below(30), rows: 1 + numbers.below(9))
        default: .bytes(numbers.oneOf(keys))
        }
      }
      typist.verifies = true
      _ = try typist.play()
    }
  }
}

/// Types and resizes a window, and compares its screen with the line before each key.
private final class WindowedTypist: Typist {
  enum Step {
    case bytes(String)
    case paste(String)
    case resize(columns: Int, rows: Int)
  }

  var keys: [Step] = []
  var verifies = false
  private(set) var screen: ScreenModel
  let term: String
  let isHurried = false
  private var terminal: EditorTerminal?
  private weak var editor: LineEditor?
  private var screens: [[String]] = []
  private var last: Step?

  init(columns: Int, rows: Int, term: String = "xterm-256color") {
    screen = ScreenModel(rows: rows, columns: columns)
    self.term = term
  }

  /// Plays the keys.
  ///
  /// - Returns: The rows of the screen before each key, and before the end of input.
  func play() throws -> [[String]] {
    let terminal = try #require(EditorTerminal(columns: screen.columns, rows: screen.rows))
    let editor = try LineEditor(on: terminal, typist: self, term: term)
    (self.terminal, self.editor) = (terminal, editor)
    _ = editor.readLine(prompt: "> ", draft: "")
    follow(terminal)
    return screens
  }

  /// Takes in what was drawn; a terminal makes a carriage return and a line feed of a line feed.
  private func follow(_ terminal: EditorTerminal) {
    screen.feed(terminal.takeDrawing().flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
  }

  func nextKey() -> [UInt8]? {
    guard let terminal else { return nil }
    follow(terminal)
    screens.append(screen.lines)
    if verifies { verify() }
    guard !keys.isEmpty else { return nil }
    let step = keys.removeFirst()
    last = step
    switch step {
    case .bytes(let text): return Array(text.utf8)
    case .paste(let text): return Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    case .resize(let columns, let rows):
      screen.resize(rows: rows, columns: columns)
      terminal.resize(columns: columns, rows: rows)
      return []
    }
  }

  /// Compares the rows around the cursor with the line.
  private func verify() {
    guard let snapshot = editor?.snapshot else { return }
    let (rows, cursor) = laidOut(snapshot)
    if term == "dumb" { return verify(plain: rows, cursor) }
    let first = cursor.row - screen.cursor.row
    #expect(screen.cursor.column == cursor.column, "after \(last.debugDescription)")
    for row in screen.lines.indices where rows.indices.contains(first + row) {
      let shown = screen.lines[row]
      if rows.count > screen.rows, screen.rows >= 3, row != screen.cursor.row {
        if row == 0, first > 0 {
          let mark = "↑ \(first + 1) more"
          let most = screen.columns - 1
          #expect(shown == (mark.count > most ? mark.prefix(most - 1) + "…" : mark))
          continue
        }
        if row == screen.rows - 1, first + row < rows.count - 1 {
          #expect(shown.hasPrefix("↓"))
          continue
        }
      }
      var expected = rows[first + row]
      while expected.last == " " { expected.removeLast() }
      #expect(shown == expected, "row \(row) of \(screen.lines) after \(last.debugDescription)")
    }
  }

  /// Compares the row of the cursor with the line up to its cursor, which is all that a terminal shows that only prints.
  private func verify(plain rows: [String], _ cursor: (row: Int, column: Int)) {
    // After a full row, the cursor may still be in it.
    guard cursor.column > 0 else { return }
    #expect(screen.cursor.column == cursor.column, "after \(last.debugDescription)")
    var (expected, width) = ("", 0)
    for scalar in rows[cursor.row].unicodeScalars where width < cursor.column {
      expected.unicodeScalars.append(scalar)
      width += scalar == "料" ? 2 : 1
    }
    while expected.last == " " { expected.removeLast() }
    #expect(
      screen.lines[screen.cursor.row] == expected, "\(screen.lines) after \(last.debugDescription)")
  }

  /// The rows that prompt and line take, and where the cursor is in them.
  private func laidOut(_ snapshot: LineSnapshot) -> ([String], (row: Int, column: Int)) {
    let scalars = Array("> ".unicodeScalars) + Array(snapshot.text.unicodeScalars)
    let columns = screen.columns
    var (rows, column) = ([""], 0)
    var cursor = (row: 0, column: 0)
    for (number, scalar) in scalars.enumerated() {
      let width = scalar == "料" ? 2 : 1
      if scalar != "\n", width == 2, column + 2 > columns { (rows, column) = (rows + [""], 0) }
      if number == snapshot.cursor + 2 { cursor = (rows.count - 1, column) }
      if scalar == "\n" {
        (rows, column) = (rows + [""], 0)
        continue
      }
      rows[rows.count - 1].unicodeScalars.append(scalar)
      column += width
      if column >= columns { (rows, column) = (rows + [""], 0) }
    }
    if snapshot.cursor + 2 == scalars.count { cursor = (rows.count - 1, column) }
    return (rows, cursor)
  }
}
