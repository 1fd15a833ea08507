import Recordings

/// The lines U+2500 to U+257F, drawn as boxes so that they meet; the diagonals are letters of the font.
struct LineShape {
  private let (width, height): (Int, Int)
  /// The thickness of a light line; a heavy one, and the two of a double one with their gap, have three times as much.
  private let thin: Int

  private enum Weight: Int { case none, light, heavy, double }

  /// Prepares the shapes for cells of the given measures.
  init(_ measures: SceneMeasures) {
    (width, height) = (measures.cellWidth, measures.cellHeight)
    thin = max(1, measures.pixels(1))
  }

  /// Returns the boxes of a line in a cell, from the corner of the cell; nil for other characters, and for arcs.
  func boxes(_ scalar: Unicode.Scalar) -> [PixelBox]? {
    guard let arms = Self.arms(of: scalar), !Self.isArc(scalar) else { return nil }
    let across = Axis(length: width, thin: thin), down = Axis(length: height, thin: thin)
    var boxes: [PixelBox] = []
    for strip in across.strips(arms.left, arms.right, crossing: (arms.up, arms.down), down) {
      boxes.append(
        PixelBox(x: strip.start, y: strip.side, width: strip.length, height: strip.thickness))
    }
    for strip in down.strips(arms.up, arms.down, crossing: (arms.left, arms.right), across) {
      boxes.append(
        PixelBox(x: strip.side, y: strip.start, width: strip.thickness, height: strip.length))
    }
    if let count = Self.dashes(scalar) { return boxes.flatMap { dashed($0, count) } }
    return boxes
  }

  /// A rounded corner: whether a point, in quarters of a pixel from the corner of the cell, is on it; nil for other characters.
  func arc(_ scalar: Unicode.Scalar) -> ((_ x: Int, _ y: Int) -> Bool)? {
    guard Self.isArc(scalar), let arms = Self.arms(of: scalar) else { return nil }
    let (isRight, isDown) = (arms.right != .none, arms.down != .none)
    // Everything is in eighths of a pixel, so that the points are the middles of quarters.
    let half = 4 * thin
    let middle = (
      x: 8 * ((width - 3 * thin) / 2 + thin) + half, y: 8 * ((height - 3 * thin) / 2 + thin) + half
    )
    // The arms are straight at the sides of the cell.
    let radius = min(middle.x, 8 * width - middle.x, middle.y, 8 * height - middle.y) - 8
    return { x, y in
      let (x, y) = (2 * x + 1, 2 * y + 1)
      // The distances from the middle of the cell along both arms, as if they went right and down.
      let (right, down) = (
        isRight ? x - middle.x : middle.x - x, isDown ? y - middle.y : middle.y - y
      )
      if right >= radius { return abs(down) < half }
      if down >= radius { return abs(right) < half }
      let (a, b) = (radius - right, radius - down)
      let distance = a * a + b * b
      return distance >= (radius - half) * (radius - half)
        && distance < (radius + half) * (radius + half)
    }
  }

  /// Cuts a line into dashes with gaps of a third.
  private func dashed(_ box: PixelBox, _ count: Int) -> [PixelBox] {
    (0..<count).map { number in
      var part = box
      if box.width > box.height {
        let (start, end) = (number * width / count, (number + 1) * width / count)
        part.x = start
        part.width = max(1, (end - start) * 2 / 3)
      } else {
        let (start, end) = (number * height / count, (number + 1) * height / count)
        part.y = start
        part.height = max(1, (end - start) * 2 / 3)
      }
      return part
    }
  }

  private static func isArc(_ scalar: Unicode.Scalar) -> Bool { 0x256D...0x2570 ~= scalar.value }

  /// The number of dashes of a dashed line; nil for other lines.
  private static func dashes(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x2504...0x2507: 3
    case 0x2508...0x250B: 4
    case 0x254C...0x254F: 2
    default: nil
    }
  }

  private static func arms(
    of scalar: Unicode.Scalar
  ) -> (left: Weight, right: Weight, up: Weight, down: Weight)? {
    guard 0x2500...0x257F ~= scalar.value else { return nil }
    let code = arms[Int(scalar.value) - 0x2500]
    if code == 0 { return nil }
    func weight(_ digit: Int) -> Weight { Weight(rawValue: code >> (4 * digit) & 15) ?? .none }
    return (weight(3), weight(2), weight(1), weight(0))
  }

  /// The weights to the left, to the right, up and down, one digit each; from the names of Unicode.
  private static let arms = [
    0x1100, 0x2200, 0x0011, 0x0022, 0x1100, 0x2200, 0x0011, 0x0022, 0x1100, 0x2200, 0x0011, 0x0022,
    0x0101, 0x0201, 0x0102, 0x0202,
    0x1001, 0x2001, 0x1002, 0x2002, 0x0110, 0x0210, 0x0120, 0x0220, 0x1010, 0x2010, 0x1020, 0x2020,
    0x0111, 0x0211, 0x0121, 0x0112,
    0x0122, 0x0221, 0x0212, 0x0222, 0x1011, 0x2011, 0x1021, 0x1012, 0x1022, 0x2021, 0x2012, 0x2022,
    0x1101, 0x2101, 0x1201, 0x2201,
    0x1102, 0x2102, 0x1202, 0x2202, 0x1110, 0x2110, 0x1210, 0x2210, 0x1120, 0x2120, 0x1220, 0x2220,
    0x1111, 0x2111, 0x1211, 0x2211,
    0x1121, 0x1112, 0x1122, 0x2121, 0x1221, 0x2112, 0x1212, 0x2221, 0x2212, 0x2122, 0x1222, 0x2222,
    0x1100, 0x2200, 0x0011, 0x0022,
    0x3300, 0x0033, 0x0301, 0x0103, 0x0303, 0x3001, 0x1003, 0x3003, 0x0310, 0x0130, 0x0330, 0x3010,
    0x1030, 0x3030, 0x0311, 0x0133,
    0x0333, 0x3011, 0x1033, 0x3033, 0x3301, 0x1103, 0x3303, 0x3310, 0x1130, 0x3330, 0x3311, 0x1133,
    0x3333, 0x0101, 0x1001, 0x1010,
    0x0110, 0x0000, 0x0000, 0x0000, 0x1000, 0x0010, 0x0100, 0x0001, 0x2000, 0x0020, 0x0200, 0x0002,
    0x1200, 0x0012, 0x2100, 0x0021,
  ]

  /// One direction in a cell: along it, or across.
  private struct Axis {
    let length: Int
    let thin: Int
    /// The start of the middle, which is three light lines wide.
    var middle: Int { (length - 3 * thin) / 2 }

    struct Strip {
      var start: Int
      var length: Int
      /// The distance from the side of the cell.
      var side: Int
      var thickness: Int
    }

    /// Returns the strips of two opposite arms along this axis.
    func strips(
      _ first: Weight, _ second: Weight, crossing: (before: Weight, after: Weight), _ other: Axis
    ) -> [Strip] {
      sides(of: first, other).map { side in
        let end = self.end(first, second, side.place, crossing)
        return Strip(start: 0, length: end, side: side.start, thickness: side.thickness)
      }
        + sides(of: second, other).map { side in
          // The same from the other end.
          let end = self.end(second, first, side.place, crossing)
          return Strip(
            start: mirrored(end), length: length - mirrored(end), side: side.start,
            thickness: side.thickness)
        }
    }

    /// Where the strip of an arm ends that begins at 0.
    private func end(
      _ arm: Weight, _ opposite: Weight, _ place: Int, _ crossing: (before: Weight, after: Weight)
    ) -> Int {
      let (near, far) = (middle + thin, middle + 3 * thin)
      let weights = [crossing.before, crossing.after]
      if arm == .double, place != 0 {
        let (own, other) = place < 0 ? (weights[0], weights[1]) : (weights[1], weights[0])
        if own == .double { return near }
        return other == .double ? far : middle + 2 * thin
      }
      if weights == [.double, .double] { return opposite == .none ? near : far }
      return weights.contains(.double) || weights.contains(.heavy) ? far : middle + 2 * thin
    }

    /// The place of an end that was counted from 0, counted from the other end of the cell.
    private func mirrored(_ end: Int) -> Int {
      // The middle can be off by a pixel, and lines of both sides share it.
      2 * middle + 3 * thin - end
    }

    /// The lines of an arm across another axis: before the middle (-1), in it (0), and after it (1).
    private func sides(
      of arm: Weight, _ other: Axis
    ) -> [(place: Int, start: Int, thickness: Int)] {
      let (start, thin) = (other.middle, thin)
      switch arm {
      case .none: return []
      case .light: return [(0, start + thin, thin)]
      case .heavy: return [(0, start, 3 * thin)]
      case .double: return [(-1, start, thin), (1, start + 2 * thin, thin)]
      }
    }
  }
}
