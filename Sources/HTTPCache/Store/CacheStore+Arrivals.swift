import Synchronization
import World

/// Keeping what arrives at the same time in one transaction.
extension CacheStore {
  /// Keeps a response as ``keep(_:_:replacing:)`` does, together with others that arrive now.
  ///
  /// A transaction for each would take longer than most downloads. It is kept, for every process, when
  /// this returns; short content with ``isWriteBehind`` soon after. Where others arrived while some were kept,
  /// more are on their way most likely: those wait a millisecond for them, or four where nobody waits for that.
  package func keepTogether(
    _ response: StoredResponse, _ intake: ContentIntake, replacing replaced: [StoredResponse]
  ) async -> CachedContent {
    let whole = intake.complete()
    guard intake.isKept, whole.isReadable else {
      return keep(response, intake, replacing: replaced)
    }
    defer { intake.abandon() }
    let arrival = Arrival(response, whole, replacing: replaced)
    if !(folder == nil ? fitsInMemory(arrival) : fits(arrival)) {
      keepElsewhere(arrival)
    } else if isWriteBehind, whole.isInMemory(limits.packedBytes), takesMoreArrivals {
      add(arrival, for: nil)
    } else {
      await withCheckedContinuation { add(arrival, for: $0) }
    }
    return whole.content
  }

  /// Whether few enough wait that more may come before they are kept.
  var takesMoreArrivals: Bool { state.withLock { $0.arrivals.hasRoom } }

  /// Keeps now what has its answer, and is not kept yet.
  package func settle() {
    if let last = state.withLock({ $0.arrivals.lastUnkept }) { keepArrivals(through: last) }
  }

  /// Keeps now what has its answer, and is not kept yet, up to the last that is of an address.
  func settle(_ address: String) {
    if let last = state.withLock({ $0.arrivals.lastUnkept(at: address) }) {
      keepArrivals(through: last)
    }
  }

  private func add(_ arrival: Arrival, for whoWaits: CheckedContinuation<Void, Never>?) {
    let waiting = ArrivalQueue.Waiting(arrival: arrival, whoWaits: whoWaits)
    let isFirst = state.withLock { $0.arrivals.add(waiting) }
    if isFirst { Task { await keepArrivals() } }
  }

  private func keepArrivals() async {
    var isStream = false
    repeat {
      if isStream || isWriteBehind { state.withLock { $0.disk }?.readBesideWriting() }
      let isWorthAWait = state.withLock { [isStream] state in
        state.isWriteBehind && !state.arrivals.isAwaited
          ? state.arrivals.hasRoom : isStream && state.arrivals.isSmall
      }
      // A stop ends the wait, and no more than that.
      if isWorthAWait { try? await Task.sleep(for: .milliseconds(isWriteBehind ? 4 : 1)) }
      isStream = true
      await letOthersArrive()
      keepNextArrivals(for: .max)
    } while !state.withLock { $0.arrivals.rest() }
  }

  /// Lets whatever is ready to run go first, as long as that brings more.
  private func letOthersArrive() async {
    var count = 0
    while let more = state.withLock({ $0.arrivals.count(above: count) }) {
      count = more
      await Task.yield()
    }
  }

  private func keepArrivals(through last: Int) {
    while keepNextArrivals(for: last) {}
  }

  /// Keeps those that are next, after those that are being kept, unless one is kept by then.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  private func keepNextArrivals(for last: Int) -> Bool {
    keeping.withLock { _ in
      let group = state.withLock { $0.arrivals.next(for: last) }
      if group.isEmpty { return false }
      let arrivals = group.map(\.arrival)
      if !(folder == nil ? keepInMemory(arrivals) : keepOnDisk(arrivals)) {
        for arrival in arrivals { keepElsewhere(arrival) }
      }
      state.withLock { $0.arrivals.end(of: group) }
      for waiting in group { waiting.whoWaits?.resume() }
      return true
    }
  }

  /// Keeps in memory what the disk does not take; what fits nowhere at least takes the place of what it replaces.
  private func keepElsewhere(_ arrival: Arrival) {
    if !keepInMemory([arrival]) { remove(arrival.replaced) }
  }
}
