import Terminal

extension Pixels {
  /// Decodes sixel data.
  ///
  /// Pixels that are not drawn are transparent.
  init?(sixels string: [UInt8]) {
    guard let begin = string.firstIndex(of: UInt8(ascii: "q")) else { return nil }
    var reader = SixelReader(string[(begin + 1)...])
    reader.read()
    guard let size = reader.size else { return nil }
    let blank: [UInt8] = [0, 0, 0, 0]
    let rows = (0..<size.height).map { y in (0..<size.width).map { x in (y, x) } }
    let bytes = rows.joined().flatMap { reader.drawn[$0.0 << 16 | $0.1] ?? blank }
    self.init(size: size, bytes: bytes)
  }
}

/// A sixel parser.
private struct SixelReader {
  private(set) var size: PixelSize?
  private(set) var drawn: [Int: [UInt8]] = [:]
  private var rest: ArraySlice<UInt8>
  private var colors: [Int: [UInt8]] = [:]
  private var color = 0
  private var place = (x: 0, y: 0)

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func read() {
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        let numbers = numbers()
        if numbers.count == 4 { size = PixelSize(width: numbers[2], height: numbers[3]) }
      case UInt8(ascii: "#"): takeColor(numbers())
      case UInt8(ascii: "$"): place.x = 0
      case UInt8(ascii: "-"): place = (0, place.y + 6)
      case UInt8(ascii: "!"):
        let count = numbers().first ?? 1
        if let column = rest.popFirst() { draw(column, count) }
      default: draw(byte, 1)
      }
    }
  }

  private mutating func numbers() -> [Int] {
    let text = rest.prefix { $0 == UInt8(ascii: ";") || 0x30...0x39 ~= $0 }
    rest = rest.dropFirst(text.count)
    return String(decoding: text, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
  }

  private mutating func takeColor(_ numbers: [Int]) {
    color = numbers.first ?? 0
    guard numbers.count == 5, numbers[1] == 2 else { return }
    colors[color] = numbers[2...].map { UInt8($0 * 255 / 100) } + [255]
  }

  private mutating func draw(_ column: UInt8, _ count: Int) {
    for _ in 0..<count {
      for row in 0..<6 where (column - 63) >> row & 1 == 1 {
        drawn[(place.y + row) << 16 | place.x] = colors[color]
      }
      place.x += 1
    }
  }
}
