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

  /// Erases the rows above the cursor's line that differ from those of another screen.
  package mutating func eraseRows(otherThan other: TerminalScreen) {
    var first = cursor.row
    while first > 0, grid[first - 1].isWrapped { first -= 1 }
    for row in 0..<first where row >= other.grid.count || grid[row] != other.grid[row] {
      grid[row] = ScreenRow(columns: columns)
    }
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
