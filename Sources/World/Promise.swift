import Diagnostics
import Diagnostics
import Dispatch
import Synchronization

/// A result that a task provides and a thread waits for.
package final class Promise<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)
  private let wasTold = Atomic(false)

  package init() {}

  /// Runs an operation and stores its result.
  ///
  /// - Parameters:
  ///   - work: The operation.
  ///   - tell: Called after the result is stored.
  package func keep(
    _ work: @Sendable () async throws -> Value, tell: @Sendable () -> Void = {}
  ) async {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
    done.signal()
    tell()
    wasTold.store(true, ordering: .releasing)
  }

  /// Whether the result is stored and the callback has returned.
  package var isOver: Bool { wasTold.load(ordering: .acquiring) }

  /// Waits for the result, up to a time limit.
  package func isKept(withinMilliseconds span: Int) -> Bool {
    if result.withLock({ $0 != nil }) { return true }
    return done.wait(timeout: .now() + .milliseconds(span)) == .success
  }

  /// Returns the result, which must be available.
  package func value() throws -> Value {
    guard let result = result.withLock({ $0 }) else { throw Failure.interrupted }
    return try result.get()
  }
}
