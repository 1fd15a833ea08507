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
        FoundTerminal.dropInput()
        FoundTerminal.restore()
        ced_default(signal)
        raise(signal)
      }
    }
    ced_catch(SIGTSTP) { signal in
      let hidden = FoundTerminal.showKeys()
      // What is typed behind a ^Z at the prompt is meant for the shell.
      if hidden != nil { FoundTerminal.dropInput() }
      ced_carry_out(signal)
      if let hidden { FoundTerminal.hideKeys(hidden) }
    }
  }

  /// The flags of a terminal that gives lines and shows them.
  private static let shown = tcflag_t(ECHO | ICANON)

  /// Flags with which a terminal gives lines and shows them, and forgets at ^C what was typed before.
  private static func givingLines(_ flags: tcflag_t) -> tcflag_t {
    (flags | shown) & ~tcflag_t(NOFLSH)
  }

  /// Forgets what was typed for this process: who has the terminal next would take it for its own.
  private static func dropInput() {
    if tcgetpgrp(STDIN_FILENO) == getpgrp() { _ = tcflush(STDIN_FILENO, TCIFLUSH) }
  }

  /// Has the terminal show what is typed while a command of ours is stopped, for who has it then.
  ///
  /// Such a terminal forgets nothing at ^C, whatever else the command or a program that it started made of it.
  /// - Returns: Its flags as they were; nil if it is not as it is while a command of ours runs.
  private static func showKeys() -> tcflag_t? {
    guard let flags = localFlags, flags & tcflag_t(NOFLSH) != 0 else { return nil }
    setLocalFlags(givingLines(flags))
    return flags
  }

  /// Puts flags back, unless somebody else has changed them.
  private static func hideKeys(_ flags: tcflag_t) {
    if localFlags == givingLines(flags) { setLocalFlags(flags) }
  }

  /// The flags of the terminal, if this job has it.
  private static var localFlags: tcflag_t? {
    var state = termios()
    guard tcgetpgrp(STDIN_FILENO) == getpgrp(), unsafe tcgetattr(STDIN_FILENO, &state) == 0 else {
      return nil
    }
    return state.c_lflag
  }

  private static func setLocalFlags(_ flags: tcflag_t) {
    var state = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &state) == 0 else { return }
    state.c_lflag = flags
    unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, &state)
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
