/// Encodes a picture as sixel graphics (DEC VT330/VT340 Programmer Reference Manual, chapter 14).
///
/// Transparent pixels leave the screen unchanged.
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

/// Writes bands of six rows, one color after the other.
private struct SixelWriter {
  var bytes: [UInt8]
  private let width: Int
  /// For each color and column, one bit per row of the band.
  private var bits: [UInt8]
  /// The range of columns of each color.
  private var spans: [ClosedRange<Int>?]

  init(bytes: [UInt8], width: Int, colors: Int) {
    self.bytes = bytes
    self.width = width
    bits = Array(repeating: 0, count: width * colors)
    spans = Array(repeating: nil, count: colors)
  }

  mutating func write(_ places: [Int16], _ rows: Range<Int>) {
    gather(places, rows)
    var isFirst = true
    for color in spans.indices {
      guard let span = spans[color] else { continue }
      if !isFirst { bytes.append(UInt8(ascii: "$")) }
      isFirst = false
      bytes.append(UInt8(ascii: "#"))
      bytes.append(decimal: color)
      write(color, span)
      spans[color] = nil
    }
    bytes.append(UInt8(ascii: "-"))
  }

  private mutating func gather(_ places: [Int16], _ rows: Range<Int>) {
    for row in rows {
      for column in 0..<width {
        let color = Int(places[row * width + column])
        if color < 0 { continue }
        bits[color * width + column] |= 1 << UInt8(row - rows.lowerBound)
        let span = spans[color] ?? column...column
        spans[color] = min(span.lowerBound, column)...max(span.upperBound, column)
      }
    }
  }

  /// Writes the columns of a color with run-length encoding, and clears them.
  private mutating func write(_ color: Int, _ span: ClosedRange<Int>) {
    write(0, times: span.lowerBound)
    var (run, length) = (bits[color * width + span.lowerBound], 0)
    for place in color * width + span.lowerBound...color * width + span.upperBound {
      if bits[place] != run {
        write(run, times: length)
        (run, length) = (bits[place], 0)
      }
      length += 1
      bits[place] = 0
    }
    write(run, times: length)
  }

  private mutating func write(_ column: UInt8, times: Int) {
    let character = 63 + column
    guard times > 3 else {
      for _ in 0..<times { bytes.append(character) }
      return
    }
    bytes.append(UInt8(ascii: "!"))
    bytes.append(decimal: times)
    bytes.append(character)
  }
}
