/// A picture drawn with block characters, row by row.
struct BlockPicture {
  let pixels: Pixels
  let display: PictureDisplay

  /// The amplitude of the dithering that hides the steps of the palette.
  private var reach: Int32 {
    switch display.depth {
    case .none: 224
    case .basic16: 112
    case .indexed256: 24
    case .trueColor: 0
    }
  }

  /// Returns the output for a row of cells.
  func row(_ row: Int, columns: Int) -> [UInt8] {
    var writer = BlockWriter(depth: display.depth, capacity: 42 * columns + 4)
    let background = display.background.channels
    for column in 0..<columns {
      let quarters = Quarters(pixels, column: column, row: row, over: background)
      writer.write(
        cell(display.hasQuarters ? quarters : quarters.halves, column: column, row: row))
    }
    writer.endRow()
    return writer.bytes
  }

  @inline(__always)
  private func cell(_ quarters: Quarters, column: Int, row: Int) -> BlockCell {
    if display.depth == .trueColor { return BlockCell(fitting: quarters) }
    var shifts = SIMD4<Int32>.dither(column: column, row: row, reach: reach)
    if !display.hasQuarters { shifts = [shifts[0], shifts[0], shifts[2], shifts[2]] }
    switch display.depth {
    case .indexed256:
      return BlockCell(fitting: quarters, shifts: shifts, nearest: Palette.nearest(to:))
    case .basic16:
      return BlockCell(fitting: quarters, shifts: shifts, nearest: Palette.nearestBasic(to:))
    case .none, .trueColor:
      return BlockCell(
        dithering: quarters, shifts: shifts, isDark: display.background.isDark)
    }
  }
}

/// Writes cells with the minimum number of color changes.
struct BlockWriter {
  private(set) var bytes: [UInt8] = []
  private let depth: PictureDisplay.Depth
  private var front = CellColor.none
  private var back = CellColor.none

  init(depth: PictureDisplay.Depth, capacity: Int) {
    self.depth = depth
    bytes.reserveCapacity(capacity)
  }

  /// Writes a cell.
  mutating func write(_ cell: BlockCell) {
    let cell = depth == .none ? cell : chosen(cell)
    if depth > .none { change(to: cell) }
    write(quarters: cell.quarters)
  }

  /// Resets the colors.
  mutating func endRow() {
    guard front != .none || back != .none else { return }
    bytes.append(text: "\u{1B}[0m")
    (front, back) = (.none, .none)
  }

  /// Returns the equivalent cell that needs fewer color changes.
  private func chosen(_ cell: BlockCell) -> BlockCell {
    if cell.quarters == 0 {
      let full = BlockCell(quarters: 15, front: cell.back, back: back)
      return cell.back != back && cell.back == front && front != .none
        ? full : BlockCell(quarters: 0, front: front, back: cell.back)
    }
    if cell.back == .none || cell.front == front || cell.back == back { return cell }
    return cell.front == back || cell.back == front ? cell.inverted : cell
  }

  private mutating func change(to cell: BlockCell) {
    let changes = (cell.front != front, cell.back != back)
    guard changes.0 || changes.1 else { return }
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    if changes.0 { write(cell.front, isFront: true) }
    if changes.0 && changes.1 { bytes.append(UInt8(ascii: ";")) }
    if changes.1 { write(cell.back, isFront: false) }
    bytes.append(UInt8(ascii: "m"))
    (front, back) = (cell.front, cell.back)
  }

  /// Writes the parameters of a color (ECMA-48, 8.3.117, and ISO 8613-6).
  private mutating func write(_ color: CellColor, isFront: Bool) {
    let code = Int(color.code)
    let base = isFront ? 30 : 40
    if color == .none { return bytes.append(decimal: base + 9) }
    if depth == .basic16 { return bytes.append(decimal: code < 8 ? base + code : base + 52 + code) }
    bytes.append(isFront ? UInt8(ascii: "3") : UInt8(ascii: "4"))
    bytes.append(UInt8(ascii: "8"))
    bytes.append(UInt8(ascii: ";"))
    bytes.append(depth == .trueColor ? UInt8(ascii: "2") : UInt8(ascii: "5"))
    if depth == .trueColor {
      write(parameter: code >> 16)
      write(parameter: code >> 8 & 0xFF)
    }
    write(parameter: depth == .trueColor ? code & 0xFF : code)
  }

  @inline(__always)
  private mutating func write(parameter: Int) {
    bytes.append(UInt8(ascii: ";"))
    bytes.append(decimal: parameter)
  }

  /// Writes a character of U+2580 to U+259F, whose first two UTF-8 bytes are the same.
  private mutating func write(quarters: Int) {
    if quarters == 0 { return bytes.append(UInt8(ascii: " ")) }
    bytes.append(0xE2)
    bytes.append(0x96)
    bytes.append(Self.lastBytes[quarters])
  }

  /// The last UTF-8 byte of each of " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".
  private static let lastBytes: [UInt8] = [
    0x20, 0x98, 0x9D, 0x80, 0x96, 0x8C, 0x9E, 0x9B, 0x97, 0x9A, 0x90, 0x9C, 0x84, 0x99, 0x9F, 0x88,
  ]
}
