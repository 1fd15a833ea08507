import World

/// Answers out of the cache.
extension Fetcher {
  /// What a request's answer is kept under.
  func key(of request: FetchRequest) -> CacheKey {
    CacheKey(
      partition: partition(credentials: request.credentials, headers: request.headers),
      address: request.address.text)
  }

  /// All that is kept for a request, newest first.
  ///
  /// Whoever asks with a cookie may get what everybody gets; what came with a cookie goes to nobody else.
  func variants(for request: FetchRequest) -> [StoredResponse] {
    let key = key(of: request)
    let own = store.responses(for: key)
    guard own.isEmpty, !key.partition.isEmpty else { return own }
    let anonymous = request.headers.filter { !$0.isNamed("Cookie") }
    guard partition(credentials: request.credentials, headers: anonymous).isEmpty else { return [] }
    return store.responses(for: CacheKey(address: key.address))
  }

  /// The answer that a kept response is.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - kept: What is kept.
  ///   - rule: The rule that decided.
  ///   - checkedAt: When its server said that it is still good, if that was just now.
  /// - Returns: nil if its content turns out to be damaged.
  func answer(
    _ request: FetchRequest, from kept: StoredResponse, _ rule: CacheRule, checkedAt: Double?
  ) -> FetchedResponse? {
    let now = surroundings.now()
    let form = CachePolicy.form(of: request, from: kept, now: now)
    let needsContent = request.method != "HEAD" && form != .notModified && form != .unsatisfiable
    var content = CachedContent.bytes([])
    if needsContent {
      guard let whole = store.content(of: kept) else { return nil }
      content = whole
    }
    let age = Freshness.age(of: kept, at: now)
    var answer = FetchedResponse(
      status: kept.status, reason: kept.reason, address: request.address,
      headers: CachePolicy.headers(of: kept, in: form, age: checkedAt == nil ? age : nil),
      content: content, source: source(of: rule, checkedAt), rule: rule, date: now - age,
      digest: needsContent && form == .whole ? kept.digest : nil)
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

  /// What to do about a request that failed so lately that it is not sent again yet; nil if it may be.
  func failedBefore(
    _ request: FetchRequest, standIn: StoredResponse?, at now: Double
  ) throws(HTTPFailure) -> FetchedResponse? {
    guard request.mode != .reload, let failure = remembered(for: request, at: now) else {
      return nil
    }
    let rule = CacheRule.failedBefore(until: failure.until)
    if failure.status.map({ $0 >= 500 }) ?? true, let standIn,
      let answer = answer(request, from: standIn, rule, checkedAt: nil)
    {
      return answer
    }
    guard let status = failure.status else {
      throw .failedBefore(reason: failure.reason, retryIn: .seconds(failure.until - now))
    }
    return FetchedResponse(
      status: status, reason: failure.reason, address: request.address, headers: [],
      content: .bytes([]), source: .none, rule: rule, date: now)
  }

  /// The failure that is the answer to a request which trusts in such, until it may be sent again; nil if there is none.
  package func remembered(for request: FetchRequest, at now: Double) -> RememberedFailure? {
    // None is remembered for longer than that, unless a clock was set back.
    guard request.trustsFailures, let failure = store.failure(for: key(of: request)),
      failure.until > now, failure.until - now <= Self.longestMemory
    else { return nil }
    return failure
  }
}
