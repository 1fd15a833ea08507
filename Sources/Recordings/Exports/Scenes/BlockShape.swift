/// The block elements U+2580 to U+259F, drawn as boxes so that pictures made of them have no gaps.
///
/// The shades (U+2591 to U+2593) are not among them.
package struct BlockShape {
  private let (width, height): (Int, Int)
  private let (halfWidth, halfHeight): (Int, Int)
  /// The thickness of a line of an eighth.
  private let line: (across: Int, down: Int)

  /// Prepares the shapes for cells of the given measures.
  package init(_ measures: SceneMeasures) {
    (width, height) = (measures.cellWidth, measures.cellHeight)
    (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    line = (measures.pixels(1), measures.pixels(2))
  }

  /// Returns the boxes of a block element in the text color, in a cell at `x`; nil for other characters.
  package func boxes(_ scalar: Unicode.Scalar, x: Int) -> [PixelBox]? {
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
    case 0x2594: return [PixelBox(x: x, y: 0, width: width, height: line.down)]
    case 0x2595:
      return [PixelBox(x: x + width - line.across, y: 0, width: line.across, height: height)]
    case 0x2596...0x259F: return quarters(Self.masks[code - 0x2596], x: x)
    default: return nil
    }
  }

  /// One bit per quadrant: upper left, upper right, lower left, lower right.
  private static let masks = [
    0b0100, 0b1000, 0b0001, 0b1101, 0b1001, 0b0111, 0b1011, 0b0010, 0b0110, 0b1110,
  ]

  private func quarters(_ mask: Int, x: Int) -> [PixelBox] {
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
