import Synchronization
import World

/// The limits of a store.
package struct CacheLimits: Sendable, Equatable {
  /// The maximum size of all entries on disk, in bytes.
  package var bytes = 256_000_000
  /// The disk space left free for others, in bytes.
  package var freeBytes = 64 << 20
  /// The maximum size of content in memory, in bytes; longer content is in a file.
  package var bytesInMemory = 1 << 20
  /// The maximum size of content in a pack, in bytes; longer content has a file of its own.
  package var packedBytes = 64 << 10
  /// The maximum size of all entries in memory, in bytes.
  package var memoryBytes = 64 << 20
  /// How many days an unused entry is retained.
  package var unusedDays = 90

  package init() {}
}

/// A store of HTTP responses, on disk or in memory, that several processes may share.
///
/// Its methods do not throw: responses that the disk does not take are stored in memory, with a notice for the user;
/// damaged entries count as missing. Its parts are:
/// - ``CacheTiers`` opens the disk and memory, and decides what to do when the disk fails. A ``CacheTier`` stores
///   responses: rows in a ``CacheIndex``, bodies in ``BodyFiles`` and ``BodyPacks``.
/// - ``WriteQueue`` collects responses that are written in one transaction.
/// - ``CacheActivity`` collects uses and events until they are recorded in the index.
package final class CacheStore: Sendable {
  /// State for eviction and sweeping.
  struct Upkeep {
    /// Entries that are not evicted.
    var held: Set<CacheKey> = []
    /// How many responses this process has inserted.
    var insertions = 0
    /// Whether files of other processes that ended were looked for.
    var hasSweptAbandoned = false
  }

  /// The folder; nil for memory only.
  package let folder: String?
  let files: any FileSystem
  let now: @Sendable () -> Double
  let tiers: CacheTiers
  let queue = WriteQueue()
  let activity = CacheActivity()
  let upkeep = Mutex(Upkeep())
  /// Rows on disk that could not be removed or invalidated, and count as removed.
  let ignored = Mutex<Set<Int64>>([])
  let partialsSeen = Mutex(PartialsSeen())
  private let currentLimits: Mutex<CacheLimits>

  /// Creates a store; nothing is opened until it is needed.
  ///
  /// - Parameters:
  ///   - folder: The folder; nil for memory only.
  ///   - files: The file system.
  ///   - limits: The limits.
  ///   - now: The time, in seconds since 1970.
  package init(
    folder: String?, files: any FileSystem, limits: CacheLimits = CacheLimits(),
    now: @escaping @Sendable () -> Double
  ) {
    self.folder = folder
    self.files = files
    currentLimits = Mutex(limits)
    self.now = now
    tiers = CacheTiers(folder: folder, files: files, now: now, activity: activity)
  }

  /// The limits; lower ones take effect with the next response that is stored, or ``shrink()``.
  package var limits: CacheLimits {
    get { currentLimits.withLock { $0 } }
    set { currentLimits.withLock { $0 = newValue } }
  }

  /// Whether a short response is acknowledged before it is written (write-behind).
  ///
  /// In this process the difference is not visible: a method that reads, changes or counts entries writes them first.
  /// Other processes see the response some milliseconds later. ``writeQueued()`` and ``flush()`` wait for it; a
  /// process that is killed before that must fetch it again.
  package var isWriteBehind: Bool {
    get { queue.isWriteBehind }
    set { queue.isWriteBehind = newValue }
  }

  /// Takes the next message for the user, which is reported once; nil if there is none.
  package func takeNotice() -> String? { tiers.takeNotice() }

  /// Whether the disk refused the last change.
  package var isRefused: Bool { tiers.isRefused }

  /// Protects entries from eviction, and no others.
  package func hold(_ keys: Set<CacheKey>) { upkeep.withLock { $0.held = keys } }

  /// Protects one more entry from eviction.
  func holdAlso(_ key: CacheKey) { _ = upkeep.withLock { $0.held.insert(key) } }

  /// The size of the log from which on the index is closed properly, in bytes.
  private static let longestLog = 400_000

  /// Whether the process had better exit without closing the index, as it has stored nothing.
  ///
  /// The last process that closes the index copies the log into it, and waits for the disk three times. A log that is
  /// left is read by the next process; nothing is lost.
  package var mayStayOpen: Bool {
    guard let disk = tiers.openDisk, upkeep.withLock({ $0.insertions }) == 0 else { return false }
    // Without a log, the index is closed as usual.
    guard let log = try? files.status(of: CacheIndex.logPath(in: disk.bodies.folder)) else {
      return false
    }
    return log.size <= Self.longestLog
  }
}

/// Counting.
extension CacheStore {
  /// Counts a request.
  ///
  /// - Parameters:
  ///   - event: How it was answered.
  ///   - host: Its host, in lower case and without a port.
  ///   - received: How many bytes of content came from the network.
  package func count(_ event: CacheEvent, host: String, received: Int = 0) {
    activity.count(event, host: host, received: received)
  }

  /// Writes the queue, and records uses and events if there is an index.
  package func flush() {
    writeQueued()
    recordActivity()
  }

  /// Records uses and events if there is an index.
  func recordActivity() {
    let (uses, events) = activity.take()
    let ignored = ignored.withLock { $0 }
    let usesInMemory = uses.filter { $0.id >= CacheIndex.firstInMemory }
    if !usesInMemory.isEmpty {
      _ = tiers.inMemory { tier throws(TierError) in try tier.index.record(usesInMemory) }
    }
    if uses.count == usesInMemory.count, events.isEmpty, ignored.isEmpty { return }
    let time = now()
    let usesOnDisk = uses.filter { $0.id < CacheIndex.firstInMemory }
    let isDone: Void? = tiers.changeDisk { tier throws(TierError) in
      tier.removeUnneeded(
        try tier.index.record(usesOnDisk, events, deleting: ignored, at: time))
    }
    if isDone != nil {
      sweepAbandoned()
      self.ignored.withLock { $0.subtract(ignored) }
    } else {
      // Uses may get lost, counts may not.
      activity.putBack(events)
    }
  }

  /// The entries, and the requests of all processes so far.
  package func statistics() -> CacheStatistics {
    writeQueued()
    var statistics = CacheStatistics()
    _ = tiers.onDisk { tier throws(TierError) in try tier.index.add(to: &statistics) }
    _ = tiers.inMemory { tier throws(TierError) in try tier.index.add(to: &statistics) }
    for (host, events) in activity.events {
      statistics.total.add(events)
      if !host.isEmpty { statistics.hosts[host, default: CacheCounts()].add(events) }
    }
    return statistics
  }
}

/// A recent failure, and when to try again.
package struct RememberedFailure: Sendable, Equatable {
  package var key: CacheKey
  /// The status; nil if the server did not answer.
  package var status: Int?
  /// The reason phrase, or why the server did not answer.
  package var reason: String
  /// When to try again, in seconds since 1970.
  package var until: Double
  /// How many times in a row it failed.
  package var times: Int

  package init(key: CacheKey, status: Int?, reason: String, until: Double, times: Int) {
    self.key = key
    self.status = status
    self.reason = reason
    self.until = until
    self.times = times
  }
}

/// Remembered failures.
extension CacheStore {
  /// Stores a failure, replacing the last one under its key.
  package func remember(_ failure: RememberedFailure) {
    let isDone: Void? = tiers.changeDisk(creating: true) { tier throws(TierError) in
      try tier.index.remember(failure)
    }
    if isDone != nil {
      // The one on disk replaces one in memory.
      _ = tiers.inMemory { tier throws(TierError) in
        try tier.index.forgetFailures(for: failure.key)
      }
    } else {
      _ = tiers.changeMemory { tier throws(TierError) in try tier.index.remember(failure) }
    }
  }

  /// The failure stored under a key, whether or not its time is over.
  package func failure(for key: CacheKey) -> RememberedFailure? {
    let inMemory = tiers.inMemory { tier throws(TierError) in try tier.index.failure(for: key) }
    if let failure = inMemory ?? nil { return failure }
    return tiers.onDisk { tier throws(TierError) in try tier.index.failure(for: key) } ?? nil
  }

  /// Deletes the failure under a key.
  package func forgetFailure(for key: CacheKey) { forgetFailures(under: key) }

  /// Deletes all failures, as when the network has changed or the user asks to try again.
  package func forgetFailures() { forgetFailures(under: nil) }

  private func forgetFailures(under key: CacheKey?) {
    _ = tiers.inMemory { tier throws(TierError) in try tier.index.forgetFailures(for: key) }
    _ = tiers.changeDisk { tier throws(TierError) in try tier.index.forgetFailures(for: key) }
  }
}
