import Synchronization

/// A value that is computed once, on first access.
package final class Lazy<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Mutex<Value?>(nil)

  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value; other threads wait while it is computed.
  package var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }

  /// The value if it has been computed.
  package var valueIfMade: Value? { made.withLock { $0 } }
}
