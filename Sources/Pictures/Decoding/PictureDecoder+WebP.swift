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
    // The library's own scaling would reveal invisible colors at the edges.
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
  /// The first frame of an animation as a separate WebP file (RFC 9649, section 2.7).
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

/// The layout of a WebP file (RFC 9649, section 2).
struct WebPLayout {
  var header: PictureHeader
  /// Whether the file is shorter than its header says.
  let isCutOff: Bool
  /// The area of an animation's first frame on the canvas; nil for a still picture.
  var frame: PictureArea?
  /// The range of that frame's chunks.
  var frameChunks = 0..<0

  init(_ bytes: [UInt8], limits: DecodingLimits) throws(DecodingError) {
    var size = ByteCursor(bytes, at: 4, of: .webP)
    isCutOff = try size.little(4) + 8 > bytes.count
    var cursor = ByteCursor(bytes, at: 12, of: .webP)
    let name = try cursor.big(4)
    let end = try cursor.little(4) + cursor.offset
    switch name {
    case WebPChunk.lossy: header = try Self.lossy(&cursor)
    case WebPChunk.lossless: header = try Self.lossless(&cursor)
    case WebPChunk.extended: header = try Self.extended(&cursor)
    default: throw .malformed(.webP, reason: "its first chunk is unknown")
    }
    try limits.check(header)
    guard name == WebPChunk.extended else { return }
    try readChunks(ByteCursor(bytes, at: min(end, bytes.count), of: .webP), limits.pieces)
    if let frame { try check(frame) }
    try limits.check(header)
  }

  // RFC 6386, section 9.1.
  private static func lossy(_ cursor: inout ByteCursor) throws(DecodingError) -> PictureHeader {
    guard try cursor.little(3) & 1 == 0, try cursor.big(3) == 0x9D012A else {
      throw .malformed(.webP, reason: "its first frame is not a complete picture")
    }
    let size = try PixelSize(width: cursor.little(2) & 0x3FFF, height: cursor.little(2) & 0x3FFF)
    guard size.width > 0, size.height > 0 else { throw .malformed(.webP, reason: "no pixels") }
    return PictureHeader(format: .webP, stored: size)
  }

  // RFC 9649, section 3.4.
  private static func lossless(_ cursor: inout ByteCursor) throws(DecodingError) -> PictureHeader {
    guard try cursor.byte() == 0x2F else { throw .malformed(.webP, reason: "no signature") }
    let bits = try cursor.little(4)
    let size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    return PictureHeader(
      format: .webP, stored: size, hasOpacity: bits >> 28 & 1 == 1, isWhole: true)
  }

  private static func extended(_ cursor: inout ByteCursor) throws(DecodingError) -> PictureHeader {
    let flags = try cursor.little(4)
    let size = try PixelSize(width: cursor.little(3) + 1, height: cursor.little(3) + 1)
    let hasOpacity = flags & 0x10 != 0
    return PictureHeader(
      format: .webP, stored: size, hasOpacity: hasOpacity, isWhole: hasOpacity)
  }

  /// Looks for the first frame, for transparency, and for the orientation.
  private mutating func readChunks(_ start: ByteCursor, _ limit: Int) throws(DecodingError) {
    var cursor = start
    var pieces = 0
    while cursor.bytes.count - cursor.offset >= 8 {
      let name = try cursor.big(4)
      let length = try cursor.little(4)
      let content = cursor.offset..<min(cursor.offset + length, cursor.bytes.count)
      if name != WebPChunk.frame { pieces += 1 }
      guard pieces <= limit else { throw .tooManyPieces(.webP, limit: limit) }
      try read(name, content, of: cursor.bytes)
      guard length + length & 1 <= cursor.bytes.count - cursor.offset else { return }
      try cursor.skip(length + length & 1)
    }
  }

  private mutating func read(
    _ name: Int, _ content: Range<Int>, of bytes: [UInt8]
  ) throws(DecodingError) {
    switch name {
    case WebPChunk.lossless: header.isWhole = true
    case WebPChunk.opacity: (header.isWhole, header.hasOpacity) = (true, true)
    case WebPChunk.exif:
      let exif = bytes[content]
      let start = exif.starts(with: "Exif\0\0".utf8) ? exif.dropFirst(6) : exif
      header.turn(PictureOrientation(exif: start))
    case WebPChunk.frame where frame == nil:
      var cursor = ByteCursor(bytes, at: content.lowerBound, of: .webP)
      let (x, y) = try (2 * cursor.little(3), 2 * cursor.little(3))
      let size = try PixelSize(width: cursor.little(3) + 1, height: cursor.little(3) + 1)
      try cursor.skip(4)
      frame = PictureArea(x: x, y: y, size: size)
      frameChunks = cursor.offset..<max(cursor.offset, content.upperBound)
    default: break
    }
  }

  private mutating func check(_ frame: PictureArea) throws(DecodingError) {
    guard frame.isInside(header.storedSize) else {
      throw .malformed(.webP, reason: "its first frame is not on its canvas")
    }
    header.hasOpacity = header.hasOpacity || frame.size != header.storedSize
    header.isWhole = true
  }
}

/// The names of the chunks of a WebP that are read, as numbers.
enum WebPChunk {
  static let lossy = 0x5650_3820
  static let lossless = 0x5650_384C
  static let extended = 0x5650_3858
  static let opacity = 0x414C_5048
  static let frame = 0x414E_4D46
  static let exif = 0x4558_4946
}
