import Synchronization
import World

/// Requests that failed lately.
extension CacheStore {
  /// Remembers a failure in the place of the last one under its key.
  package func remember(_ failure: RememberedFailure) {
    let isDone: Void? = changingDisk(making: true) { tier throws(TierError) in
      try tier.remember(failure)
    }
    if isDone != nil {
      // What memory stood in for is on disk again.
      _ = inMemory { tier throws(TierError) in try tier.forgetFailures(for: failure.key) }
    } else {
      _ = changingMemory { tier throws(TierError) in try tier.remember(failure) }
    }
  }

  /// The failure that is remembered under a key, over or not.
  package func failure(for key: CacheKey) -> RememberedFailure? {
    let held = inMemory { tier throws(TierError) in try tier.failure(for: key) }
    if let failure = held ?? nil { return failure }
    return onDisk { tier throws(TierError) in try tier.failure(for: key) } ?? nil
  }

  /// Forgets what failed under a key.
  package func forgetFailure(for key: CacheKey) {
    forget { tier throws(TierError) in try tier.forgetFailures(for: key) }
  }

  /// Forgets all that failed: the network is another one now, or a person asks to try again.
  package func forgetFailures() {
    forget { tier throws(TierError) in try tier.forgetFailures(for: nil) }
  }

  private func forget(_ work: (CacheTier) throws(TierError) -> Void) {
    _ = inMemory(work)
    _ = changingDisk(work)
  }
}
