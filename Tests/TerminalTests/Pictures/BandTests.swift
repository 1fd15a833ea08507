import Terminal
import TestSupport
import Testing

@Suite struct BandTests {
  private static let picture = Pixels.gradient(width: 8, height: 8)

  private static let tiles = [
    PictureTile(content: .picture(picture, key: 7), column: 0, columns: 6, rows: 4),
    PictureTile(content: .text(["loading", "30 %"]), column: 8, columns: 12, rows: 4),
  ]

  @Test(arguments: 0..<8)
  func `a band covers its rows and leaves the cursor below, even at the bottom`(
    row: Int
  ) {
    var screen = ScreenModel(rows: 8, columns: 20)
    screen.feed(Array("first\r\n".utf8) + Array(repeating: 0x0A, count: max(0, row - 1)))
    var painter = PicturePainter(PictureDisplay(mode: .blocks, depth: .none))
    if row == 0 { screen = ScreenModel(rows: 8, columns: 20) }
    screen.feed(painter.band(Self.tiles, rows: 4) + Array("next".utf8))
    let all = screen.scrollback + screen.lines
    #expect(screen.cursor == (min(7, row + 4), 4))
    #expect(
      Array(all[row..<row + 5].map { String($0.dropFirst(8)) }) == [
        "┌──────────┐", "│ loading  │", "│   30 %   │", "└──────────┘", "",
      ])
    #expect(all[row + 4] == "next")
  }

  @Test func `a band as wide as the window does not rely on wrapping`() {
    var screen = ScreenModel(rows: 8, columns: 20)
    var painter = PicturePainter(PictureDisplay(mode: .blocks))
    let tile = PictureTile(
      content: .picture(.gradient(width: 40, height: 6), key: 7), column: 0, columns: 20, rows: 3)
    screen.feed(painter.band([tile], rows: 3))
    #expect(screen.cursor == (3, 0))
  }

  @Test(arguments: [4, 5])
  func `a band is redrawn in place`(rowsUp: Int) {
    var screen = ScreenModel(rows: 8, columns: 20)
    var painter = PicturePainter(PictureDisplay(mode: .blocks, depth: .none))
    screen.feed(Array("above\r\n".utf8) + painter.band(Self.tiles, rows: 4))
    if rowsUp > 4 { screen.feed(Array("below\r\n".utf8)) }
    let (before, cursor) = (screen.lines, screen.cursor)
    let text = PictureTile(content: .text(["ready"]), column: 8, columns: 12, rows: 4)
    screen.feed(painter.redraw([text], rows: 4, rowsUp: rowsUp))
    #expect(screen.cursor == cursor)
    #expect(screen.scrollback.isEmpty)
    #expect(screen.lines[2].hasSuffix("│  ready   │"))
    screen.feed(painter.redraw(Self.tiles, rows: 4, rowsUp: rowsUp))
    #expect(screen.lines == before)
  }

  @Test func `a tile without lines is cleared`() {
    var screen = ScreenModel(rows: 8, columns: 20)
    var painter = PicturePainter(PictureDisplay(mode: .blocks, depth: .none))
    screen.feed(painter.band(Self.tiles, rows: 4))
    let none = Self.tiles.map { tile in
      PictureTile(content: .text([]), column: tile.column, columns: tile.columns, rows: tile.rows)
    }
    screen.feed(painter.redraw(none, rows: 4, rowsUp: 4))
    #expect(screen.text.isEmpty)
  }

  @Test func `a smaller picture replaces a larger one completely`() {
    var screen = ScreenModel(rows: 8, columns: 20)
    var painter = PicturePainter(PictureDisplay(mode: .blocks, depth: .none))
    var tile = PictureTile(
      content: .picture(Pixels("WWWWWWWW", "WWWWWWWW"), key: 1), column: 1, columns: 4, rows: 1)
    screen.feed(painter.band([tile], rows: 1))
    tile.content = .picture(Pixels("WW", "WW"), key: 2)
    screen.feed(painter.redraw([tile], rows: 1, rowsUp: 1))
    #expect(screen.lines[0] == "  █")
  }

  @Test(arguments: [
    (3, 3, ["", "abc", ""]), (9, 3, ["┌───────┐", "│  abc  │", "└───────┘"]), (2, 1, ["a…"]),
    (5, 2, [" abc", ""]),
  ])
  func `text is centered in its tile, with a frame if there is space`(
    columns: Int, rows: Int, lines: [String]
  ) {
    var screen = ScreenModel(rows: 4, columns: 20)
    var painter = PicturePainter(PictureDisplay(mode: .blocks))
    let tile = PictureTile(content: .text(["abc"]), column: 0, columns: columns, rows: rows)
    screen.feed(painter.band([tile], rows: rows))
    #expect(Array(screen.lines[..<rows]) == lines)
  }

  @Test(arguments: [PictureDisplay.Mode.kitty, .iterm, .sixel, .blocks])
  func `a picture decoded for a frame fits its cells`(
    mode: PictureDisplay.Mode
  ) {
    let display = PictureDisplay(mode: mode, cell: PixelSize(width: 9, height: 19))
    for (columns, rows) in [(1, 1), (20, 8), (80, 30)] {
      let size = display.frame(columns: columns, rows: rows)
        .size(of: PixelSize(width: 4000, height: 3000))
      let cells = display.cells(of: size)
      #expect(cells.columns <= columns && cells.rows <= rows)
    }
  }
}
