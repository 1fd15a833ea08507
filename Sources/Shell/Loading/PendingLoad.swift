import Diagnostics
import Dispatch
import Synchronization

/// A result that one task leaves and one thread waits for.
final class Promise<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)
  private let wasTold = Atomic(false)

  /// Does the work and leaves what comes of it.
  ///
  /// - Parameters:
  ///   - work: What to do.
  ///   - tell: Tells whoever does not wait that it is done.
  func keep(
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
  var isOver: Bool { wasTold.load(ordering: .acquiring) }

  /// Waits for the result, a span at the longest.
  func isKept(withinMilliseconds span: Int) -> Bool {
    if result.withLock({ $0 != nil }) { return true }
    return done.wait(timeout: .now() + .milliseconds(span)) == .success
  }

  /// The result, which has to be there.
  func value() throws -> Value {
    guard let result = result.withLock({ $0 }) else { throw Failure.interrupted }
    return try result.get()
  }
}

/// A feed that is on its way while the prompt is there already.
struct PendingLoad {
  let request: FeedRequest
  let name: String
  let promise: Promise<LoadedFeed>
  let task: Task<Void, Never>
}
