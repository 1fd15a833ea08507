import Dispatch
import Synchronization
import World

/// For how long a library is waited for that another program keeps busy.
package final class LibraryPatience: Sendable {
  /// How many milliseconds lie between two tries.
  private static let pause = 10
  /// After how many milliseconds a person is told why nothing happens.
  private static let silence = 500

  private let limit = Mutex(10.0)
  private let isStopped: @Sendable () -> Bool
  private let tell: @Sendable () -> Void

  /// The patience of ten seconds.
  ///
  /// - Parameters:
  ///   - isStopped: Whether nobody waits any more.
  ///   - tell: What says, after half a second, that somebody has to wait.
  package init(
    isStopped: @escaping @Sendable () -> Bool = { false },
    tell: @escaping @Sendable () -> Void = {}
  ) {
    self.isStopped = isStopped
    self.tell = tell
  }

  /// How many seconds to wait.
  var seconds: Double {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }

  /// Whether nobody waits any more.
  var isOver: Bool { isStopped() }

  /// Waits a moment after so many tries in vain.
  ///
  /// - Returns: Whether it is worth another one.
  func wait(after tries: Int) -> Bool {
    let waited = tries * Self.pause
    if isStopped() || Double(waited) >= 1000 * seconds { return false }
    if waited == Self.silence { tell() }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(Self.pause))
    return true
  }
}
