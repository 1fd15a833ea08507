import Interpreter

extension LineEditor {
  /// The line as it is edited now; for use while it waits for a key.
  package var glance: LineGlance {
    let line = libedit.line
    let layout = LineLayout(
      prompt: shownPrompt.visible, line: line.text.cells, columns: terminal.size.columns)
    let rows =
      viewport.map { terminal.size.rows - 1 - $0.cursorRow }
      ?? layout.end.row - layout.place(of: line.cursor).row
    return LineGlance(
      text: line.text, cursor: line.head.unicodeScalars.count, rowsBelowCursor: rows)
  }
}
