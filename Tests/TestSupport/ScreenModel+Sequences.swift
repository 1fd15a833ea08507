extension ScreenModel {
  mutating func apply(_ sequence: SequenceParser.Sequence) {
    let count = max(1, sequence.parameter(0) ?? 1)
    switch sequence.final {
    case "A": cursor.row = max(0, cursor.row - count)
    case "B": cursor.row = min(rows - 1, cursor.row + count)
    case "C": cursor.column = min(columns - 1, cursor.column + count)
    case "D": cursor.column = max(0, min(cursor.column, columns - 1) - count)
    case "G": cursor.column = min(columns, count) - 1
    case "d": cursor.row = min(rows, count) - 1
    case "H": moveTo(row: count, column: max(1, sequence.parameter(1) ?? 1))
    case "J": eraseDisplay(sequence.parameter(0) ?? 0)
    case "K": eraseLine(sequence.parameter(0) ?? 0)
    case "P": deleteCells(count)
    case "@": insertCells(count)
    case "X": erase(cursor.column..<cursor.column + count, row: cursor.row)
    case "L": insertLines(count)
    case "M": deleteLines(count)
    case "r": setScrolling(to: sequence.parameter(1))
    case "s": saved = cursor
    case "u": cursor = saved
    case "m": setStyle(sequence)
    case "h": setMode(sequence, to: true)
    case "l": setMode(sequence, to: false)
    default: break
    }
  }

  /// Has the rows down to one scroll, those below stay; the cursor goes home, as the standard has it.
  private mutating func setScrolling(to row: Int?) {
    scrollEnd = row.map { min($0, rows) }
    cursor = (0, 0)
  }

  private mutating func setStyle(_ sequence: SequenceParser.Sequence) {
    for number in sequence.parameters.split(separator: ";", omittingEmptySubsequences: false) {
      let number = Int(number) ?? 0
      style = number == 0 ? "" : style.isEmpty ? "\(number)" : style + ";\(number)"
    }
  }

  private mutating func moveTo(row: Int, column: Int) {
    cursor = (min(rows, row) - 1, min(columns, column) - 1)
  }

  private mutating func eraseDisplay(_ part: Int) {
    switch part {
    case 0:
      eraseLine(0)
      for row in cursor.row + 1..<max(rows, cursor.row + 1) { clear(row) }
    case 1:
      eraseLine(1)
      for row in 0..<cursor.row { clear(row) }
    case 2: for row in 0..<rows { clear(row) }
    default: scrollback = []
    }
  }

  private mutating func eraseLine(_ part: Int) {
    switch part {
    case 0:
      erase(cursor.column..<columns, row: cursor.row)
      grid[cursor.row].isWrapped = false
    case 1: erase(0..<cursor.column + 1, row: cursor.row)
    default: clear(cursor.row)
    }
  }

  private mutating func clear(_ row: Int) {
    grid[row] = Row(columns: columns)
  }

  private mutating func erase(_ range: Range<Int>, row: Int) {
    for column in range.clamped(to: 0..<columns) { grid[row].cells[column] = Cell() }
  }

  private mutating func deleteCells(_ count: Int) {
    let column = min(cursor.column, columns - 1)
    let count = min(count, columns - column)
    grid[cursor.row].cells.removeSubrange(column..<column + count)
    grid[cursor.row].cells += Array(repeating: Cell(), count: count)
  }

  private mutating func insertCells(_ count: Int) {
    let column = min(cursor.column, columns - 1)
    let count = min(count, columns - column)
    grid[cursor.row].cells.insert(contentsOf: Array(repeating: Cell(), count: count), at: column)
    grid[cursor.row].cells.removeLast(count)
  }

  private mutating func insertLines(_ count: Int) {
    for _ in 0..<min(count, rows - cursor.row) {
      grid.removeLast()
      grid.insert(Row(columns: columns), at: cursor.row)
    }
  }

  private mutating func deleteLines(_ count: Int) {
    for _ in 0..<min(count, rows - cursor.row) {
      grid.remove(at: cursor.row)
      grid.append(Row(columns: columns))
    }
  }

  private mutating func setMode(_ sequence: SequenceParser.Sequence, to isOn: Bool) {
    guard sequence.isPrivate else { return }
    switch sequence.parameter(0) {
    case 25: isCursorVisible = isOn
    case 2004:
      if isOn, !hasBracketedPaste { editedLineCount += 1 }
      hasBracketedPaste = isOn
    default: break
    }
  }
}
