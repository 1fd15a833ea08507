/// The colors that a terminal has numbers for.
package enum Palette {
  /// The six levels of each channel in the cube of 216 colors.
  private static let levels: [Int32] = [0, 95, 135, 175, 215, 255]

  /// The first sixteen as xterm has them; people change theirs, so these are a guess.
  private static let basic: [SIMD4<Int32>] = [
    [0, 0, 0, 1], [205, 0, 0, 1], [0, 205, 0, 1], [205, 205, 0, 1], [0, 0, 238, 1],
    [205, 0, 205, 1], [0, 205, 205, 1], [229, 229, 229, 1], [127, 127, 127, 1], [255, 0, 0, 1],
    [0, 255, 0, 1], [255, 255, 0, 1], [92, 92, 255, 1], [255, 0, 255, 1], [0, 255, 255, 1],
    [255, 255, 255, 1],
  ]

  /// The color of each number.
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

  /// The number of the nearest color that is the same everywhere: none of the first sixteen.
  package static func nearest(to color: SIMD4<Int32>) -> Int {
    let (red, green, blue) = (step(color[0]), step(color[1]), step(color[2]))
    let inCube = 16 + 36 * red + 6 * green + blue
    let grey = 232 + min(23, max(0, Int(2 * color[0] + 4 * color[1] + 3 * color[2]) / 9 - 3) / 10)
    let isGrey = colors[grey].distance(to: color) < colors[inCube].distance(to: color)
    return isGrey ? grey : inCube
  }

  /// The number of the nearest of the first sixteen.
  package static func nearestBasic(to color: SIMD4<Int32>) -> Int {
    let colors = colors
    var best = (number: 0, distance: Int32.max)
    for number in 0..<16 {
      let distance = colors[number].distance(to: color)
      if distance < best.distance { best = (number, distance) }
    }
    return best.number
  }

  /// The nearest level of a channel.
  private static func step(_ value: Int32) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : Int(value - 35) / 40
  }
}
