import Synchronization

/// How a request was answered.
package enum CacheEvent: Int, Sendable, CaseIterable {
  /// From the cache, without asking the server.
  case hit
  /// By the server, in full.
  case miss
  /// From the cache, after the server confirmed the stored response.
  case revalidation
  /// From the cache, with a response that may be out of date.
  case stale
}

/// Counts of entries and of requests.
package struct CacheCounts: Sendable, Equatable {
  package var entries = 0
  /// The content of all entries, in bytes; in counts of the whole store, equal content counts once.
  package var bytes = 0
  package var hits = 0
  package var misses = 0
  package var revalidations = 0
  package var staleAnswers = 0
  /// How many entries, or whole indexes, were damaged and dropped.
  package var damaged = 0
  /// Content received from the network, in bytes.
  package var received = 0

  package init() {}
}

/// The size and the use of a store.
package struct CacheStatistics: Sendable, Equatable {
  package var total = CacheCounts()
  package var hosts: [String: CacheCounts] = [:]
  /// Entries and bytes by purpose; requests are not counted by purpose.
  package var purposes: [Purpose: CacheCounts] = [:]

  package init() {}
}

/// Counts of events at one host.
struct EventCounts: Sendable {
  /// By the raw value of ``CacheEvent``.
  var events = [Int](repeating: 0, count: CacheEvent.allCases.count)
  var damaged = 0
  var received = 0

  /// The sums of both counts.
  func adding(_ other: EventCounts) -> EventCounts {
    EventCounts(
      events: zip(events, other.events).map { $0 + $1 }, damaged: damaged + other.damaged,
      received: received + other.received)
  }
}

extension CacheCounts {
  mutating func add(_ counts: EventCounts) {
    hits += counts.events[CacheEvent.hit.rawValue]
    misses += counts.events[CacheEvent.miss.rawValue]
    revalidations += counts.events[CacheEvent.revalidation.rawValue]
    staleAnswers += counts.events[CacheEvent.stale.rawValue]
    damaged += counts.damaged
    received += counts.received
  }
}

/// When a response was used.
struct ResponseUse: Sendable {
  var id: Int64
  /// In seconds since 1970.
  var time: Double
}

/// Uses and events of this process that are not yet recorded in the index.
final class CacheActivity: Sendable {
  private struct State {
    /// The last recorded or pending use of each response.
    var lastUses: [Int64: Double] = [:]
    var pendingUses: [ResponseUse] = []
    var events: [String: EventCounts] = [:]
  }

  /// The shortest time between two recorded uses of a response, in seconds.
  private static let useInterval = 60.0
  /// How many uses may be pending.
  private static let pendingLimit = 64

  private let state = Mutex(State())

  /// Events by host, in lower case and without a port; an empty host stands for the whole store.
  var events: [String: EventCounts] { state.withLock { $0.events } }

  func count(_ event: CacheEvent, host: String, received: Int) {
    state.withLock { state in
      state.events[host, default: EventCounts()].events[event.rawValue] += 1
      state.events[host, default: EventCounts()].received += received
    }
  }

  func countDamage(host: String) {
    state.withLock { $0.events[host, default: EventCounts()].damaged += 1 }
  }

  /// Notes a use, unless one was noted less than a minute ago.
  ///
  /// - Returns: Whether the pending uses should be recorded now.
  func noteUse(of id: Int64, at time: Double) -> Bool {
    state.withLock { state in
      if let last = state.lastUses[id], abs(time - last) < Self.useInterval {
        return state.pendingUses.count >= Self.pendingLimit
      }
      state.lastUses[id] = time
      state.pendingUses.append(ResponseUse(id: id, time: time))
      return state.pendingUses.count >= Self.pendingLimit
    }
  }

  /// Drops all uses: row numbers mean other responses in a new index.
  func forgetUses() {
    state.withLock { ($0.lastUses, $0.pendingUses) = ([:], []) }
  }

  /// Takes what is to be recorded.
  func take() -> (uses: [ResponseUse], events: [String: EventCounts]) {
    state.withLock { state in
      defer {
        if let time = state.pendingUses.last?.time {
          state.lastUses = state.lastUses.filter { abs(time - $0.value) < Self.useInterval }
        }
        (state.pendingUses, state.events) = ([], [:])
      }
      return (state.pendingUses, state.events)
    }
  }

  /// Puts back events that could not be recorded.
  func putBack(_ events: [String: EventCounts]) {
    state.withLock { $0.events.merge(events) { $0.adding($1) } }
  }
}
