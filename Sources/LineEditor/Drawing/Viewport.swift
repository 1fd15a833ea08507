import Interpreter

/// The part of a line taller than the window that is on the screen.
///
/// libedit keeps a picture of the screen as high as the window, and writes outside of it when the line is taller. So
/// such a line never gets there: libedit lays it out for as many rows as it needs, what it draws is dropped, and the
/// editor draws the part around the cursor itself.
struct Viewport: Equatable {
  /// The first row of the line's layout that is on the screen.
  private(set) var firstRow = 0
  /// The rows of the layout.
  private(set) var rowCount: Int
  /// The rows and columns of the window.
  let height: Int
  let columns: Int
  /// The row of the cursor, counted from the first one on the screen.
  private(set) var cursorRow = 0

  /// The part of a layout around its cursor, as near to what was on the screen before as the cursor allows.
  init(after old: Viewport?, rowCount: Int, cursorRow: Int, height: Int, columns: Int) {
    (self.rowCount, self.height, self.columns) = (rowCount, max(1, height), columns)
    let last = max(0, rowCount - self.height)
    firstRow = max(0, min(last, old?.firstRow ?? last))
    let top = firstRow + (hasMarks && firstRow > 0 ? 1 : 0)
    let bottom = firstRow + self.height - 1 - (hasMarks && firstRow < last ? 1 : 0)
    if cursorRow < top {
      firstRow = max(0, cursorRow - (hasMarks ? 1 : 0))
    } else if cursorRow > bottom {
      firstRow = min(last, cursorRow - self.height + (hasMarks ? 2 : 1))
    }
    self.cursorRow = cursorRow - firstRow
  }

  /// Whether there is room for marks that tell how many rows are not on the screen.
  private var hasMarks: Bool { height >= 3 }

  /// The rows of the layout that are in the window, those under a mark included.
  var rows: Range<Int> { firstRow..<min(rowCount, firstRow + height) }

  /// Whether the last row of the layout is on the screen.
  var showsEnd: Bool { rows.upperBound == rowCount }

  /// What is written over a row instead of it; nil for a row that is shown.
  func mark(inRow row: Int) -> String? {
    guard hasMarks else { return nil }
    if row == rows.lowerBound, row > 0 { return "↑ \(row + 1) more" }
    if row == rows.upperBound - 1, !showsEnd { return "↓ \(rowCount - row) more" }
    return nil
  }
}

extension LineEditor {
  /// Takes the drawing of a line taller than the window over from libedit, or gives it back.
  ///
  /// libedit must not draw a line before this was called for it.
  ///
  /// - Parameter isRedrawn: Whether the caller has libedit draw everything next, on an empty row.
  func fitToWindow(isRedrawn: Bool = false) {
    let size = terminal.size
    guard let rows = rowsIfTall(in: size) else { return leaveViewport(isRedrawn: isRedrawn) }
    if !terminal.hidesDrawing {
      terminal.discardDrawing()
      terminal.hidesDrawing = true
    }
    if rows >= roomForRows {
      // libedit forgets what it has drawn, so this is not done for each row.
      roomForRows = 2 * rows + size.rows
      libedit.makeRoom(forRows: roomForRows)
    }
  }

  /// Notes that libedit has drawn a line, unless what it draws is dropped.
  func noteDrawn(_ line: EditedLine) {
    if !terminal.hidesDrawing { drawn = (line, shownPrompt.visible) }
  }

  /// The rows of prompt and line; nil if the window has as many.
  private func rowsIfTall(in size: WindowSize) -> Int? {
    let (columns, breaks) = libedit.extent
    let prompt = shownPrompt.visible
    if (columns + 8 * prompt.utf8.count) / max(1, size.columns) + breaks < size.rows { return nil }
    let layout = LineLayout(prompt: prompt, line: libedit.line.text.cells, columns: size.columns)
    return layout.rows > size.rows ? layout.rows : nil
  }

  private func leaveViewport(isRedrawn: Bool) {
    guard terminal.hidesDrawing else { return }
    if viewport != nil || drawn != nil { beginAnew(rowsUp: rowsAboveCursor) }
    terminal.hidesDrawing = false
    decoration.forget()
    libedit.resize()
    roomForRows = 0
    if !isRedrawn { libedit.refresh() }
  }

  /// Draws the part of the line around the cursor, if the line is taller than the window.
  ///
  /// - Returns: What can be drawn around it.
  @discardableResult
  func drawViewport() -> LineDrawing? {
    guard terminal.hidesDrawing else { return nil }
    let (line, size) = (libedit.line, terminal.size)
    // A terminal that cannot move its cursor up shows one row, and none of its columns may wrap.
    let columns = hasEscapes ? size.columns : size.columns - 1
    let layout = LineLayout(
      prompt: shownPrompt.visible, line: line.text.cells, columns: columns)
    let cursor = layout.place(of: line.cursor)
    let part = Viewport(
      after: viewport, rowCount: layout.rows, cursorRow: cursor.row,
      height: hasEscapes ? size.rows : 1, columns: size.columns)
    goToTop()
    let rows = rows(of: line, layout)
    if hasEscapes {
      write(
        HeldUpdate.begin + drawing(of: part, rows) + move(to: cursor, in: part) + HeldUpdate.end)
    } else {
      let text = rows.text(ofRow: cursor.row)
      write(text.padded(to: columns) + "\r" + rows.text(ofRow: cursor.row, before: cursor.column))
    }
    (viewport, drawn) = (part, nil)
    return LineDrawing(layout: layout, cursor: cursor)
  }

  private func rows(of line: EditedLine, _ layout: LineLayout) -> LineRows {
    let colors = LineColors(line.text, preferences.usesColor ? advice(on: line).spans : [])
    return LineRows(prompt: shownPrompt, colors, layout, usesColor: preferences.usesColor)
  }

  /// Goes to the first column of the first row that was drawn.
  private func goToTop() {
    if let viewport {
      write((viewport.cursorRow > 0 && hasEscapes ? "\u{1B}[\(viewport.cursorRow)A" : "") + "\r")
    } else if drawn != nil {
      beginAnew(rowsUp: rowsAboveCursor)
    }
  }

  private func drawing(of part: Viewport, _ rows: LineRows) -> String {
    let texts = part.rows.map { row in
      if let mark = part.mark(inRow: row) {
        return dimmed(mark.clipped(to: part.columns - 1)) + "\u{1B}[K"
      }
      return rows.text(ofRow: row) + (rows.isFull(row) ? "" : "\u{1B}[K")
    }
    return texts.joined(separator: "\r\n")
  }

  private func move(to cursor: LineLayout.Place, in part: Viewport) -> String {
    let up = part.rows.count - 1 - part.cursorRow
    return (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
      + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "")
  }

  /// Ends the drawing of parts with the line: an accepted one is written whole, so that it can be read above its result.
  func endViewport(isAccepted: Bool) {
    guard terminal.hidesDrawing else { return }
    let line = libedit.line
    if isAccepted {
      if viewport != nil || drawn != nil { beginAnew(rowsUp: rowsAboveCursor) }
      let layout = LineLayout(
        prompt: shownPrompt.visible, line: line.text.cells, columns: terminal.size.columns)
      let rows = rows(of: line, layout)
      for row in 0..<layout.rows { write(rows.text(ofRow: row) + "\r\n") }
    }
    terminal.hidesDrawing = false
    (viewport, drawn, roomForRows) = (nil, nil, 0)
  }

  /// Prepares for libedit's clearing of the screen, which does not reach the terminal while a part of the line is shown.
  func clearScreen() {
    decoration.forget()
    guard terminal.hidesDrawing, hasEscapes else { return }
    write("\u{1B}[H\u{1B}[2J")
    (viewport, drawn) = (nil, nil)
  }
}
