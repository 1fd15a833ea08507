import Terminal

extension PictureDecoder {
  func jpegHeader(of bytes: [UInt8]) throws(DecodingError) -> PictureHeader {
    let header = try PictureHeader.jpeg(bytes)
    try limits.check(header)
    if header.isProgressive, PictureHeader.jpegPasses(bytes, limit: limits.passes) > limits.passes {
      throw .tooManyPasses(limit: limits.passes)
    }
    return header
  }

  func jpeg(_ bytes: [UInt8], in frame: PixelFrame) throws(DecodingError) -> DecodedPicture {
    let header = try jpegHeader(of: bytes)
    let target = header.orientation.shown(frame.size(of: header.size))
    let (eighths, rows) = scaled(header.storedSize, atLeast: target)
    let canvas = canvas(for: rows, to: target, header)
    let isIncomplete = try library(of: .jpeg).decode(
      bytes, header, rows: rows, eighths: eighths, onto: canvas, limits: limits)
    return finish(canvas, header, isIncomplete: isIncomplete)
  }

  /// The fewest eighths of its size that a JPEG can be decoded with, quickly.
  private func scaled(_ size: PixelSize, atLeast target: PixelSize) -> (Int, PixelSize) {
    for eighths in [1, 2, 4] {
      let rows = PixelSize(
        width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
      if rows.width >= target.width, rows.height >= target.height { return (eighths, rows) }
    }
    return (8, size)
  }
}
