import Synchronization

/// What becomes of a disk that could not do what it was asked.
extension CacheStore {
  /// Does what can be done about an error.
  ///
  /// - Returns: Whether it is worth another try.
  func mend(_ tier: CacheTier?, after error: TierError) -> Bool {
    guard let tier else {
      refuse(error)
      return false
    }
    do throws(TierError) {
      switch error {
      case .moved: break
      case .damaged(let damage):
        if try tier.setAside() { state.withLock { $0.noteDamage(damage) } }
      case .refused where !tier.isInPlace: break
      case .refused, .busy, .stopped:
        refuse(error)
        return false
      }
      forget(tier)
      return true
    } catch {
      forget(tier)
      refuse(error)
      return false
    }
  }

  /// Lets go of a tier, unless another one has taken its place.
  func forget(_ tier: CacheTier?) {
    state.withLock { state in
      guard let disk = state.disk, disk === tier else { return }
      state.disk = nil
      state.uses = CacheUses()
      // What is passed over stays so: in another index that costs a miss at the worst.
    }
  }

  /// Leaves the disk alone for a while, and says why.
  func refuse(_ error: TierError) {
    let reason: String
    switch error {
    case .damaged(let damage): reason = damage
    case .moved: reason = "no folder stays there"
    case .refused(let refusal): reason = refusal
    // Whoever comes next would wait as long.
    case .busy: reason = "another program keeps its index locked"
    // Nobody waits for it any more: the next one may do better.
    case .stopped: return
    }
    let time = now()
    state.withLock { state in
      state.refused = time
      state.notices.add(
        .folder,
        "the cache folder \(folder ?? "") cannot be used (\(reason)); what is fetched is kept in memory for now"
      )
    }
  }
}

extension CacheStore.State {
  /// Says and counts that an index was no use.
  mutating func noteDamage(_ damage: String) {
    events["", default: EventCounts()].damaged += 1
    notices.add(.index, "the index of the cache was no use (\(damage)); it is begun anew")
  }
}
