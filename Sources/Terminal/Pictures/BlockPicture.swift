/// A picture as characters, a row after a row.
struct BlockPicture {
  let pixels: Pixels
  let display: PictureDisplay

  /// How far apart dithering takes the pixels, so that steps of the palette are not seen as edges.
  private var reach: Int32 {
    switch display.depth {
    case .none: 224
    case .basic16: 112
    case .indexed256: 24
    case .trueColor: 0
    }
  }

  /// The characters of a row of cells.
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
