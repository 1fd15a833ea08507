extension TerminalScreen {
  /// Erases from the cursor to the end, to the cursor from the beginning, everything, or what scrolled off.
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

  /// Erases the line from the cursor, up to it, or all of it.
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

  /// Blanks cells of a row.
  mutating func erase(_ range: Range<Int>, row: Int) {
    isWrapPending = false
    let range = range.clamped(to: 0..<columns)
    grid[row].part(at: range.lowerBound)
    grid[row].part(at: range.upperBound)
    for column in range { grid[row].cells[column] = .blank(style) }
  }

  /// Takes cells away at the cursor; those behind move to the left.
  mutating func deleteCells(_ count: Int) {
    isWrapPending = false
    let (row, column) = (cursor.row, cursor.column)
    let count = min(count, columns - column)
    grid[row].part(at: column)
    grid[row].part(at: column + count)
    grid[row].cells.removeSubrange(column..<column + count)
    grid[row].cells += Array(repeating: .blank(style), count: count)
  }

  /// Makes room at the cursor; cells that move past the end are gone.
  mutating func insertCells(_ count: Int) {
    isWrapPending = false
    let (row, column) = (cursor.row, cursor.column)
    let count = min(count, columns - column)
    grid[row].part(at: column)
    grid[row].part(at: columns - count)
    grid[row].cells.removeLast(count)
    grid[row].cells.insert(contentsOf: Array(repeating: .blank(style), count: count), at: column)
  }

  /// Makes room for rows above the cursor's.
  mutating func insertLines(_ count: Int) {
    isWrapPending = false
    let count = min(count, rows - cursor.row)
    grid.removeLast(count)
    let row = ScreenRow(columns: columns, style: style)
    grid.insert(contentsOf: Array(repeating: row, count: count), at: cursor.row)
    endText(before: cursor.row)
  }

  /// Takes rows away from the cursor's on.
  mutating func deleteLines(_ count: Int) {
    isWrapPending = false
    let count = min(count, rows - cursor.row)
    grid.removeSubrange(cursor.row..<cursor.row + count)
    grid += Array(repeating: ScreenRow(columns: columns, style: style), count: count)
    endText(before: cursor.row)
  }

  /// Lets no text go on where its rest is gone.
  private mutating func endText(before row: Int) {
    if row > 0 { grid[row - 1].isWrapped = false }
    grid[rows - 1].isWrapped = false
  }
}
