import Synchronization
import World

/// What became of requests, and how much is kept.
extension CacheStore {
  /// Counts what became of a request.
  ///
  /// - Parameters:
  ///   - event: What became of it.
  ///   - host: Whom it was meant for, in lower case and without a port.
  ///   - received: How many bytes of content came from the network for it.
  package func count(_ event: CacheEvent, host: String, received: Int = 0) {
    state.withLock { state in
      state.events[host, default: EventCounts()].events[event.rawValue] += 1
      state.events[host, default: EventCounts()].received += received
    }
  }

  /// Writes down what was counted and used since the last time, if there is anything to write it to, and what waits.
  package func flush() {
    settle()
    writeDown()
  }

  /// Writes down what was counted and used since the last time, if there is anything to write it to.
  func writeDown() {
    let (uses, events, hidden) = state.withLock { state in
      defer { state.events = [:] }
      return (state.uses.take(), state.events, state.hidden)
    }
    let held = uses.filter { $0.id >= CacheTier.firstInMemory }
    if !held.isEmpty {
      _ = inMemory { tier throws(TierError) in try tier.touch(held) }
    }
    if uses.count == held.count, events.isEmpty, hidden.isEmpty { return }
    let time = now()
    let filed = uses.filter { $0.id < CacheTier.firstInMemory }
    let isDone: Void? = changingDisk { tier throws(TierError) in
      try tier.note(filed, events, passedOver: hidden, at: time)
    }
    if isDone != nil { sweepAbandoned() }
    state.withLock { state in
      if isDone != nil {
        state.hidden.subtract(hidden)
      } else {
        // When something was used may be forgotten; how often may not.
        state.events.merge(events) { $0.adding($1) }
      }
    }
  }

  /// How much is kept, and what became of all requests so far, in every process.
  package func statistics() -> CacheStatistics {
    settle()
    var statistics = CacheStatistics()
    _ = onDisk { tier throws(TierError) in try tier.add(to: &statistics) }
    _ = inMemory { tier throws(TierError) in try tier.add(to: &statistics) }
    for (host, events) in state.withLock({ $0.events }) {
      statistics.total.add(events)
      if !host.isEmpty { statistics.hosts[host, default: CacheCounts()].add(events) }
    }
    return statistics
  }
}
