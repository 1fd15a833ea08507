import Synchronization
import World

/// Keeping responses, and changing those that are kept.
extension CacheStore {
  /// What collects the content of a response that is arriving.
  ///
  /// - Parameter isKept: Whether it may be kept; content that may not never touches the disk.
  /// - Returns: An intake that nothing has come to yet.
  package func intake(isKept: Bool) -> ContentIntake {
    guard isKept, folder != nil else {
      return ContentIntake(isKept: isKept, limit: limits.bytesInMemory, files: files)
    }
    return ContentIntake(isKept: true, limit: limits.bytesInMemory, files: files) { [self] in
      changingDisk(making: true) { tier throws(TierError) in
        try TierError.reporting { try tier.files.beginFile(in: tier.temporary) }
      }
    }
  }

  /// Keeps a response with its content in the place of others.
  ///
  /// - Parameters:
  ///   - response: The response; its number, digest and length are found out here.
  ///   - intake: The content, which has come to its end.
  ///   - replaced: What is kept no longer.
  /// - Returns: The content, whether it could be kept or not.
  package func keep(
    _ response: StoredResponse, _ intake: ContentIntake, replacing replaced: [StoredResponse]
  ) -> CachedContent {
    let whole = intake.complete()
    // What could not even be read is no reason to lose what is there.
    guard whole.isReadable else { return whole.content }
    defer { intake.abandon() }
    if intake.isKept {
      let arrival = Arrival(response, whole, replacing: replaced)
      if fits(arrival) && keepOnDisk([arrival]) || keepInMemory([arrival]) { return whole.content }
    }
    remove(replaced)
    return whole.content
  }

  /// Gives a response that is kept another head: fields, times, and whether it has to be checked.
  package func update(_ response: StoredResponse) {
    guard let digest = ContentDigest(response.digest) else { return }
    if response.isInMemory {
      _ = inMemory { tier throws(TierError) in try tier.update(response, digest) }
      return
    }
    let isDone = changingDisk { tier throws(TierError) in try tier.update(response, digest) }
    // A copy in memory takes the place of what cannot be changed on disk.
    if isDone == nil, let content = content(of: response) {
      let whole = WholeContent(content: content, digest: digest)
      _ = keepInMemory([Arrival(response, whole, replacing: [response])])
    }
  }

  /// Has every response of an address checked before it is used again, whoever asked for it.
  package func invalidate(address: String) {
    settle(address)
    _ = inMemory { tier throws(TierError) in try tier.invalidate(address) }
    let isDone: Void? = changingDisk { tier throws(TierError) in try tier.invalidate(address) }
    // What cannot be marked is passed over.
    if isDone == nil,
      let ids = onDisk({ tier throws(TierError) in try tier.responseIDs(of: address) })
    {
      state.withLock { $0.hidden.formUnion(ids) }
    }
  }

  /// Keeps a response no longer.
  package func remove(_ response: StoredResponse) { remove([response]) }

  /// Keeps responses no longer.
  ///
  /// - Returns: Whether any of them was still there.
  @discardableResult
  func remove(_ responses: [StoredResponse]) -> Bool {
    let (held, filed) = responses.byTier
    var isChanged = false
    if !held.isEmpty {
      isChanged = inMemory { tier throws(TierError) in try tier.remove(held) } ?? false
    }
    if filed.isEmpty { return isChanged }
    if let isFound = changingDisk({ tier throws(TierError) in try tier.remove(filed) }) {
      return isChanged || isFound
    }
    hide(filed)
    return true
  }
}

extension CacheStore {
  /// Whether something is small enough for the disk, if there is one.
  func fits(_ arrival: Arrival) -> Bool {
    folder != nil && CacheTier.weight(of: arrival.response) <= limits.bytes
  }

  /// Keeps all of some responses on disk, or none.
  func keepOnDisk(_ arrivals: [Arrival]) -> Bool {
    let count = arrivals.reduce(0) { $0 + $1.whole.count }
    let (held, _) = arrivals.flatMap(\.replaced).byTier
    let time = now()
    let isKept: Void? = changingDisk(making: true) { tier throws(TierError) in
      try makeRoom(for: count, in: tier)
      try tier.keep(arrivals, at: time, packing: limits.packedBytes)
    }
    if isKept == nil { return false }
    if !held.isEmpty { remove(held) }
    _ = changingDisk { tier throws(TierError) in
      try tidy(tier, after: count, in: arrivals.count)
    }
    sweepAbandoned()
    return true
  }

  /// Whether something is small enough for the memory.
  func fitsInMemory(_ arrival: Arrival) -> Bool {
    CacheTier.weight(of: arrival.response) <= limits.memoryBytes
  }

  /// Keeps all of some responses in memory, or none, and no longer what they replace on disk.
  func keepInMemory(_ arrivals: [Arrival]) -> Bool {
    guard arrivals.allSatisfy(fitsInMemory) else { return false }
    let (_, filed) = arrivals.flatMap(\.replaced).byTier
    let count = arrivals.reduce(0) { $0 + $1.whole.count }
    let time = now()
    let isKept: Void? = changingMemory { tier throws(TierError) in
      try tier.keep(arrivals, at: time)
      try tidy(tier, after: count, in: arrivals.count)
    }
    if !filed.isEmpty { remove(filed) }
    return isKept != nil
  }

  /// Passes over responses that cannot be removed from the disk.
  private func hide(_ responses: [StoredResponse]) {
    state.withLock { $0.hidden.formUnion(responses.map(\.id)) }
  }
}

extension [StoredResponse] {
  /// Those in memory, and those on disk.
  fileprivate var byTier: (held: [StoredResponse], filed: [StoredResponse]) {
    isEmpty ? ([], []) : (filter(\.isInMemory), filter { !$0.isInMemory })
  }
}
