import Synchronization
import World

/// Which tier does something, and what becomes of it if it cannot.
extension CacheStore {
  /// How many seconds a disk that refused something is left alone.
  private static let pause = 60.0

  /// Looks something up on disk; nil if there is nothing, or nothing that can be read.
  func onDisk<Value>(_ work: (CacheTier) throws(TierError) -> Value) -> Value? {
    attempt(making: false, work)
  }

  /// Changes something on disk.
  ///
  /// - Parameters:
  ///   - making: Whether to make the folder and the index if there are none.
  ///   - work: What to do; it may be done once more after something was mended.
  /// - Returns: What the work returned; nil if it could not be done, or there is nothing to change.
  func changingDisk<Value>(
    making: Bool = false, _ work: (CacheTier) throws(TierError) -> Value
  ) -> Value? {
    if isResting { return nil }
    guard let value = attempt(making: making, work) else { return nil }
    state.withLock { $0.refused = nil }
    return value
  }

  /// Looks something up in memory, or changes it there; nil if nothing was ever kept there.
  func inMemory<Value>(_ work: (CacheTier) throws(TierError) -> Value) -> Value? {
    guard let memory = state.withLock({ $0.memory }) else { return nil }
    return done(memory, work)
  }

  /// Changes something in memory, if need be the first thing that is kept there.
  func changingMemory<Value>(_ work: (CacheTier) throws(TierError) -> Value) -> Value? {
    let memory = state.withLock { state in
      // There is no room for it only where there is no room for anything.
      if state.memory == nil { state.memory = try? CacheTier.inMemory() }
      return state.memory
    }
    return memory.flatMap { done($0, work) }
  }

  /// What was done in memory; nil only where even memory has run out.
  private func done<Value>(
    _ memory: CacheTier, _ work: (CacheTier) throws(TierError) -> Value
  ) -> Value? {
    do {
      return try work(memory)
    } catch {
      state.withLock { $0.notices.add(.folder, "nothing more can be kept in memory (\(error))") }
      return nil
    }
  }

  /// Whether the disk refused something a moment ago.
  private var isResting: Bool {
    guard let refused = state.withLock({ $0.refused }) else { return false }
    return abs(now() - refused) < Self.pause
  }

  private func attempt<Value>(
    making: Bool, _ work: (CacheTier) throws(TierError) -> Value
  ) -> Value? {
    var tier: CacheTier?
    do throws(TierError) {
      tier = try opened(making: making)
      return try tier.map(work)
    } catch {
      guard mend(tier, after: error) else { return nil }
    }
    // What was mended, a folder made again or an index begun anew, is tried once more.
    do throws(TierError) {
      tier = try opened(making: making)
      return try tier.map(work)
    } catch {
      refuse(error)
      return nil
    }
  }

  private func opened(making: Bool) throws(TierError) -> CacheTier? {
    guard let folder else { return nil }
    if let disk = current { return disk }
    if isResting { return nil }
    return try state.withLock { state throws(TierError) in
      if let disk = state.disk { return disk }
      guard let opening = try CacheTier.open(folder, files, making: making) else { return nil }
      if let damage = opening.damage { state.noteDamage(damage) }
      state.disk = opening.tier
      return opening.tier
    }
  }

  /// The tier that is open, unless another one has taken its place on disk.
  ///
  /// A change finds that out by itself; who only reads looks once a second.
  private var current: CacheTier? {
    let time = now()
    let (disk, isSeen) = state.withLock { state in
      let isSeen = abs(time - state.seen) < 1
      state.seen = time
      return (state.disk, isSeen)
    }
    guard let disk, !isSeen, !disk.isInPlace else { return disk }
    forget(disk)
    return nil
  }
}
