extension TerminalScreen {
  /// Returns the output that draws this screen on a terminal of the same size, whatever its state.
  package func redrawn() -> [UInt8] {
    var bytes = Array("\u{1B}[0m\u{1B}[H\u{1B}[2J\u{1B}[4l\u{1B}[?25l".utf8)
    for row in 0..<rows { append(row: row, to: &bytes) }
    for row in 0..<rows - 1 where grid[row].isWrapped { append(wrapOf: row, to: &bytes) }
    appendCursor(to: &bytes)
    bytes += style.sequence
    if insertsCharacters { bytes += "\u{1B}[4h".utf8 }
    if isCursorVisible { bytes += "\u{1B}[?25h".utf8 }
    return bytes
  }

  /// Replaces all rows but the line of the cursor by those of an earlier screen, in which the line takes the place of
  /// the line that the cursor was in.
  ///
  /// If the size has changed, the other rows are blank.
  package mutating func restoreRows(of earlier: TerminalScreen) {
    let isSame = earlier.columns == columns && earlier.rows == rows
    let line = startOfLine...cursor.row
    var restored = isSame ? Array(earlier.grid[..<earlier.startOfLine]) : []
    let above = restored.count
    restored += grid[line]
    let excess = max(0, restored.count - rows)
    restored.removeFirst(excess)
    cursor.row += above - line.lowerBound - excess
    while restored.count < rows { restored.append(ScreenRow(columns: columns)) }
    grid = restored
  }

  /// The first row of the line that the cursor is in.
  private var startOfLine: Int {
    var first = cursor.row
    while first > 0, grid[first - 1].isWrapped { first -= 1 }
    return first
  }

  private func append(row: Int, to bytes: inout [UInt8]) {
    let cells = grid[row].cells[..<grid[row].shownColumns]
    guard !cells.isEmpty else { return }
    append(Position(row: row, column: 0), to: &bytes)
    var style: TerminalStyle?
    for (column, cell) in cells.enumerated() where !cell.isRightHalf {
      if cell.style != style {
        bytes += cell.style.sequence
        style = cell.style
      } else if cell.code >= 0x80 {
        // Positions the cursor, so that the character does not combine with the preceding one.
        append(Position(row: row, column: column), to: &bytes)
      }
      append(cell, to: &bytes)
    }
  }

  /// Writes the last character of a row again, followed by the first of the next, so that the row wraps.
  private func append(wrapOf row: Int, to bytes: inout [UInt8]) {
    append(lastOf: row, to: &bytes)
    let first = grid[row + 1].cells[0]
    bytes += first.style.sequence
    append(first, to: &bytes)
  }

  /// Writes the last character of a row in place, so that the next one wraps.
  private func append(lastOf row: Int, to bytes: inout [UInt8]) {
    let column = columns - (grid[row].cells[columns - 1].isRightHalf ? 2 : 1)
    append(Position(row: row, column: column), to: &bytes)
    bytes += grid[row].cells[column].style.sequence
    append(grid[row].cells[column], to: &bytes)
  }

  private func appendCursor(to bytes: inout [UInt8]) {
    // Only printing a character moves the cursor past the last column.
    if isWrapPending {
      append(lastOf: cursor.row, to: &bytes)
    } else {
      append(cursor, to: &bytes)
    }
  }

  private func append(_ place: Position, to bytes: inout [UInt8]) {
    bytes += "\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8
  }
}
