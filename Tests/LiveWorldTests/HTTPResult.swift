import Synchronization
import World

/// The outcome of a request, accessible outside the server's scope.
final class HTTPResult: Sendable {
  private let result = Mutex<Result<String, HTTPFailure>?>(nil)

  var value: Result<String, HTTPFailure>? {
    result.withLock { $0 }
  }

  func set(_ value: Result<String, HTTPFailure>) {
    result.withLock { $0 = value }
  }
}
