extension ScreenModel {
  mutating func apply(_ token: SequenceParser.Token) {
    switch token {
    case .text(let scalar): print(scalar)
    case .control(let code): control(code)
    case .escape(let final): escape(final)
    case .sequence(let sequence): apply(sequence)
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    if CellWidth.of(scalar) == 0 { return attach(scalar) }
    put(String(scalar))
  }

  /// Puts one cell's text at the cursor, wrapping before it where the row is full.
  mutating func put(_ cell: String) {
    guard let scalar = cell.unicodeScalars.first else { return }
    let width = min(CellWidth.of(scalar), columns)
    if cursor.column + width > columns {
      grid[cursor.row].isWrapped = true
      cursor.column = 0
      lineFeed()
    }
    grid[cursor.row].cells[cursor.column] = Cell(text: cell, style: style)
    if width == 2 { grid[cursor.row].cells[cursor.column + 1] = Cell(text: "", style: style) }
    cursor.column += width
  }

  private mutating func attach(_ mark: Unicode.Scalar) {
    var column = min(cursor.column, columns) - 1
    while column > 0, grid[cursor.row].cells[column].text.isEmpty { column -= 1 }
    guard column >= 0 else { return }
    grid[cursor.row].cells[column].text.unicodeScalars.append(mark)
  }

  private mutating func control(_ code: UInt8) {
    switch code {
    case 0x07: bellCount += 1
    case 0x08: cursor.column = max(0, min(cursor.column, columns - 1) - 1)
    case 0x09: cursor.column = min(columns - 1, (cursor.column / 8 + 1) * 8)
    case 0x0A...0x0C: lineFeed()
    case 0x0D: cursor.column = 0
    default: break
    }
  }

  private mutating func escape(_ final: UInt8) {
    switch final {
    case UInt8(ascii: "7"): saved = cursor
    case UInt8(ascii: "8"): cursor = saved
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "M"): reverseLineFeed()
    default: break
    }
  }

  /// Moves down, scrolling at the bottom.
  mutating func lineFeed() {
    let end = scrollEnd ?? rows
    if cursor.row + 1 == end {
      scrollback.append(grid.removeFirst().text)
      grid.insert(Row(columns: columns), at: end - 1)
    } else if cursor.row + 1 < rows {
      cursor.row += 1
    }
  }

  private mutating func reverseLineFeed() {
    if cursor.row > 0 {
      cursor.row -= 1
    } else {
      grid.removeLast()
      grid.insert(Row(columns: columns), at: 0)
    }
  }
}

/// How many cells a character takes, by the East Asian wide and the emoji blocks.
enum CellWidth {
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return scalar.value == 0xAD ? 1 : 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18AFF, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
