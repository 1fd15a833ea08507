/// A rectangle in a row of cells, in pixels from its upper left.
struct PixelBox: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The path around it, which closes itself; the letters' line is at zero.
  var path: String {
    let y = y - PictureMeasures.baseline
    return "M\(x)\(y < 0 ? "" : " ")\(y)h\(width)v\(height)H\(x)"
  }
}

/// The characters that are drawn as boxes, so that pictures made of them have no gaps: U+2580 to U+259F.
enum BlockShape {
  /// The boxes of a cell that have the color of the text; nil if the character is none of these.
  static func boxes(_ scalar: Unicode.Scalar, x: Int) -> [PixelBox]? {
    let (width, height) = (PictureMeasures.cellWidth, PictureMeasures.cellHeight)
    let code = Int(scalar.value)
    switch code {
    case 0x2580: return [PixelBox(x: x, y: 0, width: width, height: halfHeight)]
    case 0x2581...0x2588:
      let top = height - (height * (code - 0x2580) + 4) / 8
      let y = code == 0x2584 ? halfHeight : top
      return [PixelBox(x: x, y: y, width: width, height: height - y)]
    case 0x2589...0x258F:
      let part = code == 0x258C ? halfWidth : max(1, (width * (0x2590 - code) + 4) / 8)
      return [PixelBox(x: x, y: 0, width: part, height: height)]
    case 0x2590: return quarters(0b1010, x: x)
    case 0x2594: return [PixelBox(x: x, y: 0, width: width, height: 2)]
    case 0x2595: return [PixelBox(x: x + width - 1, y: 0, width: 1, height: height)]
    case 0x2596...0x259F: return quarters(masks[code - 0x2596], x: x)
    default: return nil
    }
  }

  private static let halfWidth = (PictureMeasures.cellWidth + 1) / 2
  private static let halfHeight = (PictureMeasures.cellHeight + 1) / 2

  /// A bit for each quarter: upper left, upper right, lower left, lower right.
  private static let masks = [
    0b0100, 0b1000, 0b0001, 0b1101, 0b1001, 0b0111, 0b1011, 0b0010, 0b0110, 0b1110,
  ]

  private static func quarters(_ mask: Int, x: Int) -> [PixelBox] {
    let (width, height) = (PictureMeasures.cellWidth, PictureMeasures.cellHeight)
    var boxes: [PixelBox] = []
    for (bits, y, rows) in [
      (mask & 3, 0, halfHeight), (mask >> 2, halfHeight, height - halfHeight),
    ] where bits > 0 {
      let left = bits & 1 == 1 ? 0 : halfWidth
      let right = bits & 2 == 2 ? width : halfWidth
      boxes.append(PixelBox(x: x + left, y: y, width: right - left, height: rows))
    }
    return boxes
  }
}
