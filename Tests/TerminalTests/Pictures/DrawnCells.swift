import Terminal

/// An independent renderer for block characters and colors.
struct DrawnCells {
  private var cells: [[(quarters: Int, front: [UInt8], back: [UInt8])]]
  private var front: [UInt8]?
  private var back: [UInt8]?
  private var isReversed = false

  /// Reads rows of cells that start at the left edge.
  ///
  /// Other sequences are ignored.
  init(_ bytes: [UInt8], columns: Int, rows: Int) {
    let blank = (0, Self.black, Self.black)
    cells = Array(repeating: Array(repeating: blank, count: columns), count: rows)
    var (row, column) = (0, 0)
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst(), row < rows {
      switch scalar {
      case "\u{1B}": takeSequence(&rest)
      case "\r": column = 0
      case "\n": (row, column) = (row + 1, 0)
      default:
        if column < columns { cells[row][column] = cell(scalar) }
        column += 1
      }
    }
  }

  /// The picture, with four pixels per cell.
  var pixels: Pixels {
    var bytes: [UInt8] = []
    for row in cells {
      for upper in [true, false] {
        for cell in row {
          for bit in upper ? [0, 1] : [2, 3] {
            bytes += cell.quarters >> bit & 1 == 1 ? cell.front : cell.back
          }
        }
      }
    }
    return Pixels(
      size: PixelSize(width: 2 * cells[0].count, height: 2 * cells.count), bytes: bytes)
  }

  private static let black: [UInt8] = [0, 0, 0, 255]
  private static let glyphs = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)

  private func cell(_ scalar: Unicode.Scalar) -> (quarters: Int, front: [UInt8], back: [UInt8]) {
    let shown = (front ?? [255, 255, 255, 255], back ?? Self.black)
    let colors = isReversed ? (shown.1, shown.0) : shown
    return (Self.glyphs.firstIndex(of: scalar) ?? 15, colors.0, colors.1)
  }

  private mutating func takeSequence(_ rest: inout String.UnicodeScalarView.SubSequence) {
    guard rest.popFirst() == "[" else { return }
    var parameters = ""
    while let scalar = rest.popFirst() {
      if 0x40...0x7E ~= scalar.value {
        if scalar == "m" { setColors(parameters.split(separator: ";").compactMap { Int($0) }) }
        return
      }
      parameters.unicodeScalars.append(scalar)
    }
  }

  private mutating func setColors(_ numbers: [Int]) {
    if numbers.isEmpty { (front, back, isReversed) = (nil, nil, false) }
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: (front, back, isReversed) = (nil, nil, false)
      case 7: isReversed = true
      case 30..<38, 90..<98: front = Self.xterm(number < 90 ? number - 30 : number - 82)
      case 40..<48, 100..<108: back = Self.xterm(number < 90 ? number - 40 : number - 92)
      case 38: front = Self.color(&rest)
      case 48: back = Self.color(&rest)
      case 39: front = nil
      case 49: back = nil
      default: break
      }
    }
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> [UInt8]? {
    if rest.popFirst() == 5 { return rest.popFirst().map(xterm) }
    let channels = rest.prefix(3)
    rest = rest.dropFirst(3)
    return channels.map(UInt8.init) + [255]
  }

  /// Returns a palette color as xterm documents it.
  private static func xterm(_ number: Int) -> [UInt8] {
    switch number {
    case 7: return [229, 229, 229, 255]
    case 8: return [127, 127, 127, 255]
    case 4: return [0, 0, 238, 255]
    case 12: return [92, 92, 255, 255]
    case ..<16:
      let level: UInt8 = number < 8 ? 205 : 255
      return (0..<3).map { number >> $0 & 1 == 1 ? level : 0 } + [255]
    case 232...:
      let grey = UInt8(8 + 10 * (number - 232))
      return [grey, grey, grey, 255]
    default:
      let place = number - 16
      return [place / 36, place / 6 % 6, place % 6].map { UInt8($0 == 0 ? 0 : 55 + 40 * $0) } + [
        255
      ]
    }
  }
}
