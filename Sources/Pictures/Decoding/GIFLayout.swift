import Terminal

/// What a GIF tells up to the pixels of its first picture (GIF89a, sections 17 to 26).
struct GIFLayout {
  var header: PictureHeader
  /// Where the first picture lies on the canvas.
  var area: PictureArea
  /// A pixel for each of 256 numbers.
  var palette: [Pixel]
  /// Where the pixels begin.
  var start: Int

  init(_ bytes: [UInt8], limits: DecodingLimits) throws(DecodingError) {
    var cursor = ByteCursor(bytes, at: 6, of: .gif)
    let screen = try PixelSize(width: cursor.little(2), height: cursor.little(2))
    let flags = try cursor.byte()
    try cursor.skip(2)
    let common = try Self.palette(&cursor, flags)
    let clear = try Self.transparentNumber(&cursor, limits.pieces)
    area = try PictureArea(
      x: cursor.little(2), y: cursor.little(2),
      size: PixelSize(width: cursor.little(2), height: cursor.little(2)))
    let form = try cursor.byte()
    guard area.size.width > 0, area.size.height > 0 else {
      throw .malformed(.gif, reason: "no pixels")
    }
    header = Self.header(screen, area, isInterlaced: form & 0x40 != 0, isClear: clear != nil)
    try limits.check(header)
    let own = try Self.palette(&cursor, form)
    guard let palette = own ?? common else {
      throw .malformed(.gif, reason: "it has no colors")
    }
    self.palette = palette
    if let clear { self.palette[clear] = .zero }
    start = cursor.offset
  }

  // A first picture that is larger than the canvas makes it larger, as in browsers.
  private static func header(
    _ screen: PixelSize, _ area: PictureArea, isInterlaced: Bool, isClear: Bool
  ) -> PictureHeader {
    let size = PixelSize(
      width: max(screen.width, area.x + area.size.width),
      height: max(screen.height, area.y + area.size.height))
    return PictureHeader(
      format: .gif, stored: size, isProgressive: isInterlaced,
      hasOpacity: isClear || area.size != size, isWhole: isInterlaced)
  }

  private static func palette(
    _ cursor: inout ByteCursor, _ flags: Int
  ) throws(DecodingError) -> [Pixel]? {
    guard flags & 0x80 != 0 else { return nil }
    var palette = [Pixel](repeating: Pixel(0, 0, 0, 255), count: 256)
    for number in 0..<(2 << (flags & 7)) {
      for color in 0..<3 { palette[number][color] = try UInt8(cursor.byte()) }
    }
    return palette
  }

  /// Reads extensions up to the first picture; one of them may name the transparent color.
  private static func transparentNumber(
    _ cursor: inout ByteCursor, _ limit: Int
  ) throws(DecodingError) -> Int? {
    var number: Int?
    for _ in 0...limit {
      switch try cursor.byte() {
      case 0x2C: return number
      case 0x21:
        let isControl = try cursor.byte() == 0xF9
        if let found = try block(&cursor, isControl: isControl) { number = found }
      case 0x3B: throw .malformed(.gif, reason: "it has no picture")
      default: throw .malformed(.gif, reason: "a block of an unknown kind")
      }
    }
    throw .tooManyPieces(.gif, limit: limit)
  }

  private static func block(
    _ cursor: inout ByteCursor, isControl: Bool
  ) throws(DecodingError) -> Int? {
    var number: Int?
    var length = try cursor.byte()
    while length > 0 {
      var part = cursor
      try cursor.skip(length)
      if isControl, length >= 4, try part.byte() & 1 == 1 {
        try part.skip(2)
        number = try part.byte()
      }
      length = try cursor.byte()
    }
    return number
  }
}
