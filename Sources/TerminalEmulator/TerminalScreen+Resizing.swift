extension TerminalScreen {
  /// Resizes the screen and rewraps its lines, as most terminals do.
  package mutating func resize(columns: Int, rows: Int) {
    guard (columns, rows) != (self.columns, self.rows) else { return }
    let old = self
    prepare(columns: max(2, columns), rows: max(1, rows))
    let last = old.grid.lastIndex { $0.shownColumns > 0 } ?? 0
    let end = max(old.cursor.row, last)
    // Rows are counted from the first one ever, since rows can scroll off meanwhile.
    var target: Position?
    for index in 0...end {
      copy(index, of: old, &target)
      let isEnded = index == end || !old.grid[index].isWrapped
      if isEnded, index < end {
        cursor.column = 0
        lineFeed()
      }
    }
    finish(target, old)
  }

  private mutating func prepare(columns: Int, rows: Int) {
    (self.columns, self.rows, style) = (columns, rows, .plain)
    grid = Array(repeating: ScreenRow(columns: columns), count: rows)
    (cursor, isWrapPending, insertsCharacters) = (Position(row: 0, column: 0), false, false)
    (isJoining, scrolledCount) = (false, 0)
  }

  /// Copies a row of another screen to the cursor, and records the new position of its cursor.
  private mutating func copy(_ index: Int, of old: TerminalScreen, _ target: inout Position?) {
    let row = old.grid[index]
    let hasCursor = index == old.cursor.row
    let cursorColumn = old.cursor.column + (old.isWrapPending ? 1 : 0)
    var end = row.isWrapped ? old.columns : row.shownColumns
    // The last cell is empty if a wide character did not fit.
    let next = index + 1 < old.rows ? old.grid[index + 1].cells : []
    if row.isWrapped, next.count > 1, next[1].isRightHalf, row.cells[end - 1].isSpace { end -= 1 }
    for column in 0..<max(end, hasCursor ? cursorColumn : 0) {
      let cell = row.cells[column]
      if !cell.isRightHalf {
        let isWide = column + 1 < old.columns && row.cells[column + 1].isRightHalf
        put(cell, width: isWide ? 2 : 1)
        if hasCursor, column == cursorColumn { target = place(before: isWide ? 2 : 1) }
      } else if hasCursor, column == cursorColumn {
        target = place(before: 1)
      }
    }
    if hasCursor, target == nil { target = place(before: 0) }
  }

  /// Returns the position a number of columns before the cursor.
  ///
  /// Scrolled rows are counted.
  private func place(before width: Int) -> Position {
    let column = cursor.column + (isWrapPending ? 1 : 0) - width
    return Position(row: cursor.row + scrolledCount, column: column)
  }

  private mutating func finish(_ target: Position?, _ old: TerminalScreen) {
    let place = target ?? Position(row: 0, column: 0)
    move(to: Position(row: place.row - scrolledCount, column: place.column))
    isWrapPending = place.column == columns
    (style, insertsCharacters) = (old.style, old.insertsCharacters)
    scrolledCount += old.scrolledCount
    grid[rows - 1].isWrapped = false
  }
}
