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
