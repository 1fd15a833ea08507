import World

/// Answering from the cache.
extension Fetcher {
  /// The key under which responses to a request are stored.
  func key(of request: FetchRequest) -> CacheKey {
    CacheKey(
      partition: partition(credentials: request.credentials, headers: request.headers),
      address: request.address.text)
  }

  /// The stored responses to a request, newest first.
  ///
  /// A request with a cookie may use a response to a request without one, but not the other way round.
  package func copies(for request: FetchRequest) -> [StoredResponse] {
    let key = key(of: request)
    let own = store.responses(for: key)
    guard own.isEmpty, !key.partition.isEmpty else { return own }
    let anonymous = request.headers.filter { !$0.isNamed("Cookie") }
    guard partition(credentials: request.credentials, headers: anonymous).isEmpty else { return [] }
    return store.responses(for: CacheKey(address: key.address))
  }

  /// The answer to a request from a stored response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - stored: The stored response.
  ///   - rule: The cache rule that was applied.
  ///   - checkedAt: When the server validated it, if that was just now.
  /// - Returns: The answer; nil if the content is damaged.
  func answer(
    _ request: FetchRequest, from stored: StoredResponse, _ rule: CacheRule, checkedAt: Double?
  ) -> FetchedResponse? {
    let now = surroundings.now()
    let form = CachePolicy.form(of: request, from: stored, now: now)
    let needsContent = request.method != "HEAD" && form != .notModified && form != .unsatisfiable
    var content = CachedContent.bytes([])
    if needsContent {
      guard let found = store.content(of: stored) else { return nil }
      content = found
    }
    let age = Freshness.age(of: stored, at: now)
    var answer = FetchedResponse(
      status: stored.status, reason: stored.reason, address: request.address,
      headers: CachePolicy.headers(of: stored, in: form, age: checkedAt == nil ? age : nil),
      content: content, source: source(of: rule, checkedAt), rule: rule, date: now - age,
      digest: needsContent && form == .whole ? stored.digest : nil)
    switch form {
    case .whole: break
    case .notModified: (answer.status, answer.reason) = (304, "Not Modified")
    case .unsatisfiable: (answer.status, answer.reason) = (416, "Range Not Satisfiable")
    case .part(let range):
      (answer.status, answer.reason) = (206, "Partial Content")
      guard let part = needsContent ? cut(content, to: range) : [] else { return nil }
      answer.content = .bytes(part)
    }
    return answer
  }

  private func source(of rule: CacheRule, _ checkedAt: Double?) -> FetchedResponse.Source {
    if checkedAt != nil { return .validated }
    return switch rule {
    case .offline: .offline
    case .staleAllowed, .staleIfError, .staleWhileRevalidate, .failedBefore: .stale
    default: .cache
    }
  }

  private func cut(_ content: CachedContent, to range: Range<Int>) -> [UInt8]? {
    var part = [UInt8](repeating: 0, count: range.count)
    do throws(FileError) {
      let read = try content.file.read(at: range.lowerBound, into: &part, 0..<range.count)
      return read == range.count ? part : nil
    } catch {
      return nil
    }
  }

  /// The answer 504: RFC 9111, section 5.2.1.7.
  static func refusal(_ request: FetchRequest, _ rule: CacheRule, at now: Double) -> FetchedResponse
  {
    FetchedResponse(
      status: 504, reason: "Gateway Timeout", address: request.address, headers: [],
      content: .bytes([]), source: .none, rule: rule, date: now)
  }
}

/// Asking the cache without sending a request.
extension Fetcher {
  /// How a request would be answered, without sending it.
  package func decision(on request: FetchRequest) -> CacheDecision {
    CachePolicy.decide(
      request, variants: copies(for: request), now: surroundings.now(), isOffline: isOffline)
  }

  /// How a request would be answered after following stored redirects.
  ///
  /// If a redirect on the way is validated in the background, the answer counts as such too.
  package func decision(following request: FetchRequest) -> CacheDecision {
    route(of: request).decision
  }

  /// How a request would be answered after following stored redirects, and the address where these end.
  package func route(
    of request: FetchRequest
  ) -> (decision: CacheDecision, address: WebAddress) {
    var hop = request
    var decision = decision(on: request)
    var isCheckedBefore = false
    for _ in 0..<request.limits.redirects {
      guard case .serve(let stored, _, let isChecked) = decision,
        let location = Self.location(stored.status, stored.headers),
        // Fetching it reports what is wrong with the redirect.
        let next = try? hop.redirected(to: location, status: stored.status)
      else { break }
      hop = next
      isCheckedBefore = isCheckedBefore || isChecked
      decision = self.decision(on: hop)
    }
    if case .serve(let stored, let rule, let isChecked) = decision {
      decision = .serve(stored, rule, isChecked: isChecked || isCheckedBefore)
    }
    return (decision, hop.address)
  }

  /// The target of a redirect; nil if a response is not one: RFC 9110, section 15.4.
  static func location(_ status: Int, _ headers: [HTTPField]) -> String? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return headers.first("Location")
  }

  /// Protects the stored responses to some requests from eviction, and no others.
  package func hold(_ requests: [FetchRequest]) { store.hold(Set(requests.map { key(of: $0) })) }

  /// Protects also the target of a redirect.
  package func hold(_ address: WebAddress, for request: FetchRequest) {
    var key = key(of: request)
    key.address = address.text
    store.holdAlso(key)
  }

  /// The content of a stored response; nil if it is damaged, and was removed.
  package func content(of stored: StoredResponse) -> CachedContent? { store.content(of: stored) }

  /// Counts and reports a stored response as an answer, when a thumbnail of it was used.
  package func use(_ stored: StoredResponse, for request: FetchRequest, _ rule: CacheRule) {
    store.noteUse(of: stored)
    let source: FetchedResponse.Source =
      switch rule {
      case .fresh, .immutable, .anyCopy: .cache
      case .offline: .offline
      default: .stale
      }
    note(.success(stored.status), request, source, rule, since: surroundings.now(), received: 0)
  }

  /// The age of a stored response, in seconds since the server created or validated it.
  package func age(of stored: StoredResponse) -> Double {
    Freshness.age(of: stored, at: surroundings.now())
  }

  /// Until when a request would be answered from the cache without validation, in seconds since 1970; nil if it would
  /// not be.
  package func freshUntil(_ request: FetchRequest) -> Double? {
    guard case .serve(_, let rule, isChecked: false) = decision(on: request) else { return nil }
    switch rule {
    case .fresh(let left, _): return surroundings.now() + left
    case .immutable: return .infinity
    default: return nil
    }
  }
}
