import Crypto
import Synchronization
import World

/// What is known of broken-off downloads on disk, so that not every request has to look for its own.
struct PartsSeen: Sendable {
  /// When there was none.
  private var none: Double?
  private var isOwnThere = false

  /// Whether there was none a second ago, and this process has kept none ever.
  func areNone(at time: Double) -> Bool {
    !isOwnThere && none.map { abs(time - $0) < 1 } ?? false
  }

  /// Notes that there is none.
  mutating func noteNone(at time: Double) { none = time }

  /// Notes that this process keeps one.
  mutating func noteOwn() { isOwnThere = true }
}

/// Downloads that broke off, kept until somebody goes on with them.
extension CacheStore {
  /// Keeps what came of a response before it broke off, in the place of what came before.
  ///
  /// - Parameters:
  ///   - response: Its head; its digest and length are found out here.
  ///   - intake: The content so far.
  package func keepPart(_ response: StoredResponse, _ intake: ContentIntake) {
    let whole = intake.complete()
    defer { intake.abandon() }
    guard intake.isKept, whole.isReadable, whole.count > 0 else { return }
    var response = response
    response.digest = whole.digest.text
    response.count = whole.count
    let time = now()
    state.withLock { $0.parts.noteOwn() }
    if whole.count <= limits.bytes / 4, folder != nil {
      let isKept: Void? = changingDisk(making: true) { tier throws(TierError) in
        try makeRoom(for: whole.count, in: tier)
        try tier.keepPart(response, whole, at: time, limit: limits.bytes / 4)
      }
      if isKept != nil { return }
    }
    if whole.count <= limits.memoryBytes / 4 {
      _ = changingMemory { tier throws(TierError) in
        try tier.keepPart(response, whole, at: time, limit: limits.memoryBytes / 4)
      }
    }
  }

  /// Takes what was kept of a response that broke off; nobody else gets it then.
  ///
  /// - Returns: Its head, and an intake that goes on where the content ends; nil if there is nothing, or
  ///   nothing sound.
  package func takePart(
    for key: CacheKey
  ) -> (response: StoredResponse, intake: ContentIntake)? {
    take(key) { work in inMemory(work) } ?? takeFromDisk(key)
  }

  /// Takes a part from the disk, unless there was none of anything there a moment ago.
  private func takeFromDisk(
    _ key: CacheKey
  ) -> (response: StoredResponse, intake: ContentIntake)? {
    let time = now()
    if state.withLock({ $0.parts.areNone(at: time) }) { return nil }
    if let isEmpty = onDisk({ tier throws(TierError) in try tier.hasNoParts() }), isEmpty {
      state.withLock { $0.parts.noteNone(at: time) }
      return nil
    }
    return take(key) { work in changingDisk(work) }
  }

  private typealias Taking = (CacheTier) throws(TierError) -> (CacheTier, CacheTier.Part)?

  private func take(
    _ key: CacheKey, _ tier: (Taking) -> (CacheTier, CacheTier.Part)??
  ) -> (response: StoredResponse, intake: ContentIntake)? {
    let taken = tier { tier throws(TierError) in try tier.takePart(for: key).map { (tier, $0) } }
    guard let (tier, part) = taken ?? nil else { return nil }
    let intake = intake(isKept: true)
    if resume(intake, part, in: tier) { return (part.response, intake) }
    tier.discard(part.path)
    state.withLock { $0.events[key.host, default: EventCounts()].damaged += 1 }
    return nil
  }

  /// Fills an intake with what is in a file.
  ///
  /// - Returns: Whether it is what was put there.
  private func resume(
    _ intake: ContentIntake, _ part: CacheTier.Part, in tier: CacheTier
  ) -> Bool {
    // A part that cannot be read, or gone on with, is fetched anew.
    guard let file = try? tier.files.openRegular(part.path), file.count == part.response.count
    else { return false }
    let isHeld = tier.isInMemory || file.count <= limits.bytesInMemory
    var hash = SHA256()
    var bytes: [UInt8] = []
    let isRead: Void? = try? file.forEachPiece { piece throws(FileError) in
      hash.update(data: piece)
      if isHeld { bytes += piece }
    }
    guard isRead != nil, ContentDigest(hash) == part.digest else { return false }
    if isHeld {
      tier.discard(part.path)
      intake.resume(hash, bytes)
      return true
    }
    guard let end = try? tier.files.extend(part.path) else { return false }
    intake.resume(hash, count: file.count, end)
    return true
  }
}
