import Synchronization

/// The port of a server, for a handler made before the server has one.
final class Port: Sendable {
  private let number = Mutex<UInt16>(0)

  var value: UInt16 {
    number.withLock { $0 }
  }

  func set(_ port: UInt16) {
    number.withLock { $0 = port }
  }
}
