/// Draws bands of pictures, and tracks the pictures stored in the terminal.
package struct PicturePainter {
  package let display: PictureDisplay
  private var kitty: KittyGraphics

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - display: The capabilities of the terminal.
  ///   - limit: The maximum size of pictures stored in the terminal, in bytes.
  package init(_ display: PictureDisplay, limit: Int = 64 << 20) {
    self.display = display
    kitty = KittyGraphics(
      isInTmux: display.isInTmux, usesPlaceholders: display.usesPlaceholders, limit: limit)
  }

  /// Draws tiles side by side.
  ///
  /// - Parameters:
  ///   - tiles: The tiles, which must not overlap or exceed the width of the window.
  ///   - rows: The height of the band.
  /// - Returns: The output, for a cursor at the start of an empty line with nothing below it. It covers
  ///   exactly `rows` lines and leaves the cursor at the start of the next one.
  package mutating func band(_ tiles: [PictureTile], rows: Int) -> [UInt8] {
    let tiles = tiles.sorted { $0.column < $1.column }
    var bytes = Self.begin
    if !isText {
      bytes += Array(repeating: 0x0A, count: rows)
      bytes.append(text: "\r")
      if rows > 0 { bytes.append(control: rows, "A") }
    }
    for row in 0..<rows {
      for tile in tiles { add(tile, row, to: &bytes) }
      bytes.append(text: "\r\n")
    }
    return bytes + Self.end
  }

  /// Redraws tiles of a band in place.
  ///
  /// - Parameters:
  ///   - tiles: The changed tiles. The rest of the band is left unchanged.
  ///   - rows: The height of the band.
  ///   - rowsUp: The distance from the cursor's line up to the first line of the band. The cursor must be at
  ///     the start of its line, and the whole band on the screen.
  /// - Returns: The output, which neither moves the cursor nor scrolls.
  package mutating func redraw(_ tiles: [PictureTile], rows: Int, rowsUp: Int) -> [UInt8] {
    guard rowsUp >= rows, rows > 0 else { return [] }
    let tiles = tiles.sorted { $0.column < $1.column }
    var bytes = Self.begin
    bytes.append(control: rowsUp, "A")
    for row in 0..<rows {
      for tile in tiles where row < tile.rows { clear(tile, row, &bytes) }
      bytes.append(text: "\r\u{1B}[1B")
    }
    bytes.append(control: rows, "A")
    for row in 0..<rows {
      for tile in tiles { add(tile, row, to: &bytes) }
      bytes.append(text: "\r\u{1B}[1B")
    }
    if rowsUp > rows { bytes.append(control: rowsUp - rows, "B") }
    return bytes + Self.end
  }

  /// Returns the output that deletes the pictures stored in the terminal.
  package mutating func forget() -> [UInt8] { kitty.forget() }

  /// The synchronized output mode.
  private static let begin = Array("\u{1B}[?2026h".utf8)
  private static let end = Array("\u{1B}[?2026l".utf8)

  /// Whether pictures consist of characters, which scroll the window.
  private var isText: Bool { display.mode == .blocks || display.usesPlaceholders }

  /// Adds a row of a tile.
  private mutating func add(_ tile: PictureTile, _ row: Int, to bytes: inout [UInt8]) {
    guard row < tile.rows, tile.columns > 0 else { return }
    switch tile.content {
    case .text(let lines):
      move(to: tile.column, &bytes)
      let box = TextBox(
        lines: lines, columns: tile.columns, rows: tile.rows, isCentered: tile.isCentered)
      let text = box.row(row)
      bytes.append(text: text.rendered(colored: display.depth > .none))
    case .picture(let pixels, let key):
      let box = box(of: pixels, in: tile)
      guard box.rows ~= row else { return }
      move(to: box.column, &bytes)
      let place = (row - box.rows.lowerBound, box.columns, box.rows.count)
      bytes += self.row(place.0, of: pixels, key, columns: place.1, rows: place.2)
    }
  }

  /// Returns the cells that a picture covers in its tile.
  private func box(
    of pixels: Pixels, in tile: PictureTile
  ) -> (column: Int, columns: Int, rows: Range<Int>) {
    let (columns, rows) = display.cells(of: pixels.size, in: (tile.columns, tile.rows))
    let first = (tile.rows - rows) / 2
    let left = tile.isCentered ? (tile.columns - columns) / 2 : 0
    return (tile.column + left, columns, first..<first + rows)
  }

  /// Returns the output for a row of a picture.
  ///
  /// Most protocols draw the whole picture with the first row.
  private mutating func row(
    _ row: Int, of pixels: Pixels, _ key: UInt64, columns: Int, rows: Int
  ) -> [UInt8] {
    switch display.mode {
    case .blocks:
      return BlockPicture(pixels: pixels, display: display).row(row, columns: columns)
    case .kitty where display.usesPlaceholders:
      let (sending, id) = kitty.send(pixels, key: key)
      let place = row > 0 ? [] : kitty.placeVirtually(id, over: (columns, rows))
      return sending + place + KittyPlaceholders.row(row, columns: columns, id: id)
    case .kitty where row == 0:
      let (sending, id) = kitty.send(pixels, key: key)
      return sending + kitty.place(id, over: display.isCellKnown ? nil : (columns, rows))
    case .iterm where row == 0:
      return keepingCursor(inlineImage(pixels, columns: columns, rows: rows))
    case .sixel where row == 0:
      let fitting = pixels.cropped(to: display.pixels(columns: columns, rows: rows))
      return keepingCursor(sixelImage(fitting, over: display.background))
    default: return []
    }
  }

  /// Wraps a sequence so that the cursor position is restored.
  private func keepingCursor(_ sequence: [UInt8]) -> [UInt8] {
    let sequence = display.isInTmux ? passedThrough(sequence) : sequence
    return Array("\u{1B}7".utf8) + sequence + Array("\u{1B}8".utf8)
  }

  /// Clears a row of a tile.
  private func clear(_ tile: PictureTile, _ row: Int, _ bytes: inout [UInt8]) {
    move(to: tile.column, &bytes)
    bytes.append(control: tile.columns, "X")
    guard display.mode == .kitty, !display.usesPlaceholders, row == (tile.rows - 1) / 2 else {
      return
    }
    move(to: tile.column + (tile.isCentered ? (tile.columns - 1) / 2 : 0), &bytes)
    bytes += kitty.clearCursor()
  }

  /// Moves the cursor to a column.
  private func move(to column: Int, _ bytes: inout [UInt8]) {
    if column > 0 { bytes.append(control: column + 1, "G") }
  }
}

/// A rectangle of cells and its content.
package struct PictureTile: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// A picture with a unique key.
    case picture(Pixels, key: UInt64)
    /// Lines of text; empty for a blank tile.
    case text([StyledText])
  }

  package var content: Content
  /// The number of cells to the left of the tile.
  package var column: Int
  package var columns: Int
  package var rows: Int
  /// Whether the content is centered horizontally, rather than aligned left.
  package var isCentered: Bool

  package init(
    content: Content, column: Int, columns: Int, rows: Int, isCentered: Bool = true
  ) {
    self.isCentered = isCentered
    self.content = content
    self.column = column
    self.columns = columns
    self.rows = rows
  }
}

extension [UInt8] {
  /// Appends a number in decimal.
  @inline(__always)
  mutating func append(decimal number: Int) {
    if number > 999 { return append(contentsOf: String(number).utf8) }
    if number > 99 { append(48 &+ UInt8(truncatingIfNeeded: number / 100)) }
    if number > 9 { append(48 &+ UInt8(truncatingIfNeeded: number / 10 % 10)) }
    append(48 &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a control sequence with one parameter.
  mutating func append(control parameter: Int, _ final: Character) {
    append(contentsOf: "\u{1B}[\(parameter)\(final)".utf8)
  }

  /// Appends a text in UTF-8.
  mutating func append(text: some StringProtocol) { append(contentsOf: text.utf8) }
}

/// Lines of text in the middle of a box, with a frame if there is space.
struct TextBox {
  let lines: [StyledText]
  let columns: Int
  let rows: Int
  /// Whether lines without a frame are centered, rather than aligned left.
  var isCentered = true

  private var isFramed: Bool {
    !lines.isEmpty && columns >= 6 && rows >= lines.count + 2
  }

  /// Returns a row of the box, with its frame but without blanks at its end.
  func row(_ row: Int) -> StyledText {
    guard isFramed else { return inside(row, of: rows, width: columns) }
    if row == 0 { return edge("┌", "┐") }
    if row == rows - 1 { return edge("└", "┘") }
    return StyledText("│", .faint) + inside(row - 1, of: rows - 2, width: columns - 2)
      + StyledText("│", .faint)
  }

  private func edge(_ left: String, _ right: String) -> StyledText {
    StyledText(left + String(repeating: "─", count: columns - 2) + right, .faint)
  }

  private func inside(_ row: Int, of rows: Int, width: Int) -> StyledText {
    let number = row - max(0, rows - lines.count) / 2
    let text = lines.indices.contains(number) ? lines[number].clipped(to: width) : ""
    let left = isCentered || isFramed ? (width - text.width) / 2 : 0
    let line = StyledText(String(repeating: " ", count: left)) + text
    return isFramed
      ? line + StyledText(String(repeating: " ", count: width - text.width - left)) : line.trimmed
  }
}
