import Terminal
import Text

extension PictureDecoder {
  func webP(_ bytes: [UInt8], in frame: PixelFrame) throws(DecodingError) -> DecodedPicture {
    let layout = try WebPLayout(bytes, limits: limits)
    let header = layout.header
    let target = header.orientation.shown(frame.size(of: header.size))
    if let area = layout.frame {
      return try firstFrame(layout.still(of: area, in: bytes), area, header, to: target)
    }
    // The library's own scaling would let colors that cannot be seen show at the edges.
    let rows = header.hasOpacity ? header.storedSize : target
    let canvas = canvas(for: rows, to: target, header)
    let isIncomplete = try library(of: .webP).decode(
      bytes, header, rows: rows, onto: canvas, limits: limits)
    return finish(canvas, header, isIncomplete: isIncomplete || layout.isCutOff)
  }

  private func firstFrame(
    _ bytes: [UInt8], _ area: PictureArea, _ header: PictureHeader, to target: PixelSize
  ) throws(DecodingError) -> DecodedPicture {
    let canvas = canvas(for: header.storedSize, area: area, to: target, header)
    let still = PictureHeader(format: .webP, stored: area.size)
    let isIncomplete = try library(of: .webP).decode(
      bytes, still, rows: area.size, onto: canvas, limits: limits)
    return finish(canvas, header, isIncomplete: isIncomplete)
  }
}

extension WebPLayout {
  /// The first frame of an animation as a WebP of its own (RFC 9649, section 2.7).
  func still(of area: PictureArea, in bytes: [UInt8]) -> [UInt8] {
    let chunks = bytes[frameChunks]
    let hasOpacity = chunks.starts(with: "ALPH".utf8)
    var still = BinaryWriter(expecting: chunks.count + 30)
    still.put(plain: "RIFF".utf8)
    still.put(chunks.count + 22, byteCount: 4)
    still.put(plain: "WEBPVP8X".utf8)
    still.put(10, byteCount: 4)
    still.put(hasOpacity ? 0x10 : 0, byteCount: 4)
    still.put(area.size.width - 1, byteCount: 3)
    still.put(area.size.height - 1, byteCount: 3)
    still.put(plain: chunks)
    return still.bytes
  }
}
