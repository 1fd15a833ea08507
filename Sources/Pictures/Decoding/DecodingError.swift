import Terminal
import World

/// An error in decoding a picture.
package enum DecodingError: Error, Equatable, Sendable {
  /// The bytes have another content, or an unsupported format.
  case notPicture(String)
  case tooManyBytes(Int, limit: Int)
  case tooManyPixels(PixelSize, limit: Int)
  case sideTooLong(PixelSize, limit: Int)
  case tooManyPasses(limit: Int)
  case tooManyPieces(PictureFormat, limit: Int)
  case malformed(PictureFormat, reason: String)
  /// The bytes end before the first row of pixels.
  case cutOff(PictureFormat)
  case tookTooLong(seconds: Double)
  /// The library of the format is missing or too old.
  case unavailable(PictureFormat, reason: String)
}

extension DecodingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notPicture(let name): "this is \(name), not a JPEG, PNG, WebP or GIF picture"
    case .tooManyBytes(let count, let limit):
      "the picture has \(Self.millions(count)) MB, more than \(Self.millions(limit))"
    case .tooManyPixels(let size, let limit):
      "the picture is \(size.width)×\(size.height), more than \(Self.millions(limit)) million pixels"
    case .sideTooLong(let size, let limit):
      "the picture is \(size.width)×\(size.height), more than \(limit) pixels on one side"
    case .tooManyPasses(let limit): "the JPEG has more than \(limit) passes"
    case .tooManyPieces(let format, let limit):
      "the \(format.name) has more than \(limit) pieces beside its pixels"
    case .malformed(let format, let reason):
      "the \(format.name) is malformed" + (reason.isEmpty ? "" : ": \(reason)")
    case .cutOff(let format): "the \(format.name) ends before its first pixels"
    case .tookTooLong(let seconds): "the picture took more than \(Self.tenths(seconds)) s"
    case .unavailable(_, let reason): reason
    }
  }

  /// A count in millions, with one decimal if it is not zero.
  private static func millions(_ count: Int) -> String { tenths(Double(count) / 1_000_000) }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded(.up))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

/// Limits for decoding; pictures that exceed them are refused before memory is allocated.
package struct DecodingLimits: Equatable, Sendable {
  /// The maximum size of the file in bytes.
  package var bytes = StoredPicture.sizeLimit
  /// The maximum number of pixels.
  package var pixels = 40_000_000
  /// The maximum number of pixels of a picture that must be decoded as a whole, with 4 to 8 bytes for each.
  package var wholePixels = 25_000_000
  /// The maximum width and height.
  package var side = 16_384
  /// The maximum number of passes of a JPEG.
  package var passes = 100
  /// The maximum number of chunks other than pixels, such as texts, profiles and pauses.
  package var pieces = 1_000
  /// The maximum time for decoding.
  package var seconds = 10.0

  package init() {}

  /// Refuses pictures that are too large.
  func check(_ header: PictureHeader) throws(DecodingError) {
    let size = header.storedSize
    guard max(size.width, size.height) <= side else {
      throw .sideTooLong(header.size, limit: side)
    }
    let limit = header.isWhole ? min(pixels, wholePixels) : pixels
    guard size.width * size.height <= limit else {
      throw .tooManyPixels(header.size, limit: limit)
    }
  }
}
