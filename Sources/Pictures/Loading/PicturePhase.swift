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
  /// It can be shown; while it is being checked, another may take its place.
  case ready(PictureFacts, isChecking: Bool)
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
    case .ready(_, let isChecking): !isChecking
    case .broken, .failed, .offline: true
    }
  }

  /// Whether a picture can go from here to a phase.
  ///
  /// Each way goes forward, but for one that was found and is to be checked, and for one that is asked
  /// for again; what was shown is never taken away by a failure that may pass.
  package func leads(to next: PicturePhase) -> Bool {
    switch (self, next) {
    case (_, .queued): isSettled
    case (.queued, _), (.found, _): true
    case (.downloading, .downloading), (.downloading, .decoding), (.downloading, .ready): true
    case (.downloading, .broken), (.downloading, .failed), (.downloading, .offline): true
    // A copy of which no picture can be made may have been replaced at its server.
    case (.decoding, .downloading), (.decoding, .failed), (.decoding, .offline): true
    case (.decoding, .ready), (.decoding, .broken): true
    case (.ready(_, isChecking: true), .ready), (.ready(_, isChecking: true), .broken): true
    default: false
    }
  }
}

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
