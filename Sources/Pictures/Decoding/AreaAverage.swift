import Terminal

/// The red, green, blue and alpha components of a pixel.
typealias Pixel = SIMD4<UInt8>

/// Scales a picture down row by row: each new pixel is the mean of the area that it covers.
///
/// Colors are weighted by their alpha. It needs memory for a row and for the result.
struct AreaAverage {
  private let source: PixelSize
  private let target: PixelSize
  private let hasOpacity: Bool
  private let shares: [ColumnShare]
  private var row: [SIMD4<UInt32>]
  private var sums: [SIMD4<Int64>]
  /// The part of the next new row that is filled, in units of the height of the source.
  private var filled = 0
  private var bytes: [UInt8]
  /// The index of the next new pixel.
  private var next = 0

  /// Creates a scaler; the target must not be larger than the source.
  init(of source: PixelSize, to target: PixelSize, hasOpacity: Bool) {
    precondition(target.width <= source.width && target.height <= source.height)
    self.source = source
    self.target = target
    self.hasOpacity = hasOpacity
    shares = (0..<target.width).map { ColumnShare($0, of: target.width, from: source.width) }
    row = [SIMD4<UInt32>](repeating: .zero, count: target.width)
    sums = [SIMD4<Int64>](repeating: .zero, count: target.width)
    bytes = [UInt8](repeating: 0, count: 4 * target.width * target.height)
  }

  /// Adds the next row from the top; excess rows are ignored.
  mutating func take(_ pixels: [Pixel]) {
    if source == target { return copy(pixels) }
    if hasOpacity { sumUp(pixels, Self.weighed) } else { sumUp(pixels, Self.plain) }
    var left = target.height
    while left > 0, next < bytes.count {
      let part = min(left, source.height - filled)
      add(part)
      left -= part
      if filled == source.height { finishRow() }
    }
  }

  /// The scaled picture; missing rows are transparent.
  mutating func finish() -> Pixels {
    if filled > 0 { finishRow() }
    return Pixels(size: target, bytes: bytes)
  }

  /// Copies a row, with invisible colors cleared.
  private mutating func copy(_ pixels: [Pixel]) {
    guard next < bytes.count else { return }
    for pixel in pixels { put(pixel.w == 0 ? .zero : pixel) }
  }

  private static func plain(_ pixel: Pixel) -> SIMD4<UInt32> {
    SIMD4(truncatingIfNeeded: pixel)
  }

  private static func weighed(_ pixel: Pixel) -> SIMD4<UInt32> {
    let wide = SIMD4<UInt32>(truncatingIfNeeded: pixel)
    return wide &* SIMD4(wide.w, wide.w, wide.w, 1)
  }

  /// Sums a row for each new pixel; a source pixel weighs as much as the target is wide.
  @inline(__always)
  private mutating func sumUp(_ pixels: [Pixel], _ value: (Pixel) -> SIMD4<UInt32>) {
    let width = UInt32(target.width)
    for column in shares.indices {
      let share = shares[column]
      var sum = SIMD4<UInt32>.zero
      for place in share.inside { sum &+= value(pixels[place]) }
      sum &*= SIMD4(repeating: width)
      sum &+= value(pixels[share.first]) &* SIMD4(repeating: share.leading)
      sum &+= value(pixels[share.last]) &* SIMD4(repeating: share.trailing)
      row[column] = sum
    }
  }

  @inline(__always)
  private mutating func add(_ part: Int) {
    let weight = SIMD4<Int64>(truncatingIfNeeded: SIMD4<UInt32>(repeating: UInt32(part)))
    for column in row.indices {
      sums[column] &+= SIMD4<Int64>(truncatingIfNeeded: row[column]) &* weight
    }
    filled += part
  }

  private mutating func finishRow() {
    let whole = 1 / Double(source.width * source.height)
    // In an opaque row, all sums have the same weight.
    let plainScale = 255 / Double(max(1, sums[0].w))
    for column in sums.indices {
      let sum = sums[column]
      let scale = hasOpacity ? 1 / Double(max(1, sum.w)) : plainScale
      put(
        Pixel(
          Self.byte(sum.x, scale), Self.byte(sum.y, scale), Self.byte(sum.z, scale),
          Self.byte(sum.w, whole)))
      sums[column] = .zero
    }
    filled = 0
  }

  @inline(__always)
  private mutating func put(_ pixel: Pixel) {
    bytes[next] = pixel.x
    bytes[next + 1] = pixel.y
    bytes[next + 2] = pixel.z
    bytes[next + 3] = pixel.w
    next += 4
  }

  private static func byte(_ sum: Int64, _ scale: Double) -> UInt8 {
    UInt8(truncatingIfNeeded: min(255, Int(Double(sum) * scale + 0.5)))
  }
}

/// The pixels of a row that contribute to a new one, and the shares of the first and the last.
private struct ColumnShare {
  var first: Int
  var last: Int
  var leading: UInt32
  var trailing: UInt32

  /// The pixels that belong entirely to the new one.
  var inside: Range<Int> { first + 1..<max(first + 1, last) }

  init(_ column: Int, of width: Int, from sourceWidth: Int) {
    let (start, end) = (column * sourceWidth, (column + 1) * sourceWidth)
    first = start / width
    last = (end - 1) / width
    leading = UInt32((first + 1) * width - start)
    trailing = first == last ? 0 : UInt32(end - last * width)
  }
}

/// Receives the rows of a picture from its decoder, and watches the time limit.
final class PictureCanvas {
  /// The number of pixels in a row.
  let rowWidth: Int
  private var average: AreaAverage
  private let deadline: Double
  private let now: @Sendable () -> Double
  /// The area of the rows if they do not fill the canvas.
  private let area: PictureArea?
  private let clear: [Pixel]

  /// Creates a canvas of the size `source`; outside of `area` it stays transparent.
  init(
    _ source: PixelSize, area: PictureArea? = nil, to target: PixelSize, hasOpacity: Bool,
    deadline: Double, now: @escaping @Sendable () -> Double
  ) {
    average = AreaAverage(of: source, to: target, hasOpacity: hasOpacity)
    rowWidth = area?.size.width ?? source.width
    self.deadline = deadline
    self.now = now
    self.area = area?.size == source ? nil : area
    clear = [Pixel](repeating: .zero, count: source.width)
    for _ in 0..<(self.area?.y ?? 0) { average.take(clear) }
  }

  func take(_ row: [Pixel]) {
    guard let area else { return average.take(row) }
    var wide = clear
    for column in row.indices { wide[area.x + column] = row[column] }
    average.take(wide)
  }

  /// Whether the time limit is not exceeded.
  var mayGoOn: Bool { now() <= deadline }

  func finish() -> Pixels { average.finish() }
}
