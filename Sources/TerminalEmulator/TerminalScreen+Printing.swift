import Text

extension TerminalScreen {
  /// Prints ASCII characters, one row at a time.
  mutating func print(plain bytes: [UInt8], _ range: Range<Int>) {
    var place = range.lowerBound
    while place < range.upperBound {
      if isWrapPending { wrap() }
      let count = min(range.upperBound - place, columns - cursor.column)
      if insertsCharacters { insertCells(count) }
      let (row, column, style) = (cursor.row, cursor.column, style)
      makeRoom(column..<column + count)
      for offset in 0..<count {
        grid[row].cells[column + offset] = ScreenCell(
          code: UInt32(bytes[place + offset]), style: style)
      }
      advance(by: count)
      place += count
    }
  }

  /// Prints a scalar, or appends it to the preceding character.
  mutating func print(_ scalar: Unicode.Scalar) {
    if isHarmful(scalar) {
      return note(unknown: "U+\(String(scalar.value, radix: 16, uppercase: true))")
    }
    let width = scalar == "\u{FE0F}" ? 0 : displayWidth(of: Character(scalar))
    if width == 0 || isJoining && scalar.mayJoin {
      if attach(scalar, width: width) || width == 0 { return }
    }
    put(ScreenCell(code: scalar.value, style: style), width: width)
  }

  /// Writes a cell at the cursor, wrapping first if the row is full.
  mutating func put(_ cell: ScreenCell, width: Int) {
    if isWrapPending || cursor.column + width > columns { wrap() }
    if insertsCharacters { insertCells(width) }
    makeRoom(cursor.column..<cursor.column + width)
    grid[cursor.row].cells[cursor.column] = cell
    if width == 2 { grid[cursor.row].cells[cursor.column + 1] = .rightHalf(cell.style) }
    advance(by: width)
  }

  /// Appends a scalar to the character before the cursor; returns false if it does not combine with it.
  private mutating func attach(_ scalar: Unicode.Scalar, width: Int) -> Bool {
    guard var column = isWrapPending ? cursor.column : cursor.column - 1 as Int?, column >= 0
    else { return false }
    if grid[cursor.row].cells[column].isRightHalf { column -= 1 }
    var joined = text(of: grid[cursor.row].cells[column])
    joined.unicodeScalars.append(scalar)
    let isOne = joined.count == 1
    if width > 0, !isOne { return false }
    let isNarrow = column + 1 == columns || !grid[cursor.row].cells[column + 1].isRightHalf
    let widens = isOne && isNarrow && displayWidth(of: joined) == 2
    // The character is unchanged if there is no space for its second half or it has too many marks.
    if widens && column + 1 == columns { return true }
    guard let code = clusters.code(of: joined) else { return true }
    grid[cursor.row].cells[column].code = code
    if widens { widen(column) }
    return true
  }

  private mutating func widen(_ column: Int) {
    makeRoom(column + 1..<column + 2)
    grid[cursor.row].cells[column + 1] = .rightHalf(grid[cursor.row].cells[column].style)
    advance(by: 1)
  }

  /// Erases the other halves of partly overwritten wide characters.
  @inline(__always)
  private mutating func makeRoom(_ range: Range<Int>) {
    grid[cursor.row].part(at: range.lowerBound)
    grid[cursor.row].part(at: range.upperBound)
  }

  @inline(__always)
  private mutating func advance(by width: Int) {
    cursor.column += width
    isJoining = true
    if cursor.column == columns { (cursor.column, isWrapPending) = (columns - 1, true) }
  }

  private mutating func wrap() {
    grid[cursor.row].isWrapped = true
    (cursor.column, isWrapPending) = (0, false)
    lineFeed()
  }

  /// Moves the cursor down, scrolling at the bottom.
  mutating func lineFeed() {
    isWrapPending = false
    if cursor.row + 1 < rows { cursor.row += 1 } else { scrollUp() }
  }

  /// Scrolls up by a row, and adds the top row to the scrollback.
  mutating func scrollUp() {
    scrollback.append(text(of: grid[0]))
    if scrollback.count >= 2 * Self.scrollbackLimit { scrollback.removeFirst(Self.scrollbackLimit) }
    scrolledCount += 1
    grid.removeFirst()
    grid.append(ScreenRow(columns: columns, style: style))
  }
}

extension Unicode.Scalar {
  /// Whether a spacing scalar can extend the preceding character (UAX #29, 3.1.1).
  ///
  /// Common blocks that never do are a fast path: Latin, Greek and Cyrillic letters, punctuation, arrows,
  /// boxes and blocks, and Chinese and Japanese characters.
  fileprivate var mayJoin: Bool {
    switch value {
    case 0x80..<0x300, 0x370..<0x483, 0x2010..<0x2028, 0x2190..<0x2600, 0x3400..<0xA000: false
    case 0x3041..<0x3099, 0x309B..<0x3100, 0xFF01..<0xFF9E: false
    default: true
    }
  }
}
