import HTTPCache

/// What is known of pictures without a request to their servers.
extension PictureLoader {
  /// How a picture stands before it is asked for.
  package enum Standing: String, Sendable {
    /// A copy is kept that may be shown as it is.
    case kept
    /// A copy is kept that its server wants to have checked.
    case stale
    case broken
    /// It could not be had a short while ago.
    case failed
    /// No copy is kept.
    case absent = "not loaded"
  }

  /// How a picture stands, and how many bytes the copy has.
  ///
  /// - Complexity: A look into the index of the cache, which is opened if there is one.
  package func standing(of request: PictureRequest) -> (Standing, count: Int?) {
    if let (_, facts) = memory.fresh(request.key, at: now()) { return (.kept, facts.count) }
    switch fetcher.decision(on: request.fetch) {
    case .serve(let kept, let rule, let isChecked):
      guard kept.status == 200 else { return (Self.standing(ofStatus: kept.status), nil) }
      if brokenContents.contains(kept.digest) { return (.broken, kept.count) }
      return (isChecked || rule == .offline ? .stale : .kept, kept.count)
    case .validate(let kept, _), .fetch(_, standIn: let kept?):
      guard kept.status == 200 else { return (Self.standing(ofStatus: kept.status), nil) }
      return (isBroken(kept, of: request) ? .broken : .stale, kept.count)
    case .fetch, .refuse: break
    }
    if brokenContents.contains(request.address) { return (.broken, nil) }
    guard let failure = fetcher.failure(of: request.fetch), failure.until > now() else {
      return (.absent, nil)
    }
    return (failure.status.map { Self.standing(ofStatus: $0) } ?? .failed, nil)
  }

  /// Whether a copy is known to be no picture, or has the mark of one that was doubtful when it came.
  private func isBroken(_ kept: StoredResponse, of request: PictureRequest) -> Bool {
    if brokenContents.contains(kept.digest) { return true }
    guard kept.isInvalidated, let content = fetcher.content(of: kept),
      request.fetch.isCredible?(content, nil) == false
    else { return false }
    brokenContents.note(kept.digest)
    return true
  }

  private static func standing(ofStatus status: Int) -> Standing {
    switch status {
    case 404, 410: .broken
    case 400...: .failed
    // What lies behind a redirect is not looked for.
    default: .stale
    }
  }

  /// Has pictures come behind what is wanted now, so that they are there if they are wanted next.
  ///
  /// They are given up when something else is wanted.
  package func prepare(_ requests: [PictureRequest]) {
    for var request in requests where board.entry(request.key) == nil {
      request.priority = .nextPage
      begin(request)
    }
  }
}
