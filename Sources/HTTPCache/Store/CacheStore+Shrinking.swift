import Synchronization
import World

/// Keeping within the limits, in steps too small to be felt.
extension CacheStore {
  /// Removes what is too much by now, as when a limit has become lower.
  package func shrink() {
    settle()
    while changingDisk(shrinkSome) ?? 0 > 0 {}
    while inMemory(shrinkSome) ?? 0 > 0 {}
  }

  /// Removes some of what is too much.
  ///
  /// - Returns: About how many bytes that freed.
  private func shrinkSome(_ tier: CacheTier) throws(TierError) -> Int {
    let excess = try excess(of: tier)
    return excess > 0 ? try tier.evict(step(after: 4 << 20, excess: excess)) : 0
  }

  /// Frees some of a disk that is nearly full before more is put there.
  ///
  /// - Throws: ``TierError/refused(_:)`` if there is nothing of ours to free.
  func makeRoom(for count: Int, in tier: CacheTier) throws(TierError) {
    let free = try room(for: tier)
    guard free < count else { return }
    if try tier.evict(step(after: count, excess: count - free)) == 0, try room(for: tier) < count {
      throw .refused("the disk is nearly full")
    }
  }

  /// Removes what is too much, after something was put into a tier, and now and then what is in vain.
  ///
  /// - Parameters:
  ///   - tier: Where it was put.
  ///   - count: How many bytes of content.
  ///   - responses: In how many responses.
  /// - Throws: ``TierError`` if nothing can be removed now.
  func tidy(_ tier: CacheTier, after count: Int, in responses: Int) throws(TierError) {
    let keeps = state.withLock { state in
      defer { state.keeps += responses }
      return state.keeps..<state.keeps + responses
    }
    let excess = try excess(of: tier)
    if excess > 0 || keeps.hasMultiple(of: 64) {
      var step = step(after: count, excess: excess > 0 ? excess : nil)
      step.rows *= responses
      _ = try tier.evict(step)
    }
    if tier.isInMemory { return }
    if keeps.hasMultiple(of: 4) { try tier.sweepSome(at: now()) }
    if !keeps.contains(0), keeps.hasMultiple(of: 256) { tier.startWriteback() }
  }

  /// Removes what processes left that were ended in the middle of a download, once in each process.
  func sweepAbandoned() {
    let tier = state.withLock { state in
      defer { state.isSwept = true }
      return state.isSwept ? nil : state.disk
    }
    // What cannot be removed now is for the next process, or for the sweep of a day.
    _ = try? tier?.sweepAbandoned(olderThan: 300)
  }

  /// How much has to go until there is room to spare; 0 if nothing has to.
  private func excess(of tier: CacheTier) throws(TierError) -> Int {
    let limit = tier.isInMemory ? min(limits.bytes, limits.memoryBytes) : limits.bytes
    let weight = try tier.weight()
    let target = limit / 10 * 9
    if weight > limit { tier.isShrinking.store(true, ordering: .relaxed) }
    if weight <= target { tier.isShrinking.store(false, ordering: .relaxed) }
    return tier.isShrinking.load(ordering: .relaxed) ? weight - target : 0
  }

  private func step(after count: Int, excess: Int?) -> CacheTier.Step {
    let time = now()
    return CacheTier.Step(
      bytes: 2 * count, excess: excess, usedBefore: time - Double(limits.unusedDays) * 86_400,
      now: time, held: state.withLock { $0.held })
  }

  /// How many bytes more the disk may take.
  private func room(for tier: CacheTier) throws(TierError) -> Int {
    try TierError.reporting { try tier.files.disk(of: tier.folder).freeBytes } - limits.freeBytes
  }
}

extension Range<Int> {
  /// Whether it holds a multiple of a number; one that begins at 0 does, unless it is empty.
  fileprivate func hasMultiple(of number: Int) -> Bool {
    let next = (lowerBound + number - 1) / number * number
    return next < upperBound
  }
}
