import World

/// What views need that show copies before, or without, a request of their own.
extension Fetcher {
  /// Keeps the copies that requests mean from being removed, and none of the others, whatever else has to go.
  package func hold(_ requests: [FetchRequest]) { store.hold(Set(requests.map { key(of: $0) })) }

  /// Holds what a request was redirected to, too.
  package func hold(_ address: WebAddress, for request: FetchRequest) {
    var key = key(of: request)
    key.address = address.text
    store.holdAlso(key)
  }

  /// The content of a copy, whatever its age; nil if it is damaged, and gone then.
  package func content(of kept: StoredResponse) -> CachedContent? { store.content(of: kept) }

  /// Counts and tells a copy as an answer that was made of something smaller.
  package func use(_ kept: StoredResponse, for request: FetchRequest, _ rule: CacheRule) {
    store.noteUse(of: kept)
    let source: FetchedResponse.Source =
      switch rule {
      case .fresh, .immutable, .anyCopy: .cache
      case .offline: .offline
      default: .stale
      }
    note(.success(kept.status), request, source, rule, since: surroundings.now(), received: 0)
  }

  /// How old a copy is, in seconds since its server made or checked it.
  package func age(of kept: StoredResponse) -> Double {
    Freshness.age(of: kept, at: surroundings.now())
  }

  /// Until when the next request would be answered from the cache without a check, in seconds since 1970; nil if it would not be.
  package func freshUntil(_ request: FetchRequest) -> Double? {
    guard case .serve(_, let rule, isChecked: false) = decision(on: request) else { return nil }
    switch rule {
    case .fresh(let left, _): return surroundings.now() + left
    case .immutable: return .infinity
    default: return nil
    }
  }

  /// How a request failed the last time; nil if it did not.
  package func failure(of request: FetchRequest) -> RememberedFailure? {
    store.failure(for: key(of: request))
  }
}
