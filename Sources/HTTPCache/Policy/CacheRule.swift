import World

/// The rule that determined the source of a response.
package enum CacheRule: Sendable, Equatable {
  /// No response is stored.
  case notStored
  /// Responses are stored, but for requests with other fields.
  case otherVariant(fields: String)
  /// The stored response is fresh for some more seconds.
  case fresh(left: Double, basis: String)
  /// The stored response is immutable while it is fresh (RFC 8246).
  case immutable
  /// The stored response became stale some seconds ago.
  case expired(since: Double)
  /// The stored response has no lifetime.
  case noLifetime
  /// The server demands validation each time.
  case askEachTime
  /// An unsafe request was sent to the address since, or the response was not credible.
  case invalidated
  /// The clock was set back since it was stored.
  case clockSetBack
  /// The request demands a younger response, or one that stays fresh longer.
  case requestStricter(String)
  /// The request accepts a stale response.
  case staleAllowed(since: Double)
  /// Stale, but usable during validation (RFC 5861, or because the request marks it).
  case staleWhileRevalidate(since: Double)
  /// Stale, but the server cannot be reached, or fails.
  case staleIfError(since: Double, reason: String)
  /// The request accepts any stored response.
  case anyCopy
  /// The network is off.
  case offline
  /// The request demands a new response.
  case reloadAsked
  /// The request must not use the store.
  case storeForbidden
  /// The method does not allow a stored response.
  case method(String)
  /// The request has a condition or a range that only the server can evaluate.
  case ownCondition
  /// The request accepts only stored responses, and there is none.
  case nothingStored
  /// The request accepts only stored responses, and the stored one does not fit.
  case storedUnfit(reason: String)
  /// Validation is required, and not possible.
  case cannotCheck(reason: String)
  /// Another process has received a response to the same request in the meantime.
  case sharedDownload
  /// The request failed recently, and is not sent again yet.
  case failedBefore(until: Double)
}

extension CacheRule {
  /// The failure of the server that a stale response replaces.
  package var failure: String? {
    switch self {
    case .staleIfError(_, let reason): reason
    case .failedBefore: "\(self)"
    default: nil
    }
  }
}

extension CacheRule: CustomStringConvertible {
  /// The rule in a few words, for traces and messages.
  package var description: String {
    switch self {
    case .notStored: "no copy yet"
    case .otherVariant(let fields): "stored for a different \(fields)"
    case .fresh(let left, let basis): "fresh for \(spanText(left)) (\(basis))"
    case .immutable: "fresh and immutable"
    case .expired(let since): "stale for \(spanText(since))"
    case .noLifetime: "the server gave no lifetime"
    case .askEachTime: "no-cache: checked each time"
    case .invalidated: "invalidated: it must be checked first"
    case .clockSetBack: "from the future: the clock was set back"
    case .requestStricter(let directive): "the request says \(directive)"
    case .staleAllowed(let since): "stale for \(spanText(since)), which the request allows"
    case .staleWhileRevalidate(let since):
      "stale for \(spanText(since)), shown while it is checked"
    case .staleIfError(let since, let reason): "stale for \(spanText(since)); \(reason)"
    case .anyCopy: "the request accepts any copy"
    case .offline: "offline"
    case .reloadAsked: "a new response was requested"
    case .storeForbidden: "no-store"
    case .method(let method): "\(method) is not answered from the cache"
    case .ownCondition: "the request has a condition of its own"
    case .nothingStored: "only a copy was requested, and none is stored"
    case .storedUnfit(let reason):
      "only a copy was requested, and the stored one does not fit: \(reason)"
    case .cannotCheck(let reason): "the copy must be checked, but that failed; \(reason)"
    case .sharedDownload: "another shell has just loaded it"
    case .failedBefore: "failed a moment ago"
    }
  }
}

/// A duration in its two largest units, such as `3 h 12 min`.
package func spanText(_ seconds: Double) -> String {
  let whole = Int(max(0, min(seconds, 1e12)))
  let units = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
  guard let first = units.firstIndex(where: { whole >= $0.1 }) else { return "0 s" }
  let (name, size) = units[first]
  var text = "\(whole / size) \(name)"
  if first + 1 < units.count, whole % size / units[first + 1].1 > 0 {
    text += " \(whole % size / units[first + 1].1) \(units[first + 1].0)"
  }
  return text
}
