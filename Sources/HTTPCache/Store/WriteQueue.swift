import Synchronization
import World

/// A response with complete content that is about to be stored.
struct NewResponse: Sendable {
  /// The response; its number is assigned when it is stored.
  var response: StoredResponse
  var content: CompleteContent
  /// The responses that it replaces.
  var replaced: [StoredResponse]
  /// The lock of its address, which is held until it is written.
  var lock: FileLock?

  /// Sets the digest and the size of the response to those of its content.
  init(
    _ response: StoredResponse, _ content: CompleteContent, replacing replaced: [StoredResponse]
  ) {
    self.response = response
    self.response.digest = content.digest.text
    self.response.count = content.count
    self.content = content
    self.replaced = replaced
  }
}

/// The queue of responses to be written, many in one transaction.
///
/// Entries are numbered from 1, and are written in their order. In write-behind mode, an entry has no waiter: it is
/// acknowledged when it is added, before it is on disk.
final class WriteQueue: Sendable {
  private struct Entry {
    var response: NewResponse
    /// Resumed when the entry is written; nil if it is acknowledged already.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private struct State {
    var isWriteBehind = false
    var entries: [Entry] = []
    /// The number of the newest entry.
    var lastAdded = 0
    /// The number of the newest entry that is written.
    var lastWritten = 0
    /// The newest entry of each address that is acknowledged but not yet written.
    var acknowledged: [String: Int] = [:]
    /// Whether a task is writing the entries.
    var isDraining = false

    var hasRoom: Bool { entries.count < WriteQueue.groupLimit }
  }

  /// The most entries that are written in one transaction, so that other processes do not wait for long.
  private static let groupLimit = 128
  /// The number of entries for which a transaction would take longer than writing them.
  private static let smallGroup = 1..<16

  private let state = Mutex(State())
  /// Held while a group is written, so that groups are written in order and can be waited for.
  private let writing = Mutex(())

  /// Whether short responses are acknowledged before they are written.
  var isWriteBehind: Bool {
    get { state.withLock { $0.isWriteBehind } }
    set { state.withLock { $0.isWriteBehind = newValue } }
  }

  /// Whether another entry fits into the next transaction.
  var hasRoom: Bool { state.withLock { $0.hasRoom } }

  /// The newest entry that is acknowledged but not yet written; nil if there is none.
  var lastAcknowledged: Int? { state.withLock { $0.acknowledged.values.max() } }

  /// The newest entry of an address that is acknowledged but not yet written; nil if there is none.
  func lastAcknowledged(at address: String) -> Int? {
    state.withLock { $0.acknowledged[address] }
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - response: The response to write.
  ///   - waiter: Resumed when it is written; nil to acknowledge it now.
  /// - Returns: Whether the caller must start a task that drains the queue.
  func add(_ response: NewResponse, waiter: CheckedContinuation<Void, Never>?) -> Bool {
    state.withLock { state in
      state.entries.append(Entry(response: response, waiter: waiter))
      state.lastAdded += 1
      if waiter == nil { state.acknowledged[response.response.key.address] = state.lastAdded }
      defer { state.isDraining = true }
      return !state.isDraining
    }
  }

  /// Waits for more entries while they are likely to come.
  ///
  /// - Parameter isStream: Whether entries came while the last group was written. Then it waits one millisecond for
  ///   more, or four in write-behind mode if nobody waits for an entry.
  func waitForMore(isStream: Bool) async {
    let (isWriteBehind, pays) = state.withLock { state in
      let isAwaited = state.entries.contains { $0.waiter != nil }
      return (
        state.isWriteBehind,
        state.isWriteBehind && !isAwaited
          ? state.hasRoom : isStream && Self.smallGroup.contains(state.entries.count)
      )
    }
    // Cancellation only ends the wait.
    if pays { try? await Task.sleep(for: .milliseconds(isWriteBehind ? 4 : 1)) }
    // Tasks that are ready to run may add more.
    var count = 0
    while let more = self.count(above: count) {
      count = more
      await Task.yield()
    }
  }

  /// The number of entries, if it has grown and another one fits.
  private func count(above count: Int) -> Int? {
    state.withLock { $0.entries.count > count && $0.hasRoom ? $0.entries.count : nil }
  }

  /// Writes the next group, after the one that is being written.
  ///
  /// - Parameters:
  ///   - last: The number of an entry that must be written.
  ///   - write: Writes the responses of a group.
  /// - Returns: Whether there was a group; false if that entry is written by then, or the queue is empty.
  func writeGroup(for last: Int, _ write: ([NewResponse]) -> Void) -> Bool {
    writing.withLock { _ in
      let group = state.withLock { state -> [Entry] in
        if state.lastWritten >= last { return [] }
        let group = Array(state.entries.prefix(Self.groupLimit))
        state.entries.removeFirst(group.count)
        return group
      }
      if group.isEmpty { return false }
      write(group.map(\.response))
      state.withLock { state in
        state.lastWritten += group.count
        for entry in group {
          let address = entry.response.response.key.address
          if let last = state.acknowledged[address], last <= state.lastWritten {
            state.acknowledged[address] = nil
          }
        }
      }
      for entry in group { entry.waiter?.resume() }
      return true
    }
  }

  /// Ends draining if the queue is empty.
  ///
  /// - Returns: Whether it is; the next entry starts another task then.
  func endDraining() -> Bool {
    state.withLock { state in
      state.isDraining = !state.entries.isEmpty
      return !state.isDraining
    }
  }
}

/// Storing through the queue.
extension CacheStore {
  /// Stores a response like ``keep(_:_:replacing:)``, in one transaction with others that come at the same time.
  ///
  /// A transaction for each would take longer than most downloads. When this returns, the response is stored and
  /// visible to all processes; with ``isWriteBehind``, a short response follows soon after. Until then the response
  /// holds a lock.
  package func insertTogether(
    _ response: StoredResponse, _ intake: ContentIntake, replacing replaced: [StoredResponse],
    holding lock: FileLock? = nil
  ) async -> CachedContent {
    let content = intake.complete()
    guard intake.isStorable, content.isReadable else {
      return keep(response, intake, replacing: replaced)
    }
    defer { intake.abandon() }
    var new = NewResponse(response, content, replacing: replaced)
    new.lock = lock
    if !(folder == nil ? fitsInMemory(new) : fitsOnDisk(new)) {
      insertInMemoryOrRemoveReplaced(new)
    } else if isWriteBehind, content.isInMemory(limits.packedBytes), queue.hasRoom {
      enqueue(new, waiter: nil)
    } else {
      await withCheckedContinuation { enqueue(new, waiter: $0) }
    }
    return content.content
  }

  /// Whether the queue takes another response without a wait.
  var queueHasRoom: Bool { queue.hasRoom }

  /// Writes all responses that are acknowledged.
  package func writeQueued() {
    if let last = queue.lastAcknowledged { writeQueue(through: last) }
  }

  /// Writes all responses of an address that are acknowledged.
  func writeQueued(_ address: String) {
    if let last = queue.lastAcknowledged(at: address) { writeQueue(through: last) }
  }

  private func enqueue(_ new: NewResponse, waiter: CheckedContinuation<Void, Never>?) {
    if queue.add(new, waiter: waiter) { Task { await drainQueue() } }
  }

  private func drainQueue() async {
    var isStream = false
    repeat {
      if isStream || isWriteBehind { tiers.openDisk?.index.readWhileWriting() }
      await queue.waitForMore(isStream: isStream)
      isStream = true
      _ = queue.writeGroup(for: .max, write)
    } while !queue.endDraining()
  }

  private func writeQueue(through last: Int) {
    while queue.writeGroup(for: last, write) {}
  }

  private func write(_ group: [NewResponse]) {
    if folder == nil ? insertInMemory(group) : insertOnDisk(group) { return }
    for new in group { insertInMemoryOrRemoveReplaced(new) }
  }

  /// Stores a response in memory; if it does not fit there either, at least removes what it replaces.
  private func insertInMemoryOrRemoveReplaced(_ new: NewResponse) {
    if !insertInMemory([new]) { remove(new.replaced) }
  }
}
