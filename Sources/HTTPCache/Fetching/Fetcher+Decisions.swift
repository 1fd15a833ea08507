import World

/// What would be done about a request, without doing it.
extension Fetcher {
  /// What the next request would do, without doing it.
  package func decision(on request: FetchRequest) -> CacheDecision {
    CachePolicy.decide(
      request, variants: variants(for: request), now: surroundings.now(), isOffline: isOffline)
  }

  /// What the next request would do, without doing it, for what it leads to by redirects that are kept.
  ///
  /// Where one of those is served and checked behind, so is what it leads to.
  package func decision(following request: FetchRequest) -> CacheDecision {
    route(of: request).decision
  }

  /// What the next request would do, without doing it, and the address that it leads to by redirects that are kept.
  package func route(
    of request: FetchRequest
  ) -> (decision: CacheDecision, address: WebAddress) {
    var hop = request
    var decision = decision(on: request)
    var isCheckedBefore = false
    for _ in 0..<request.limits.redirects {
      guard case .serve(let kept, _, let isChecked) = decision,
        let location = Self.location(kept.status, kept.headers),
        // Who fetches it says what is wrong with the redirect.
        let next = try? hop.redirected(to: location, status: kept.status)
      else { break }
      hop = next
      isCheckedBefore = isCheckedBefore || isChecked
      decision = self.decision(on: hop)
    }
    if case .serve(let kept, let rule, let isChecked) = decision {
      decision = .serve(kept, rule, isChecked: isChecked || isCheckedBefore)
    }
    return (decision, hop.address)
  }

  /// All that is kept for a request, newest first.
  package func copies(for request: FetchRequest) -> [StoredResponse] { variants(for: request) }

  /// The address that a response points to, if it is one to follow: RFC 9110, section 15.4.
  static func location(_ status: Int, _ headers: [HTTPField]) -> String? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return headers.first("Location")
  }
}
