extension BlockCell {
  /// The gain, in weighted squares twelvefold, below which a second color is not worth its bytes.
  private static let leastContrast: Int32 = 12 * 9 * 3 * 3

  /// The gain below which quarters are not worth the seams that some fonts leave between them.
  private static let leastDetail: Int32 = 12 * 9 * 8 * 8

  /// The cell that comes nearest to four pixels with two of all colors.
  @inline(__always)
  init(fitting pixels: Quarters) {
    let shown = pixels.shown
    guard shown == 15 else {
      self.init(
        quarters: shown, front: shown == 0 ? .none : Ink(pixels.sum.mean), back: .none)
      return
    }
    let sum = pixels.sum
    let quarters = Self.split(pixels, sum: sum)
    guard quarters != 0 else {
      self.init(quarters: 0, front: .none, back: Ink(sum.mean))
      return
    }
    let front = pixels.sum(of: quarters)
    self.init(quarters: quarters, front: Ink(front.mean), back: Ink((sum &- front).mean))
  }

  /// The quarters to show apart from the others; none where all are much the same.
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

  /// By how much the squared error shrinks if some quarters have a color of their own.
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
  /// The sum of the colors of some quarters.
  @inline(__always)
  func sum(of quarters: Int) -> SIMD4<Int32> {
    var sum = SIMD4<Int32>.zero
    for number in 0..<4 where quarters >> number & 1 == 1 { sum &+= self[number] }
    return sum
  }
}
