import World

/// Why a request is sent, and which stored responses matter to it.
struct FetchPlan: Sendable {
  /// The response to validate, or to fall back to.
  var stored: StoredResponse?
  /// All stored responses to the request.
  var variants: [StoredResponse] = []
  var rule: CacheRule
  /// Whether the request asks the server to validate ``stored``.
  var isConditional: Bool
  /// Whether a partial download may be resumed.
  var mayResume = true
}

/// The result of sending a request once.
struct Attempt: Sendable {
  let inFlight: InFlightRequest
  var outcome: Result<FetchedResponse, HTTPFailure> = .failure(.cancelled)
  /// The server's `Retry-After`, in seconds.
  var retryAfter: Double?
  /// How many bytes of content were received.
  var received = 0
  /// Its entry in the queue.
  var queued: QueuedRequest?
  /// Why the request was not sent; nil if it was.
  var refusal: QueuedRequest.Refusal?
  /// The lock of its address.
  let lock: DownloadLock?

  mutating func leaveQueue() {
    queued?.leave()
    queued = nil
  }

  /// Shows those who wait, here and in other processes, how much of the content has been received.
  func note(received: Int, of total: Int?) {
    lock?.note(received: received)
    inFlight.note(received: received, of: total)
  }
}

/// Sending requests.
extension Fetcher {
  /// Sends a request, retries it if that may help, and falls back to a stored response if the rules allow it.
  func exchange(
    _ request: FetchRequest, _ plan: FetchPlan, _ inFlight: InFlightRequest
  ) async throws(HTTPFailure) -> FetchedResponse {
    let began = surroundings.now()
    var (tries, received) = (0, 0)
    let lock = downloadLock(for: request)
    defer {
      queue.remove(inFlight.id)
      lock?.release()
    }
    while true {
      let attempt = await attempt(request, plan, inFlight, lock)
      received += attempt.received
      if let refusal = attempt.refusal {
        guard let answer = try await answer(request, plan, refusal, lock) else { continue }
        note(
          .success(answer.status), request, answer.source, answer.rule, since: began,
          received: received, tries: tries)
        return answer
      }
      if tries < request.retries, let pause = pause(after: attempt, of: request, tries: tries),
        isWorth(pause, after: attempt.outcome, request, plan)
      {
        tries += 1
        do { try await surroundings.wait(.seconds(pause)) } catch { throw .cancelled }
        continue
      }
      remember(attempt, of: request)
      let outcome = settled(attempt.outcome, request, plan)
      let (source, rule) =
        switch outcome {
        case .success(let answer): (answer.source, answer.rule)
        case .failure: (FetchedResponse.Source.none, plan.rule)
        }
      note(
        outcome.map(\.status), request, source, rule, since: began, received: received,
        tries: tries + 1)
      return try outcome.get()
    }
  }

  /// The longest wait for another try if there is a stored response to fall back to, in seconds.
  private static let longestPauseForCopy = 1.0

  /// Whether another try is worth waiting for.
  private func isWorth(
    _ pause: Double, after outcome: Result<FetchedResponse, HTTPFailure>, _ request: FetchRequest,
    _ plan: FetchPlan
  ) -> Bool {
    // After a timeout, the next try would most likely take as long.
    let isTimeout = if case .failure(.timedOut) = outcome { true } else { false }
    if isTimeout, request.purpose == .picture { return false }
    return pause <= Self.longestPauseForCopy && !isTimeout || !hasFallback(outcome, request, plan)
  }

  /// Whether a stored response may replace an outcome.
  private func hasFallback(
    _ outcome: Result<FetchedResponse, HTTPFailure>, _ request: FetchRequest, _ plan: FetchPlan
  ) -> Bool {
    guard plan.stored != nil, case .success(let answer) = settled(outcome, request, plan) else {
      return false
    }
    return answer.source == .stale
  }

  /// The answer to a request that was not sent; nil if it must be sent now.
  private func answer(
    _ request: FetchRequest, _ plan: FetchPlan, _ refusal: QueuedRequest.Refusal,
    _ lock: DownloadLock?
  ) async throws(HTTPFailure) -> FetchedResponse? {
    if refusal == .shared, let lock { return try await answerOfOther(to: request, plan, lock) }
    return plan.stored.flatMap { answer(request, from: $0, .offline, checkedAt: nil) }
      ?? Self.refusal(request, .offline, at: surroundings.now())
  }

  /// The outcome, or the stored response that replaces it.
  private func settled(
    _ outcome: Result<FetchedResponse, HTTPFailure>, _ request: FetchRequest, _ plan: FetchPlan
  ) -> Result<FetchedResponse, HTTPFailure> {
    let reason: String
    let isDisconnected: Bool
    switch outcome {
    case .success(let answer):
      guard [500, 502, 503, 504].contains(answer.status) else { return outcome }
      (reason, isDisconnected) = ("the server answered \(answer.status)", false)
    case .failure(let failure):
      guard failure.isDisconnection else { return outcome }
      (reason, isDisconnected) = ("\(failure)", true)
    }
    guard let stored = plan.stored, request.method == "GET" || request.method == "HEAD" else {
      return outcome
    }
    let rule = CachePolicy.fallback(
      stored, after: plan.rule, because: reason, isDisconnected: isDisconnected, for: request,
      now: surroundings.now())
    if let rule, let answer = answer(request, from: stored, rule, checkedAt: nil) {
      return .success(answer)
    }
    guard isDisconnected, plan.rule.isDemandedByServer(stored) else { return outcome }
    return .success(
      Self.refusal(request, .cannotCheck(reason: reason), at: surroundings.now()))
  }

  /// Sends a request once, and receives the response.
  private func attempt(
    _ request: FetchRequest, _ plan: FetchPlan, _ inFlight: InFlightRequest, _ lock: DownloadLock?
  ) async -> Attempt {
    var attempt = Attempt(inFlight: inFlight, lock: lock)
    do throws(HTTPFailure) {
      attempt.outcome = .success(try await answer(request, plan, &attempt))
    } catch {
      attempt.outcome = .failure(error)
      attempt.refusal = attempt.queued?.refusal
    }
    attempt.leaveQueue()
    return attempt
  }

  /// Sends a request, and again if a validation or a range was in vain.
  func answer(
    _ request: FetchRequest, _ plan: FetchPlan, _ attempt: inout Attempt
  ) async throws(HTTPFailure) -> FetchedResponse {
    attempt.leaveQueue()
    let entry = queue.entry(attempt.inFlight.id, host: request.address.origin)
    let lock = attempt.lock
    let queued = QueuedRequest(entry, of: self) { [self] in
      lock.map { mustSend(request, plan, $0) } ?? true
    }
    attempt.queued = queued
    var sent = OutgoingRequest(
      request, plan, resuming: partial(for: request, plan), patience: patience)
    sent.http.turn = queued
    let began = surroundings.now()
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try await transport.response(to: sent.http)
    } catch {
      putBack(sent.partial)
      throw error
    }
    assert(queued.sent != nil, "the transport waits until the request is started")
    let head = ResponseHead(
      status: response.status, reason: response.reason, headers: response.headers,
      requestTime: queued.sent ?? began, responseTime: surroundings.now())
    attempt.retryAfter = retryAfter(head)
    if head.status == 304, plan.isConditional, let stored = plan.stored {
      if let updated = CachePolicy.updated(stored, by: head, to: request),
        let answer = answer(request, from: updated, plan.rule, checkedAt: head.responseTime)
      {
        renew(stored, with: updated, head, request, attempt.inFlight)
        return answer
      }
      return try await answer(
        request, FetchPlan(variants: plan.variants, rule: .notStored, isConditional: false),
        &attempt)
    }
    if let partial = sent.partial, partial.isRefused(by: head) {
      // The partial download is useless, and was already taken out of the store.
      return try await answer(request, plan, &attempt)
    }
    if head.status >= 300, ![404, 410].contains(head.status) { putBack(sent.partial) }
    if sent.partial != nil, [500, 501, 502].contains(head.status) {
      // The server may fail because of the range, and would do so every time.
      var plan = plan
      plan.mayResume = false
      return try await answer(request, plan, &attempt)
    }
    return try await receive(response.body, head, request, plan, sent, &attempt)
  }

  /// Takes the partial download that this request can resume out of the store.
  private func partial(for request: FetchRequest, _ plan: FetchPlan) -> PartialDownload? {
    guard plan.mayResume, !plan.isConditional, request.method == "GET", request.body == nil,
      request.mode != .noStore,
      !request.isConditional, let taken = store.takePartial(for: key(of: request))
    else { return nil }
    let partial = PartialDownload(response: taken.response, intake: taken.intake)
    if partial.response.matches(request.headers) { return partial }
    putBack(partial)
    return nil
  }

  /// Puts a partial download back into the store.
  private func putBack(_ partial: PartialDownload?) {
    if let partial { store.insertPartial(partial.response, partial.intake) }
  }
}

extension FetchRequest {
  /// Whether it asks for a range, or has a condition.
  var isConditional: Bool {
    ["Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
      .contains { headers.first($0) != nil }
  }
}

extension CacheRule {
  /// Whether the server demands validation, so that the answer is 504 if it cannot be reached.
  fileprivate func isDemandedByServer(_ stored: StoredResponse) -> Bool {
    let server = CacheDirectives(stored.headers)
    switch self {
    case .expired, .askEachTime, .noLifetime, .clockSetBack:
      return server.contains("must-revalidate") || server.containsUnqualified("no-cache")
    default: return false
    }
  }
}

extension HTTPFailure {
  /// Whether the server could not be reached, or the connection was lost.
  package var isDisconnection: Bool {
    switch self {
    case .cannotResolve, .cannotConnect, .timedOut, .dropped, .proxyRefuses: true
    default: false
    }
  }
}
