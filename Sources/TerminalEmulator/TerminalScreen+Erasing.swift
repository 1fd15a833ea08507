extension TerminalScreen {
  /// Erases in the display (ED): after the cursor, before it, everything, or the scrollback.
  mutating func eraseDisplay(_ part: Int) {
    isWrapPending = false
    switch part {
    case 0:
      eraseLine(0)
      for row in cursor.row + 1..<max(rows, cursor.row + 1) { clear(row) }
    case 1:
      eraseLine(1)
      for row in 0..<cursor.row { clear(row) }
    case 2: for row in 0..<rows { clear(row) }
    case 3: scrollback = []
    default: note(unknown: "CSI \(part)J")
    }
  }

  /// Erases in the line (EL): after the cursor, before it, or everything.
  mutating func eraseLine(_ part: Int) {
    isWrapPending = false
    switch part {
    case 0:
      erase(cursor.column..<columns, row: cursor.row)
      grid[cursor.row].isWrapped = false
    case 1: erase(0..<cursor.column + 1, row: cursor.row)
    case 2: clear(cursor.row)
    default: note(unknown: "CSI \(part)K")
    }
  }

  private mutating func clear(_ row: Int) {
    grid[row] = ScreenRow(columns: columns, style: style)
  }

  /// Erases cells of a row.
  mutating func erase(_ range: Range<Int>, row: Int) {
    isWrapPending = false
    let range = range.clamped(to: 0..<columns)
    grid[row].part(at: range.lowerBound)
    grid[row].part(at: range.upperBound)
    for column in range { grid[row].cells[column] = .blank(style) }
  }

  /// Deletes cells at the cursor and shifts the following ones left.
  mutating func deleteCells(_ count: Int) {
    isWrapPending = false
    let (row, column) = (cursor.row, cursor.column)
    let count = min(count, columns - column)
    grid[row].part(at: column)
    grid[row].part(at: column + count)
    grid[row].cells.removeSubrange(column..<column + count)
    grid[row].cells += Array(repeating: .blank(style), count: count)
  }

  /// Inserts cells at the cursor.
  ///
  /// Cells shifted past the end are lost.
  mutating func insertCells(_ count: Int) {
    isWrapPending = false
    let (row, column) = (cursor.row, cursor.column)
    let count = min(count, columns - column)
    grid[row].part(at: column)
    grid[row].part(at: columns - count)
    grid[row].cells.removeLast(count)
    grid[row].cells.insert(contentsOf: Array(repeating: .blank(style), count: count), at: column)
  }

  /// Inserts rows above the cursor's row.
  mutating func insertLines(_ count: Int) {
    isWrapPending = false
    let count = min(count, rows - cursor.row)
    grid.removeLast(count)
    let row = ScreenRow(columns: columns, style: style)
    grid.insert(contentsOf: Array(repeating: row, count: count), at: cursor.row)
    endText(before: cursor.row)
  }

  /// Deletes rows from the cursor's row.
  mutating func deleteLines(_ count: Int) {
    isWrapPending = false
    let count = min(count, rows - cursor.row)
    grid.removeSubrange(cursor.row..<cursor.row + count)
    grid += Array(repeating: ScreenRow(columns: columns, style: style), count: count)
    endText(before: cursor.row)
  }

  /// Ends lines whose continuation was removed.
  private mutating func endText(before row: Int) {
    if row > 0 { grid[row - 1].isWrapped = false }
    grid[rows - 1].isWrapped = false
  }
}
