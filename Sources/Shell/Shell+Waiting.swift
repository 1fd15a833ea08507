import Dispatch
import Synchronization
import Terminal
import World

extension Shell {
  /// Waits for work that runs elsewhere, and stops it when the person asks to.
  ///
  /// After 150 ms somebody at a terminal is told what is waited for; the line stays, so that nothing flickers.
  ///
  /// - Throws: What the work throws, or an interruption.
  func waiting<Value: Sendable>(
    for what: String, _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let promise = Promise<Value>()
    let task = Task { await promise.keep(work) }
    var waited = 0
    while !promise.isKept(withinMilliseconds: 30) {
      waited += 30
      if waited == 150, world.console.errors.isTerminal { say("\(what) … (^C stops)", .faint) }
      if world.interruptions.isRaised { task.cancel() }
    }
    if world.interruptions.isRaised { throw Failure.interrupted }
    return try promise.value()
  }
}

/// A result that one task leaves and one thread waits for.
private final class Promise<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  func keep(_ work: @Sendable () async throws -> Value) async {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
    done.signal()
  }

  func isKept(withinMilliseconds span: Int) -> Bool {
    done.wait(timeout: .now() + .milliseconds(span)) == .success
  }

  func value() throws -> Value {
    guard let result = result.withLock({ $0 }) else { throw Failure.interrupted }
    return try result.get()
  }
}
