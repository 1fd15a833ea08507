import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells the thread that waits for keys that there is something to say.
final class NewsBell: Sendable {
  private let hasRung = Atomic<Bool>(false)
  /// The pipe that wakes the reader; below zero once it is closed.
  private let descriptor: Mutex<Int32>

  init(waking descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
  }

  /// Has the reader wake up, from any thread.
  func ring() {
    hasRung.store(true, ordering: .releasing)
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      var byte: UInt8 = 0
      unsafe _ = write(descriptor, &byte, 1)
    }
  }

  /// Whether it rang since the last question.
  func hasRungSince() -> Bool { hasRung.exchange(false, ordering: .acquiringAndReleasing) }

  /// Wakes nobody any more.
  func silence() { descriptor.withLock { $0 = -1 } }
}
