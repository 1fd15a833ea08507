extension TerminalScreen {
  mutating func apply(_ token: EscapeParser.Token) {
    if case .text(let scalar) = token { return print(scalar) }
    isJoining = false
    switch token {
    case .text: break
    case .control(let code): control(code)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .sequence(let sequence): apply(sequence)
    case .string(let opening, let bytes): string(opening, bytes)
    }
  }

  private mutating func control(_ code: UInt8) {
    switch code {
    case 0x00, 0x7F: break
    case 0x07: bellCount += 1
    case 0x08: move(to: Position(row: cursor.row, column: cursor.column - 1))
    case 0x09: move(to: Position(row: cursor.row, column: (cursor.column / 8 + 1) * 8))
    case 0x0A...0x0C: lineFeed()
    case 0x0D: move(to: Position(row: cursor.row, column: 0))
    default: note(unknown: "C0 \(code)")
    }
  }

  private mutating func escape(_ intermediates: [UInt8], _ final: UInt8) {
    let name = String(decoding: intermediates + [final], as: UTF8.self)
    switch name {
    case "7": saved = SavedCursor(cursor: cursor, isWrapPending: isWrapPending, style: style)
    case "8": restoreCursor()
    case "D": lineFeed()
    case "E":
      cursor.column = 0
      lineFeed()
    case "M": reverseLineFeed()
    // The keypad mode, the default character set, and the end of a cancelled string.
    case "=", ">", "(B", "\\": break
    default: note(unknown: "ESC \(name)")
    }
  }

  /// Ignores titles, links and prompt marks; the text of links is printed.
  private mutating func string(_ opening: UInt8, _ bytes: [UInt8]) {
    let number = String(decoding: bytes.prefix { $0 != UInt8(ascii: ";") }.prefix(6), as: UTF8.self)
    if opening == UInt8(ascii: "]"), ["0", "1", "2", "8", "133"].contains(number) { return }
    // Pictures of kitty's protocol are shown by placeholders, which are text.
    if opening == UInt8(ascii: "_"), bytes.first == UInt8(ascii: "G") { return }
    let names: [UInt8: String] = [0x50: "DCS", 0x58: "SOS", 0x5D: "OSC", 0x5E: "PM", 0x5F: "APC"]
    note(unknown: "\(names[opening] ?? "") \(opening == UInt8(ascii: "]") ? number : "")")
  }

  mutating func restoreCursor() {
    move(to: saved.cursor)
    (isWrapPending, style) = (saved.isWrapPending && cursor.column + 1 == columns, saved.style)
  }

  /// Moves the cursor within the bounds of the screen.
  mutating func move(to place: Position) {
    cursor.row = min(max(0, place.row), rows - 1)
    cursor.column = min(max(0, place.column), columns - 1)
    isWrapPending = false
  }

  private mutating func reverseLineFeed() {
    isWrapPending = false
    if cursor.row > 0 { cursor.row -= 1 } else { insertLines(1) }
  }

  mutating func apply(_ sequence: ControlSequence) {
    guard sequence.intermediates.isEmpty else { return note(unknown: sequence.name) }
    switch sequence.marker {
    case nil: if !moved(by: sequence) { change(by: sequence) }
    case UInt8(ascii: "?"): setModes(sequence)
    default: note(unknown: sequence.name)
    }
  }

  /// Applies a cursor movement; returns false for other sequences.
  private mutating func moved(by sequence: ControlSequence) -> Bool {
    let (count, row, column) = (sequence.count, cursor.row, cursor.column)
    switch sequence.final {
    case "A": move(to: Position(row: row - count, column: column))
    case "B", "e": move(to: Position(row: row + count, column: column))
    case "C", "a": move(to: Position(row: row, column: column + count))
    case "D": move(to: Position(row: row, column: column - count))
    case "E": move(to: Position(row: row + count, column: 0))
    case "F": move(to: Position(row: row - count, column: 0))
    case "G", "`": move(to: Position(row: row, column: count - 1))
    case "d": move(to: Position(row: count - 1, column: column))
    case "H", "f": move(to: Position(row: count - 1, column: sequence.number(1, default: 1) - 1))
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
    case "m": if !style.apply(sequence) { note(unknown: sequence.name) }
    case "h" where sequence.number(0, default: 0) == 4: insertsCharacters = true
    case "l" where sequence.number(0, default: 0) == 4: insertsCharacters = false
    // Saves or restores the window title.
    case "t" where [22, 23].contains(sequence.number(0, default: 0)): break
    default: note(unknown: sequence.name)
    }
  }

  /// Sets the xterm modes that Larder and libedit use.
  ///
  /// Only the cursor's visibility has an effect.
  private mutating func setModes(_ sequence: ControlSequence) {
    guard sequence.final == "h" || sequence.final == "l" else {
      return note(unknown: sequence.name)
    }
    for parameter in sequence.parameters {
      switch parameter.value {
      case 25: isCursorVisible = sequence.final == "h"
      // Cursor keys, cursor blinking, bracketed paste and synchronized output.
      case 1, 12, 2004, 2026: break
      default: note(unknown: sequence.name)
      }
    }
  }
}
