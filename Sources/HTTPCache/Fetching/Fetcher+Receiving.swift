import Synchronization
import World

/// Receiving responses, and storing them.
extension Fetcher {
  /// Receives the content, and stores it if that is allowed.
  func receive(
    _ body: HTTPBody, _ head: ResponseHead, _ request: FetchRequest, _ plan: FetchPlan,
    _ sent: OutgoingRequest, _ attempt: inout Attempt
  ) async throws(HTTPFailure) -> FetchedResponse {
    let partial = sent.partial.flatMap { $0.isResumed(by: head) ? $0 : nil }
    let end = partial?.end(head)
    let head = partial?.complete(head) ?? head
    let storable = storableResponse(head, request, plan)
    // The head already confirms the effect of the request: RFC 9111, section 4.4.
    updateStored(by: head, request)
    let intake = partial?.intake ?? store.intake(isStorable: storable != nil)
    let total = end ?? head.contentLength
    attempt.note(received: intake.count, of: total)
    do throws(HTTPFailure) {
      for try await chunk in body {
        attempt.received += chunk.count
        receivedBytes.add(chunk.count, ordering: .relaxed)
        intake.append(chunk)
        attempt.note(received: intake.count, of: total)
      }
    } catch {
      if let storable, PartialDownload.isResumable(storable, intake, error) {
        store.insertPartial(storable, intake)
      }
      throw error
    }
    if let end, intake.count != end {
      // The rest did not have the promised size.
      return try await answer(request, plan, &attempt)
    }
    let (content, digest) = await finish(intake, storable, head, request, plan, &attempt)
    return FetchedResponse(
      status: head.status, reason: head.reason, address: request.address, headers: head.headers,
      content: content, source: .network, rule: plan.rule, date: date(of: head, request),
      digest: digest)
  }

  /// The response to store; nil if it must not be stored.
  ///
  /// If the request itself forbids storing, the responses that it would have replaced are removed.
  private func storableResponse(
    _ head: ResponseHead, _ request: FetchRequest, _ plan: FetchPlan
  ) -> StoredResponse? {
    // A missing picture is a remembered failure, which ends after a while.
    if request.purpose == .picture, head.status >= 400 { return nil }
    guard let response = CachePolicy.stored(head, to: request, as: key(of: request)),
      CachePolicy.displaces(response, plan.variants)
    else { return nil }
    if request.isStorable { return response }
    // Otherwise these would answer later requests, although they are older.
    for old in CachePolicy.replaced(by: response, among: plan.variants) { store.remove(old) }
    return nil
  }

  /// Stores the complete content, or finishes it without storing.
  ///
  /// - Returns: The content, and its digest if it is stored.
  private func finish(
    _ intake: ContentIntake, _ storable: StoredResponse?, _ head: ResponseHead,
    _ request: FetchRequest, _ plan: FetchPlan, _ attempt: inout Attempt
  ) async -> (CachedContent, digest: String?) {
    // Other requests may have stored something in the meantime.
    let variants =
      surroundings.now() - head.requestTime > 1 ? copies(for: request) : plan.variants
    let good = variants.first { $0.status == 200 }
    let isDoubtful =
      storable.map { [200, 203].contains($0.status) } == true
      && request.isCredible?(intake.complete().content, good?.headers) == false
    // A doubtful response replaces nothing; for a picture it is stored if there is none, to be validated by the next
    // request.
    let isRejected = isDoubtful && (good != nil || request.purpose != .picture)
    guard var response = storable, !isRejected else { return (intake.finish(), nil) }
    // The next download may start before this one is stored, unless too many wait to be stored.
    if store.queueHasRoom { attempt.leaveQueue() }
    response.isInvalidated = attempt.inFlight.isInvalidated || isDoubtful
    let content = await store.insertTogether(
      response, intake, replacing: CachePolicy.replaced(by: response, among: variants),
      holding: attempt.lock?.held)
    // It may have been invalidated before its row could be marked.
    if attempt.inFlight.isInvalidated, !response.isInvalidated {
      store.invalidate(address: request.address.text)
    }
    // A complete response makes the partial download obsolete.
    if !plan.mayResume { _ = store.takePartial(for: response.key) }
    return (content, intake.complete().digest.text)
  }

  /// Applies what a response means for stored responses: invalidation, and updates by HEAD.
  private func updateStored(by head: ResponseHead, _ request: FetchRequest) {
    for address in CachePolicy.invalidated(by: request, head) {
      inFlight.invalidate(address)
      store.invalidate(address: address.text)
      store.forgetFailure(
        for: CacheKey(partition: key(of: request).partition, address: address.text))
    }
    guard request.method == "HEAD",
      let stored = CachePolicy.select(request, from: copies(for: request), now: head.responseTime),
      stored.key == key(of: request)
    else { return }
    if head.status == 200, let updated = CachePolicy.updated(stored, byHead: head, to: request) {
      store.update(updated)
    } else if head.status < 500, head.status != 304 {
      var doubtful = stored
      doubtful.isInvalidated = true
      store.update(doubtful)
    }
  }

  /// Stores the head of a 304.
  ///
  /// If a request with a cookie has validated a response that was stored without one, the result is stored separately.
  func renew(
    _ stored: StoredResponse, with updated: StoredResponse, _ head: ResponseHead,
    _ request: FetchRequest, _ inFlight: InFlightRequest
  ) {
    var updated = updated
    updated.isInvalidated =
      inFlight.isInvalidated || stored.isInvalidated && isDoubtful(stored, request)
    let isOwn = stored.key == key(of: request)
    if !request.isStorable || CacheDirectives(head.headers).contains("no-store") {
      if isOwn { store.remove(stored) }
    } else if isOwn {
      store.update(updated)
    } else if let content = store.content(of: stored) {
      updated.key = key(of: request)
      updated.id = 0
      let intake = store.intake(isStorable: true)
      do throws(FileError) {
        try content.file.forEachPiece { intake.append($0) }
      } catch {
        // Content that cannot be read is fetched again by the next request.
        return
      }
      _ = store.keep(
        updated, intake,
        replacing: CachePolicy.replaced(by: updated, among: store.responses(for: updated.key)))
    }
  }

  /// Whether the content of a stored response is not credible, although the server may find it unchanged.
  private func isDoubtful(_ stored: StoredResponse, _ request: FetchRequest) -> Bool {
    guard let isCredible = request.isCredible, let content = store.content(of: stored) else {
      return false
    }
    return !isCredible(content, nil)
  }

  private func date(of head: ResponseHead, _ request: FetchRequest) -> Double {
    let response = StoredResponse(
      key: CacheKey(address: ""), status: head.status, headers: head.headers,
      requestTime: head.requestTime, responseTime: head.responseTime)
    return head.responseTime - Freshness.age(of: response, at: head.responseTime)
  }
}

extension ResponseHead {
  /// The size of the content, in bytes; nil if it is not known, or the content is encoded.
  fileprivate var contentLength: Int? {
    guard headers.first("Content-Encoding") == nil else { return nil }
    return headers.first("Content-Length").flatMap { Int($0) }
  }
}
