import Synchronization
import World

/// Staying within the limits, in steps so short that they are not noticed.
extension CacheStore {
  /// Evicts entries until the store is within its limits.
  package func shrink() {
    writeQueued()
    while tiers.changeDisk(shrinkSome) ?? 0 > 0 {}
    while tiers.inMemory(shrinkSome) ?? 0 > 0 {}
  }

  /// Evicts some entries of a tier that is too large.
  ///
  /// - Returns: About how many bytes were freed.
  private func shrinkSome(_ tier: CacheTier) throws(TierError) -> Int {
    let excess = try tier.excess(over: limit(of: tier))
    return excess > 0 ? try tier.evict(step(after: 4 << 20, excess: excess)) : 0
  }

  /// Evicts entries before something is stored on a disk that is nearly full.
  ///
  /// - Throws: ``TierError/refused(_:)`` if there is nothing to evict.
  func makeRoom(for count: Int, in tier: CacheTier) throws(TierError) {
    let free = try freeBytes(of: tier)
    guard free < count else { return }
    if try tier.evict(step(after: count, excess: count - free)) == 0,
      try freeBytes(of: tier) < count
    {
      throw .refused("the disk is nearly full")
    }
  }

  /// Evicts entries after something was stored, and sometimes sweeps.
  ///
  /// - Parameters:
  ///   - tier: The tier.
  ///   - count: How many bytes of content were stored.
  ///   - responses: How many responses were stored.
  /// - Throws: ``TierError`` if nothing can be removed now.
  func tidy(_ tier: CacheTier, after count: Int, in responses: Int) throws(TierError) {
    let insertions = upkeep.withLock { upkeep in
      defer { upkeep.insertions += responses }
      return upkeep.insertions..<upkeep.insertions + responses
    }
    let excess = try tier.excess(over: limit(of: tier))
    if excess > 0 || insertions.hasMultiple(of: 64) {
      var step = step(after: count, excess: excess > 0 ? excess : nil)
      step.rows *= responses
      _ = try tier.evict(step)
    }
    if tier.isInMemory { return }
    if insertions.hasMultiple(of: 4) { try tier.sweepSome(at: now()) }
    if !insertions.contains(0), insertions.hasMultiple(of: 256) { tier.index.startWriteback() }
  }

  /// Removes the temporary files of processes that ended during a download, once in each process.
  func sweepAbandoned() {
    let isFirst = upkeep.withLock { upkeep in
      defer { upkeep.hasSweptAbandoned = true }
      return !upkeep.hasSweptAbandoned
    }
    // Files that cannot be removed now are left to the next process, or to the daily sweep.
    if isFirst { _ = try? tiers.openDisk?.sweepAbandoned(olderThan: 300) }
  }

  private func limit(of tier: CacheTier) -> Int {
    tier.isInMemory ? min(limits.bytes, limits.memoryBytes) : limits.bytes
  }

  private func step(after count: Int, excess: Int?) -> CacheTier.EvictionStep {
    let time = now()
    return CacheTier.EvictionStep(
      bytes: 2 * count, excess: excess, usedBefore: time - Double(limits.unusedDays) * 86_400,
      now: time, held: upkeep.withLock { $0.held })
  }

  /// How many bytes may be added to the disk of a tier.
  private func freeBytes(of tier: CacheTier) throws(TierError) -> Int {
    try TierError.reporting { try files.disk(of: tier.bodies.folder).freeBytes } - limits.freeBytes
  }
}

extension Range<Int> {
  /// Whether it contains a multiple of a number; 0 is one.
  fileprivate func hasMultiple(of number: Int) -> Bool {
    let next = (lowerBound + number - 1) / number * number
    return next < upperBound
  }
}

/// A selection of entries; by default all of them.
package struct CacheSelection: Sendable, Equatable {
  package var purposes: Set<Purpose>
  /// The host, in lower case and without a port; nil for any.
  package var host: String?
  /// The least number of seconds since they arrived; nil for any time.
  package var olderThan: Double?

  package init(
    purposes: Set<Purpose> = Set(Purpose.allCases), host: String? = nil, olderThan: Double? = nil
  ) {
    self.purposes = purposes
    self.host = host
    self.olderThan = olderThan
  }
}

/// Clearing.
extension CacheStore {
  /// Removes the selected entries, partial downloads and remembered failures.
  ///
  /// A disk that refused a change is tried again; ``isRefused`` tells whether it refused this one.
  ///
  /// - Returns: How many bytes of content were freed.
  package func clear(_ selection: CacheSelection) -> Int {
    writeQueued()
    let time = now()
    tiers.retryDisk()
    var freed = clear { work in tiers.inMemory(work) }
    freed += clearDisk()
    if isRefused, selection == CacheSelection(), let folder {
      // Deleting rows needs space, which a full disk has after its bodies are removed. Bodies that cannot be removed
      // stay.
      try? CacheTier.removeAllBodies(of: folder, files)
      tiers.retryDisk()
      freed += clearDisk()
    }
    // Packs that cannot be removed now take no space, and are swept later.
    _ = tiers.changeDisk { tier throws(TierError) in try tier.sweepPacks() }
    if selection == CacheSelection() {
      freed += tiers.changeDisk { tier throws(TierError) in try tier.sweepAbandoned() } ?? 0
    }
    return freed

    func clearDisk() -> Int { clear { work in tiers.changeDisk(work) } }

    /// Clears a tier in steps, so that other processes do not wait for long.
    func clear(
      _ change: ((CacheTier) throws(TierError) -> (freed: Int, isDone: Bool)) -> (
        freed: Int, isDone: Bool
      )?
    ) -> Int {
      var freed = 0
      while let step = change({ tier throws(TierError) in try tier.clear(selection, at: time) }) {
        freed += step.freed
        if step.isDone { break }
      }
      return freed
    }
  }
}
