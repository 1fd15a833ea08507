import HTTPCache
import World

/// The state of pictures without requests to their servers.
extension PictureLoader {
  /// The state of a picture before it is requested.
  package enum Standing: String, Sendable {
    /// A fresh copy is stored, or the file is there; programs know the state by its older name.
    case stored = "kept"
    /// A stale copy is stored.
    case stale
    case broken
    /// The last request for it failed.
    case failed
    /// No copy is stored.
    case absent = "not loaded"
  }

  /// The state of a picture, and the size of the stored copy in bytes.
  ///
  /// - Complexity: A lookup in the index of the cache, which is opened if it exists.
  package func standing(of request: PictureRequest) -> (Standing, count: Int?) {
    if let (_, facts) = memory.fresh(request.key, at: now()) { return (.stored, facts.count) }
    let (address, fetch): (WebAddress, FetchRequest)
    switch request.place {
    case .web(let place): (address, fetch) = (place, request.fetch(from: place))
    case .file(let picture): return (picture.exists() ? .stored : .broken, nil)
    }
    switch fetcher.decision(on: fetch) {
    case .serve(let stored, let rule, let isChecked):
      guard stored.status == 200 else { return (Self.standing(ofStatus: stored.status), nil) }
      if brokenContents.contains(stored.digest) { return (.broken, stored.count) }
      return (isChecked || rule == .offline ? .stale : .stored, stored.count)
    case .validate(let stored, _), .fetch(_, fallback: let stored?):
      guard stored.status == 200 else { return (Self.standing(ofStatus: stored.status), nil) }
      return (isBroken(stored, of: fetch) ? .broken : .stale, stored.count)
    case .fetch, .refuse: break
    }
    if brokenContents.contains(address) { return (.broken, nil) }
    // A failure is the last that is known of it, also when it may be asked for again.
    guard let failure = fetcher.failure(of: fetch) else { return (.absent, nil) }
    return (failure.status.map { Self.standing(ofStatus: $0) } ?? .failed, nil)
  }

  /// Whether a picture can be shown without its server.
  package func hasCopy(of request: PictureRequest) -> Bool {
    [.stored, .stale].contains(standing(of: request).0)
  }

  /// Whether a copy is known not to be a picture, or was doubtful when it arrived.
  private func isBroken(_ stored: StoredResponse, of fetch: FetchRequest) -> Bool {
    if brokenContents.contains(stored.digest) { return true }
    guard stored.isInvalidated, let content = fetcher.content(of: stored),
      fetch.isCredible?(content, nil) == false
    else { return false }
    brokenContents.note(stored.digest)
    return true
  }

  private static func standing(ofStatus status: Int) -> Standing {
    switch status {
    case 404, 410: .broken
    case 400...: .failed
    // Redirects are not followed here.
    default: .stale
    }
  }

  /// Loads pictures in the background, in case they are requested next.
  ///
  /// They are cancelled by other requests.
  package func prepare(_ requests: [PictureRequest]) {
    for var request in requests where board.entry(request.key) == nil {
      request.priority = .nextPage
      begin(request)
    }
  }
}
