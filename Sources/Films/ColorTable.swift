import Recordings

/// The palette of a film, and the number of each color in it.
///
/// If there are more colors than fit, the palette is made by median cut (P. Heckbert, 1982): the box of colors with the
/// longest side is cut at its median until there are as many boxes as the palette has places.
struct ColorTable {
  private(set) var colors: [CanvasColor]
  private var numbers: [CanvasColor: UInt8]

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
    numbers = [:]
    for (number, color) in colors.enumerated() where numbers[color] == nil {
      numbers[color] = UInt8(number)
    }
  }

  /// Returns the number of the nearest color of the palette.
  mutating func number(of color: CanvasColor) -> UInt8 {
    if let number = numbers[color] { return number }
    func distance(_ other: CanvasColor) -> Int {
      let (red, green, blue) = (
        color.red - other.red, color.green - other.green, color.blue - other.blue
      )
      // The weights of the channels are those with which the program chooses colors elsewhere.
      return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
    let nearest = colors.indices.min { distance(colors[$0]) < distance(colors[$1]) } ?? 0
    numbers[color] = UInt8(nearest)
    return UInt8(nearest)
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
    return boxes.map(\.mean)
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

    var mean: CanvasColor {
      let count = colors.reduce(0) { $0 + $1.count }
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
