import Diagnostics
import Terminal
import World

/// Waiting for work that runs on other threads.
extension Output {
  /// Starts work on another thread, and waits for it; an interruption cancels it.
  ///
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, or an interruption.
  package func waiting<Value: Sendable>(
    for what: String, _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let promise = Promise<Value>()
    let task = Task { await promise.keep(work) }
    return try waiting(for: what, promise, task)
  }

  /// Waits for work that was started.
  ///
  /// After 150 ms, a terminal shows the name of the work; the line is not erased, so that nothing flickers.
  ///
  /// - Parameters:
  ///   - what: The name of the work, as in `loading demo`.
  ///   - progress: Shows how far the work is, after a second.
  ///   - promise: The result of the work.
  ///   - task: The work, which an interruption cancels.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, or an interruption.
  package func waiting<Value: Sendable>(
    for what: String, showing progress: Progress? = nil, _ promise: Promise<Value>,
    _ task: Task<Void, Never>
  ) throws -> Value {
    var waited = 0
    keepingKeys {
      while !promise.isKept(withinMilliseconds: 30) {
        waited += isStaged ? 0 : 30
        if waited == 150, !isShowingProgress, world.console.errors.isTerminal {
          say("\(what) … (^C stops)", .faint)
        }
        if waited >= 1000 { progress?.refresh() }
        if world.interruptions.isRaised { task.cancel() }
      }
    }
    sayPending()
    if world.interruptions.isRaised { throw Failure.interrupted }
    return try promise.value()
  }

  /// Starts work that reports the bytes received and expected, and waits for it.
  ///
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, or an interruption.
  package func receiving<Value: Sendable>(
    _ what: String,
    _ work:
      @escaping @Sendable (_ received: @escaping @Sendable (Int, Int?) -> Void) async throws
      -> Value
  ) throws -> Value {
    let progress =
      isShowingProgress ? nil : self.progress("  received", countsBytes: true)
    defer { progress?.clear() }
    let promise = Promise<Value>()
    let receiving: @Sendable () async throws -> Value = {
      try await work { received, total in progress?.note(received, of: total) }
    }
    let task = Task { await promise.keep(receiving) }
    return try waiting(for: what, showing: progress, promise, task)
  }
}
