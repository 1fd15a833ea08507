import Terminal

extension PictureDecoder {
  func pngHeader(of bytes: [UInt8]) throws(DecodingError) -> PictureHeader {
    var header = try PictureHeader.png(bytes)
    try limits.check(header)
    try header.readPNGChunks(bytes, limit: limits.pieces)
    return header
  }

  func png(_ bytes: [UInt8], in frame: PixelFrame) throws(DecodingError) -> DecodedPicture {
    let header = try pngHeader(of: bytes)
    let target = header.orientation.shown(frame.size(of: header.size))
    let canvas = canvas(for: header.storedSize, to: target, header)
    let isIncomplete = try library(of: .png).decode(
      bytes, header, rows: header.storedSize, onto: canvas, limits: limits)
    return finish(canvas, header, isIncomplete: isIncomplete)
  }
}

extension PictureHeader {
  /// Reads the first chunk of a PNG (PNG third edition, section 11.2.1).
  static func png(_ bytes: [UInt8]) throws(DecodingError) -> PictureHeader {
    var cursor = ByteCursor(bytes, at: 8, of: .png)
    guard try cursor.big(4) == 13, try cursor.big(4) == PNGChunk.header else {
      throw .malformed(.png, reason: "its first chunk is not a header")
    }
    let size = try PixelSize(width: cursor.big(4), height: cursor.big(4))
    guard size.width > 0, size.height > 0 else { throw .malformed(.png, reason: "no pixels") }
    try cursor.skip(1)
    let color = try cursor.byte()
    try cursor.skip(2)
    let isInterlaced = try cursor.byte() != 0
    return PictureHeader(
      format: .png, stored: size, isProgressive: isInterlaced, hasOpacity: color & 4 != 0,
      isWhole: isInterlaced)
  }

  /// Reads the other chunks: the transparent color, and the orientation.
  ///
  /// - Throws: ``DecodingError/tooManyPieces(_:limit:)`` if there are more than `limit` besides the pixels.
  mutating func readPNGChunks(_ bytes: [UInt8], limit: Int) throws(DecodingError) {
    var cursor = ByteCursor(bytes, at: 33, of: .png)
    var pieces = 0
    while bytes.count - cursor.offset >= 12 {
      let length = try cursor.big(4)
      let name = try cursor.big(4)
      let start = cursor.offset
      guard length <= bytes.count - start - 4, name != PNGChunk.end else { return }
      try cursor.skip(length + 4)
      if name != PNGChunk.pixels { pieces += 1 }
      guard pieces <= limit else { throw .tooManyPieces(.png, limit: limit) }
      if name == PNGChunk.transparency { hasOpacity = true }
      if name == PNGChunk.exif {
        turn(PictureOrientation(exif: bytes[start..<start + length]))
      }
    }
  }

  mutating func turn(_ orientation: PictureOrientation) {
    let stored = storedSize
    self.orientation = orientation
    size = orientation.shown(stored)
  }
}

/// The names of the chunks of a PNG that are read, as numbers.
private enum PNGChunk {
  static let header = 0x4948_4452
  static let pixels = 0x4944_4154
  static let transparency = 0x7452_4E53
  static let exif = 0x6558_4966
  static let end = 0x4945_4E44
}
