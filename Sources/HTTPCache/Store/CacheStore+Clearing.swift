import Synchronization
import World

/// Removing what a person does not want to be kept.
extension CacheStore {
  /// Removes entries, broken-off downloads and, with nothing named, remembered failures.
  ///
  /// A disk that refused something is asked again; ``isRefused`` says whether it still does.
  ///
  /// - Returns: How many bytes of content that freed.
  package func clear(_ selection: CacheSelection) -> Int {
    settle()
    let time = now()
    state.withLock { $0.refused = nil }
    var freed = 0
    // Some at a time, so that nobody else waits for long.
    while let step = inMemory({ tier throws(TierError) in try tier.clear(selection, at: time) }) {
      freed += step.freed
      if step.isDone { break }
    }
    freed += clearDisk(selection, at: time)
    if isRefused, selection == CacheSelection(), let folder {
      // To remove rows takes room, which a full disk has once it has the bodies back. What cannot be removed stays.
      try? CacheTier.removeBodies(of: folder, files)
      state.withLock { $0.refused = nil }
      freed += clearDisk(selection, at: time)
    }
    // What cannot be removed now holds no room, and is swept later.
    _ = changingDisk { tier throws(TierError) in try tier.sweepPacks() }
    if selection == CacheSelection() {
      freed += changingDisk { tier throws(TierError) in try tier.sweepAbandoned() } ?? 0
    }
    return freed
  }
  private func clearDisk(_ selection: CacheSelection, at time: Double) -> Int {
    var freed = 0
    while let step = changingDisk({ tier throws(TierError) in try tier.clear(selection, at: time) })
    {
      freed += step.freed
      if step.isDone { break }
    }
    return freed
  }

  /// Whether the disk refused what was last to be changed there.
  package var isRefused: Bool { state.withLock { $0.refused != nil } }
}
