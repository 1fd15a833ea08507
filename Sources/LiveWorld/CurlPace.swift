import World

/// Watches whether a transfer gets on, and says when it is to be given up.
///
/// Time is cut into windows. One ends as soon as enough bytes have moved, or when the head is
/// complete; one that lasts for the whole of the limit is the last. So a server that sends a byte now
/// and then gets no further than one that sends nothing.
struct CurlPace {
  private typealias Instant = ContinuousClock.Instant

  private let limits: HTTPLimits
  private let enough: Int
  private var connectedAt: Instant?
  private var window: (start: Instant, count: Int)?
  private var hasHead = false

  init(limits: HTTPLimits) {
    self.limits = limits
    enough = max(1, Int(limits.stall.milliseconds) * limits.rate / 1000)
  }

  /// Forgets the present window, since for a while the server is not to blame.
  mutating func pause() {
    window = nil
  }

  /// When to give up, unless something happens until then.
  ///
  /// - Parameters:
  ///   - count: How many bytes have moved so far, in both directions.
  ///   - hasHead: Whether the head is complete.
  ///   - now: The present moment, at which the transfer is connected.
  /// - Returns: The moment.
  mutating func deadline(
    count: Int, hasHead: Bool, at now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    let connectedAt = connectedAt ?? now
    self.connectedAt = connectedAt
    if let window, hasHead == self.hasHead, count - window.count < enough {
      return end(of: window.start, connectedAt)
    }
    self.hasHead = hasHead
    window = (now, count)
    return end(of: now, connectedAt)
  }

  /// What to say of a transfer that is given up.
  func failure(at now: ContinuousClock.Instant) -> HTTPFailure {
    if hasHead { return .timedOut(after: limits.stall, what: .body) }
    let isOver = connectedAt.map { $0 + limits.head <= now } ?? false
    return .timedOut(after: isOver ? limits.head : limits.stall, what: .answer)
  }

  private func end(of window: Instant, _ connectedAt: Instant) -> Instant {
    let end = window + limits.stall
    return hasHead ? end : min(end, connectedAt + limits.head)
  }
}
