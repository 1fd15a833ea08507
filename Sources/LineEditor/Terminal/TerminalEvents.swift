import CEditLine
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What signal handlers note for the thread that reads keys.
///
/// A handler may do little more than set a flag and write to a pipe, and it has
/// no context; hence these few words that all editors share.
enum TerminalEvents {
  private static let windowChanged = Atomic<Bool>(false)
  private static let wasContinued = Atomic<Bool>(false)
  private static let wakeDescriptor = Atomic<Int32>(-1)

  /// Begins to note changes of the window and continuations after a stop.
  ///
  /// - Parameter descriptor: The pipe that wakes a waiting reader.
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

  /// Drops what happened while no line was being read: a new line draws itself anyway.
  static func forget() {
    windowChanged.store(false, ordering: .releasing)
    wasContinued.store(false, ordering: .releasing)
  }

  /// Whether the window changed since the last question.
  static func takeWindowChange() -> Bool {
    windowChanged.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Whether the process was stopped and went on since the last question.
  static func takeContinuation() -> Bool {
    wasContinued.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Has the reader wake up; a signal handler may call this.
  static func wake() {
    let descriptor = wakeDescriptor.load(ordering: .acquiring)
    guard descriptor >= 0 else { return }
    let saved = errno
    var byte: UInt8 = 0
    unsafe _ = write(descriptor, &byte, 1)
    errno = saved
  }
}
