/// A text color: 24-bit RGB, or a palette index.
struct CellColor: Equatable {
  let code: Int32

  /// The terminal's default color.
  static let none = CellColor(code: -1)

  init(code: Int32) { self.code = code }

  init(_ channels: SIMD4<Int32>) {
    code = channels[0] << 16 | channels[1] << 8 | channels[2]
  }
}

/// A cell drawn as a block character: some quadrants in one color, the others in another.
struct BlockCell: Equatable {
  /// One bit for each quadrant in the front color: upper left, upper right, lower left, lower right.
  var quarters: Int
  var front: CellColor
  var back: CellColor

  static let empty = BlockCell(quarters: 0, front: .none, back: .none)

  /// The same cell with its colors exchanged.
  var inverted: BlockCell { BlockCell(quarters: 15 - quarters, front: back, back: front) }
}

/// The four pixels of a cell.
///
/// Pixels outside the picture are zero, like transparent ones.
struct Quarters {
  var upperLeft: SIMD4<Int32>
  var upperRight: SIMD4<Int32>
  var lowerLeft: SIMD4<Int32>
  var lowerRight: SIMD4<Int32>

  @inline(__always)
  init(_ pixels: Pixels, column: Int, row: Int, over background: SIMD4<Int32>) {
    let (x, y, size) = (2 * column, 2 * row, pixels.size)
    let upper = y * size.width + x
    let lower = upper + size.width
    let isWhole = (x + 1 < size.width, y + 1 < size.height)
    upperLeft = pixels.color(at: upper, over: background)
    upperRight = isWhole.0 ? pixels.color(at: upper + 1, over: background) : .zero
    lowerLeft = isWhole.1 ? pixels.color(at: lower, over: background) : .zero
    lowerRight =
      isWhole.0 && isWhole.1 ? pixels.color(at: lower + 1, over: background) : .zero
  }

  /// The pixels with each half averaged.
  var halves: Quarters {
    func half(_ left: SIMD4<Int32>, _ right: SIMD4<Int32>) -> SIMD4<Int32> {
      let sum = left &+ right
      return sum[3] == 0 ? .zero : sum.mean
    }
    var halves = self
    halves.upperLeft = half(upperLeft, upperRight)
    halves.lowerLeft = half(lowerLeft, lowerRight)
    (halves.upperRight, halves.lowerRight) = (halves.upperLeft, halves.lowerLeft)
    return halves
  }

  /// One bit for each visible quadrant.
  @inline(__always)
  var shown: Int {
    Int(upperLeft[3] | upperRight[3] << 1 | lowerLeft[3] << 2 | lowerRight[3] << 3)
  }

  /// The sum of the colors.
  @inline(__always)
  var sum: SIMD4<Int32> { upperLeft &+ upperRight &+ lowerLeft &+ lowerRight }

  /// Returns the color of a quadrant.
  @inline(__always)
  subscript(number: Int) -> SIMD4<Int32> {
    switch number {
    case 0: upperLeft
    case 1: upperRight
    case 2: lowerLeft
    default: lowerRight
    }
  }
}

extension BlockCell {
  /// The minimum gain of a second color, in weighted squares times 12.
  ///
  /// A smaller gain is not worth the additional output.
  private static let leastContrast: Int32 = 12 * 9 * 3 * 3

  /// The minimum gain of quadrants over halves, since some fonts leave seams between quadrants.
  private static let leastDetail: Int32 = 12 * 9 * 8 * 8

  /// Creates the best approximation of four pixels with two colors.
  @inline(__always)
  init(fitting pixels: Quarters) {
    let shown = pixels.shown
    guard shown == 15 else {
      self.init(
        quarters: shown, front: shown == 0 ? .none : CellColor(pixels.sum.mean), back: .none)
      return
    }
    let sum = pixels.sum
    let quarters = Self.split(pixels, sum: sum)
    guard quarters != 0 else {
      self.init(quarters: 0, front: .none, back: CellColor(sum.mean))
      return
    }
    let front = pixels.sum(of: quarters)
    self.init(
      quarters: quarters, front: CellColor(front.mean), back: CellColor((sum &- front).mean))
  }

  /// Returns the quadrants to draw in the front color; 0 if all pixels are similar.
  @inline(__always)
  private static func split(_ pixels: Quarters, sum: SIMD4<Int32>) -> Int {
    let alone = square(sum) &* 3
    let halves = gain(pixels.upperLeft &+ pixels.upperRight, sum, alone, each: 6, other: 6)
    var best = (quarters: 3, gain: halves &+ leastDetail)
    func consider(_ quarters: Int, _ gain: Int32) {
      if gain > best.gain { best = (quarters, gain) }
    }
    consider(5, gain(pixels.upperLeft &+ pixels.lowerLeft, sum, alone, each: 6, other: 6))
    consider(9, gain(pixels.upperLeft &+ pixels.lowerRight, sum, alone, each: 6, other: 6))
    consider(1, gain(pixels.upperLeft, sum, alone, each: 12, other: 4))
    consider(2, gain(pixels.upperRight, sum, alone, each: 12, other: 4))
    consider(4, gain(pixels.lowerLeft, sum, alone, each: 12, other: 4))
    consider(8, gain(pixels.lowerRight, sum, alone, each: 12, other: 4))
    let reached = best.quarters == 3 ? halves : best.gain
    return reached < leastContrast ? 0 : best.quarters
  }

  /// Returns the reduction of the squared error if some quadrants have their own color.
  @inline(__always)
  private static func gain(
    _ part: SIMD4<Int32>, _ sum: SIMD4<Int32>, _ alone: Int32, each: Int32, other: Int32
  ) -> Int32 {
    square(part) &* each &+ square(sum &- part) &* other &- alone
  }

  @inline(__always)
  private static func square(_ sum: SIMD4<Int32>) -> Int32 {
    (sum &* sum &* channelWeights).wrappedSum()
  }
}

extension Quarters {
  /// Returns the sum of the colors of some quadrants.
  @inline(__always)
  func sum(of quarters: Int) -> SIMD4<Int32> {
    var sum = SIMD4<Int32>.zero
    for number in 0..<4 where quarters >> number & 1 == 1 { sum &+= self[number] }
    return sum
  }
}
