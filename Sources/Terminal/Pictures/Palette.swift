/// The 256-color palette of terminals.
package enum Palette {
  /// The six levels of each channel in the color cube.
  private static let levels: [Int32] = [0, 95, 135, 175, 215, 255]

  /// The defaults of xterm for the first 16 colors, which users often change.
  private static let basic: [SIMD4<Int32>] = [
    [0, 0, 0, 1], [205, 0, 0, 1], [0, 205, 0, 1], [205, 205, 0, 1], [0, 0, 238, 1],
    [205, 0, 205, 1], [0, 205, 205, 1], [229, 229, 229, 1], [127, 127, 127, 1], [255, 0, 0, 1],
    [0, 255, 0, 1], [255, 255, 0, 1], [92, 92, 255, 1], [255, 0, 255, 1], [0, 255, 255, 1],
    [255, 255, 255, 1],
  ]

  /// The colors by index.
  package static let colors: [SIMD4<Int32>] = (0..<256).map(color)

  private static func color(_ number: Int) -> SIMD4<Int32> {
    if number < 16 { return basic[number] }
    if number >= 232 {
      let grey = Int32(8 + 10 * (number - 232))
      return [grey, grey, grey, 1]
    }
    let place = number - 16
    return [levels[place / 36], levels[place / 6 % 6], levels[place % 6], 1]
  }

  /// Returns the index of the nearest color, excluding the first 16, which vary between terminals.
  package static func nearest(to color: SIMD4<Int32>) -> Int {
    let (red, green, blue) = (step(color[0]), step(color[1]), step(color[2]))
    let inCube = 16 + 36 * red + 6 * green + blue
    let grey = 232 + min(23, max(0, Int(2 * color[0] + 4 * color[1] + 3 * color[2]) / 9 - 3) / 10)
    let isGrey = colors[grey].distance(to: color) < colors[inCube].distance(to: color)
    return isGrey ? grey : inCube
  }

  /// Returns the index of the nearest of the first 16 colors.
  package static func nearestBasic(to color: SIMD4<Int32>) -> Int {
    let colors = colors
    var best = (number: 0, distance: Int32.max)
    for number in 0..<16 {
      let distance = colors[number].distance(to: color)
      if distance < best.distance { best = (number, distance) }
    }
    return best.number
  }

  /// Returns the index of the nearest level of a channel.
  private static func step(_ value: Int32) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : Int(value - 35) / 40
  }
}

extension BlockCell {
  /// Creates the best approximation of four pixels with two palette colors.
  ///
  /// - Parameters:
  ///   - pixels: The pixels of the cell.
  ///   - shifts: The dithering offset of each pixel.
  ///   - nearest: Returns the index of the nearest palette color.
  init(fitting pixels: Quarters, shifts: SIMD4<Int32>, nearest: (SIMD4<Int32>) -> Int) {
    let shown = pixels.shown
    guard shown != 0 else {
      self = .empty
      return
    }
    var wanted: SIMD4<Int32> = [-1, -1, -1, -1]
    for quarter in 0..<4 where shown >> quarter & 1 == 1 {
      wanted[quarter] = Int32(nearest(pixels[quarter].shifted(by: shifts[quarter])))
    }
    if wanted == SIMD4(repeating: wanted[0]) {
      self = BlockCell(quarters: 0, front: .none, back: CellColor(code: wanted[0]))
      return
    }
    self = shown == 15 ? Self.best(of: wanted) : Self.best(of: wanted, in: shown)
  }

  /// Returns the cell of two of the wanted colors with the least error.
  private static func best(of wanted: SIMD4<Int32>) -> BlockCell {
    var best = (back: 0, front: 0, error: Int32.max)
    let distances = Distances(wanted)
    for back in 0..<3 {
      for front in back + 1..<4 where best.error > 0 {
        let error = pointwiseMin(distances[back], distances[front]).wrappedSum()
        if error < best.error { best = (back, front, error) }
      }
    }
    let isFront = distances[best.front] .< distances[best.back]
    var cell = BlockCell(
      quarters: 0, front: CellColor(code: wanted[best.front]),
      back: CellColor(code: wanted[best.back]))
    for quarter in 0..<4 where isFront[quarter] { cell.quarters |= 1 << quarter }
    return cell
  }

  /// Returns the cell of one of the wanted colors, with the terminal's background in the transparent
  /// quadrants.
  private static func best(of wanted: SIMD4<Int32>, in shown: Int) -> BlockCell {
    let distances = Distances(wanted)
    let sums = (0..<4).map { wanted[$0] < 0 ? Int32.max : distances[$0].wrappedSum() }
    let best = (0..<4).min { sums[$0] < sums[$1] } ?? 0
    return BlockCell(quarters: shown, front: CellColor(code: wanted[best]), back: .none)
  }

  /// Creates a cell whose quadrants are set where the picture contrasts with the background.
  init(dithering pixels: Quarters, shifts: SIMD4<Int32>, isDark: Bool) {
    self = .empty
    for quarter in 0..<4 where pixels[quarter][3] == 1 {
      let isLight = pixels[quarter].luma &+ shifts[quarter] > 127
      if isLight == isDark { quarters |= 1 << quarter }
    }
  }
}

/// The distances between four palette colors; 0 for missing ones.
private struct Distances {
  private var rows: (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

  init(_ numbers: SIMD4<Int32>) {
    let colors = Palette.colors
    func color(_ place: Int) -> SIMD4<Int32>? {
      numbers[place] < 0 ? nil : colors[Int(numbers[place])]
    }
    func distance(_ one: SIMD4<Int32>?, _ other: SIMD4<Int32>?) -> Int32 {
      if let one, let other { one.distance(to: other) } else { 0 }
    }
    let (a, b, c, d) = (color(0), color(1), color(2), color(3))
    let (ab, ac, ad) = (distance(a, b), distance(a, c), distance(a, d))
    let (bc, bd, cd) = (distance(b, c), distance(b, d), distance(c, d))
    rows = ([0, ab, ac, ad], [ab, 0, bc, bd], [ac, bc, 0, cd], [ad, bd, cd, 0])
  }

  subscript(color: Int) -> SIMD4<Int32> {
    switch color {
    case 0: rows.0
    case 1: rows.1
    case 2: rows.2
    default: rows.3
    }
  }
}

extension SIMD4<Int32> {
  /// Returns the color, lighter or darker by an amount.
  func shifted(by amount: Int32) -> Self {
    let shifted: Self = [self[0] &+ amount, self[1] &+ amount, self[2] &+ amount, 1]
    return shifted.clamped(lowerBound: .zero, upperBound: [255, 255, 255, 1])
  }

  /// Returns the offsets of ordered (Bayer) dithering for the four pixels of a cell.
  ///
  /// - Parameters:
  ///   - column: The column of the cell.
  ///   - row: The row of the cell.
  ///   - reach: The difference between the highest and the lowest offset.
  /// - Returns: An offset for each pixel.
  static func dither(column: Int, row: Int, reach: Int32) -> Self {
    let (x, y) = (Int32(column & 1), Int32(row & 1))
    let ranks: Self = [0, 8, 12, 4] &+ (2 &* (x ^ y) &+ y)
    return (ranks &* 2 &- 15) &* reach &>> 5
  }
}
