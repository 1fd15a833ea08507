import World

/// Detects stalled transfers.
///
/// Time is divided into windows. A window ends when enough bytes have been transferred or the header is
/// complete; one that lasts for the whole time limit ends the transfer. A server that sends a byte now and
/// then therefore times out like a silent one. Besides, the whole response has a time limit, which grows with its content.
struct CurlStallDetector {
  private typealias Instant = ContinuousClock.Instant

  private let limits: HTTPLimits
  private let enough: Int
  private var connectedAt: Instant?
  private var window: (start: Instant, count: Int)?
  private var hasHead = false
  /// When the transfer began to wait for its reader.
  private var pausedAt: Instant?
  /// The time limit of the whole response.
  private var total = Duration.zero

  init(limits: HTTPLimits) {
    self.limits = limits
    enough = max(1, Int(limits.stall.milliseconds) * limits.rate / 1000)
  }

  /// Discards the current window, because the server is not responsible for the delay.
  mutating func pause(at now: ContinuousClock.Instant) {
    window = nil
    pausedAt = pausedAt ?? now
  }

  /// Returns the deadline of the current window.
  ///
  /// - Parameters:
  ///   - count: The number of bytes transferred so far, in both directions.
  ///   - useful: How many of them became content, header lines, or the request.
  ///   - hasHead: Whether the header is complete.
  ///   - now: The current time, at which the transfer is connected.
  /// - Returns: The time at which the transfer ends without progress.
  mutating func deadline(
    count: Int, useful: Int, hasHead: Bool, at now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    let pause = pausedAt.map { now - $0 } ?? .zero
    pausedAt = nil
    let connectedAt = connectedAt.map { $0 + pause } ?? now
    self.connectedAt = connectedAt
    total = limits.head + .seconds(Double(useful) / Double(limits.averageRate))
    if let window, hasHead == self.hasHead, count - window.count < enough {
      return end(of: window.start, connectedAt)
    }
    self.hasHead = hasHead
    window = (now, count)
    return end(of: now, connectedAt)
  }

  /// Returns the failure of a stalled transfer.
  func failure(at now: ContinuousClock.Instant) -> HTTPFailure {
    if hasHead {
      let isOver = connectedAt.map { $0 + total <= now } ?? false
      return isOver
        ? .timedOut(after: total, what: .response) : .timedOut(after: limits.stall, what: .body)
    }
    let isOver = connectedAt.map { $0 + limits.head <= now } ?? false
    return .timedOut(after: isOver ? limits.head : limits.stall, what: .answer)
  }

  private func end(of window: Instant, _ connectedAt: Instant) -> Instant {
    min(window + limits.stall, connectedAt + (hasHead ? total : limits.head))
  }
}
