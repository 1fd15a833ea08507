import Terminal
import Testing

@Suite struct BlockTests {
  @Test(arguments: [
    (Pixels("RR", "RR"), "^[48;2;255;0;0m ^[0m⏎"),
    (Pixels("RR", "BB"), "^[38;2;255;0;0;48;2;0;0;255m▀^[0m⏎"),
    (Pixels("RB", "RB"), "^[38;2;255;0;0;48;2;0;0;255m▌^[0m⏎"),
    (Pixels("RB", "BR"), "^[38;2;255;0;0;48;2;0;0;255m▚^[0m⏎"),
    (Pixels("RB", "BB"), "^[38;2;255;0;0;48;2;0;0;255m▘^[0m⏎"),
    (Pixels("BR", "BB"), "^[38;2;255;0;0;48;2;0;0;255m▝^[0m⏎"),
    (Pixels("BB", "RB"), "^[38;2;255;0;0;48;2;0;0;255m▖^[0m⏎"),
    (Pixels("BB", "BR"), "^[38;2;255;0;0;48;2;0;0;255m▗^[0m⏎"),
    (Pixels("RRRR", "RRRR"), "^[48;2;255;0;0m  ^[0m⏎"),
    (Pixels("RRRR", "BBBB"), "^[38;2;255;0;0;48;2;0;0;255m▀▀^[0m⏎"),
    (Pixels("RRBB", "BBRR"), "^[38;2;255;0;0;48;2;0;0;255m▀▄^[0m⏎"),
    (Pixels("RRRR", "BBRR"), "^[38;2;255;0;0;48;2;0;0;255m▀█^[0m⏎"),
    (
      Pixels("RRBB", "RRBB", "BBBB", "BBBB"),
      "^[48;2;255;0;0m ^[48;2;0;0;255m ^[0m⏎^[48;2;0;0;255m  ^[0m⏎"
    ),
    (Pixels("R"), "^[38;2;255;0;0m▘^[0m⏎"),
    (Pixels("R."), "^[38;2;255;0;0m▘^[0m⏎"),
    (Pixels("..", ".R"), "^[38;2;255;0;0m▗^[0m⏎"),
    (Pixels("..RR", "..RR"), " ^[48;2;255;0;0m ^[0m⏎"),
    (Pixels("....", "...."), "  ⏎"),
    (Pixels("yy", "yy"), "^[48;2;128;128;0m ^[0m⏎"),
  ])
  func `four pixels become the nearest block character and colors`(
    picture: Pixels, drawn: String
  ) {
    #expect(PicturePainter.drawn(picture, on: PictureDisplay(mode: .blocks)) == drawn)
  }

  @Test(arguments: [
    (PictureDisplay.Depth.indexed256, Pixels("RR", "BB"), "^[38;5;21;48;5;196m▄^[0m⏎"),
    (.indexed256, Pixels("KK", "KK"), "^[48;5;16m ^[0m⏎"),
    (.indexed256, Pixels(".R", ".."), "^[38;5;196m▝^[0m⏎"),
    (.basic16, Pixels("RR", "BB"), "^[34;41m▄^[0m⏎"),
    (.basic16, Pixels("KK", "WW"), "^[97;40m▄^[0m⏎"),
    (.basic16, Pixels("R.", ".."), "^[31m▘^[0m⏎"),
    (.none, Pixels("WK", "WK"), "▌⏎"),
    (.none, Pixels("WW", "WW"), "█⏎"),
    (.none, Pixels("MM", "MM"), "▞⏎"),
    (.none, Pixels("..", "KK"), " ⏎"),
  ])
  func `few colors are approximated by the palette`(
    depth: PictureDisplay.Depth, picture: Pixels, drawn: String
  ) {
    let display = PictureDisplay(mode: .blocks, depth: depth)
    #expect(PicturePainter.drawn(picture, on: display) == drawn)
  }

  @Test(arguments: [PictureDisplay.Depth.trueColor, .indexed256, .basic16, .none])
  func `a console without quadrants gets halves`(depth: PictureDisplay.Depth) {
    var display = PictureDisplay(mode: .blocks, depth: depth)
    display.hasQuarters = false
    let drawn = PicturePainter.drawn(.plate(width: 64, height: 63), on: display)
    #expect(drawn.unicodeScalars.allSatisfy { $0.isASCII || "▀▄█⏎".unicodeScalars.contains($0) })
    #expect(drawn.contains("▀"))
  }

  @Test func `on a light background without colors dark pixels are drawn`() {
    let display = PictureDisplay(mode: .blocks, depth: .none, background: .white)
    #expect(PicturePainter.drawn(Pixels("WKWW", "WKWW"), on: display) == "▐ ⏎")
  }

  @Test(arguments: [
    (PictureDisplay.Depth.trueColor, 6.0), (.indexed256, 30), (.basic16, 80), (.none, 120),
  ])
  func `the drawing approximates the picture`(depth: PictureDisplay.Depth, tolerance: Double) {
    let picture = Pixels.gradient(width: 64, height: 64)
    let display = PictureDisplay(mode: .blocks, depth: depth)
    var painter = PicturePainter(display)
    let tile = PictureTile(
      content: .picture(picture, key: 1), column: 0, columns: 32, rows: 32)
    let seen = DrawnCells(painter.band([tile], rows: 32), columns: 32, rows: 32).pixels
    #expect(seen.difference(from: picture) < tolerance)
  }
}
