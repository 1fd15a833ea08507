/// Draws bands of pictures on a terminal, and remembers what the terminal has of them.
package struct PicturePainter {
  package let display: PictureDisplay
  private var kitty: KittyGraphics

  /// A painter for a terminal that has no pictures of it yet.
  ///
  /// - Parameters:
  ///   - display: What the terminal can do.
  ///   - limit: The most that the terminal is asked to keep, in bytes.
  package init(_ display: PictureDisplay, limit: Int = 64 << 20) {
    self.display = display
    kitty = KittyGraphics(isInTmux: display.isInTmux, limit: limit)
  }

  /// Draws tiles side by side.
  ///
  /// - Parameters:
  ///   - tiles: What is seen; none reaches over another or the edge of the window.
  ///   - rows: The height of the band.
  /// - Returns: What to write with the cursor at the start of an empty line, nothing being beneath.
  ///   It takes exactly `rows` lines and leaves the cursor at the start of the one that follows.
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

  /// Draws tiles of a band again, where it is.
  ///
  /// - Parameters:
  ///   - tiles: What is seen now; what is beside them stays.
  ///   - rows: The height of the band.
  ///   - rowsUp: How many lines the first of the band is above the cursor, which is at the start of
  ///     its line; all of the band is on the screen.
  /// - Returns: What to write; the cursor is where it was afterwards, and nothing scrolls.
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

  /// Has the terminal forget the pictures that it was sent.
  package mutating func forget() -> [UInt8] { kitty.forget() }

  /// The marks around what a terminal shows at once.
  private static let begin = Array("\u{1B}[?2026h".utf8)
  private static let end = Array("\u{1B}[?2026l".utf8)

  /// Whether pictures are made of characters, which scroll the window as they come.
  private var isText: Bool { display.mode == .blocks }

  /// Adds a row of a tile, in its place.
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

  /// The cells of a tile that a picture takes.
  private func box(
    of pixels: Pixels, in tile: PictureTile
  ) -> (column: Int, columns: Int, rows: Range<Int>) {
    let cells = display.cells(of: pixels.size)
    let (columns, rows) = (min(cells.columns, tile.columns), min(cells.rows, tile.rows))
    let first = (tile.rows - rows) / 2
    let left = tile.isCentered ? (tile.columns - columns) / 2 : 0
    return (tile.column + left, columns, first..<first + rows)
  }

  /// What to write for a row of a picture; most terminals get all of it with the first.
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

  /// A sequence after which the cursor is where it was, wherever the sequence leaves it.
  private func keepingCursor(_ sequence: [UInt8]) -> [UInt8] {
    let sequence = display.isInTmux ? passedThrough(sequence) : sequence
    return Array("\u{1B}7".utf8) + sequence + Array("\u{1B}8".utf8)
  }

  /// Empties a row of a tile's box.
  private func clear(_ tile: PictureTile, _ row: Int, _ bytes: inout [UInt8]) {
    move(to: tile.column, &bytes)
    bytes.append(control: tile.columns, "X")
    guard display.mode == .kitty, !display.usesPlaceholders, row == (tile.rows - 1) / 2 else {
      return
    }
    move(to: tile.column + (tile.isCentered ? (tile.columns - 1) / 2 : 0), &bytes)
    bytes += kitty.clearCursor()
  }

  /// Moves right; tiles come in the order of their columns.
  private func move(to column: Int, _ bytes: inout [UInt8]) {
    if column > 0 { bytes.append(control: column + 1, "G") }
  }
}

/// A box of cells and what is seen in it.
package struct PictureTile: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// A picture, and a number that no other picture has.
    case picture(Pixels, key: UInt64)
    /// Lines in place of a picture; without any the box is empty.
    case text([StyledText])
  }

  package var content: Content
  /// How many cells are left of the box.
  package var column: Int
  package var columns: Int
  package var rows: Int
  /// Whether what is seen stands in the middle of the box, from left to right; else at its left.
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
  /// Adds a number in decimal digits.
  @inline(__always)
  mutating func append(decimal number: Int) {
    if number > 999 { return append(contentsOf: String(number).utf8) }
    if number > 99 { append(48 &+ UInt8(truncatingIfNeeded: number / 100)) }
    if number > 9 { append(48 &+ UInt8(truncatingIfNeeded: number / 10 % 10)) }
    append(48 &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// Adds a control sequence with one parameter.
  mutating func append(control parameter: Int, _ final: Character) {
    append(contentsOf: "\u{1B}[\(parameter)\(final)".utf8)
  }

  /// Adds a text in UTF-8.
  mutating func append(text: some StringProtocol) { append(contentsOf: text.utf8) }
}

/// Lines in the middle of a box of cells, in a thin frame if there is room.
struct TextBox {
  let lines: [StyledText]
  let columns: Int
  let rows: Int
  /// Whether lines without a frame stand in the middle; else at the left.
  var isCentered = true

  private var isFramed: Bool {
    !lines.isEmpty && columns >= 6 && rows >= lines.count + 2
  }

  /// A row of the box, as wide as the box.
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
    return StyledText(String(repeating: " ", count: left)) + text
      + StyledText(String(repeating: " ", count: width - text.width - left))
  }
}
