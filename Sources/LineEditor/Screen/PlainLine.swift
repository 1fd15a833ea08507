import Interpreter

/// The prompt and the line as a terminal shows them that only prints.
///
/// The cursor is always after the last character: text after the line's cursor is printed when the cursor moves
/// there, or when the line is entered. So nothing but a backspace at the end of the row takes back what was printed,
/// and a screen reader, a braille display or a teletype follows every change. A change that begins in an earlier row
/// prints the prompt and the line again on a new one.
struct PlainLine {
  /// The cells on the screen since the start of an empty row.
  private var shown: [LineCell] = []

  /// Whether the cursor is at the start of an empty row.
  var isEmpty: Bool { shown.isEmpty }

  /// Records that the cursor is at the start of an empty row.
  mutating func forget() { shown = [] }

  /// Makes the terminal show other cells.
  ///
  /// - Parameters:
  ///   - cells: The prompt, and the line up to its cursor.
  ///   - columns: The width of the window.
  /// - Returns: The text to print.
  mutating func change(to cells: [LineCell], columns: Int) -> String {
    let common = zip(shown, cells).prefix { $0 == $1 }.count
    defer { shown = cells }
    guard common < shown.count else { return Self.text(of: cells[common...]) }
    let layout = LineLayout(prompt: "", line: shown, columns: columns)
    let start = layout.place(of: common)
    // After a full row, terminals differ on where the cursor is.
    guard start.row == layout.end.row else { return "\r\n" + Self.text(of: cells[...]) }
    return String(repeating: "\u{8} \u{8}", count: layout.end.column - start.column)
      + Self.text(of: cells[common...])
  }

  private static func text(of cells: ArraySlice<LineCell>) -> String {
    cells.map { cell in
      cell.base == "\n" ? "\r\n" : cell.base.isSpelledOut ? cell.base.spelling : cell.shown
    }.joined()
  }
}

/// Suggestions as lines of text: how many there are, then each with its number.
struct NumberedList {
  private let suggestions: [Suggestion]

  init(_ suggestions: [Suggestion]) { self.suggestions = suggestions }

  /// The lines, which may be wider than the window.
  var lines: [String] {
    let isCut = suggestions.contains(where: \.hidesOthers)
    let count = "\(isCut ? "The first " : "")\(suggestions.count) choices:"
    return [count]
      + suggestions.enumerated().map { number, suggestion in
        let rows = suggestion.count.map { "\($0) \($0 == 1 ? "row" : "rows")" } ?? ""
        let parts = [suggestion.text, rows, suggestion.description].map(\.withoutControls)
        return "\(number + 1). " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
      }
  }
}
