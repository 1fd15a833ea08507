import World

/// The decision about a request.
package enum CacheDecision: Sendable, Equatable {
  /// Serve the stored response; if `isChecked`, validate it in the background.
  case serve(StoredResponse, CacheRule, isChecked: Bool)
  /// Ask the server to validate the stored response.
  case validate(StoredResponse, CacheRule)
  /// Send the request without validation; the stored response may still be used if that fails.
  case fetch(CacheRule, standIn: StoredResponse?)
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
    let wishes = CacheDirectives(request.headers)
    let onlyKept =
      isOffline || request.mode == .onlyIfCached || wishes.contains("only-if-cached")
    guard request.method == "GET" || request.method == "HEAD", request.body == nil else {
      let method = request.body == nil ? request.method : "\(request.method) with a body"
      return onlyKept ? .refuse(.offline) : .fetch(.method(method), standIn: nil)
    }
    if request.mode == .noStore || wishes.contains("no-store") {
      if onlyKept { return .refuse(isOffline ? .offline : .nothingKept) }
      return .fetch(.storeForbidden, standIn: nil)
    }
    guard let kept = select(request, from: variants, now: now) else {
      if onlyKept { return .refuse(isOffline ? .offline : .nothingKept) }
      return .fetch(missRule(request, variants), standIn: nil)
    }
    return decide(request, wishes, kept, now: now, onlyKept: onlyKept, isOffline: isOffline)
  }

  private static func decide(
    _ request: FetchRequest, _ wishes: CacheDirectives, _ kept: StoredResponse, now: Double,
    onlyKept: Bool, isOffline: Bool
  ) -> CacheDecision {
    if isOffline { return .serve(kept, .offline, isChecked: false) }
    let server = CacheDirectives(kept.headers)
    let freshness = Freshness(of: kept, server, at: now)
    switch request.mode {
    case .forceCache, .onlyIfCached:
      let rule = freshness.isFresh ? .anyCopy : CacheRule.staleAllowed(since: freshness.staleness)
      return .serve(kept, rule, isChecked: false)
    case .reload: return .fetch(.reloadAsked, standIn: kept)
    case .standard, .noCache, .noStore: break
    }
    if onlyKept {
      switch decide(request, wishes, kept, freshness, server) {
      case .serve(let kept, let rule, _): return .serve(kept, rule, isChecked: false)
      case .validate(_, let rule), .fetch(let rule, _):
        return .refuse(.keptUnfit(reason: "\(rule)"))
      case .refuse(let rule): return .refuse(rule)
      }
    }
    return decide(request, wishes, kept, freshness, server)
  }

  private static func decide(
    _ request: FetchRequest, _ wishes: CacheDirectives, _ kept: StoredResponse,
    _ freshness: Freshness, _ server: CacheDirectives
  ) -> CacheDecision {
    if hasOwnCondition(request, kept) { return .fetch(.ownCondition, standIn: nil) }
    if let rule = demand(request, wishes, freshness, server) { return check(request, kept, rule) }
    if kept.isInvalidated { return check(request, kept, .invalidated) }
    if request.copyUse == .atOnce,
      !freshness.isFresh || server.containsUnqualified("no-cache")
    {
      return .serve(kept, .staleWhileRevalidate(since: freshness.staleness), isChecked: true)
    }
    if server.containsUnqualified("no-cache") { return check(request, kept, .askEachTime) }
    if freshness.isFresh {
      let isImmutable = server.contains("immutable") && request.mode == .noCache
      return .serve(kept, isImmutable ? .immutable : fresh(freshness), isChecked: false)
    }
    return decideStale(request, wishes, kept, freshness, server)
  }

  private static func decideStale(
    _ request: FetchRequest, _ wishes: CacheDirectives, _ kept: StoredResponse,
    _ freshness: Freshness, _ server: CacheDirectives
  ) -> CacheDecision {
    if freshness.isAhead { return check(request, kept, .clockSetBack) }
    let since = freshness.staleness
    if !server.contains("must-revalidate") {
      if wishes.contains("max-stale") {
        let limit =
          wishes.containsUnqualified("max-stale") ? .infinity : wishes.seconds("max-stale") ?? 0
        if since <= limit { return .serve(kept, .staleAllowed(since: since), isChecked: false) }
      }
      if let window = server.seconds("stale-while-revalidate"), since <= window {
        return .serve(kept, .staleWhileRevalidate(since: since), isChecked: true)
      }
    }
    return check(
      request, kept, freshness.basis == .nothing ? .noLifetime : .expired(since: since))
  }

  /// The rule by which the request itself excludes the stored response; nil if there is none.
  private static func demand(
    _ request: FetchRequest, _ wishes: CacheDirectives, _ freshness: Freshness,
    _ server: CacheDirectives
  ) -> CacheRule? {
    if request.mode == .noCache, !(server.contains("immutable") && freshness.isFresh) {
      return .requestStricter("no-cache")
    }
    if wishes.contains("no-cache") { return .requestStricter("no-cache") }
    if wishes.isEmpty,
      listMembers(request.headers.values(of: "Pragma")).contains(where: {
        $0.lowercased() == "no-cache"
      })
    {
      return .requestStricter("Pragma: no-cache")
    }
    if let most = wishes.seconds("max-age"), most == 0 || freshness.age > most {
      return .requestStricter("max-age=\(Int(most))")
    }
    if let least = wishes.seconds("min-fresh"), freshness.lifetime - freshness.age < least {
      return .requestStricter("min-fresh=\(Int(least))")
    }
    return nil
  }

  /// Validates the stored response if it has a validator.
  private static func check(
    _ request: FetchRequest, _ kept: StoredResponse, _ rule: CacheRule
  ) -> CacheDecision {
    kept.isValidatable ? .validate(kept, rule) : .fetch(rule, standIn: kept)
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
  private static func hasOwnCondition(_ request: FetchRequest, _ kept: StoredResponse) -> Bool {
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
      return .notKept
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
