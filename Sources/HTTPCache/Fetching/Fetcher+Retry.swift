import World

/// Asking again, and not asking again too soon.
extension Fetcher {
  /// The longest wait that a server's word is taken for, in seconds.
  private static let longestPause = 30.0
  /// The longest time for which a failure is remembered, in seconds.
  static let longestMemory = 86_400.0

  /// How many seconds to wait before the next try; nil if another try is no use.
  ///
  /// "Full jitter": Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog (2015).
  func pause(after attempt: Attempt, of request: FetchRequest, tries: Int) -> Double? {
    guard ["GET", "HEAD"].contains(request.method), mayPass(attempt.outcome) else { return nil }
    if let wished = attempt.retryAfter { return wished <= Self.longestPause ? wished : nil }
    let limit = min(8, 0.25 * Double(1 << min(tries, 5)))
    return limit * Double(surroundings.chance.next() >> 11) / Double(1 << 53)
  }

  private func mayPass(_ outcome: Result<FetchedResponse, HTTPFailure>) -> Bool {
    switch outcome {
    case .success(let answer): [408, 425, 429, 500, 502, 503, 504].contains(answer.status)
    // A proxy that wants a password wants one the next time, too.
    case .failure(.proxyRefuses(let status)): status >= 500
    case .failure(let failure): failure.isDisconnection
    }
  }

  /// What `Retry-After` asks for, in seconds: RFC 9110, section 10.2.3.
  func retryAfter(_ head: ResponseHead) -> Double? {
    guard head.status == 429 || head.status == 503, let text = head.headers.first("Retry-After")
    else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return min(Double(text) ?? 0, 2_147_483_648)
    }
    return httpDate(text, now: head.responseTime).map { max(0, $0 - head.responseTime) }
  }

  /// Remembers a failure for a while, and forgets it once there is an answer.
  func remember(_ attempt: Attempt, of request: FetchRequest) {
    // Failures are remembered of what is asked for unasked, and so of pictures.
    guard request.trustsFailures || request.purpose == .picture, request.method == "GET",
      request.mode != .noStore
    else { return }
    let key = key(of: request)
    let before = store.failure(for: key)
    let now = surroundings.now()
    switch attempt.outcome {
    case .success(let answer) where [404, 410].contains(answer.status):
      keepInMind(
        key, answer.status, answer.reason, before, now, first: 600, longest: Self.longestMemory,
        said: CacheDirectives(answer.headers).seconds("max-age"))
    case .success(let answer) where answer.status == 429 || answer.status >= 500:
      keepInMind(
        key, answer.status, answer.reason, before, now, first: 5,
        longest: attempt.retryAfter == nil ? 60 : Self.longestMemory, said: attempt.retryAfter)
    case .success: if before != nil { store.forgetFailure(for: key) }
    case .failure(let failure) where failure.isDisconnection:
      keepInMind(key, nil, "\(failure)", before, now, first: 5, longest: 60, said: nil)
    case .failure: break
    }

    func keepInMind(
      _ key: CacheKey, _ status: Int?, _ reason: String, _ before: RememberedFailure?,
      _ now: Double, first: Double, longest: Double, said: Double?
    ) {
      let times = min((before?.times ?? 0) + 1, 16)
      let span = said ?? first * Double(1 << (times - 1))
      store.remember(
        RememberedFailure(
          key: key, status: status, reason: reason, until: now + min(span, longest), times: times))
    }
  }
}
