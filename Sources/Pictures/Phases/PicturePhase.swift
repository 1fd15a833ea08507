import HTTPCache
import Terminal

/// Where a picture is on its way to the screen.
package enum PicturePhase: Equatable, Sendable {
  /// It waits for its turn.
  case queued
  /// A copy of it is kept, which its server may want to have checked.
  case found(isFresh: Bool)
  /// It arrives; a total that its server did not tell is nil.
  case downloading(received: Int, total: Int?)
  /// It has arrived and is made into pixels.
  case decoding
  /// It can be shown.
  case ready(PictureFacts)
  /// There is no such picture, says its server, or what is there is none.
  case broken(reason: String)
  /// It did not come, for a reason that may pass; tried again at a time in seconds since 1970.
  case failed(reason: String, retryAt: Double)
  /// No copy is kept, and the network is off.
  case offline

  /// Whether nothing more happens to it until it is asked for again.
  package var isSettled: Bool {
    switch self {
    case .queued, .found, .downloading, .decoding: false
    case .ready, .broken, .failed, .offline: true
    }
  }
}

/// What is known of a picture that can be shown.
package struct PictureFacts: Equatable, Sendable {
  /// The size of the whole picture in pixels.
  package var size: PixelSize
  /// Where its bytes came from.
  package var source: FetchedResponse.Source
  /// When its server made or last checked it, in seconds since 1970.
  package var date: Double
  /// Why the copy is shown though its server was asked for a newer one; nil if nothing failed.
  package var failure: String?
  /// The SHA-256 digest of its bytes, 64 hexadecimal digits.
  package var digest: String

  package init(
    size: PixelSize, source: FetchedResponse.Source, date: Double, failure: String? = nil,
    digest: String
  ) {
    self.size = size
    self.source = source
    self.date = date
    self.failure = failure
    self.digest = digest
  }
}
