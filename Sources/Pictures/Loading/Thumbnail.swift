import HTTPCache
import Terminal
import Text

/// The stored form of a decoded picture: a header, then the pixels, compressed if there are many.
struct Thumbnail {
  /// The magic bytes at the start.
  private static let mark: [UInt8] = Array("LT1".utf8)
  /// The size of the header in bytes.
  private static let headSize = 26
  /// The maximum number of pixels that are stored without compression; others are stored as a JPEG.
  private static let plainPixels = 10_000
  /// The quality of the JPEG, of 100.
  private static let quality = 92

  private enum Form: UInt8 { case opaque, transparent, jpeg }

  let pixels: Pixels
  /// The facts that come from the picture itself.
  let facts: PictureFacts

  init(pixels: Pixels, facts: PictureFacts) {
    self.pixels = pixels
    self.facts = facts
  }

  /// Whether pictures in a frame are stored without compression.
  static func isPlain(_ frame: PixelFrame) -> Bool { frame.width * frame.height <= plainPixels }

  /// The stored form; nil if it would not be smaller than its source.
  func bytes(_ decoder: PictureDecoder) -> [UInt8]? {
    let isOpaque = stride(from: 3, to: pixels.bytes.count, by: 4).allSatisfy {
      pixels.bytes[$0] == 255
    }
    let isSmall = pixels.size.width * pixels.size.height <= Self.plainPixels
    if !isSmall, !isOpaque { return nil }
    let form: Form = isSmall ? (isOpaque ? .opaque : .transparent) : .jpeg
    guard let body = body(form, decoder) else { return nil }
    var writer = BinaryWriter(expecting: Self.headSize + body.count)
    writer.put(plain: Self.mark)
    writer.put(plain: [form.rawValue, facts.format.number, facts.isIncomplete ? 1 : 0])
    for number in [
      pixels.size.width, pixels.size.height, facts.size.width, facts.size.height, facts.count,
    ] { writer.put(number, byteCount: 4) }
    writer.put(plain: body)
    return writer.bytes
  }

  private func body(_ form: Form, _ decoder: PictureDecoder) -> [UInt8]? {
    switch form {
    case .transparent: pixels.bytes
    case .opaque: pixels.bytes.indices.filter { $0 % 4 != 3 }.map { pixels.bytes[$0] }
    // A picture that cannot be encoded is decoded from its source the next time.
    case .jpeg: try? decoder.jpeg(of: pixels, quality: Self.quality)
    }
  }

  /// Reads the stored form; nil if it is invalid.
  init?(bytes: [UInt8], _ decoder: PictureDecoder) {
    guard bytes.count >= Self.headSize, bytes.starts(with: Self.mark),
      let form = Form(rawValue: bytes[3]), let format = PictureFormat(number: bytes[4])
    else { return nil }
    var reader = BinaryReader(bytes, 6..<bytes.count)
    let numbers = (0..<5).compactMap { _ in reader.number(byteCount: 4) }
    guard numbers.count == 5, numbers[0...3].allSatisfy({ (1...65_536).contains($0) }),
      let pixels = Self.pixels(
        Array(bytes[Self.headSize...]), form, PixelSize(width: numbers[0], height: numbers[1]),
        decoder)
    else { return nil }
    self.pixels = pixels
    facts = PictureFacts(
      format: format, size: PixelSize(width: numbers[2], height: numbers[3]), count: numbers[4],
      isIncomplete: bytes[5] == 1, source: .cache, date: 0, identity: 0)
  }

  private static func pixels(
    _ body: [UInt8], _ form: Form, _ size: PixelSize, _ decoder: PictureDecoder
  ) -> Pixels? {
    let count = size.width * size.height
    switch form {
    case .transparent: return body.count == 4 * count ? Pixels(size: size, bytes: body) : nil
    case .opaque:
      guard body.count == 3 * count else { return nil }
      var bytes = [UInt8](repeating: 255, count: 4 * count)
      for pixel in 0..<count {
        for color in 0..<3 { bytes[4 * pixel + color] = body[3 * pixel + color] }
      }
      return Pixels(size: size, bytes: bytes)
    case .jpeg:
      // A damaged thumbnail is made again from its source.
      let frame = PixelFrame(width: size.width, height: size.height)
      guard let picture = try? decoder.picture(of: body, in: frame),
        picture.pixels.size == size
      else { return nil }
      return picture.pixels
    }
  }
}

extension PictureFormat {
  /// The number of the source in the stored form.
  fileprivate var number: UInt8 {
    switch self {
    case .jpeg: 0
    case .png: 1
    case .webP: 2
    case .gif: 3
    }
  }

  fileprivate init?(number: UInt8) {
    let formats: [PictureFormat] = [.jpeg, .png, .webP, .gif]
    guard Int(number) < formats.count else { return nil }
    self = formats[Int(number)]
  }
}
