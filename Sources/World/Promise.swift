import Diagnostics
import Diagnostics
import Dispatch
import Synchronization

/// A result that one task leaves and one thread waits for.
package final class Promise<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)
  private let wasTold = Atomic(false)

  package init() {}

  /// Does the work and leaves what comes of it.
  ///
  /// - Parameters:
  ///   - work: What to do.
  ///   - tell: Tells whoever does not wait that it is done.
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

  /// Whether all is done, the telling included.
  package var isOver: Bool { wasTold.load(ordering: .acquiring) }

  /// Waits for the result, a span at the longest.
  package func isKept(withinMilliseconds span: Int) -> Bool {
    if result.withLock({ $0 != nil }) { return true }
    return done.wait(timeout: .now() + .milliseconds(span)) == .success
  }

  /// The result, which has to be there.
  package func value() throws -> Value {
    guard let result = result.withLock({ $0 }) else { throw Failure.interrupted }
    return try result.get()
  }
}
