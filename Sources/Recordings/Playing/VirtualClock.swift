import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Something that becomes so once.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// A clock that stands still until it is moved.
///
/// Who waits on it waits for the clock, not for time. While the program itself waits for somebody who does, that
/// one's wait is over at once: otherwise both would wait for ever.
package final class VirtualClock: Sendable {
  private struct State {
    var now: Int
    var isHurried = false
    var nextNumber = 0
    var waiting: [Int: (end: Int, goOn: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
    /// The moment at which the program is stopped that waits meanwhile.
    var limit: Int?
    /// How many have to wait on it for nothing to go on.
    var expectation: @Sendable (_ waitingCount: Int) -> Int = { $0 }
  }

  private let state: Mutex<State>

  /// A clock that shows a moment, in milliseconds since 1970.
  package init(_ now: Int) { state = Mutex(State(now: now)) }

  /// The moment that it shows, in milliseconds since 1970.
  package var now: Int { state.withLock { $0.now } }

  /// How many wait on it.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// The first moment at which somebody's wait ends; nil if nobody waits.
  package var nextEnd: Int? { state.withLock { $0.waiting.values.map(\.end).min() } }

  /// Shows another moment, and ends the waits that are over by then.
  package func set(_ moment: Int) {
    release { state in
      state.now = moment
      return { $0 <= moment }
    }
  }

  /// Has the program be stopped that waits longer than to a moment.
  package func limitWaits(to moment: Int?) { state.withLock { $0.limit = moment } }

  /// Learns how many have to wait on it for nothing to go on meanwhile; asked on any thread.
  package func expect(_ expectation: @escaping @Sendable (_ waitingCount: Int) -> Int) {
    state.withLock { $0.expectation = expectation }
  }

  /// Does something that waits for those who wait on the clock.
  ///
  /// - Parameters:
  ///   - stop: What is done when the limit of waits is reached.
  ///   - body: What waits.
  package func whileWaiting(stop: @escaping @Sendable () -> Void, _ body: () -> Void) {
    guard let limit = state.withLock(\.limit) else { return whileHurried(body) }
    let isDone = Flag()
    let hasEnded = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { [self] in
      step(to: limit, until: isDone, stop)
      hasEnded.signal()
    }
    body()
    isDone.set()
    hasEnded.wait()
  }

  /// Moves on from one wait that ends to the next, whenever nothing else goes on.
  private func step(to limit: Int, until isDone: Flag, _ stop: () -> Void) {
    var quietLooks = 0
    while !isDone.isSet {
      usleep(300)
      let (count, expectation) = state.withLock { ($0.waiting.count, $0.expectation) }
      // What was let go on may not have begun to when it is looked at first.
      quietLooks = count > 0 && count == expectation(count) ? quietLooks + 1 : 0
      guard quietLooks >= 3 else { continue }
      quietLooks = 0
      guard let end = nextEnd, end <= limit else {
        set(limit)
        return stop()
      }
      set(max(end, now))
    }
  }

  /// Ends all waits, and those that are begun meanwhile, until `body` is done.
  package func whileHurried(_ body: () -> Void) {
    release { state in
      state.isHurried = true
      return { _ in true }
    }
    body()
    state.withLock { $0.isHurried = false }
  }

  private func release(_ change: (inout State) -> (_ end: Int) -> Bool) {
    let over = state.withLock { state in
      let isOver = change(&state)
      let over = state.waiting.filter { isOver($0.value.end) }
      for number in over.keys { state.waiting[number] = nil }
      return over.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
    }
    for wait in over { wait.value.goOn.resume() }
  }

  /// Waits until the clock has moved on by a span.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  package func wait(_ span: Duration) async throws {
    let (seconds, rest) = span.components
    let milliseconds = Int(seconds) * 1000 + Int(rest / 1_000_000_000_000_000)
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { goOn in
        begin(number, milliseconds, goOn)
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(
    _ number: Int, _ milliseconds: Int, _ goOn: CheckedContinuation<Void, any Error>
  ) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
      if state.isHurried || milliseconds <= 0 { return .success(()) }
      state.waiting[number] = (state.now + milliseconds, goOn)
      return nil
    }
    if let outcome { goOn.resume(with: outcome) }
  }

  private func cancel(_ number: Int) {
    let wait: CheckedContinuation<Void, any Error>? = state.withLock { state in
      if let wait = state.waiting.removeValue(forKey: number) { return wait.goOn }
      state.cancelled.insert(number)
      return nil
    }
    wait?.resume(throwing: CancellationError())
  }
}
