import Synchronization

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
