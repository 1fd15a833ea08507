import Synchronization
import World

/// Keeping what arrives at the same time in one transaction.
extension CacheStore {
  /// Keeps a response as ``keep(_:_:replacing:)`` does, together with others that arrive now.
  ///
  /// A transaction for each would take longer than most downloads. It is kept, for every process, when
  /// this returns. Where others arrived while some were kept, more are on their way most likely: those wait
  /// a millisecond for them.
  package func keepTogether(
    _ response: StoredResponse, _ intake: ContentIntake, replacing replaced: [StoredResponse]
  ) async -> CachedContent {
    let whole = intake.complete()
    guard intake.isKept, whole.isReadable else {
      return keep(response, intake, replacing: replaced)
    }
    defer { intake.abandon() }
    let arrival = Arrival(response, whole, replacing: replaced)
    let isKept = await isKeptTogether(arrival)
    if !isKept, !keepInMemory([arrival]) { remove(replaced) }
    return whole.content
  }

  /// Whether few enough wait that more may come before they are kept.
  var takesMoreArrivals: Bool { state.withLock { $0.arrivals.count < ArrivalQueue.most } }

  private func isKeptTogether(_ arrival: Arrival) async -> Bool {
    guard folder == nil ? fitsInMemory(arrival) : fits(arrival) else { return false }
    return await withCheckedContinuation { continuation in
      let waiting = ArrivalQueue.Waiting(arrival: arrival, isKept: continuation)
      let isFirst = state.withLock { $0.arrivals.add(waiting) }
      if isFirst { Task { await keepArrivals() } }
    }
  }

  private func keepArrivals() async {
    var isStream = false
    while true {
      if isStream, state.withLock({ $0.arrivals.isSmall }) {
        state.withLock { $0.disk }?.readBesideWriting()
        // A stop ends the wait, and no more than that.
        try? await Task.sleep(for: .milliseconds(1))
      }
      isStream = true
      await letOthersArrive()
      let group = state.withLock { $0.arrivals.next() }
      if group.isEmpty { return }
      let arrivals = group.map(\.arrival)
      let isKept = folder == nil ? keepInMemory(arrivals) : keepOnDisk(arrivals)
      for waiting in group { waiting.isKept.resume(returning: isKept) }
    }
  }

  /// Lets whatever is ready to run go first, as long as that brings more.
  private func letOthersArrive() async {
    var count = 0
    while state.withLock({ $0.arrivals.isGrowing(from: count) }) {
      count = state.withLock { $0.arrivals.count }
      await Task.yield()
    }
  }
}
