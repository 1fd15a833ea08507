import Synchronization
import World

/// The responses that are kept, on disk or in memory, for as many processes as like to use them.
///
/// Nothing here fails. What the disk does not take is kept in memory for this process, and said once
/// by ``takeNotice()``; what is damaged is not there. Nothing is opened before it is needed.
package final class CacheStore: Sendable {
  /// What changes, under one guard; the tiers guard themselves.
  struct State {
    var disk: CacheTier?
    var memory: CacheTier?
    /// When the disk was last seen to be what was opened.
    var seen = 0.0
    /// When the disk last refused something; nil while it takes what it is given.
    var refused: Double?
    /// Responses on disk that something in memory stands for.
    var hidden: Set<Int64> = []
    /// When responses were last used, and which of that is still to be written down.
    var uses = CacheUses()
    /// What happened at each host since it was last written down.
    var events: [String: EventCounts] = [:]
    var held: Set<CacheKey> = []
    /// What waits to be kept on disk.
    var arrivals = ArrivalQueue()
    var isWriteBehind = false
    /// Whether broken-off downloads may be there.
    var parts = PartsSeen()
    /// Whether what other processes left behind was looked for.
    var isSwept = false
    /// How many responses were kept so far.
    var keeps = 0
    var notices = CacheNotices()
  }

  /// Where it keeps what it is given; nil for in memory.
  package let folder: String?
  let files: any FileSystem
  let now: @Sendable () -> Double
  let state = Mutex(State())
  /// Held by who keeps what has arrived, so that it happens in its order, and can be waited for.
  let keeping = Mutex(())
  private let currentLimits: Mutex<CacheLimits>

  /// A store that opens what it needs when it needs it.
  ///
  /// - Parameters:
  ///   - folder: Where it keeps what it is given; nil for in memory.
  ///   - files: What reaches the folder.
  ///   - limits: How much it keeps.
  ///   - now: The time, in seconds since 1970.
  package init(
    folder: String?, files: any FileSystem, limits: CacheLimits = CacheLimits(),
    now: @escaping @Sendable () -> Double
  ) {
    self.folder = folder
    self.files = files
    currentLimits = Mutex(limits)
    self.now = now
  }

  /// How much it keeps; less than is kept now takes effect with what is kept next.
  package var limits: CacheLimits {
    get { currentLimits.withLock { $0 } }
    set { currentLimits.withLock { $0 = newValue } }
  }

  /// Whether a short response is kept after its answer, together with more of them (write-behind).
  ///
  /// In this process all is as if it were kept before: who looks for it, changes or counts it has it kept at once.
  /// Other processes find it some milliseconds later; ``settle()`` and ``flush()`` wait for it, and a process that is
  /// ended before has to fetch it again.
  package var isWriteBehind: Bool {
    get { state.withLock { $0.isWriteBehind } }
    set { state.withLock { $0.isWriteBehind = newValue } }
  }

  /// Takes what the person should know, so that it is said once; nil if there is nothing.
  package func takeNotice() -> String? { state.withLock { $0.notices.take() } }

  /// Keeps what is on the screen from being removed, whatever else has to go.
  package func hold(_ keys: Set<CacheKey>) { state.withLock { $0.held = keys } }

  /// Keeps one more from being removed.
  func holdToo(_ key: CacheKey) { _ = state.withLock { $0.held.insert(key) } }
}
