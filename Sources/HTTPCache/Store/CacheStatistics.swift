/// What became of a request that could be answered from the cache.
package enum CacheEvent: Int, Sendable, CaseIterable {
  /// It was answered from the cache, without a word to the server.
  case hit
  /// It was answered by the server in full.
  case miss
  /// The server said that what is kept is still right.
  case revalidation
  /// It was answered from the cache with what may be out of date.
  case stale
}

/// Counts of what is kept and of what became of requests.
package struct CacheCounts: Sendable, Equatable {
  package var entries = 0
  /// The content of all entries; where counts are of the whole store, what is the same counts once.
  package var bytes = 0
  package var hits = 0
  package var misses = 0
  package var revalidations = 0
  package var staleAnswers = 0
  /// How many entries, or whole indexes, were found damaged and dropped.
  package var damaged = 0
  /// Bytes of content that came from the network.
  package var received = 0

  package init() {}
}

/// How full a cache is, and what it was good for.
package struct CacheStatistics: Sendable, Equatable {
  package var total = CacheCounts()
  package var hosts: [String: CacheCounts] = [:]
  /// Entries and bytes by what they were fetched for; requests are not told apart by that.
  package var purposes: [Purpose: CacheCounts] = [:]

  package init() {}
}

/// What happened since it was last written down.
struct EventCounts: Sendable {
  var events = [Int](repeating: 0, count: CacheEvent.allCases.count)
  var damaged = 0
  var received = 0

  /// Both together.
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
