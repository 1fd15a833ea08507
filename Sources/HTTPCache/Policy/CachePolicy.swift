import World

/// The decision about a request.
package enum CacheDecision: Sendable, Equatable {
  /// Serve the stored response; if `isChecked`, validate it in the background.
  case serve(StoredResponse, CacheRule, isChecked: Bool)
  /// Ask the server to validate the stored response.
  case validate(StoredResponse, CacheRule)
  /// Send the request without validation; the stored response may still be used if that fails.
  case fetch(CacheRule, fallback: StoredResponse?)
  /// Answer 504.
  case refuse(CacheRule)
}

/// The rules of a private cache: RFC 9111, with RFC 5861 and RFC 8246.
///
/// Pure functions of the request, the stored responses, and the time.
package enum CachePolicy {
  /// Decides how to answer a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - variants: All stored responses for it, newest first.
  ///   - now: The time in seconds since 1970.
  ///   - isOffline: Whether no server may be asked.
  /// - Returns: The decision, with the rule behind it.
  package static func decide(
    _ request: FetchRequest, variants: [StoredResponse], now: Double, isOffline: Bool = false
  ) -> CacheDecision {
    let requestDirectives = CacheDirectives(request.headers)
    let onlyIfCached =
      isOffline || request.mode == .onlyIfCached || requestDirectives.contains("only-if-cached")
    guard request.method == "GET" || request.method == "HEAD", request.body == nil else {
      let method = request.body == nil ? request.method : "\(request.method) with a body"
      return onlyIfCached ? .refuse(.offline) : .fetch(.method(method), fallback: nil)
    }
    if request.mode == .noStore || requestDirectives.contains("no-store") {
      if onlyIfCached { return .refuse(isOffline ? .offline : .nothingStored) }
      return .fetch(.storeForbidden, fallback: nil)
    }
    guard let stored = select(request, from: variants, now: now) else {
      if onlyIfCached { return .refuse(isOffline ? .offline : .nothingStored) }
      return .fetch(missRule(request, variants), fallback: nil)
    }
    return decideByMode(
      request, requestDirectives, stored, now: now, onlyIfCached: onlyIfCached,
      isOffline: isOffline)
  }

  /// Decides by the mode of the request, which may allow any stored response or none.
  private static func decideByMode(
    _ request: FetchRequest, _ requestDirectives: CacheDirectives, _ stored: StoredResponse,
    now: Double, onlyIfCached: Bool, isOffline: Bool
  ) -> CacheDecision {
    if isOffline { return .serve(stored, .offline, isChecked: false) }
    let server = CacheDirectives(stored.headers)
    let freshness = Freshness(of: stored, server, at: now)
    switch request.mode {
    case .forceCache, .onlyIfCached:
      let rule = freshness.isFresh ? .anyCopy : CacheRule.staleAllowed(since: freshness.staleness)
      return .serve(stored, rule, isChecked: false)
    case .reload: return .fetch(.reloadAsked, fallback: stored)
    case .standard, .noCache, .noStore: break
    }
    if onlyIfCached {
      switch decideByFreshness(request, requestDirectives, stored, freshness, server) {
      case .serve(let stored, let rule, _): return .serve(stored, rule, isChecked: false)
      case .validate(_, let rule), .fetch(let rule, _):
        return .refuse(.storedUnfit(reason: "\(rule)"))
      case .refuse(let rule): return .refuse(rule)
      }
    }
    return decideByFreshness(request, requestDirectives, stored, freshness, server)
  }

  /// Decides by the directives of request and server, and by the age of the stored response.
  private static func decideByFreshness(
    _ request: FetchRequest, _ requestDirectives: CacheDirectives, _ stored: StoredResponse,
    _ freshness: Freshness, _ server: CacheDirectives
  ) -> CacheDecision {
    if hasOwnCondition(request, stored) { return .fetch(.ownCondition, fallback: nil) }
    if let rule = demand(request, requestDirectives, freshness, server) {
      return check(request, stored, rule)
    }
    if stored.isInvalidated { return check(request, stored, .invalidated) }
    if request.copyUse == .atOnce,
      !freshness.isFresh || server.containsUnqualified("no-cache")
    {
      return .serve(stored, .staleWhileRevalidate(since: freshness.staleness), isChecked: true)
    }
    if server.containsUnqualified("no-cache") { return check(request, stored, .askEachTime) }
    if freshness.isFresh {
      let isImmutable = server.contains("immutable") && request.mode == .noCache
      return .serve(stored, isImmutable ? .immutable : fresh(freshness), isChecked: false)
    }
    return decideByStaleness(request, requestDirectives, stored, freshness, server)
  }

  /// Decides about a stored response that is not fresh.
  private static func decideByStaleness(
    _ request: FetchRequest, _ requestDirectives: CacheDirectives, _ stored: StoredResponse,
    _ freshness: Freshness, _ server: CacheDirectives
  ) -> CacheDecision {
    if freshness.isAhead { return check(request, stored, .clockSetBack) }
    let since = freshness.staleness
    if !server.contains("must-revalidate") {
      if requestDirectives.contains("max-stale") {
        let limit =
          requestDirectives.containsUnqualified("max-stale")
          ? .infinity : requestDirectives.seconds("max-stale") ?? 0
        if since <= limit { return .serve(stored, .staleAllowed(since: since), isChecked: false) }
      }
      if let window = server.seconds("stale-while-revalidate"), since <= window {
        return .serve(stored, .staleWhileRevalidate(since: since), isChecked: true)
      }
    }
    return check(
      request, stored, freshness.basis == .nothing ? .noLifetime : .expired(since: since))
  }

  /// The rule by which the request itself excludes the stored response; nil if there is none.
  private static func demand(
    _ request: FetchRequest, _ requestDirectives: CacheDirectives, _ freshness: Freshness,
    _ server: CacheDirectives
  ) -> CacheRule? {
    if request.mode == .noCache, !(server.contains("immutable") && freshness.isFresh) {
      return .requestStricter("no-cache")
    }
    if requestDirectives.contains("no-cache") { return .requestStricter("no-cache") }
    if requestDirectives.isEmpty,
      listMembers(request.headers.values(of: "Pragma")).contains(where: {
        $0.lowercased() == "no-cache"
      })
    {
      return .requestStricter("Pragma: no-cache")
    }
    if let most = requestDirectives.seconds("max-age"), most == 0 || freshness.age > most {
      return .requestStricter("max-age=\(Int(most))")
    }
    if let least = requestDirectives.seconds("min-fresh"),
      freshness.lifetime - freshness.age < least
    {
      return .requestStricter("min-fresh=\(Int(least))")
    }
    return nil
  }

  /// Validates the stored response if it has a validator.
  private static func check(
    _ request: FetchRequest, _ stored: StoredResponse, _ rule: CacheRule
  ) -> CacheDecision {
    stored.isValidatable ? .validate(stored, rule) : .fetch(rule, fallback: stored)
  }

  private static func fresh(_ freshness: Freshness) -> CacheRule {
    let basis =
      switch freshness.basis {
      case .maxAge: "max-age"
      case .expires: "Expires"
      case .heuristic: "guessed: 10 % of its age on arrival"
      case .nothing: "nothing"
      }
    return .fresh(left: freshness.lifetime - freshness.age, basis: basis)
  }

  /// Whether only the server can evaluate the request's own condition.
  private static func hasOwnCondition(_ request: FetchRequest, _ stored: StoredResponse) -> Bool {
    ["If-Match", "If-Unmodified-Since"].contains { request.headers.first($0) != nil }
  }
}

/// Selecting a stored response.
extension CachePolicy {
  /// The stored response that the request selects: RFC 9111, section 4.1, and RFC 9110, section 14.2.
  ///
  /// Of several, the one with the latest date.
  static func select(
    _ request: FetchRequest, from variants: [StoredResponse], now: Double
  ) -> StoredResponse? {
    let range = request.method == "GET" ? request.headers.first("Range") : nil
    let fitting = variants.filter { $0.matches(request.headers) }
    if let range {
      let whole = fitting.filter { $0.range == nil && $0.canBeCut }
      let same = fitting.filter { $0.range == range && isRangeWanted(request, $0) }
      return latest(whole, now: now) ?? latest(same, now: now)
    }
    return latest(fitting.filter { $0.range == nil }, now: now)
  }

  private static func latest(_ variants: [StoredResponse], now: Double) -> StoredResponse? {
    func date(_ response: StoredResponse) -> Double {
      response.headers.first("Date").flatMap { httpDate($0, now: now) } ?? response.responseTime
    }
    return variants.max { one, other in
      (date(one), one.responseTime) < (date(other), other.responseTime)
    }
  }

  private static func missRule(
    _ request: FetchRequest, _ variants: [StoredResponse]
  ) -> CacheRule {
    guard let other = variants.first(where: { !$0.matches(request.headers) }) else {
      return .notStored
    }
    return .otherVariant(fields: other.varyNames.joined(separator: ", "))
  }
}

extension StoredResponse {
  /// Whether it has a validator.
  var isValidatable: Bool {
    headers.first("ETag") != nil || headers.first("Last-Modified") != nil
  }

  /// Its `Last-Modified` date, if that is a strong validator: RFC 9110, section 8.8.2.2.
  var strongDate: String? {
    guard let text = headers.first("Last-Modified"),
      let modified = httpDate(text, now: responseTime),
      let date = headers.first("Date").flatMap({ httpDate($0, now: responseTime) }),
      date >= modified + 1
    else { return nil }
    return text
  }

  /// Whether parts of it can answer requests for ranges: encoded content cannot be cut.
  var canBeCut: Bool {
    status == 200
      && listMembers(headers.values(of: "Content-Encoding")).allSatisfy {
        $0.lowercased() == "identity"
      }
  }
}

/// Facts about a stored response, for the user.
package struct CopyFacts: Sendable {
  /// The media type according to the server.
  package var type: String
  /// The seconds since the server created or validated it.
  package var age: Double
  /// For how long it is fresh or has been stale, and the reason.
  package var freshness: String
  /// The validators.
  package var validators: [String]
  /// The fields of the request that select it.
  package var vary: String
}

extension CachePolicy {
  /// Facts about a stored response.
  package static func facts(of copy: StoredResponse, at now: Double) -> CopyFacts {
    let freshness = Freshness(of: copy, at: now)
    var words =
      freshness.isFresh
      ? "for \(spanText(freshness.lifetime - freshness.age))"
      : freshness.basis == .nothing
        ? "no lifetime given" : "stale for \(spanText(freshness.staleness))"
    switch freshness.basis {
    case .heuristic: words += " (guessed)"
    case .maxAge, .expires, .nothing: break
    }
    if CacheDirectives(copy.headers).containsUnqualified("no-cache") { words = "checked each time" }
    if copy.isInvalidated { words = "invalidated" }
    return CopyFacts(
      type: copy.headers.first("Content-Type") ?? "", age: freshness.age, freshness: words,
      validators: ["ETag", "Last-Modified"].filter { copy.headers.first($0) != nil },
      vary: copy.varyNames.joined(separator: ", "))
  }
}
