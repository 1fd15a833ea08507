/// A picture as sixel graphics (DEC VT330/VT340 Programmer Reference Manual, chapter 14).
///
/// What is transparent leaves what the terminal shows.
func sixelImage(_ pixels: Pixels, over background: RGBColor) -> [UInt8] {
  let picture = ColorReduction(pixels, over: background.channels, limit: 255)
  var bytes = Array("\u{1B}P0;1;0q\"1;1;\(pixels.size.width);\(pixels.size.height)".utf8)
  for (number, color) in picture.colors.enumerated() {
    let percent = (0..<3).map { (color[$0] * 100 + 127) / 255 }
    bytes.append(text: "#\(number);2;\(percent[0]);\(percent[1]);\(percent[2])")
  }
  var writer = SixelWriter(bytes: bytes, width: pixels.size.width, colors: picture.colors.count)
  for top in stride(from: 0, to: pixels.size.height, by: 6) {
    writer.write(picture.places, top..<min(top + 6, pixels.size.height))
  }
  return writer.bytes + Array("\u{1B}\\".utf8)
}

/// Writes bands of six rows, a color after the other.
private struct SixelWriter {
  /// What a color has in a column of the band.
  private struct Strip {
    let column: Int
    /// A bit for each row.
    var bits: UInt8
    /// The place of the color's next strip.
    var next = none
  }

  /// A place where no strip is.
  private static let none = -1

  private(set) var bytes: [UInt8]
  private let width: Int
  private var strips: [Strip] = []
  /// For each color the places of its first strip and of its last.
  private var ends: [(first: Int, last: Int)]
  /// The sixel that was drawn last, and how often in a row.
  private var run: (bits: UInt8, length: Int) = (0, 0)

  init(bytes: [UInt8], width: Int, colors: Int) {
    self.bytes = bytes
    self.width = width
    ends = Array(repeating: (Self.none, Self.none), count: colors)
    strips.reserveCapacity(6 * width)
  }

  mutating func write(_ places: [Int16], _ rows: Range<Int>) {
    gather(places, rows)
    var isFirst = true
    for color in ends.indices where ends[color].first != Self.none {
      if !isFirst { bytes.append(UInt8(ascii: "$")) }
      isFirst = false
      bytes.append(UInt8(ascii: "#"))
      bytes.append(decimal: color)
      writeStrips(from: ends[color].first)
      ends[color] = (Self.none, Self.none)
    }
    bytes.append(UInt8(ascii: "-"))
    strips.removeAll(keepingCapacity: true)
  }

  private mutating func gather(_ places: [Int16], _ rows: Range<Int>) {
    for column in 0..<width {
      for row in rows {
        let color = Int(places[row * width + column])
        if color >= 0 { add(1 << UInt8(row - rows.lowerBound), to: color, in: column) }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ bit: UInt8, to color: Int, in column: Int) {
    let last = ends[color].last
    if last != Self.none, strips[last].column == column {
      strips[last].bits |= bit
      return
    }
    if last == Self.none {
      ends[color].first = strips.count
    } else {
      strips[last].next = strips.count
    }
    ends[color].last = strips.count
    strips.append(Strip(column: column, bits: bit))
  }

  /// Writes the columns of a color as runs of the same.
  private mutating func writeStrips(from first: Int) {
    var (place, column) = (first, 0)
    while place != Self.none {
      let strip = strips[place]
      draw(0, times: strip.column - column)
      draw(strip.bits, times: 1)
      (place, column) = (strip.next, strip.column + 1)
    }
    endRun()
  }

  private mutating func draw(_ bits: UInt8, times: Int) {
    if times == 0 { return }
    if run.bits != bits { endRun() }
    run = (bits, run.length + times)
  }

  private mutating func endRun() {
    let character = 63 + run.bits
    if run.length > 3 {
      bytes.append(UInt8(ascii: "!"))
      bytes.append(decimal: run.length)
      bytes.append(character)
    } else {
      for _ in 0..<run.length { bytes.append(character) }
    }
    run.length = 0
  }
}
