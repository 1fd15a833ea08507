import Terminal

/// Why bytes could not be made into pixels.
package enum DecodingError: Error, Equatable, Sendable {
  /// The bytes are something else, or of a format that is not read here.
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
    case .malformed(let format, let reason): "the \(format.name) is malformed: \(reason)"
    case .cutOff(let format): "the \(format.name) ends before its first pixels"
    case .tookTooLong(let seconds): "the picture took more than \(Self.tenths(seconds)) s"
    case .unavailable(_, let reason): reason
    }
  }

  /// A million of something, with one decimal if it has one.
  private static func millions(_ count: Int) -> String { tenths(Double(count) / 1_000_000) }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded(.up))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
