import Terminal

extension Pixels {
  /// Creates a picture from rows of letters, one per pixel; a dot is transparent.
  init(_ rows: String...) {
    let colors = rows.joined().map { letter in Self.letters[letter] ?? [0, 0, 0, 0] }
    self.init(
      size: PixelSize(width: rows[0].count, height: rows.count), bytes: Array(colors.joined()))
  }

  private static let letters: [Character: [UInt8]] = [
    "R": [255, 0, 0, 255], "G": [0, 255, 0, 255], "B": [0, 0, 255, 255], "W": [255, 255, 255, 255],
    "K": [0, 0, 0, 255], "M": [128, 128, 128, 255], "y": [255, 255, 0, 128],
  ]

  /// Returns a gradient from corner to corner.
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

  /// Returns a disc on a gradient, which has edges in all directions.
  static func plate(width: Int, height: Int) -> Pixels {
    var bytes = gradient(width: width, height: height).bytes
    for y in 0..<height {
      for x in 0..<width {
        let (right, down) = (Double(x) / Double(width) - 0.5, Double(y) / Double(height) - 0.5)
        guard right * right + down * down < 0.1 else { continue }
        bytes.replaceSubrange(4 * (y * width + x)..<4 * (y * width + x) + 3, with: [240, 200, 90])
      }
    }
    return Pixels(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  /// The picture with each pixel doubled horizontally.
  var doubled: Pixels {
    let bytes = stride(from: 0, to: bytes.count, by: 4).flatMap { start in
      Array(self.bytes[start..<start + 4]) + self.bytes[start..<start + 4]
    }
    return Pixels(size: PixelSize(width: 2 * size.width, height: size.height), bytes: bytes)
  }

  /// The picture reduced by averaging eight by eight pixels.
  var blurred: Pixels {
    var result: [UInt8] = []
    for y in stride(from: 0, to: size.height - 7, by: 8) {
      for x in stride(from: 0, to: size.width - 7, by: 8) {
        for channel in 0..<4 {
          let sum = (0..<64).reduce(0) { sum, place in
            sum + Int(bytes[4 * ((y + place / 8) * size.width + x + place % 8) + channel])
          }
          result.append(UInt8(sum / 64))
        }
      }
    }
    return Pixels(
      size: PixelSize(width: size.width / 8, height: size.height / 8), bytes: result)
  }

  /// Returns the root mean square difference from a picture of the same size, from 0 to 255.
  func difference(from other: Pixels) -> Double {
    let squares = zip(bytes, other.bytes).reduce(0.0) { sum, pair in
      let distance = Double(pair.0) - Double(pair.1)
      return sum + distance * distance
    }
    return (squares / Double(bytes.count)).squareRoot()
  }
}

extension PicturePainter {
  /// Returns the output for a picture, without the synchronized output mode.
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
