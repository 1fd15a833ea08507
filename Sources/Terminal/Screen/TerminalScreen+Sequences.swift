extension TerminalScreen {
  mutating func apply(_ sequence: ControlSequence) {
    guard sequence.intermediates.isEmpty else { return note(unknown: sequence.name) }
    switch sequence.marker {
    case nil: if !moved(by: sequence) { change(by: sequence) }
    case UInt8(ascii: "?"): setModes(sequence)
    default: note(unknown: sequence.name)
    }
  }

  /// Moves the cursor; false if the sequence does not do that.
  private mutating func moved(by sequence: ControlSequence) -> Bool {
    let (count, row, column) = (sequence.count, cursor.row, cursor.column)
    switch sequence.final {
    case "A": move(to: Place(row: row - count, column: column))
    case "B", "e": move(to: Place(row: row + count, column: column))
    case "C", "a": move(to: Place(row: row, column: column + count))
    case "D": move(to: Place(row: row, column: column - count))
    case "E": move(to: Place(row: row + count, column: 0))
    case "F": move(to: Place(row: row - count, column: 0))
    case "G", "`": move(to: Place(row: row, column: count - 1))
    case "d": move(to: Place(row: count - 1, column: column))
    case "H", "f": move(to: Place(row: count - 1, column: sequence.number(1, default: 1) - 1))
    case "u": restoreCursor()
    default: return false
    }
    return true
  }

  private mutating func change(by sequence: ControlSequence) {
    switch sequence.final {
    case "J": eraseDisplay(sequence.number(0, default: 0))
    case "K": eraseLine(sequence.number(0, default: 0))
    case "P": deleteCells(sequence.count)
    case "@": insertCells(sequence.count)
    case "X": erase(cursor.column..<cursor.column + sequence.count, row: cursor.row)
    case "L": insertLines(sequence.count)
    case "M": deleteLines(sequence.count)
    case "S": for _ in 0..<min(sequence.count, rows) { scrollUp() }
    case "s": saved = SavedCursor(cursor: cursor, isWrapPending: isWrapPending, style: style)
    case "m": setStyle(sequence)
    case "h" where sequence.number(0, default: 0) == 4: insertsCharacters = true
    case "l" where sequence.number(0, default: 0) == 4: insertsCharacters = false
    // The window's title is put aside and brought back.
    case "t" where [22, 23].contains(sequence.number(0, default: 0)): break
    default: note(unknown: sequence.name)
    }
  }

  /// The modes of xterm that we and libedit use; all but the cursor's show nothing.
  private mutating func setModes(_ sequence: ControlSequence) {
    guard sequence.final == "h" || sequence.final == "l" else {
      return note(unknown: sequence.name)
    }
    for parameter in sequence.parameters {
      switch parameter.value {
      case 25: isCursorVisible = sequence.final == "h"
      // The keys' and the cursor's form, pasting and drawing all at once.
      case 1, 12, 2004, 2026: break
      default: note(unknown: sequence.name)
      }
    }
  }
}
