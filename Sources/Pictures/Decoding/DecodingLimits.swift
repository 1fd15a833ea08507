import Terminal

/// What a picture may take; one that wants more is refused before memory is taken for it.
package struct DecodingLimits: Equatable, Sendable {
  /// The most bytes of a picture as it is stored.
  package var bytes = 20_000_000
  /// The most pixels.
  package var pixels = 40_000_000
  /// The most pixels of a picture that is held as a whole, at 4 to 8 bytes for each.
  package var wholePixels = 25_000_000
  /// The most pixels in one direction.
  package var side = 16_384
  /// The most passes of a JPEG.
  package var passes = 100
  /// The most pieces of a picture that are not of its pixels: texts, profiles, pauses.
  package var pieces = 1_000
  /// The longest that decoding may take.
  package var seconds = 10.0

  package init() {}

  /// Refuses a picture that is too large.
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
