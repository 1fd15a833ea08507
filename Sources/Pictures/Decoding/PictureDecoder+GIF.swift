import Terminal

extension PictureDecoder {
  func gif(_ bytes: [UInt8], in frame: PixelFrame) throws(DecodingError) -> DecodedPicture {
    let layout = try GIFLayout(bytes, limits: limits)
    let target = frame.size(of: layout.header.size)
    let canvas = canvas(for: layout.header.size, area: layout.area, to: target, layout.header)
    let first = PictureHeader(
      format: .gif, stored: layout.area.size, isProgressive: layout.header.isProgressive)
    let isIncomplete = try library(of: .gif).decode(
      layout.completed(bytes), first, rows: layout.area.size, clear: layout.clear, onto: canvas,
      limits: limits)
    return finish(canvas, layout.header, isIncomplete: isIncomplete)
  }
}

/// The layout of a GIF up to the pixels of its first picture (GIF89a, sections 17 to 26).
struct GIFLayout {
  var header: PictureHeader
  /// The area of the first picture on the canvas.
  var area: PictureArea
  /// The index of the transparent color; nil if there is none.
  let clear: Int?
  /// The offset of the pixels.
  private let start: Int

  init(_ bytes: [UInt8], limits: DecodingLimits) throws(DecodingError) {
    var cursor = ByteCursor(bytes, at: 6, of: .gif)
    let screen = try PixelSize(width: cursor.little(2), height: cursor.little(2))
    let flags = try cursor.byte()
    try cursor.skip(2)
    let hasCommon = try Self.skipPalette(&cursor, flags)
    clear = try Self.transparentNumber(&cursor, limits.pieces)
    area = try PictureArea(
      x: cursor.little(2), y: cursor.little(2),
      size: PixelSize(width: cursor.little(2), height: cursor.little(2)))
    let form = try cursor.byte()
    guard area.size.width > 0, area.size.height > 0 else {
      throw .malformed(.gif, reason: "no pixels")
    }
    header = Self.header(screen, area, isInterlaced: form & 0x40 != 0, isClear: clear != nil)
    try limits.check(header)
    guard try Self.skipPalette(&cursor, form) || hasCommon else {
      throw .malformed(.gif, reason: "it has no colors")
    }
    start = cursor.offset
  }

  /// Returns the bytes with the last block as long as it is: the library does not read a part of one.
  func completed(_ bytes: [UInt8]) -> [UInt8] {
    var block = start + 1
    while block < bytes.count, bytes[block] > 0 {
      let rest = bytes.count - block - 1
      if Int(bytes[block]) > rest {
        var completed = bytes
        completed[block] = UInt8(rest)
        return completed + [0]
      }
      block += Int(bytes[block]) + 1
    }
    return bytes
  }

  // A first picture that is larger than the canvas enlarges it, as in browsers.
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

  /// Skips the colors, if the flags announce them.
  private static func skipPalette(
    _ cursor: inout ByteCursor, _ flags: Int
  ) throws(DecodingError) -> Bool {
    guard flags & 0x80 != 0 else { return false }
    try cursor.skip(3 * (2 << (flags & 7)))
    return true
  }

  /// Reads extensions up to the first picture; one of them may give the transparent color index.
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
