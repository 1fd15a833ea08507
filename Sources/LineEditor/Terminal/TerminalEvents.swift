import CEditLine
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Flags that signal handlers set for the thread that reads keys.
///
/// A handler may do little more than set a flag and write to a pipe, and it has no context, so
/// all editors of the process share these flags.
enum TerminalEvents {
  private static let windowChanged = Atomic<Bool>(false)
  private static let wasContinued = Atomic<Bool>(false)
  private static let wakeDescriptor = Atomic<Int32>(-1)

  /// Starts to watch for changes of the window's size and for continuations after a stop.
  ///
  /// - Parameter descriptor: The end of the pipe that wakes a waiting reader.
  static func watch(waking descriptor: Int32) {
    forget()
    wakeDescriptor.store(descriptor, ordering: .releasing)
    ced_catch(SIGWINCH) { _ in
      TerminalEvents.windowChanged.store(true, ordering: .releasing)
      TerminalEvents.wake()
    }
    ced_catch(SIGCONT) { _ in
      TerminalEvents.noteContinuation()
    }
  }

  static func stopWatching(waking descriptor: Int32) {
    _ = wakeDescriptor.compareExchange(expected: descriptor, desired: -1, ordering: .releasing)
  }

  static func noteWindowChange() {
    windowChanged.store(true, ordering: .releasing)
  }

  static func noteContinuation() {
    wasContinued.store(true, ordering: .releasing)
    wake()
  }

  /// Clears the flags at the start of a line, which is drawn in any case.
  static func forget() {
    windowChanged.store(false, ordering: .releasing)
    wasContinued.store(false, ordering: .releasing)
  }

  /// Returns whether the window's size changed since the last call.
  static func takeWindowChange() -> Bool {
    windowChanged.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Returns whether the process was continued after a stop since the last call.
  static func takeContinuation() -> Bool {
    wasContinued.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Wakes the reader.
  ///
  /// Safe in a signal handler.
  static func wake() {
    let descriptor = wakeDescriptor.load(ordering: .acquiring)
    guard descriptor >= 0 else { return }
    let saved = errno
    var byte: UInt8 = 0
    unsafe _ = write(descriptor, &byte, 1)
    errno = saved
  }
}

/// Tells the thread that waits for keys that there is news to print above the line.
final class NewsSignal: Sendable {
  private let isPosted = Atomic<Bool>(false)
  /// The end of the pipe that wakes the reader; -1 after ``close()``.
  private let descriptor: Mutex<Int32>

  init(waking descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
  }

  /// Wakes the reader, from any thread.
  func post() {
    isPosted.store(true, ordering: .releasing)
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      var byte: UInt8 = 0
      unsafe _ = write(descriptor, &byte, 1)
    }
  }

  /// Returns whether there was news since the last call.
  func take() -> Bool { isPosted.exchange(false, ordering: .acquiringAndReleasing) }

  /// Stops waking the reader, whose pipe is about to be closed.
  func close() { descriptor.withLock { $0 = -1 } }
}
