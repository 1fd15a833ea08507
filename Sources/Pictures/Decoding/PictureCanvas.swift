import Terminal

/// Takes the rows of one picture as its decoder hands them over, and looks at the clock.
final class PictureCanvas {
  /// How many pixels a row has.
  let rowWidth: Int
  private var average: AreaAverage
  private let deadline: Double
  private let now: @Sendable () -> Double
  /// Where rows go if they do not fill the canvas.
  private let area: PictureArea?
  private let clear: [Pixel]

  /// A canvas of the size `source`, of which only an area may have rows; the rest is transparent.
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

  /// Whether there is time for more.
  var mayGoOn: Bool { now() <= deadline }

  func finish() -> Pixels { average.finish() }
}
