import Terminal

extension Pixels {
  /// A picture of rows of letters, a letter a pixel; a dot is transparent.
  init(_ rows: String...) {
    let colors = rows.joined().map { letter in Self.letters[letter] ?? [0, 0, 0, 0] }
    self.init(
      size: PixelSize(width: rows[0].count, height: rows.count), bytes: Array(colors.joined()))
  }

  private static let letters: [Character: [UInt8]] = [
    "R": [255, 0, 0, 255], "G": [0, 255, 0, 255], "B": [0, 0, 255, 255], "W": [255, 255, 255, 255],
    "K": [0, 0, 0, 255], "M": [128, 128, 128, 255], "y": [255, 255, 0, 128],
  ]

  /// A picture in which colors change softly from corner to corner.
  static func gradient(width: Int, height: Int) -> Pixels {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (right, down) = (255 * x / max(1, width - 1), 255 * y / max(1, height - 1))
        bytes += [UInt8(right), UInt8(down), UInt8((510 - right - down) / 2), 255]
      }
    }
    return Pixels(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  /// How far the picture is from another of the same size: the root of the mean square, 0 to 255.
  func difference(from other: Pixels) -> Double {
    let squares = zip(bytes, other.bytes).reduce(0.0) { sum, pair in
      let distance = Double(pair.0) - Double(pair.1)
      return sum + distance * distance
    }
    return (squares / Double(bytes.count)).squareRoot()
  }
}

extension PicturePainter {
  /// What a picture is drawn as, without the marks around it.
  static func drawn(_ pixels: Pixels, on display: PictureDisplay) -> String {
    var painter = PicturePainter(display)
    let cells = display.cells(of: pixels.size)
    let tile = PictureTile(
      content: .picture(pixels, key: 1), column: 0, columns: cells.columns, rows: cells.rows)
    let bytes = painter.band([tile], rows: cells.rows)
    return String(decoding: bytes, as: UTF8.self)
      .replacing("\u{1B}[?2026h", with: "").replacing("\u{1B}[?2026l", with: "")
      .replacing("\u{1B}", with: "^").replacing("\r\n", with: "⏎")
  }
}
