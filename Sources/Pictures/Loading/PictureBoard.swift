import Dispatch
import Synchronization
import Terminal

/// The states of the requested pictures, for all threads.
final class PictureBoard: Sendable {
  struct Entry {
    var phase: PicturePhase
    var pixels: Pixels?
    var task: Task<Void, Never>?
    /// Distinguishes the work on an entry from that on an earlier entry with the same key.
    var number: Int
  }

  private struct State {
    var entries: [PictureRequest.Key: Entry] = [:]
    /// Work for frames that are not requested any more, by the id of the picture's place.
    var former: [String: [Task<Void, Never>]] = [:]
    var edition = 0
    var numbers = 0
    var isWaitedFor = false
  }

  private let state = Mutex(State())
  private let changed = DispatchSemaphore(value: 0)

  /// A number that changes with each change of a phase.
  var edition: Int { state.withLock { $0.edition } }

  func entry(_ key: PictureRequest.Key) -> Entry? { state.withLock { $0.entries[key] } }

  /// The phases of all requested pictures.
  var phases: [PicturePhase] { state.withLock { $0.entries.values.map(\.phase) } }

  /// Adds an entry; replaces a finished one with the same key.
  ///
  /// - Returns: Its number.
  func begin(_ key: PictureRequest.Key, _ phase: PicturePhase, _ pixels: Pixels? = nil) -> Int {
    let (number, former) = change { state in
      state.numbers += 1
      let former = state.entries[key]?.task
      state.entries[key] = Entry(phase: phase, pixels: pixels, task: nil, number: state.numbers)
      return (state.numbers, former)
    }
    former?.cancel()
    return number
  }

  /// Sets the task of an entry; cancels it if the entry was removed.
  func attach(_ task: Task<Void, Never>, to key: PictureRequest.Key, _ number: Int) {
    let isUp = state.withLock { state in
      guard state.entries[key]?.number == number else { return false }
      state.entries[key]?.task = task
      return true
    }
    if !isUp { task.cancel() }
  }

  /// Moves an entry to its next phase, unless it was removed.
  func advance(
    _ key: PictureRequest.Key, _ number: Int, to phase: PicturePhase, _ pixels: Pixels? = nil
  ) {
    let former: [Task<Void, Never>] = change { state in
      guard let entry = state.entries[key], entry.number == number, entry.phase != phase else {
        return []
      }
      guard entry.phase.leads(to: phase) else {
        assertionFailure("\(entry.phase) does not lead to \(phase)")
        return []
      }
      state.entries[key]?.phase = phase
      if let pixels { state.entries[key]?.pixels = pixels }
      if phase.isBroken { state.entries[key]?.pixels = nil }
      return phase.sharesAnswer ? state.former.removeValue(forKey: key.place) ?? [] : []
    }
    for task in former { task.cancel() }
  }

  /// Removes all entries but some, and cancels their tasks.
  ///
  /// A download continues until another frame of the same picture shares it: a change of the window's size must not
  /// cause another request.
  func keepOnly(_ keys: Set<PictureRequest.Key>) {
    let places = Set(keys.map(\.place))
    let tasks = change { state in
      for (key, entry) in state.entries where !keys.contains(key) {
        state.entries[key] = nil
        if let task = entry.task { state.former[key.place, default: []].append(task) }
      }
      let others = state.former.filter { !places.contains($0.key) }
      for place in others.keys { state.former[place] = nil }
      return others.values.flatMap(\.self)
    }
    for task in tasks { task.cancel() }
  }

  /// Waits until the edition changes, up to a timeout.
  ///
  /// Only one thread may wait.
  ///
  /// - Returns: Whether it has changed.
  func waitForChange(since edition: Int, milliseconds: Int) -> Bool {
    let mustWait = state.withLock { state in
      state.isWaitedFor = state.edition == edition
      return state.isWaitedFor
    }
    guard mustWait else { return true }
    if changed.wait(timeout: .now() + .milliseconds(milliseconds)) == .success { return true }
    // A change between the two calls has signalled the semaphore, which must not wake the next wait.
    let isLate = state.withLock { state in
      defer { state.isWaitedFor = false }
      return !state.isWaitedFor
    }
    if isLate { changed.wait() }
    return isLate
  }

  @discardableResult
  private func change<Value>(_ body: (inout sending State) -> sending Value) -> Value {
    let (value, isWaitedFor) = state.withLock { state in
      let value = body(&state)
      state.edition += 1
      defer { state.isWaitedFor = false }
      return (value, state.isWaitedFor)
    }
    if isWaitedFor { changed.signal() }
    return value
  }
}

extension PicturePhase {
  fileprivate var isBroken: Bool {
    if case .broken = self { true } else { false }
  }

  /// Whether the response of the server is being received, or was.
  fileprivate var sharesAnswer: Bool {
    if case .downloading = self { true } else { isSettled }
  }
}
