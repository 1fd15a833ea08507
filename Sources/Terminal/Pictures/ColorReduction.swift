/// Color quantization by median cut (P.
///
/// Heckbert, Color image quantization for frame buffer display, 1982).
struct ColorReduction {
  /// The palette.
  private(set) var colors: [SIMD4<Int32>] = []
  /// The palette index of each pixel; -1 for transparent ones.
  private(set) var places: [Int16]

  /// Reduces a picture over a background to at most `limit` colors.
  init(_ pixels: Pixels, over background: SIMD4<Int32>, limit: Int) {
    var cells = Self.cells(of: pixels, over: background)
    places = cells.places
    let table = Self.table(of: &cells.histogram, limit: limit, colors: &colors)
    for pixel in places.indices where places[pixel] >= 0 {
      places[pixel] = table[Int(places[pixel])]
    }
  }

  /// A color histogram with 32 cells per channel, which stores the sum of the colors in each cell.
  private typealias Histogram = [SIMD4<Int32>]

  /// Computes the histogram and the cell of each pixel.
  ///
  /// Pixels are dithered slightly, so that gradients do not turn into steps.
  private static func cells(
    of pixels: Pixels, over background: SIMD4<Int32>
  ) -> (histogram: Histogram, places: [Int16]) {
    var histogram = Histogram(repeating: .zero, count: 1 << 15)
    var places = [Int16](repeating: -1, count: pixels.size.width * pixels.size.height)
    for y in 0..<pixels.size.height {
      for x in 0..<pixels.size.width {
        let pixel = y * pixels.size.width + x
        guard pixels.bytes[4 * pixel + 3] >= 128 else { continue }
        let color = pixels.color(at: pixel, over: background)
        let shifts = SIMD4<Int32>.dither(column: x >> 1, row: y >> 1, reach: 8)
        let cell = color.shifted(by: shifts[(y & 1) << 1 | x & 1]).cell
        histogram[cell] &+= color
        places[pixel] = Int16(cell)
      }
    }
    return (histogram, places)
  }

  /// Chooses the palette and returns the palette index of each cell.
  private static func table(
    of histogram: inout Histogram, limit: Int, colors: inout [SIMD4<Int32>]
  ) -> [Int16] {
    var cells = histogram.indices.filter { histogram[$0][3] > 0 }
    var table = [Int16](repeating: -1, count: histogram.count)
    for box in boxes(of: &cells, histogram, limit: limit) {
      var sum = SIMD4<Int64>.zero
      for cell in cells[box] {
        table[cell] = Int16(colors.count)
        sum &+= SIMD4<Int64>(truncatingIfNeeded: histogram[cell])
      }
      colors.append(SIMD4<Int32>(truncatingIfNeeded: sum / sum[3]))
    }
    return table
  }

  /// Divides the used cells into boxes.
  ///
  /// `cells` is sorted accordingly.
  private static func boxes(
    of cells: inout [Int], _ histogram: Histogram, limit: Int
  ) -> [Range<Int>] {
    guard !cells.isEmpty else { return [] }
    var boxes = [ColorBox(cells.indices, cells, histogram)]
    while boxes.count < limit {
      guard let place = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
        boxes[place].spread > 0
      else { break }
      let (lower, upper) = boxes[place].cut(&cells, histogram)
      boxes[place] = ColorBox(lower, cells, histogram)
      boxes.append(ColorBox(upper, cells, histogram))
    }
    return boxes.map(\.range)
  }
}

/// A box of adjacent cells in the color space.
private struct ColorBox {
  let range: Range<Int>
  /// The priority of a division: the number of pixels times the squared length.
  let spread: Double
  private let channel: Int

  init(_ range: Range<Int>, _ cells: [Int], _ histogram: [SIMD4<Int32>]) {
    var (least, most) = (SIMD4<Int32>(repeating: 31), SIMD4<Int32>.zero)
    var count = 0
    for cell in cells[range] {
      let place = SIMD4<Int32>(cell: cell)
      least = pointwiseMin(least, place)
      most = pointwiseMax(most, place)
      count += Int(histogram[cell][3])
    }
    let lengths = (most &- least) &* (most &- least) &* channelWeights
    channel = (0..<3).max { lengths[$0] < lengths[$1] } ?? 0
    spread = Double(lengths[channel]) * Double(count)
    self.range = range
  }

  /// Divides the box at the median of its longest side.
  func cut(_ cells: inout [Int], _ histogram: [SIMD4<Int32>]) -> (Range<Int>, Range<Int>) {
    let channel = channel
    cells[range].sort { SIMD4<Int32>(cell: $0)[channel] < SIMD4<Int32>(cell: $1)[channel] }
    let total = cells[range].reduce(0) { $0 + Int(histogram[$1][3]) }
    var (place, count) = (range.lowerBound, 0)
    repeat {
      count += Int(histogram[cells[place]][3])
      place += 1
    } while count < total / 2 && place < range.upperBound - 1
    return (range.lowerBound..<place, place..<range.upperBound)
  }
}

extension SIMD4<Int32> {
  /// The histogram cell of a color.
  fileprivate var cell: Int { Int((self[0] >> 3) << 10 | (self[1] >> 3) << 5 | self[2] >> 3) }

  /// Creates the coordinates of a cell.
  fileprivate init(cell: Int) {
    self = [Int32(cell >> 10), Int32(cell >> 5 & 31), Int32(cell & 31), 0]
  }
}
