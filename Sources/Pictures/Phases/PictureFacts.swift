import HTTPCache
import Terminal

/// What is known of a picture that can be shown.
package struct PictureFacts: Equatable, Sendable {
  package var format: PictureFormat
  /// The size of the whole picture in pixels.
  package var size: PixelSize
  /// How many bytes it has.
  package var count: Int
  /// Whether it ends too early, so that some of it is missing.
  package var isIncomplete: Bool
  /// Where its bytes came from.
  package var source: FetchedResponse.Source
  /// When its server made or last checked it, in seconds since 1970.
  package var date: Double
  /// Why no newer one is shown though its server was asked; nil if nothing failed.
  package var failure: String?
  /// What tells its bytes from any others.
  package var identity: UInt64

  package init(
    format: PictureFormat, size: PixelSize, count: Int, isIncomplete: Bool = false,
    source: FetchedResponse.Source, date: Double, failure: String? = nil, identity: UInt64
  ) {
    self.format = format
    self.size = size
    self.count = count
    self.isIncomplete = isIncomplete
    self.source = source
    self.date = date
    self.failure = failure
    self.identity = identity
  }
}
