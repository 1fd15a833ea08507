import Terminal

/// The header of a picture.
package struct PictureHeader: Equatable, Sendable {
  package var format: PictureFormat
  /// The displayed size in pixels, after applying the orientation.
  package var size: PixelSize
  package var orientation: PictureOrientation
  /// Whether it is stored in several passes of increasing resolution.
  package var isProgressive: Bool
  /// Whether it may have transparent parts.
  package var hasOpacity: Bool
  /// Whether decoding needs memory for all pixels, whatever the displayed size.
  package var isWhole: Bool

  package init(
    format: PictureFormat, stored: PixelSize, orientation: PictureOrientation = .upright,
    isProgressive: Bool = false, hasOpacity: Bool = false, isWhole: Bool = false
  ) {
    self.format = format
    self.size = orientation.shown(stored)
    self.orientation = orientation
    self.isProgressive = isProgressive
    self.hasOpacity = hasOpacity
    self.isWhole = isWhole
  }

  /// The stored size in pixels.
  package var storedSize: PixelSize { orientation.shown(size) }
}

/// A file format of pictures.
package enum PictureFormat: Hashable, Sendable, CaseIterable {
  case jpeg
  case png
  case webP
  case gif

  /// Recognizes the format by the first bytes, whatever the server calls it.
  package init?(start: [UInt8]) {
    if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webP
    } else if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) {
      self = .gif
    } else {
      return nil
    }
  }

  /// The usual ending of a file's name, without the dot.
  package var ending: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webP: "webp"
    case .gif: "gif"
    }
  }

  /// The name of the format for people.
  package var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webP: "WebP"
    case .gif: "GIF"
    }
  }
}

/// The orientation of a stored picture (Exif 2.3, tag 0x0112).
package enum PictureOrientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case upsideDownMirrored = 4
  case leftMirrored = 5
  case left = 6
  case rightMirrored = 7
  case right = 8

  /// Whether width and height are exchanged.
  package var isLying: Bool { rawValue >= 5 }

  /// The displayed size of a stored size, or the reverse.
  package func shown(_ size: PixelSize) -> PixelSize {
    isLying ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Rotates and mirrors a stored picture for display.
  package func turn(_ pixels: Pixels) -> Pixels {
    guard self != .upright else { return pixels }
    let size = shown(pixels.size)
    let path = path(through: pixels.size)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.bytes.count)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let pixel = 4 * (path.start + row * path.down + column * path.right)
        bytes += pixels.bytes[pixel..<pixel + 4]
      }
    }
    return Pixels(size: size, bytes: bytes)
  }

  /// The index of the first displayed pixel in the stored picture, and the steps to the next ones.
  private func path(through stored: PixelSize) -> (start: Int, right: Int, down: Int) {
    let right = stored.width - 1
    let bottom = stored.width * (stored.height - 1)
    let line = stored.width
    return switch self {
    case .upright: (0, 1, line)
    case .mirrored: (right, -1, line)
    case .upsideDown: (bottom + right, -1, -line)
    case .upsideDownMirrored: (bottom, 1, -line)
    case .leftMirrored: (0, line, 1)
    case .left: (bottom, -line, 1)
    case .rightMirrored: (bottom + right, -line, -1)
    case .right: (right, line, -1)
    }
  }
}

extension PictureOrientation {
  /// Reads the orientation from Exif data (Exif 2.3, section 4.6); upright if there is none.
  ///
  /// - Parameter exif: A TIFF structure.
  init(exif: ArraySlice<UInt8>) {
    self = Self.value(in: Array(exif)).flatMap(Self.init(rawValue:)) ?? .upright
  }

  private static func value(in tiff: [UInt8]) -> Int? {
    guard tiff.count >= 8 else { return nil }
    let isLittle = tiff.starts(with: "II*\0".utf8)
    guard isLittle || tiff.starts(with: "MM\0*".utf8) else { return nil }
    func number(at offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - count else { return nil }
      let bytes = tiff[offset..<offset + count]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, 4), let count = number(at: directory, 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(at: offset, 2) else { return nil }
      if tag == 0x0112 { return number(at: offset + 8, 2) }
    }
    return nil
  }
}

/// A rectangle on a picture's canvas.
struct PictureArea: Equatable {
  var x: Int
  var y: Int
  var size: PixelSize

  func isInside(_ canvas: PixelSize) -> Bool {
    x + size.width <= canvas.width && y + size.height <= canvas.height
  }
}

/// Reads numbers of a picture's header.
struct ByteCursor {
  let format: PictureFormat
  let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], at offset: Int, of format: PictureFormat) {
    self.format = format
    self.bytes = bytes
    self.offset = offset
  }

  /// Reads the next byte.
  ///
  /// - Throws: ``DecodingError/cutOff(_:)`` at the end, as do the other functions.
  mutating func byte() throws(DecodingError) -> Int {
    guard offset < bytes.count else { throw .cutOff(format) }
    defer { offset += 1 }
    return Int(bytes[offset])
  }

  /// Reads a big-endian number of some bytes.
  mutating func big(_ count: Int) throws(DecodingError) -> Int {
    var number = 0
    for _ in 0..<count { number = try number << 8 | byte() }
    return number
  }

  /// Reads a little-endian number of some bytes.
  mutating func little(_ count: Int) throws(DecodingError) -> Int {
    var number = 0
    for place in 0..<count { number |= try byte() << (8 * place) }
    return number
  }

  mutating func skip(_ count: Int) throws(DecodingError) {
    guard count <= bytes.count - offset else { throw .cutOff(format) }
    offset += count
  }
}
