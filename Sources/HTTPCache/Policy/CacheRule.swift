import World

/// The rule that decided where an answer came from.
package enum CacheRule: Sendable, Equatable {
  /// Nothing that fits is kept.
  case notKept
  /// Something is kept, but for requests with other fields than this one's.
  case otherVariant(fields: String)
  /// What is kept is fresh for some more seconds.
  case fresh(left: Double, basis: String)
  /// What is kept never changes while it is fresh, says its server (RFC 8246).
  case immutable
  /// What is kept went stale some seconds ago.
  case expired(since: Double)
  /// What is kept does not say how long it is good.
  case noLifetime
  /// The server wants to be asked each time.
  case askEachTime
  /// Something was sent to the address since, or what came from there was not what was wanted.
  case invalidated
  /// The clock was set back since it was kept.
  case clockSetBack
  /// The request wants no answer that old, or one that stays fresh longer.
  case requestStricter(String)
  /// The request is content with a stale answer.
  case staleAllowed(since: Double)
  /// Stale, but it may be shown while a new one is fetched (RFC 5861, or because the request marks it).
  case staleWhileRevalidate(since: Double)
  /// Stale, but the server cannot be reached or fails.
  case staleIfError(since: Double, reason: String)
  /// Any copy was asked for.
  case anyCopy
  /// There is no network.
  case offline
  /// A new answer was asked for.
  case reloadAsked
  /// Neither reading nor writing was asked for.
  case storeForbidden
  /// The method cannot be answered from what is kept.
  case method(String)
  /// A condition or a range of the request's own, which only the server can answer.
  case ownCondition
  /// Only what is kept was asked for, and nothing is.
  case nothingKept
  /// Only what is kept was asked for, and that will not do for this request.
  case keptUnfit(reason: String)
  /// The server has to be asked, and cannot be.
  case cannotCheck(reason: String)
  /// Another process has got an answer to the same request meanwhile.
  case sharedDownload
  /// It failed a moment ago, and is not asked again so soon.
  case failedBefore(until: Double)
}

extension CacheRule {
  /// How its server failed, where a copy stands in for it.
  package var failure: String? {
    switch self {
    case .staleIfError(_, let reason): reason
    case .failedBefore: "\(self)"
    default: nil
    }
  }
}

extension CacheRule: CustomStringConvertible {
  /// The rule in a few words, for a trace and for people.
  package var description: String {
    switch self {
    case .notKept: "no copy yet"
    case .otherVariant(let fields): "kept for another \(fields)"
    case .fresh(let left, let basis): "fresh for \(spanText(left)) (\(basis))"
    case .immutable: "fresh and immutable"
    case .expired(let since): "stale for \(spanText(since))"
    case .noLifetime: "does not say how long it is good"
    case .askEachTime: "no-cache: checked each time"
    case .invalidated: "in doubt: it has to be checked first"
    case .clockSetBack: "from the future: the clock was set back"
    case .requestStricter(let directive): "the request says \(directive)"
    case .staleAllowed(let since): "stale for \(spanText(since)), which the request allows"
    case .staleWhileRevalidate(let since):
      "stale for \(spanText(since)), shown while it is checked"
    case .staleIfError(let since, let reason): "stale for \(spanText(since)); \(reason)"
    case .anyCopy: "any copy was asked for"
    case .offline: "offline"
    case .reloadAsked: "asked for anew"
    case .storeForbidden: "no-store"
    case .method(let method): "\(method) is not answered from the cache"
    case .ownCondition: "the request has a condition of its own"
    case .nothingKept: "only a copy was asked for, and none is kept"
    case .keptUnfit(let reason):
      "only a copy was asked for, and the one that is kept will not do: \(reason)"
    case .cannotCheck(let reason): "has to be checked, and cannot be; \(reason)"
    case .sharedDownload: "another shell has just loaded it"
    case .failedBefore: "failed a moment ago"
    }
  }
}

/// A span in its two largest units, such as `3 h 12 min`.
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
