import Synchronization
import World

/// Taking in what a server answers, and keeping what may be kept of it.
extension Fetcher {
  /// Takes the content in, and keeps it if that is allowed.
  func take(
    _ body: HTTPBody, _ head: ResponseHead, _ request: FetchRequest, _ plan: Plan,
    _ sent: Outgoing, _ attempt: inout Attempt
  ) async throws(HTTPFailure) -> FetchedResponse {
    let part = sent.part.flatMap { $0.goesOn(with: head) ? $0 : nil }
    let end = part?.end(head)
    let head = part?.whole(head) ?? head
    var stored = CachePolicy.stored(head, to: request, as: key(of: request))
    // What there is no picture for is remembered in another way: for a while, and never for good.
    if request.purpose == .picture, head.status >= 400 { stored = nil }
    if let response = stored, !CachePolicy.displaces(response, plan.variants) { stored = nil }
    if let response = stored, !request.isKept {
      // What was kept before that was asked for would else be the answer for as long as it may be.
      for old in CachePolicy.replaced(by: response, among: plan.variants) { store.remove(old) }
      stored = nil
    }
    // With its head a server has said that it did what was asked: RFC 9111, section 4.4.
    absorb(head, request)
    let intake = part?.intake ?? store.intake(isKept: stored != nil)
    let total = end ?? head.contentLength
    attempt.flight.note(received: intake.count, of: total)
    do throws(HTTPFailure) {
      for try await chunk in body {
        attempt.received += chunk.count
        receivedBytes.add(chunk.count, ordering: .relaxed)
        intake.append(chunk)
        attempt.flight.note(received: intake.count, of: total)
      }
    } catch {
      if let stored, Part.isWorthKeeping(stored, intake, error) {
        store.insertPartial(stored, intake)
      }
      throw error
    }
    if let end, intake.count != end {
      // The rest was not as long as it was said to be.
      return try await answer(request, plan, &attempt)
    }
    // Others may have kept something while this arrived.
    let variants =
      surroundings.now() - head.requestTime > 1 ? self.variants(for: request) : plan.variants
    let kept = variants.first { $0.status == 200 }
    let isDoubtful =
      stored.map { [200, 203].contains($0.status) } == true
      && request.isCredible?(intake.complete().content, kept?.headers) == false
    // Of a picture it is worth knowing that there was none, until its server is asked again.
    if isDoubtful, kept != nil || request.purpose != .picture { stored = nil }
    let content: CachedContent
    var digest: String?
    if var stored {
      // The next download need not wait for this one to be kept, unless too many do.
      if store.queueHasRoom { attempt.leaveLane() }
      stored.isInvalidated = attempt.flight.isOvertaken || isDoubtful
      content = await store.insertTogether(
        stored, intake, replacing: CachePolicy.replaced(by: stored, among: variants))
      // While it waited something may have been sent to its address, before there was a row to mark.
      if attempt.flight.isOvertaken, !stored.isInvalidated {
        store.invalidate(address: request.address.text)
      }
      digest = intake.complete().digest.text
      // Of what is there whole no part is needed.
      if !plan.goesOn { _ = store.takePartial(for: stored.key) }
    } else {
      content = intake.finish()
    }
    return FetchedResponse(
      status: head.status, reason: head.reason, address: request.address, headers: head.headers,
      content: content, source: .network, rule: plan.rule, date: date(of: head, request),
      digest: digest)
  }

  /// What an answer says about other things that are kept.
  private func absorb(_ head: ResponseHead, _ request: FetchRequest) {
    for address in CachePolicy.invalidated(by: request, head) {
      overtake(address)
      store.invalidate(address: address.text)
      store.forgetFailure(
        for: CacheKey(partition: key(of: request).partition, address: address.text))
    }
    guard request.method == "HEAD",
      let kept = CachePolicy.select(request, from: variants(for: request), now: head.responseTime),
      kept.key == key(of: request)
    else { return }
    if head.status == 200, let updated = CachePolicy.updated(kept, byHead: head, to: request) {
      store.update(updated)
    } else if head.status < 500, head.status != 304 {
      var doubtful = kept
      doubtful.isInvalidated = true
      store.update(doubtful)
    }
  }

  /// Keeps what a 304 said of a copy.
  ///
  /// What was said to somebody with a cookie about everybody's copy goes into one of their own.
  func renew(
    _ kept: StoredResponse, with updated: StoredResponse, _ head: ResponseHead,
    _ request: FetchRequest, _ flight: Flight
  ) {
    var updated = updated
    updated.isInvalidated = flight.isOvertaken || kept.isInvalidated && isDoubtful(kept, request)
    let isOwn = kept.key == key(of: request)
    if !request.isKept || CacheDirectives(head.headers).contains("no-store") {
      if isOwn { store.remove(kept) }
    } else if isOwn {
      store.update(updated)
    } else if let content = store.content(of: kept) {
      updated.key = key(of: request)
      updated.id = 0
      let intake = store.intake(isKept: true)
      do throws(FileError) {
        try content.file.forEachPiece { intake.append($0) }
      } catch {
        // What cannot be read any more is fetched the next time.
        return
      }
      _ = store.keep(
        updated, intake,
        replacing: CachePolicy.replaced(by: updated, among: store.responses(for: updated.key)))
    }
  }

  /// Whether a copy is not what was asked for by its looks, which its server may well find unchanged.
  private func isDoubtful(_ kept: StoredResponse, _ request: FetchRequest) -> Bool {
    guard let isCredible = request.isCredible, let content = store.content(of: kept) else {
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
  /// How many bytes of content its server says there are; nil where they are packed and another number come out.
  fileprivate var contentLength: Int? {
    guard headers.first("Content-Encoding") == nil else { return nil }
    return headers.first("Content-Length").flatMap { Int($0) }
  }
}
