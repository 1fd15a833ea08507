import World

/// Sharing downloads with other processes: one downloads, the others wait for what it stores.
extension Fetcher {
  /// The pause between two attempts to hold a lock.
  private static let pollPause = Duration.milliseconds(20)
  /// How long the download of another process may make no progress before a request without a copy is sent.
  private static let longestStandstill = Duration.seconds(2)

  /// The lock for a request; nil if its response cannot be of use to other processes, or it needs one of its own.
  func downloadLock(for request: FetchRequest) -> DownloadLock? {
    guard request.method == "GET", request.body == nil, request.isStorable, !request.isConditional,
      request.mode != .noStore, request.mode != .reload
    else { return nil }
    return store.downloadLock(for: key(of: request))
  }

  /// Whether a request must be sent: no other process sends the same, nor has one just got an answer.
  func mustSend(_ request: FetchRequest, _ plan: FetchPlan, _ lock: DownloadLock) -> Bool {
    guard lock.tryToHold() else { return false }
    // A batch writes often, and would wait for its own responses to be written.
    if store.isWriteBehind { return true }
    return newResponse(to: request, plan) == nil
      && remembered(for: request, at: surroundings.now()) == nil
  }

  /// Waits for the answer that another process gets.
  ///
  /// A request that a copy can answer waits as long as the patience allows. Others wait while the download makes progress.
  ///
  /// - Returns: The answer; nil if the request must be sent.
  func answerOfOther(
    to request: FetchRequest, _ plan: FetchPlan, _ lock: DownloadLock
  ) async throws(HTTPFailure) -> FetchedResponse? {
    let copy = plan.stored.flatMap { stored in
      CachePolicy.fallback(
        stored, after: plan.rule, because: "another program is still loading it",
        isDisconnected: true, for: request, now: surroundings.now()
      ).map { (stored: stored, rule: $0) }
    }
    try await waitForOther(lock, hasCopy: copy != nil)
    if let stored = newResponse(to: request, plan),
      let answer = answer(
        request, from: stored, .sharedDownload, checkedAt: stored.responseTime)
    {
      return answer
    }
    let now = surroundings.now()
    if let answer = try failedBefore(request, fallback: plan.stored, at: now) { return answer }
    if lock.tryToHold() { return nil }
    lock.ignore()
    guard let copy else { return nil }
    return answer(request, from: copy.stored, copy.rule, checkedAt: nil)
  }

  /// Waits until another process has released a lock, or it is useless to wait longer.
  private func waitForOther(_ lock: DownloadLock, hasCopy: Bool) async throws(HTTPFailure) {
    let limit = hasCopy ? patience : Self.longestStandstill
    var waited = Duration.zero
    var progress = lock.progress
    while !lock.tryToHold(), waited < limit {
      do { try await surroundings.wait(Self.pollPause) } catch { throw .cancelled }
      waited += Self.pollPause
      let latest = lock.progress
      if latest != progress, !hasCopy { waited = .zero }
      progress = latest
    }
  }

  /// The response that was stored since a plan was made; nil if there is none.
  private func newResponse(to request: FetchRequest, _ plan: FetchPlan) -> StoredResponse? {
    let stored = CachePolicy.select(request, from: copies(for: request), now: surroundings.now())
    guard let stored, !stored.isInvalidated else { return nil }
    let isKnown = plan.variants.contains {
      $0.id == stored.id && $0.responseTime == stored.responseTime
    }
    return isKnown ? nil : stored
  }
}
