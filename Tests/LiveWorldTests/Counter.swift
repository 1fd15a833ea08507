import Synchronization

/// Counts distinct objects from any thread.
final class Counter: Sendable {
  private let seen = Mutex<Set<ObjectIdentifier>>([])

  var count: Int {
    seen.withLock { $0.count }
  }

  func add(_ id: ObjectIdentifier) {
    _ = seen.withLock { $0.insert(id) }
  }
}
