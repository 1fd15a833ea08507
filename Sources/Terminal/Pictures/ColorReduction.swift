/// A picture in few colors, chosen by cutting the space of its colors where they are many.
///
/// P. Heckbert, Color image quantization for frame buffer display, 1982.
struct ColorReduction {
  /// The colors that are left.
  private(set) var colors: [SIMD4<Int32>] = []
  /// For each pixel the place of its color; -1 where the picture is transparent.
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

  /// The space of colors in cells, 32 a side: for each the sum of the colors of its pixels.
  private typealias Histogram = [SIMD4<Int32>]

  /// Counts the pixels of each cell of the space, and notes for each pixel its cell.
  ///
  /// Pixels are shifted a little by their place, so that soft changes do not turn into steps.
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

  /// Chooses colors, and says for each cell of the space which it has.
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

  /// Cuts the cells in use into boxes; `cells` is put in their order.
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

/// Neighbouring cells of the space of colors.
private struct ColorBox {
  let range: Range<Int>
  /// How much there is to gain by a cut: the number of pixels times the squared length.
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

  /// Sorts the cells along the longest side and parts them where half of the pixels are.
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
  /// The cell of a color in a space of 32 a side.
  fileprivate var cell: Int { Int((self[0] >> 3) << 10 | (self[1] >> 3) << 5 | self[2] >> 3) }

  /// The place of a cell along each side.
  fileprivate init(cell: Int) {
    self = [Int32(cell >> 10), Int32(cell >> 5 & 31), Int32(cell & 31), 0]
  }
}
