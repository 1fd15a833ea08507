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
    case 0x08: move(to: Place(row: cursor.row, column: cursor.column - 1))
    case 0x09: move(to: Place(row: cursor.row, column: (cursor.column / 8 + 1) * 8))
    case 0x0A...0x0C: lineFeed()
    case 0x0D: move(to: Place(row: cursor.row, column: 0))
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
    // The keypad's mode, the usual letters, and the end of a string that was given up.
    case "=", ">", "(B", "\\": break
    default: note(unknown: "ESC \(name)")
    }
  }

  /// Titles, links and the marks of prompts are read over; their texts stay.
  private mutating func string(_ opening: UInt8, _ bytes: [UInt8]) {
    let number = String(decoding: bytes.prefix { $0 != UInt8(ascii: ";") }.prefix(6), as: UTF8.self)
    if opening == UInt8(ascii: "]"), ["0", "1", "2", "8", "133"].contains(number) { return }
    let names: [UInt8: String] = [0x50: "DCS", 0x58: "SOS", 0x5D: "OSC", 0x5E: "PM", 0x5F: "APC"]
    note(unknown: "\(names[opening] ?? "") \(opening == UInt8(ascii: "]") ? number : "")")
  }

  mutating func restoreCursor() {
    move(to: saved.cursor)
    (isWrapPending, style) = (saved.isWrapPending && cursor.column + 1 == columns, saved.style)
  }

  /// Moves the cursor as far as the screen goes.
  mutating func move(to place: Place) {
    cursor.row = min(max(0, place.row), rows - 1)
    cursor.column = min(max(0, place.column), columns - 1)
    isWrapPending = false
  }

  private mutating func reverseLineFeed() {
    isWrapPending = false
    if cursor.row > 0 { cursor.row -= 1 } else { insertLines(1) }
  }
}
