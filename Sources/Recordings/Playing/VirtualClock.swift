import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A flag that can be set once, from any thread.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// A clock that advances only when it is set.
///
/// Tasks wait for the clock rather than for time. While the program blocks on a waiting task, the wait ends
/// at once; otherwise both would wait forever.
package final class VirtualClock: Sendable {
  private struct State {
    var now: Int
    var isHurried = false
    var nextNumber = 0
    var waiting: [Int: (end: Int, goOn: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
    /// The time at which a blocked program is interrupted.
    var limit: Int?
    /// Returns how many tasks must be waiting for all background work to be idle.
    var expectation: @Sendable (_ waitingCount: Int) -> Int = { $0 }
  }

  private let state: Mutex<State>

  /// Creates a clock with a time, in milliseconds since 1970.
  package init(_ now: Int) { state = Mutex(State(now: now)) }

  /// The current time, in milliseconds since 1970.
  package var now: Int { state.withLock { $0.now } }

  /// The number of waiting tasks.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// The earliest deadline of a waiting task; nil if none waits.
  package var nextEnd: Int? { state.withLock { $0.waiting.values.map(\.end).min() } }

  /// Sets the time and resumes the tasks whose deadlines have passed.
  package func set(_ moment: Int) {
    release { state in
      state.now = moment
      return { $0 <= moment }
    }
  }

  /// Sets the time at which a program that still waits is interrupted; nil for none.
  package func limitWaits(to moment: Int?) { state.withLock { $0.limit = moment } }

  /// Sets the function that returns how many tasks must be waiting for all background work to be idle.
  ///
  /// It is called on any thread.
  package func expect(_ expectation: @escaping @Sendable (_ waitingCount: Int) -> Int) {
    state.withLock { $0.expectation = expectation }
  }

  /// Runs an operation that blocks on tasks that wait for this clock.
  ///
  /// - Parameters:
  ///   - stop: Called when the time limit is reached.
  ///   - body: The blocking operation.
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

  /// Advances from one deadline to the next whenever all background work is idle.
  private func step(to limit: Int, until isDone: Flag, _ stop: () -> Void) {
    var quietLooks = 0
    while !isDone.isSet {
      usleep(300)
      let (count, expectation) = state.withLock { ($0.waiting.count, $0.expectation) }
      // A resumed task may not have started running at the first check.
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

  /// Ends all waits, including new ones, while `body` runs.
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

  /// Waits until the clock has advanced by a duration.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
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
