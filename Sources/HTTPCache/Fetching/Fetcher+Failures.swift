import World

/// Retrying.
extension Fetcher {
  /// The longest `Retry-After` that is waited for, in seconds.
  private static let longestPause = 30.0
  /// The longest time for which a failure is remembered, in seconds.
  private static let longestMemory = 86_400.0

  /// How many seconds to wait before the next try; nil if another try is pointless.
  ///
  /// "Full jitter": Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog (2015).
  func pause(after attempt: Attempt, of request: FetchRequest, tries: Int) -> Double? {
    guard ["GET", "HEAD"].contains(request.method), isTransient(attempt.outcome) else { return nil }
    if let pause = attempt.retryAfter { return pause <= Self.longestPause ? pause : nil }
    let limit = min(8, 0.25 * Double(1 << min(tries, 5)))
    return limit * Double(surroundings.random.next() >> 11) / Double(1 << 53)
  }

  private func isTransient(_ outcome: Result<FetchedResponse, HTTPFailure>) -> Bool {
    switch outcome {
    case .success(let answer): [408, 425, 429, 500, 502, 503, 504].contains(answer.status)
    // A proxy that requires a password will do so the next time.
    case .failure(.proxyRefuses(let status)): status >= 500
    case .failure(let failure): failure.isDisconnection
    }
  }

  /// The value of `Retry-After`, in seconds: RFC 9110, section 10.2.3.
  func retryAfter(_ head: ResponseHead) -> Double? {
    guard head.status == 429 || head.status == 503, let text = head.headers.first("Retry-After")
    else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return min(Double(text) ?? 0, 2_147_483_648)
    }
    return httpDate(text, now: head.responseTime).map { max(0, $0 - head.responseTime) }
  }
}

/// Remembered failures, which answer requests that the user did not make explicitly, such as those for pictures.
extension Fetcher {
  /// Remembers the failure of an attempt for a while, or forgets the last one after a success.
  func remember(_ attempt: Attempt, of request: FetchRequest) {
    // Other requests are sent in any case.
    guard request.trustsFailures || request.purpose == .picture, request.method == "GET",
      request.mode != .noStore
    else { return }
    let key = key(of: request)
    let before = store.failure(for: key)
    let now = surroundings.now()
    switch attempt.outcome {
    case .success(let answer) where [404, 410].contains(answer.status):
      rememberFailure(
        key, answer.status, answer.reason, before, now, first: 600, longest: Self.longestMemory,
        requested: CacheDirectives(answer.headers).seconds("max-age"))
    case .success(let answer) where answer.status == 429 || answer.status >= 500:
      rememberFailure(
        key, answer.status, answer.reason, before, now, first: 5,
        longest: attempt.retryAfter == nil ? 60 : Self.longestMemory, requested: attempt.retryAfter)
    case .success: if before != nil { store.forgetFailure(for: key) }
    case .failure(let failure) where failure.isDisconnection:
      rememberFailure(key, nil, "\(failure)", before, now, first: 5, longest: 60, requested: nil)
    case .failure: break
    }

    func rememberFailure(
      _ key: CacheKey, _ status: Int?, _ reason: String, _ before: RememberedFailure?,
      _ now: Double, first: Double, longest: Double, requested: Double?
    ) {
      let times = min((before?.times ?? 0) + 1, 16)
      let span = requested ?? first * Double(1 << (times - 1))
      store.remember(
        RememberedFailure(
          key: key, status: status, reason: reason, until: now + min(span, longest), times: times))
    }
  }

  /// The answer to a request that failed recently and is not sent again yet; nil if it may be sent.
  func failedBefore(
    _ request: FetchRequest, fallback: StoredResponse?, at now: Double
  ) throws(HTTPFailure) -> FetchedResponse? {
    guard request.mode != .reload, let failure = remembered(for: request, at: now) else {
      return nil
    }
    let rule = CacheRule.failedBefore(until: failure.until)
    if failure.status.map({ $0 >= 500 }) ?? true, let fallback,
      let answer = answer(request, from: fallback, rule, checkedAt: nil)
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

  /// The remembered failure that answers a request which trusts failures; nil if it may be sent.
  package func remembered(for request: FetchRequest, at now: Double) -> RememberedFailure? {
    // A later time means that the clock was set back.
    guard request.trustsFailures, let failure = store.failure(for: key(of: request)),
      failure.until > now, failure.until - now <= Self.longestMemory
    else { return nil }
    return failure
  }

  /// The last failure of a request; nil if it succeeded.
  package func failure(of request: FetchRequest) -> RememberedFailure? {
    store.failure(for: key(of: request))
  }
}
