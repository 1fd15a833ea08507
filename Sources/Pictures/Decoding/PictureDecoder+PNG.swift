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
