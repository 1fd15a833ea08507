import HTTPCache
import Terminal

/// The phase of a picture on its way to the screen.
package enum PicturePhase: Equatable, Sendable {
  /// It waits for its turn.
  case queued
  /// A copy is stored; if it is stale, the server may be asked.
  case found(isFresh: Bool)
  /// It is being downloaded; the total is nil if the server did not send it.
  case downloading(received: Int, total: Int?)
  /// It was received, and is being decoded.
  case decoding
  /// It can be shown; while it is validated, another may replace it.
  case ready(PictureFacts, isChecking: Bool)
  /// The server has no such picture, or its content is not a picture.
  case broken(reason: String)
  /// A temporary failure; it is tried again at a time in seconds since 1970.
  case failed(reason: String, retryAt: Double)
  /// No copy is stored, and the network is off.
  case offline

  /// Whether it stays in this phase until it is requested again.
  package var isSettled: Bool {
    switch self {
    case .queued, .found, .downloading, .decoding: false
    case .ready(_, let isChecking): !isChecking
    case .broken, .failed, .offline: true
    }
  }

  /// Whether a phase can follow this one.
  ///
  /// Phases only go forward, except when a copy is validated, and when the picture is requested again; a temporary
  /// failure never removes a displayed picture.
  package func leads(to next: PicturePhase) -> Bool {
    switch (self, next) {
    case (_, .queued): isSettled
    case (.queued, _), (.found, _): true
    case (.downloading, .downloading), (.downloading, .decoding), (.downloading, .ready): true
    case (.downloading, .broken), (.downloading, .failed), (.downloading, .offline): true
    // A copy that cannot be decoded may have been replaced at the server.
    case (.decoding, .downloading), (.decoding, .failed), (.decoding, .offline): true
    case (.decoding, .ready), (.decoding, .broken): true
    case (.ready(_, isChecking: true), .ready), (.ready(_, isChecking: true), .broken): true
    default: false
    }
  }
}

/// Facts about a picture that can be shown.
package struct PictureFacts: Equatable, Sendable {
  /// Where the bytes of a picture came from.
  package enum Source: String, Sendable {
    /// From the web, as ``FetchedResponse/Source`` has it.
    case network, validated, cache, stale, offline, none
    /// From a file on this machine.
    case file

    init(_ source: FetchedResponse.Source) {
      switch source {
      case .network: self = .network
      case .validated: self = .validated
      case .cache: self = .cache
      case .stale: self = .stale
      case .offline: self = .offline
      case .none: self = .none
      }
    }
  }

  package var format: PictureFormat
  /// The full size in pixels.
  package var size: PixelSize
  /// The size of the file in bytes.
  package var count: Int
  /// Whether it is truncated.
  package var isIncomplete: Bool
  /// The source of its bytes.
  package var source: Source
  /// When the server sent or validated it, in seconds since 1970; 0 for one in a file.
  package var date: Double
  /// The reason why no newer one is shown although the server was asked; nil if nothing failed.
  package var failure: String?
  /// Distinguishes its bytes from all others.
  package var identity: UInt64

  package init(
    format: PictureFormat, size: PixelSize, count: Int, isIncomplete: Bool = false,
    source: Source, date: Double, failure: String? = nil, identity: UInt64
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
