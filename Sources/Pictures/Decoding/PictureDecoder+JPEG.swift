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

  /// The scale in eighths, at least as large as the target, at which the JPEG decoder can scale quickly.
  private func scaled(_ size: PixelSize, atLeast target: PixelSize) -> (Int, PixelSize) {
    for eighths in [1, 2, 4] {
      let rows = PixelSize(
        width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
      if rows.width >= target.width, rows.height >= target.height { return (eighths, rows) }
    }
    return (8, size)
  }
}

extension PictureHeader {
  /// Reads the segments of a JPEG up to the first pixels (ITU-T T.81, annex B).
  static func jpeg(_ bytes: [UInt8]) throws(DecodingError) -> PictureHeader {
    var cursor = ByteCursor(bytes, at: 2, of: .jpeg)
    var orientation: PictureOrientation?
    var frame: JPEGFrame?
    while true {
      let marker = try nextMarker(&cursor)
      guard !isAlone(marker) else { continue }
      guard marker != 0xD9 else { throw .malformed(.jpeg, reason: "it has no pixels") }
      let start = cursor.offset + 2
      let length = try cursor.big(2)
      guard length >= 2 else { throw .malformed(.jpeg, reason: "a segment without length") }
      if marker == 0xDA, let frame {
        return try frame.header(componentsOfFirstPass: cursor.byte(), orientation ?? .upright)
      }
      try cursor.skip(length - 2)
      let segment = bytes[start..<cursor.offset]
      if isFrame(marker), frame == nil { frame = try JPEGFrame(marker, segment) }
      if marker == 0xE1, segment.starts(with: "Exif\0\0".utf8) {
        orientation = orientation ?? PictureOrientation(exif: segment.dropFirst(6))
      }
    }
  }

  /// The number of passes of a JPEG, or one more than the limit.
  static func jpegPasses(_ bytes: [UInt8], limit: Int) -> Int {
    var passes = 0
    var isAfterFF = false
    for byte in bytes {
      if isAfterFF, byte == 0xDA { passes += 1 }
      if passes > limit { break }
      isAfterFF = byte == 0xFF
    }
    return passes
  }

  /// Skips a JPEG to its end marker (EOI, table B.1).
  static func skipJPEG(_ cursor: inout ByteCursor) throws(DecodingError) {
    try cursor.skip(2)
    while case let marker = try nextMarker(&cursor), marker != 0xD9 {
      if !isAlone(marker) { try cursor.skip(max(0, cursor.big(2) - 2)) }
    }
  }

  private static func nextMarker(_ cursor: inout ByteCursor) throws(DecodingError) -> Int {
    while true {
      while try cursor.byte() != 0xFF {}
      var marker = try cursor.byte()
      while marker == 0xFF { marker = try cursor.byte() }
      if marker != 0 { return marker }
    }
  }

  /// Whether a marker is not followed by a length.
  private static func isAlone(_ marker: Int) -> Bool {
    marker == 0x01 || (0xD0...0xD8).contains(marker)
  }

  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }
}

/// The content of a JPEG's frame segment.
private struct JPEGFrame {
  var size: PixelSize
  var components: Int
  var isProgressive: Bool

  init(_ marker: Int, _ segment: ArraySlice<UInt8>) throws(DecodingError) {
    guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) else {
      throw .malformed(.jpeg, reason: "a way of coding that is not read here")
    }
    var cursor = ByteCursor(Array(segment), at: 0, of: .jpeg)
    guard try cursor.byte() == 8 else { throw .malformed(.jpeg, reason: "not 8 bits a color") }
    let height = try cursor.big(2)
    size = try PixelSize(width: cursor.big(2), height: height)
    components = try cursor.byte()
    isProgressive = marker == 0xC2 || marker == 0xCA
    guard size.width > 0, size.height > 0, [1, 3, 4].contains(components) else {
      throw .malformed(.jpeg, reason: "no pixels, or not of 1, 3 or 4 colors")
    }
  }

  func header(componentsOfFirstPass: Int, _ orientation: PictureOrientation) -> PictureHeader {
    let hasPasses = isProgressive || componentsOfFirstPass < components
    return PictureHeader(
      format: .jpeg, stored: size, orientation: orientation, isProgressive: hasPasses,
      isWhole: hasPasses)
  }
}
