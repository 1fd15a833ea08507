import World

/// Why a server is asked, and what of the cache matters to it.
struct Plan: Sendable {
  var kept: StoredResponse?
  /// All that is kept for the request.
  var variants: [StoredResponse] = []
  var rule: CacheRule
  /// Whether the server is asked only if what is kept is still good.
  var isConditional: Bool
  /// Whether what is left of an earlier download is gone on with.
  var goesOn = true
}

/// What came of asking a server once.
struct Attempt: Sendable {
  let flight: Flight
  var outcome: Result<FetchedResponse, HTTPFailure> = .failure(.cancelled)
  /// How long the server wants to be left alone, in seconds.
  var retryAfter: Double?
  /// How many bytes of content came over the network.
  var received = 0
  /// The lane that it takes up or waits for.
  var departure: Departure?
  /// Whether the network was turned off before its turn came.
  var isForbidden = false
}

extension Attempt {
  /// Gives the lane back, or waits for none any more.
  mutating func leaveLane() {
    departure?.leave()
    departure = nil
  }
}

/// Asking servers.
extension Fetcher {
  /// Asks a server, again if that may help, and takes a copy where the rules allow it if nothing does.
  func exchange(
    _ request: FetchRequest, _ plan: Plan, _ flight: Flight
  ) async throws(HTTPFailure) -> FetchedResponse {
    let began = surroundings.now()
    var (tries, received) = (0, 0)
    defer { lanes.end(flight.ticket) }
    while true {
      let attempt = await attempt(request, plan, flight)
      received += attempt.received
      if attempt.isForbidden {
        let answer = offlineAnswer(request, plan)
        note(
          .success(answer.status), request, answer.source, .offline, since: began,
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

  /// The longest wait for another try where a copy may stand in, in seconds.
  private static let longestPauseForCopy = 1.0

  /// Whether another try is worth its wait.
  private func isWorth(
    _ pause: Double, after outcome: Result<FetchedResponse, HTTPFailure>, _ request: FetchRequest,
    _ plan: Plan
  ) -> Bool {
    // Who waited in vain for a server's time limit would most likely wait as long again.
    let isTimeout = if case .failure(.timedOut) = outcome { true } else { false }
    if isTimeout, request.purpose == .picture { return false }
    return pause <= Self.longestPauseForCopy && !isTimeout || !hasStandIn(outcome, request, plan)
  }

  /// Whether a copy may stand in for an outcome.
  private func hasStandIn(
    _ outcome: Result<FetchedResponse, HTTPFailure>, _ request: FetchRequest, _ plan: Plan
  ) -> Bool {
    guard plan.kept != nil, case .success(let answer) = settled(outcome, request, plan) else {
      return false
    }
    return answer.source == .stale
  }

  /// What there is without the network, which was turned off while the request waited for its turn.
  private func offlineAnswer(_ request: FetchRequest, _ plan: Plan) -> FetchedResponse {
    plan.kept.flatMap { answer(request, from: $0, .offline, checkedAt: nil) }
      ?? Self.refusal(request, .offline, at: surroundings.now())
  }

  /// The outcome, or the copy that stands in for it.
  private func settled(
    _ outcome: Result<FetchedResponse, HTTPFailure>, _ request: FetchRequest, _ plan: Plan
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
    guard let kept = plan.kept, request.method == "GET" || request.method == "HEAD" else {
      return outcome
    }
    let rule = CachePolicy.standIn(
      kept, after: plan.rule, because: reason, isDisconnected: isDisconnected, for: request,
      now: surroundings.now())
    if let rule, let answer = answer(request, from: kept, rule, checkedAt: nil) {
      return .success(answer)
    }
    guard isDisconnected, plan.rule.isDemandOfServer(kept) else { return outcome }
    return .success(
      Self.refusal(request, .cannotCheck(reason: reason), at: surroundings.now()))
  }

  /// Sends a request once and takes the answer in.
  private func attempt(
    _ request: FetchRequest, _ plan: Plan, _ flight: Flight
  ) async -> Attempt {
    var attempt = Attempt(flight: flight)
    do throws(HTTPFailure) {
      attempt.outcome = .success(try await answer(request, plan, &attempt))
    } catch {
      attempt.outcome = .failure(error)
      attempt.isForbidden = attempt.departure?.isForbidden == true
    }
    attempt.leaveLane()
    return attempt
  }

  func answer(
    _ request: FetchRequest, _ plan: Plan, _ attempt: inout Attempt
  ) async throws(HTTPFailure) -> FetchedResponse {
    attempt.leaveLane()
    let turn = lanes.turn(attempt.flight.ticket, host: request.address.origin)
    let departure = Departure(turn, of: self)
    attempt.departure = departure
    var sent = Outgoing(request, plan, part: part(for: request, plan))
    sent.http.turn = departure
    let asked = surroundings.now()
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try await transport.response(to: sent.http)
    } catch {
      giveBack(sent.part)
      throw error
    }
    assert(departure.time != nil, "a transport waits for the turn of a request")
    let head = ResponseHead(
      status: response.status, reason: response.reason, headers: response.headers,
      requestTime: departure.time ?? asked, responseTime: surroundings.now())
    attempt.retryAfter = retryAfter(head)
    if head.status == 304, plan.isConditional, let kept = plan.kept {
      if let updated = CachePolicy.updated(kept, by: head, to: request),
        let answer = answer(request, from: updated, plan.rule, checkedAt: head.responseTime)
      {
        renew(kept, with: updated, head, request, attempt.flight)
        return answer
      }
      return try await answer(
        request, Plan(variants: plan.variants, rule: .notKept, isConditional: false), &attempt)
    }
    if let part = sent.part, part.isRefused(by: head) {
      // What was kept of the download is of no use any more; it was taken out of the store.
      return try await answer(request, plan, &attempt)
    }
    if head.status >= 300, ![404, 410].contains(head.status) { giveBack(sent.part) }
    if sent.part != nil, [500, 501, 502].contains(head.status) {
      // It may be the wish for a part that the server fails at, which would be so every time.
      var plan = plan
      plan.goesOn = false
      return try await answer(request, plan, &attempt)
    }
    return try await take(response.body, head, request, plan, sent, &attempt)
  }

  /// What is left of an earlier download that broke off, if this request can go on with it.
  private func part(for request: FetchRequest, _ plan: Plan) -> Part? {
    guard plan.goesOn, !plan.isConditional, request.method == "GET", request.body == nil,
      request.mode != .noStore,
      !request.isOnCondition, let taken = store.takePartial(for: key(of: request))
    else { return nil }
    let part = Part(response: taken.response, intake: taken.intake)
    if part.response.matches(request.headers) { return part }
    giveBack(part)
    return nil
  }

  /// Keeps what is left of an earlier download for the next time.
  private func giveBack(_ part: Part?) {
    if let part { store.insertPartial(part.response, part.intake) }
  }
}

extension FetchRequest {
  /// Whether it asks for a part only, or for nothing if a condition does not hold.
  fileprivate var isOnCondition: Bool {
    ["Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
      .contains { headers.first($0) != nil }
  }
}

extension CacheRule {
  /// Whether it is the server's wish that nothing is served unchecked: then its silence is answered by 504.
  fileprivate func isDemandOfServer(_ kept: StoredResponse) -> Bool {
    let server = CacheDirectives(kept.headers)
    switch self {
    case .expired, .askEachTime, .noLifetime, .clockSetBack:
      return server.contains("must-revalidate") || server.containsUnqualified("no-cache")
    default: return false
    }
  }
}

extension HTTPFailure {
  /// Whether the server was not reached, or was lost: what may be another time.
  package var isDisconnection: Bool {
    switch self {
    case .cannotResolve, .cannotConnect, .timedOut, .dropped, .proxyRefuses: true
    default: false
    }
  }
}
