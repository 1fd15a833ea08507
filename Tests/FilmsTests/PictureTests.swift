import Recordings
import Terminal
import Testing

@testable import Films

@Suite struct PictureTests {
  private static let display = PictureDisplay(
    mode: .kitty, cell: PixelSize(width: 9, height: 19), usesPlaceholders: true, density: 2)

  /// A picture with all channels in motion.
  private func picture(_ width: Int, _ height: Int) -> Pixels {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x * y) & 0xFF), 255]
      }
    }
    return Pixels(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  /// A film that shows a picture, and types behind it.
  private func film(_ pixels: Pixels, columns: Int, rows: Int) throws -> SampleFilm {
    var painter = PicturePainter(Self.display)
    let tile = PictureTile(
      content: .picture(pixels, key: 7), column: 2, columns: columns, rows: rows,
      isCentered: false)
    let band = painter.band([tile], rows: rows)
    return SampleFilm(
      [(0, SampleFilm.output("> x\r\n")), (500, .output(band)), (900, SampleFilm.output("end"))],
      end: 1500, columns: 24, rows: rows + 2)
  }

  /// The colors of a box of cells in the last picture of a film.
  private func colors(
    _ film: SampleFilm, scale: Int, columns: Int, rows: Int
  ) throws -> [CanvasColor] {
    var painter = try ScenePainter(film.scene, FilmOptions(scale: scale), FilmLibrary())
    for moment in try film.scene.moments(showsKeys: false) { _ = painter.paint(moment) }
    let (box, measures) = (painter.layout.terminal, painter.layout.measures)
    var colors: [CanvasColor] = []
    for y in 0..<rows * measures.cellHeight {
      let start = (box.y + measures.cellHeight + y) * painter.canvas.width
      let left = start + box.x + 2 * measures.cellWidth
      colors += painter.canvas.pixels[left..<left + columns * measures.cellWidth]
    }
    return colors
  }

  @Test func `a picture with enough pixels is shown pixel for pixel at scale 2`() throws {
    let pixels = picture(180, 190)
    let shown = try colors(try film(pixels, columns: 10, rows: 5), scale: 2, columns: 10, rows: 5)
    let expected = stride(from: 0, to: pixels.bytes.count, by: 4).map { byte in
      CanvasColor(
        Int(pixels.bytes[byte]), Int(pixels.bytes[byte + 1]), Int(pixels.bytes[byte + 2]))
    }
    #expect(shown == expected)
  }

  @Test func `a small picture has its own size at scale 1, and twice that at scale 2`() throws {
    let pixels = picture(90, 95)
    let film = try film(pixels, columns: 20, rows: 5)
    // Ten columns and five rows of cells have its size.
    let small = try colors(film, scale: 1, columns: 11, rows: 5)
    let ground = CanvasColor(PictureTheme.dark.background)
    for (place, color) in small.enumerated() {
      #expect((color == ground) == (place % 99 >= 90), "\(place)")
    }
    let large = try colors(film, scale: 2, columns: 10, rows: 5)
    #expect(large.allSatisfy { $0 != ground })
  }

  @Test func `the palette of a film keeps text exact and mixes the colors of pictures`() throws {
    var counts: [CanvasColor: Int] = [
      CanvasColor(17, 21, 28): 100_000, CanvasColor(230, 0, 0): 900,
    ]
    for red in 0..<20 {
      for green in 0..<20 { counts[CanvasColor(red * 12, green * 12, 90)] = 5 }
    }
    var table = ColorTable(counts, limit: 64)
    #expect(table.colors.count == 64)
    for color in [CanvasColor(17, 21, 28), CanvasColor(230, 0, 0)] {
      #expect(table.colors[Int(table.number(of: color))] == color)
    }
    // The mean of a dithered square is near to its color.
    let wanted = CanvasColor(100, 130, 90)
    var sum = 0
    for y in 0..<4 {
      for x in 0..<4 { sum += table.colors[Int(table.number(of: wanted, x: x, y: y))].green }
    }
    #expect(abs(sum / 16 - wanted.green) <= 12)
  }

  @Test func `a palette is the same whatever the order of its colors`() {
    let colors = (0..<600).map { CanvasColor($0 * 37 % 256, $0 * 91 % 256, $0 * 53 % 256) }
    let one = Dictionary(colors.map { ($0, 3) }, uniquingKeysWith: +)
    let other = Dictionary(colors.reversed().map { ($0, 3) }, uniquingKeysWith: +)
    #expect(ColorTable(one, limit: 255).colors == ColorTable(other, limit: 255).colors)
  }

  @Test func `a picture that did not arrive leaves its cells empty`() throws {
    var film = try film(picture(180, 190), columns: 10, rows: 5)
    film.log.events = film.log.events.map { event in
      guard case .output(let bytes) = event.kind else { return event }
      // A damaged payload is not a picture.
      let text = String(decoding: bytes, as: UTF8.self).replacing(
        "iVBORw0KGgo", with: "AAAAAAAAAAA")
      return .init(time: event.time, SampleFilm.output(text))
    }
    let ground = CanvasColor(PictureTheme.dark.background)
    #expect(try colors(film, scale: 1, columns: 10, rows: 5).allSatisfy { $0 == ground })
  }
}
