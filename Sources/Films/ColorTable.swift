import Recordings

/// The palette of a film, and the number of each color in it.
///
/// If there are more colors than fit, the palette is made by median cut (P. Heckbert, 1982): the box of colors with the
/// longest side is cut at its median until there are as many boxes as the palette has places.
struct ColorTable {
  private(set) var colors: [CanvasColor]
  private var numbers: [CanvasColor: UInt8]
  /// The color that was looked up last.
  private var last: (color: CanvasColor, number: UInt8)?
  /// The numbers of the colors of the palette.
  private let own: [CanvasColor: UInt8]
  /// The numbers of the colors nearest to those of six bits in each channel; nil for those not asked for yet.
  private var nearby: [UInt8?] = []

  /// Makes a palette.
  ///
  /// - Parameters:
  ///   - counts: The number of pixels of each color.
  ///   - limit: The most colors, at most 256.
  init(_ counts: [CanvasColor: Int], limit: Int) {
    // Equal films need equal palettes, and the order of a dictionary changes from run to run.
    let sorted = counts.sorted { ($0.value, $0.key.code) > ($1.value, $1.key.code) }
    if sorted.count <= limit {
      colors = sorted.map(\.key)
    } else {
      colors = Self.cut(sorted.map { ($0.key, $0.value) }, to: limit)
    }
    var numbers: [CanvasColor: UInt8] = [:]
    for (number, color) in colors.enumerated() where numbers[color] == nil {
      numbers[color] = UInt8(number)
    }
    (own, self.numbers) = (numbers, numbers)
  }

  /// Returns the number of a color of the palette for a pixel of a picture.
  ///
  /// If the palette lacks colors, neighbors get different ones whose mean is nearer to the color (ordered dithering).
  mutating func number(of color: CanvasColor, x: Int, y: Int) -> UInt8 {
    if let number = own[color] { return number }
    let shift = (2 * Self.thresholds[y & 3][x & 3] - 15) * Self.spread / 32
    func moved(_ channel: Int) -> Int { min(255, max(0, channel + shift)) }
    let (red, green, blue) = (moved(color.red), moved(color.green), moved(color.blue))
    if nearby.isEmpty { nearby = Array(repeating: nil, count: 1 << 18) }
    let place = (red >> 2) << 12 | (green >> 2) << 6 | blue >> 2
    if let number = nearby[place] { return number }
    let number = nearest(CanvasColor(red | 2, green | 2, blue | 2))
    nearby[place] = number
    return number
  }

  /// The order of Bayer (1973) in which the pixels of a square become lighter.
  private static let thresholds = [
    [0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5],
  ]
  /// The distance between the darkest and the lightest change of a pixel, about that of colors in a palette.
  private static let spread = 16

  /// Returns the number of the nearest color of the palette.
  mutating func number(of color: CanvasColor) -> UInt8 {
    // Neighbors are mostly equal.
    if let last, last.color == color { return last.number }
    let known = numbers[color]
    let number = known ?? nearest(color)
    if known == nil { numbers[color] = number }
    last = (color, number)
    return number
  }

  private func nearest(_ color: CanvasColor) -> UInt8 {
    func distance(_ other: CanvasColor) -> Int {
      let (red, green, blue) = (
        color.red - other.red, color.green - other.green, color.blue - other.blue
      )
      // The weights of the channels are those with which the program chooses colors elsewhere.
      return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
    return UInt8(colors.indices.min { distance(colors[$0]) < distance(colors[$1]) } ?? 0)
  }

  /// Returns the colors as bytes, red, green and blue of each, filled up with black to a power of two.
  func bytes(count: Int) -> [UInt8] {
    let bytes = colors.flatMap { [UInt8($0.red), UInt8($0.green), UInt8($0.blue)] }
    var places = 2
    while places < count { places *= 2 }
    return bytes + Array(repeating: 0, count: 3 * (places - colors.count))
  }

  private typealias Counted = (color: CanvasColor, count: Int)

  private static func cut(_ colors: [Counted], to limit: Int) -> [CanvasColor] {
    var boxes = [ColorBox(colors[...])]
    while boxes.count < limit,
      let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
      boxes[widest].colors.count > 1
    {
      let (left, right) = boxes[widest].halves
      boxes[widest] = left
      boxes.append(right)
    }
    return boxes.map(\.color)
  }

  private struct ColorBox {
    let colors: [Counted]
    /// The channel in which the colors differ most.
    private let channel: KeyPath<CanvasColor, Int>
    /// How urgently the box needs to be cut: its longest side times the number of its pixels, as a logarithm, so that
    /// neither a large background nor a few odd pixels take all places.
    let weight: Int

    init(_ colors: ArraySlice<Counted>) {
      self.colors = Array(colors)
      let channels: [KeyPath<CanvasColor, Int>] = [\.green, \.red, \.blue]
      let sides = channels.map { channel in
        let values = colors.map { $0.color[keyPath: channel] }
        return (values.max() ?? 0) - (values.min() ?? 0)
      }
      let longest = sides.indices.max { sides[$0] < sides[$1] } ?? 0
      channel = channels[longest]
      let count = colors.reduce(0) { $0 + $1.count }
      weight = sides[longest] * (Int.bitWidth - count.leadingZeroBitCount)
    }

    var halves: (ColorBox, ColorBox) {
      let sorted = colors.sorted {
        ($0.color[keyPath: channel], $0.color.code) < ($1.color[keyPath: channel], $1.color.code)
      }
      let half = sorted.reduce(0) { $0 + $1.count } / 2
      var (sum, place) = (0, 0)
      while place < sorted.count - 1, place == 0 || sum + sorted[place].count <= half {
        sum += sorted[place].count
        place += 1
      }
      return (ColorBox(sorted[..<place]), ColorBox(sorted[place...]))
    }

    /// The color of most of its pixels, which keeps areas of one color clean, or the mean of all.
    var color: CanvasColor {
      let count = colors.reduce(0) { $0 + $1.count }
      if let most = colors.max(by: { ($0.count, $0.color.code) < ($1.count, $1.color.code) }),
        2 * most.count >= count
      {
        return most.color
      }
      func mean(_ channel: KeyPath<CanvasColor, Int>) -> Int {
        (colors.reduce(0) { $0 + $1.color[keyPath: channel] * $1.count } + count / 2) / count
      }
      return CanvasColor(mean(\.red), mean(\.green), mean(\.blue))
    }
  }
}

/// Counts the colors of what is painted.
struct ColorCount {
  private(set) var counts: [CanvasColor: Int] = [:]

  /// Counts the pixels of boxes.
  mutating func add(_ boxes: [PixelBox], of canvas: Canvas) {
    for box in boxes {
      guard let box = box.clipped(to: canvas.bounds) else { continue }
      for y in box.y..<box.y + box.height {
        let start = y * canvas.width + box.x
        var (place, end) = (start, start + box.width)
        // Neighbors are mostly equal.
        while place < end {
          let color = canvas.pixels[place]
          let first = place
          repeat { place += 1 } while place < end && canvas.pixels[place] == color
          counts[color, default: 0] += place - first
        }
        end = place
      }
    }
  }
}
