import CEditLine
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Puts the terminal back as it was found, however the process ends.
///
/// Registered with `atexit`, and a handler for the signals that end a process:
/// it restores, then lets the signal do what it does by default, so that the
/// exit status names it.
@safe
final class TerminalGuard {
  private let saved: UnsafeMutablePointer<termios>

  /// Remembers the present state; none if standard input is no terminal.
  init?() {
    var state = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &state) == 0 else { return nil }
    Self.waitForTerminal()
    unsafe saved = .allocate(capacity: 1)
    unsafe saved.initialize(to: state)
    FoundTerminal.publish(unsafe UInt(bitPattern: saved))
  }

  /// Has reads and writes wait, which a program before may have left otherwise: output would be lost.
  private static func waitForTerminal() {
    for stream in [STDIN_FILENO, STDOUT_FILENO] {
      let flags = fcntl(stream, F_GETFL)
      if flags >= 0, flags & O_NONBLOCK != 0 { _ = fcntl(stream, F_SETFL, flags & ~O_NONBLOCK) }
    }
  }

  /// Restores the state, for good.
  func end() {
    restore()
    FoundTerminal.withdraw(unsafe UInt(bitPattern: saved))
  }

  /// Restores the state for as long as someone else has the terminal.
  func restore() {
    unsafe _ = tcsetattr(STDIN_FILENO, TCSADRAIN, saved)
  }

  deinit {
    FoundTerminal.withdraw(unsafe UInt(bitPattern: saved))
    unsafe saved.deallocate()
  }
}

/// The state to restore, where handlers without a context find it.
private enum FoundTerminal {
  private static let address = Atomic<UInt>(0)
  private static let isRegistered = Atomic<Bool>(false)

  /// Requests, how Swift ends a process on a broken precondition, and what libraries in C come to grief with.
  private static let endings = [
    SIGHUP, SIGTERM, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE,
  ]

  static func publish(_ state: UInt) {
    address.store(state, ordering: .releasing)
    guard !isRegistered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    atexit { FoundTerminal.restore() }
    for signal in endings {
      ced_catch(signal) { signal in
        if AwaitedEnding.takes(signal) { return }
        FoundTerminal.restore()
        ced_default(signal)
        raise(signal)
      }
    }
    ced_catch(SIGTSTP) { signal in
      let isHidden = FoundTerminal.showKeys(true)
      ced_carry_out(signal)
      if isHidden { _ = FoundTerminal.showKeys(false) }
    }
  }

  /// Has the terminal show what is typed, or not, for who has it while this job stands still.
  ///
  /// - Returns: Whether that was otherwise before.
  private static func showKeys(_ shows: Bool) -> Bool {
    var state = termios()
    guard tcgetpgrp(STDIN_FILENO) == getpgrp(), unsafe tcgetattr(STDIN_FILENO, &state) == 0,
      (state.c_lflag & tcflag_t(ECHO) != 0) != shows
    else { return false }
    state.c_lflag =
      shows ? state.c_lflag | tcflag_t(ECHO | ICANON) : state.c_lflag & ~tcflag_t(ECHO)
    unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, &state)
    return true
  }

  static func withdraw(_ state: UInt) {
    _ = address.compareExchange(expected: state, desired: 0, ordering: .acquiringAndReleasing)
  }

  /// Only what a signal handler may do, and nothing to a terminal that another job has.
  private static func restore() {
    let state = address.exchange(0, ordering: .acquiringAndReleasing)
    guard let saved = unsafe UnsafePointer<termios>(bitPattern: state) else { return }
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    if BracketedPaste.isOn { tell(BracketedPaste.leave) }
    if ScrollRegion.isSet { tell(ScrollRegion.release) }
    unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, saved)
  }

  private static func tell(_ text: StaticString) {
    unsafe _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
