import Synchronization
import World

/// Removing what a person does not want to be kept.
extension CacheStore {
  /// Removes entries, broken-off downloads and, with nothing named, remembered failures.
  ///
  /// - Returns: How many bytes of content that freed.
  package func clear(_ selection: CacheSelection) -> Int {
    settle()
    let time = now()
    var freed = 0
    // Some at a time, so that nobody else waits for long.
    while let step = inMemory({ tier throws(TierError) in try tier.clear(selection, at: time) }) {
      freed += step.freed
      if step.isDone { break }
    }
    while let step = changingDisk({ tier throws(TierError) in try tier.clear(selection, at: time) })
    {
      freed += step.freed
      if step.isDone { break }
    }
    // What cannot be removed now holds no room, and is swept later.
    _ = changingDisk { tier throws(TierError) in try tier.sweepPacks() }
    if selection == CacheSelection() {
      freed += changingDisk { tier throws(TierError) in try tier.sweepAbandoned() } ?? 0
    }
    return freed
  }
}
