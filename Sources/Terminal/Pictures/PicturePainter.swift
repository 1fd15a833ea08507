/// Draws bands of pictures on a terminal, and remembers what the terminal has of them.
package struct PicturePainter {
  package let display: PictureDisplay

  package init(_ display: PictureDisplay) { self.display = display }

  /// Draws tiles side by side.
  ///
  /// - Parameters:
  ///   - tiles: What is seen; none reaches over another or the edge of the window.
  ///   - rows: The height of the band.
  /// - Returns: What to write with the cursor at the start of an empty line that is the last. It
  ///   takes exactly `rows` lines and leaves the cursor at the start of the line beneath.
  package mutating func band(_ tiles: [PictureTile], rows: Int) -> [UInt8] {
    var bytes = Array(Self.begin)
    for row in 0..<rows {
      for tile in tiles { add(tile, row, to: &bytes, isFresh: true) }
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
    var bytes = Self.begin
    bytes.append(control: rowsUp, "A")
    for row in 0..<rows {
      for tile in tiles { add(tile, row, to: &bytes, isFresh: false) }
      bytes.append(text: "\r\u{1B}[1B")
    }
    if rowsUp > rows { bytes.append(control: rowsUp - rows, "B") }
    return bytes + Self.end
  }

  /// Has the terminal forget the pictures that it was sent.
  package mutating func forget() -> [UInt8] { [] }

  /// The marks around what a terminal shows at once.
  static let begin = Array("\u{1B}[?2026h".utf8)
  static let end = Array("\u{1B}[?2026l".utf8)

  /// Adds a row of a tile, in its place.
  private mutating func add(
    _ tile: PictureTile, _ row: Int, to bytes: inout [UInt8], isFresh: Bool
  ) {
    guard row < tile.rows, tile.columns > 0 else { return }
    move(to: tile.column, &bytes)
    if !isFresh { bytes.append(control: tile.columns, "X") }
    switch tile.content {
    case .text(let lines):
      let text = TextBox(lines: lines, columns: tile.columns, rows: tile.rows).row(row)
      bytes.append(text: text.rendered(colored: display.depth > .none))
    case .picture(let pixels, _):
      let cells = display.cells(of: pixels.size)
      let first = max(0, tile.rows - cells.rows) / 2
      guard first..<min(tile.rows, first + cells.rows) ~= row else { return }
      move(to: tile.column + max(0, tile.columns - cells.columns) / 2, &bytes)
      bytes += BlockPicture(pixels: pixels, display: display).row(row - first)
    }
  }

  private func move(to column: Int, _ bytes: inout [UInt8]) {
    if column > 0 { bytes.append(control: column + 1, "G") }
  }
}
