/// A color that text of a terminal can have: 24 bits of RGB, or a number in the palette.
struct Ink: Equatable {
  let code: Int32

  /// The color of the terminal itself.
  static let none = Ink(code: -1)

  init(code: Int32) { self.code = code }

  init(_ channels: SIMD4<Int32>) {
    code = channels[0] << 16 | channels[1] << 8 | channels[2]
  }
}

/// A cell as a character shows it: some quarters in one color, the others in another.
struct BlockCell: Equatable {
  /// A bit for each quarter in the front color: upper left, upper right, lower left, lower right.
  var quarters: Int
  var front: Ink
  var back: Ink

  static let empty = BlockCell(quarters: 0, front: .none, back: .none)

  /// The same cell with its colors changed over.
  var inverted: BlockCell { BlockCell(quarters: 15 - quarters, front: back, back: front) }
}

/// The four pixels that a cell covers; those outside of the picture are zero, as transparent ones.
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

  /// The same with each half in one color.
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

  /// A bit for each quarter that shows something.
  @inline(__always)
  var shown: Int {
    Int(upperLeft[3] | upperRight[3] << 1 | lowerLeft[3] << 2 | lowerRight[3] << 3)
  }

  /// The sum of all colors.
  @inline(__always)
  var sum: SIMD4<Int32> { upperLeft &+ upperRight &+ lowerLeft &+ lowerRight }

  /// The color of a quarter by its number.
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
