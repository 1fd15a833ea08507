import Foundation
import Terminal
import TestSupport
import Testing

/// Prints the size instead of all bytes in test logs.
extension Pixels: CustomTestStringConvertible {
  package var testDescription: String { "\(size.width)x\(size.height)" }
}

@Suite struct BitmapTests {
  private static let cell = PixelSize(width: 10, height: 20)

  private static let pictures = [
    Pixels.gradient(width: 40, height: 33), Pixels("R"), Pixels("RG.W", "K..B", "MMMM"),
    Pixels.gradient(width: 100, height: 90),
  ]

  /// Returns a tile of the picture's size.
  private func tile(_ pixels: Pixels, key: UInt64, on display: PictureDisplay) -> PictureTile {
    let cells = display.cells(of: pixels.size)
    return PictureTile(
      content: .picture(pixels, key: key), column: 0, columns: cells.columns, rows: cells.rows)
  }

  private func drawn(_ pixels: Pixels, _ display: PictureDisplay) -> [UInt8] {
    var painter = PicturePainter(display)
    let tile = tile(pixels, key: 1, on: display)
    return painter.band([tile], rows: tile.rows)
  }

  @Test(arguments: pictures)
  func `kitty gets every pixel in chunks of limited size`(picture: Pixels) {
    var reader = KittyReader()
    reader.read(drawn(picture, PictureDisplay(mode: .kitty, cell: Self.cell)))
    #expect(reader.images.values.map(\.visible) == [picture.visible])
    #expect(reader.placements.count == 1)
    #expect(reader.placements.first?.columns == nil)
    #expect(reader.complaints.isEmpty)
    #expect(reader.longestPayload <= 4096)
  }

  @Test func `kitty scales to cells only if the cell size is unknown`() {
    var reader = KittyReader()
    reader.read(drawn(.gradient(width: 35, height: 50), PictureDisplay(mode: .kitty)))
    #expect(reader.placements.first?.columns == 4)
    #expect(reader.placements.first?.rows == 3)
  }

  @Test func `kitty gets a picture once, however often it is displayed`() {
    let display = PictureDisplay(mode: .kitty, cell: Self.cell)
    var (painter, reader) = (PicturePainter(display), KittyReader())
    let tile = tile(.gradient(width: 40, height: 40), key: 9, on: display)
    for _ in 0..<3 { reader.read(painter.band([tile], rows: 2)) }
    reader.read(painter.redraw([tile], rows: 2, rowsUp: 2))
    #expect(reader.transmissions == 1)
    #expect(reader.placements.map(\.id) == [2, 3, 4])
    reader.read(painter.forget())
    #expect(reader.images.isEmpty && reader.placements.isEmpty)
    reader.read(painter.band([tile], rows: 2))
    #expect(reader.transmissions == 2)
    #expect(reader.complaints.isEmpty)
  }

  @Test func `the least recently used picture is deleted from kitty`() {
    let display = PictureDisplay(mode: .kitty, cell: Self.cell)
    var (painter, reader) = (PicturePainter(display, limit: 3 * 6400), KittyReader())
    for key: UInt64 in [1, 2, 3, 1, 4] {
      let tile = tile(.gradient(width: 40, height: 40), key: key, on: display)
      reader.read(painter.band([tile], rows: 2))
    }
    #expect(reader.images.count == 3)
    #expect(reader.transmissions == 4)
    reader.read(
      painter.band([tile(.gradient(width: 40, height: 40), key: 1, on: display)], rows: 2))
    #expect(reader.transmissions == 4)
    #expect(reader.complaints.isEmpty)
  }

  @Test func `in tmux kitty's pictures are displayed with placeholders`() throws {
    let display = PictureDisplay(
      mode: .kitty, cell: Self.cell, usesPlaceholders: true, isInTmux: true)
    let bytes = drawn(.gradient(width: 30, height: 40), display)
    var reader = KittyReader()
    reader.read(unwrapped(bytes))
    let id = try #require(reader.images.keys.first)
    #expect(
      reader.placements == [.init(image: id, id: 0, columns: 3, rows: 2, isVirtual: true)])
    #expect(id & 0x00FF_FF00 == 0)
    var screen = ScreenModel(rows: 4, columns: 20)
    screen.feed(bytes)
    let cells = screen.lines[..<2].map { $0.unicodeScalars.count { $0 == "\u{10EEEE}" } }
    #expect(cells == [3, 3])
    #expect(screen.cursor == (2, 0))
    #expect(
      screen.lines[1].unicodeScalars.prefix(3).map(\.value) == [
        0x10EEEE, 0x30D, 0x305,
      ])
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[38;5;\(id & 0xFF)m"))
  }

  @Test(arguments: pictures)
  func `iTerm2 gets a PNG file with a size in cells`(picture: Pixels) throws {
    let bytes = drawn(picture, PictureDisplay(mode: .iterm, cell: Self.cell))
    let string = try #require(controlStrings("]", in: bytes).first)
    let parts = String(decoding: string, as: UTF8.self).split(separator: ":")
    let file = try #require(Data(base64Encoded: String(parts[1])))
    let cells = PictureDisplay(mode: .iterm, cell: Self.cell).cells(of: picture.size)
    #expect(
      parts[0] == "1337;File=inline=1;size=\(file.count);width=\(cells.columns);"
        + "height=\(cells.rows);preserveAspectRatio=1")
    #expect(Pixels(png: Array(file))?.visible == picture.visible)
  }

  @Test func `a file above the limit of multiplexers is halved`() throws {
    var numbers = SeededNumbers(seed: 4)
    let noise = (0..<4 * 700 * 600).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let picture = Pixels(size: PixelSize(width: 700, height: 600), bytes: noise)
    let bytes = drawn(picture, PictureDisplay(mode: .iterm, cell: Self.cell))
    #expect(bytes.count < 1 << 20)
    let string = try #require(controlStrings("]", in: bytes).first)
    let file = Data(base64Encoded: Data(string.drop { $0 != UInt8(ascii: ":") }.dropFirst()))
    #expect(Pixels(png: Array(file ?? Data()))?.size == PixelSize(width: 350, height: 300))
  }

  @Test(arguments: pictures)
  func `sixels draw the picture and skip transparent pixels`(picture: Pixels) throws {
    let bytes = drawn(picture, PictureDisplay(mode: .sixel, cell: Self.cell))
    let string = try #require(controlStrings("P", in: bytes).first)
    let seen = try #require(Pixels(sixels: string))
    #expect(seen.size == picture.size)
    #expect(seen.visible.difference(from: picture.visible) < 6)
  }

  @Test(arguments: ["RGRGGRRRRRGGGGGGRGRRRR", "R..R....RR.R.....R", "KWKKWWKKKKKWWWWWWK"])
  func `sixel runs are encoded correctly`(row: String) throws {
    let picture = Pixels(row, row)
    let bytes = drawn(picture, PictureDisplay(mode: .sixel, cell: Self.cell))
    let string = try #require(controlStrings("P", in: bytes).first)
    #expect(Pixels(sixels: string)?.visible == picture.visible)
  }

  @Test(arguments: [
    (PictureDisplay.Mode.iterm, "\u{1B}]", "\u{7}"), (.sixel, "\u{1B}P", "\u{1B}\\"),
  ])
  func `the cursor is saved and restored around a picture`(
    mode: PictureDisplay.Mode, begin: String, end: String
  ) {
    let text = String(
      decoding: drawn(.gradient(width: 9, height: 9), PictureDisplay(mode: mode, cell: Self.cell)),
      as: UTF8.self)
    #expect(text.contains("\u{1B}7" + begin) && text.contains(end + "\u{1B}8"))
  }

  @Test(arguments: [(16, 12), (20, 18), (21, 18), (24, 24), (7, 6)])
  func `sixels stay within their cells`(height: Int, limit: Int) throws {
    let display = PictureDisplay(mode: .sixel, cell: PixelSize(width: 5, height: height))
    var painter = PicturePainter(display)
    let tile = PictureTile(
      content: .picture(.gradient(width: 20, height: 2 * height), key: 1), column: 0, columns: 3,
      rows: 1)
    let string = try #require(controlStrings("P", in: painter.band([tile], rows: 1)).first)
    #expect(Pixels(sixels: string)?.size == PixelSize(width: 15, height: limit))
    #expect(display.frame(columns: 3, rows: 1).height == limit)
  }

  @Test(arguments: [PictureDisplay.Mode.kitty, .iterm, .sixel], 0..<8)
  func `a band reserves its lines first and leaves the cursor below`(
    mode: PictureDisplay.Mode, row: Int
  ) {
    let display = PictureDisplay(mode: mode, cell: Self.cell)
    var (screen, painter) = (ScreenModel(rows: 8, columns: 20), PicturePainter(display))
    screen.feed(Array(repeating: 0x0A, count: row))
    let tile = tile(.gradient(width: 50, height: 70), key: 1, on: display)
    let bytes = painter.band([tile], rows: 4)
    let begin =
      bytes.firstRange(of: Array("\u{1B}7".utf8))?.lowerBound
      ?? bytes.firstRange(of: Array("\u{1B}_G".utf8))?.lowerBound ?? 0
    screen.feed(bytes[..<begin])
    #expect(screen.cursor == (min(row, 3), 0))
    screen.feed(bytes[begin...])
    #expect(screen.cursor == (min(row + 4, 7), 0))
    #expect(screen.scrollback.count == max(0, row - 3))
    let (all, cursor) = (screen.scrollback.count, screen.cursor)
    screen.feed(painter.redraw([tile], rows: 4, rowsUp: 4))
    #expect(screen.cursor == cursor && screen.scrollback.count == all)
  }
}

extension Pixels {
  /// The picture with all transparent pixels equal.
  fileprivate var visible: Pixels {
    var bytes = bytes
    for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] == 0 {
      for channel in 0..<3 { bytes[start + channel] = 0 }
    }
    return Pixels(size: size, bytes: bytes)
  }
}
