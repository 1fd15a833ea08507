import Synchronization
import World

/// The two tiers of a store: a folder on disk, and memory for what the disk does not take.
///
/// A tier is opened when it is first needed. Nothing here throws: an operation on a disk that fails is repeated once
/// after a repair, such as creating the folder again. If that does not help, the disk is not used for a minute, and
/// the user gets a notice.
final class CacheTiers: Sendable {
  private struct State {
    var disk: CacheTier?
    var memory: CacheTier?
    /// When the disk tier was last known to be in its place.
    var checked = 0.0
    /// When the disk refused a change; nil after a successful one.
    var refused: Double?
    var notices = Notices()
  }

  /// Messages for the user, each topic once.
  private struct Notices {
    enum Topic { case index, folder }

    private var pending: [String] = []
    private var known: Set<Topic> = []

    mutating func add(_ topic: Topic, _ text: String) {
      if known.insert(topic).inserted { pending.append(text) }
    }

    mutating func take() -> String? { pending.isEmpty ? nil : pending.removeFirst() }
  }

  /// How long a disk that refused a change is not used, in seconds.
  private static let pause = 60.0

  private let folder: String?
  private let files: any FileSystem
  private let now: @Sendable () -> Double
  private let activity: CacheActivity
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: The folder; nil for memory only.
  ///   - files: The file system.
  ///   - now: The time, in seconds since 1970.
  ///   - activity: Counts damaged indexes, and forgets the uses of responses in an index that is gone.
  init(
    folder: String?, files: any FileSystem, now: @escaping @Sendable () -> Double,
    activity: CacheActivity
  ) {
    self.folder = folder
    self.files = files
    self.now = now
    self.activity = activity
  }

  /// Whether the disk refused the last change.
  var isRefused: Bool { state.withLock { $0.refused != nil } }

  /// The tier on disk, if it is open.
  var openDisk: CacheTier? { state.withLock { $0.disk } }

  /// Uses the disk again, although it refused a change.
  func retryDisk() { state.withLock { $0.refused = nil } }

  /// Takes the next message for the user; nil if there is none.
  func takeNotice() -> String? { state.withLock { $0.notices.take() } }

  /// Reads from disk; nil if there is nothing, or it cannot be read.
  func onDisk<Value>(_ work: (CacheTier) throws(TierError) -> Value) -> Value? {
    attempt(creating: false, work)
  }

  /// Changes something on disk.
  ///
  /// - Parameters:
  ///   - creating: Whether to create the folder and the index if they do not exist.
  ///   - work: The change; it runs a second time after a repair.
  /// - Returns: The result; nil if the change failed, or there is no folder.
  func changeDisk<Value>(
    creating: Bool = false, _ work: (CacheTier) throws(TierError) -> Value
  ) -> Value? {
    if isPaused { return nil }
    guard let value = attempt(creating: creating, work) else { return nil }
    state.withLock { $0.refused = nil }
    return value
  }

  /// Reads or changes something in memory; nil if nothing was ever stored there.
  func inMemory<Value>(_ work: (CacheTier) throws(TierError) -> Value) -> Value? {
    openMemory.flatMap { attempt(inMemory: $0, work) }
  }

  /// The tier in memory, if anything was stored there.
  private var openMemory: CacheTier? { state.withLock { $0.memory } }

  /// Changes something in memory; creates the tier for the first change.
  func changeMemory<Value>(_ work: (CacheTier) throws(TierError) -> Value) -> Value? {
    let memory = state.withLock { state in
      // Creating it only fails without any free memory.
      if state.memory == nil { state.memory = try? CacheTier.inMemory() }
      return state.memory
    }
    return memory.flatMap { attempt(inMemory: $0, work) }
  }

  private func attempt<Value>(
    inMemory memory: CacheTier, _ work: (CacheTier) throws(TierError) -> Value
  ) -> Value? {
    do {
      return try work(memory)
    } catch {
      state.withLock { $0.notices.add(.folder, "nothing more can be stored in memory (\(error))") }
      return nil
    }
  }

  private var isPaused: Bool {
    guard let refused = state.withLock({ $0.refused }) else { return false }
    return abs(now() - refused) < Self.pause
  }

  private func attempt<Value>(
    creating: Bool, _ work: (CacheTier) throws(TierError) -> Value
  ) -> Value? {
    var tier: CacheTier?
    do throws(TierError) {
      tier = try disk(creating: creating)
      return try tier.map(work)
    } catch {
      guard repair(tier, after: error) else { return nil }
    }
    do throws(TierError) {
      tier = try disk(creating: creating)
      return try tier.map(work)
    } catch {
      refuse(error)
      return nil
    }
  }

  private func disk(creating: Bool) throws(TierError) -> CacheTier? {
    guard let folder else { return nil }
    if let disk = checkedDisk() { return disk }
    if isPaused { return nil }
    return try state.withLock { state throws(TierError) in
      if let disk = state.disk { return disk }
      guard let opening = try CacheTier.open(folder, files, creating: creating) else { return nil }
      if let damage = opening.damage { noteDamage(damage, &state) }
      state.disk = opening.tier
      return opening.tier
    }
  }

  /// The open tier, unless its index was removed or replaced.
  ///
  /// A change checks that itself; for reads it is checked once a second.
  private func checkedDisk() -> CacheTier? {
    let time = now()
    let (disk, isChecked) = state.withLock { state in
      let isChecked = abs(time - state.checked) < 1
      state.checked = time
      return (state.disk, isChecked)
    }
    guard let disk, !isChecked, !disk.index.isInPlace else { return disk }
    close(disk)
    return nil
  }

  /// Repairs what an error allows.
  ///
  /// - Returns: Whether to try again.
  private func repair(_ tier: CacheTier?, after error: TierError) -> Bool {
    guard let tier else {
      refuse(error)
      return false
    }
    do throws(TierError) {
      switch error {
      case .moved: break
      case .damaged(let damage):
        if try tier.setAsideIndex() { state.withLock { noteDamage(damage, &$0) } }
      case .refused where !tier.index.isInPlace: break
      case .refused, .busy, .stopped:
        refuse(error)
        return false
      }
      close(tier)
      return true
    } catch {
      close(tier)
      refuse(error)
      return false
    }
  }

  /// Closes a tier, unless another one has replaced it.
  private func close(_ tier: CacheTier) {
    state.withLock { state in
      guard let disk = state.disk, disk === tier else { return }
      state.disk = nil
      activity.forgetUses()
    }
  }

  /// Pauses the use of the disk, with a notice.
  private func refuse(_ error: TierError) {
    let reason: String
    switch error {
    case .damaged(let damage): reason = damage
    case .moved: reason = "the folder keeps being moved or deleted"
    case .refused(let refusal): reason = refusal
    // The next operation would wait as long.
    case .busy: reason = "another program has locked its index"
    // The user interrupted this operation only.
    case .stopped: return
    }
    let time = now()
    state.withLock { state in
      state.refused = time
      state.notices.add(
        .folder,
        "the cache folder \(folder ?? "") cannot be used (\(reason)); responses are stored in memory for now"
      )
    }
  }

  private func noteDamage(_ damage: String, _ state: inout State) {
    activity.countDamage(host: "")
    state.notices.add(
      .index, "the index of the cache was damaged (\(damage)); Larder started a new one")
  }
}
