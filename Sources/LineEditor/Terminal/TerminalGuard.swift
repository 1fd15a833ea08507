import CEditLine
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Restores the terminal's modes, however the process ends.
///
/// It is registered with `atexit` and as the handler of the signals that end a process. The handler
/// restores the modes, then raises the signal again with its default action, so that the exit
/// status names the signal.
@safe
final class TerminalGuard {
  private let saved: UnsafeMutablePointer<termios>

  /// Saves the present modes; nil if standard input is not a terminal.
  init?() {
    var state = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &state) == 0 else { return nil }
    Self.waitForTerminal()
    unsafe saved = .allocate(capacity: 1)
    unsafe saved.initialize(to: state)
    SavedModes.publish(unsafe UInt(bitPattern: saved))
  }

  /// Makes standard input and output blocking.
  ///
  /// An earlier program may have left them non-blocking, and output would be lost.
  private static func waitForTerminal() {
    for stream in [STDIN_FILENO, STDOUT_FILENO] {
      let flags = fcntl(stream, F_GETFL)
      if flags >= 0, flags & O_NONBLOCK != 0 { _ = fcntl(stream, F_SETFL, flags & ~O_NONBLOCK) }
    }
  }

  /// Restores the modes and stops guarding them.
  func end() {
    restore()
    SavedModes.withdraw(unsafe UInt(bitPattern: saved))
  }

  /// Restores the modes while another program has the terminal.
  func restore() {
    unsafe _ = tcsetattr(STDIN_FILENO, TCSADRAIN, saved)
  }

  deinit {
    SavedModes.withdraw(unsafe UInt(bitPattern: saved))
    unsafe saved.deallocate()
  }
}

/// The modes to restore, where signal handlers, which have no context, find them.
private enum SavedModes {
  private static let address = Atomic<UInt>(0)
  private static let isRegistered = Atomic<Bool>(false)

  /// The signals that request the end of a process, those of a failed precondition in Swift, and those of crashes in C.
  private static let fatalSignals = [
    SIGHUP, SIGTERM, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE,
  ]

  static func publish(_ state: UInt) {
    address.store(state, ordering: .releasing)
    guard !isRegistered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    atexit { SavedModes.restore() }
    for signal in fatalSignals {
      ced_catch(signal) { signal in
        if DeferredTermination.takes(signal) { return }
        SavedModes.dropInput()
        SavedModes.restore()
        ced_default(signal)
        raise(signal)
      }
    }
    // As in other shells: ^\\ ends the program that runs, and not the shell.
    ced_ignore(SIGQUIT)
    ced_catch(SIGTSTP) { signal in
      let hidden = SavedModes.showKeys()
      // Keys typed after ^Z at the prompt are meant for the parent shell, not for this process.
      if hidden != nil { SavedModes.dropInput() }
      ced_carry_out(signal)
      if let hidden { SavedModes.hideKeys(hidden) }
    }
  }

  /// The flags of a terminal that delivers whole lines and echoes them.
  private static let shown = tcflag_t(ECHO | ICANON)

  /// Adds line mode and echo to flags, and lets ^C discard the input typed before it.
  private static func inLineMode(_ flags: tcflag_t) -> tcflag_t {
    (flags | shown) & ~tcflag_t(NOFLSH)
  }

  /// Discards input typed for this process, so that the next reader of the terminal does not receive it.
  private static func dropInput() {
    if tcgetpgrp(STDIN_FILENO) == getpgrp() { _ = tcflush(STDIN_FILENO, TCIFLUSH) }
  }

  /// Turns echo and line mode on while a command of this process is stopped.
  ///
  /// While such a command runs, the terminal has `NOFLSH` set, unless a child process has the terminal.
  ///
  /// - Returns: The flags from before; nil if the terminal is not in the state of a running command.
  private static func showKeys() -> tcflag_t? {
    guard let flags = localFlags, flags & tcflag_t(NOFLSH) != 0 else { return nil }
    setLocalFlags(inLineMode(flags))
    return flags
  }

  /// Restores flags, unless another process has changed them.
  private static func hideKeys(_ flags: tcflag_t) {
    if localFlags == inLineMode(flags) { setLocalFlags(flags) }
  }

  /// The local flags of the terminal; nil if this job is not in its foreground.
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

  /// Restores the modes, if this job is in the foreground.
  ///
  /// Safe in a signal handler.
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

/// Defers the first SIGHUP or SIGTERM while there is something to save before the process ends.
enum DeferredTermination {
  private static let isDeferring = Atomic<Bool>(false)
  /// The deferred signal; 0 for none.
  private static let signal = Atomic<Int32>(0)

  /// Defers the next signal that requests the end.
  static func begin() {
    signal.store(0, ordering: .releasing)
    isDeferring.store(true, ordering: .releasing)
  }

  /// Lets signals end the process again.
  static func end() { isDeferring.store(false, ordering: .releasing) }

  /// Whether a signal was deferred since ``begin()``.
  static var isRequested: Bool { signal.load(ordering: .acquiring) != 0 }

  /// Defers a signal; false if it must end the process now.
  ///
  /// Safe in a signal handler.
  static func takes(_ number: Int32) -> Bool {
    guard number == SIGHUP || number == SIGTERM,
      isDeferring.exchange(false, ordering: .acquiringAndReleasing)
    else { return false }
    signal.store(number, ordering: .releasing)
    TerminalEvents.wake()
    return true
  }

  /// Raises the deferred signal, if there is one; its handler restores the terminal.
  static func carryOut() {
    let number = signal.load(ordering: .acquiring)
    if number != 0 { raise(number) }
  }
}

/// The terminal mode in which pasted text arrives between two marks.
enum BracketedPaste {
  static let on: StaticString = "\u{1B}[?2004h"
  static let off: StaticString = "\u{1B}[?2004l"
  /// Turns the mode off in the middle of a line, and erases what is after and below the line.
  static let leave: StaticString = "\u{1B}[?2004l\u{1B}[J\r\n"

  private static let state = Atomic<Bool>(false)

  /// Whether the mode is on.
  ///
  /// Safe in a signal handler.
  static var isOn: Bool { state.load(ordering: .acquiring) }

  /// Records a change and returns the sequence that makes it; empty if the mode does not change.
  static func turn(_ isOn: Bool) -> String {
    guard state.exchange(isOn, ordering: .acquiringAndReleasing) != isOn else { return "" }
    return isOn ? on.description : off.description
  }
}

/// The terminal's scroll region, which must be reset before another program has the terminal.
package enum ScrollRegion {
  /// Resets the region to all rows, and erases what is below the cursor.
  package static let release: StaticString = "\u{1B}[0m\u{1B}7\u{1B}[r\u{1B}8\u{1B}[J\r\n"

  private static let state = Atomic<Bool>(false)

  /// Whether a region must be reset when the process ends.
  ///
  /// Safe in a signal handler.
  package static var isSet: Bool { state.load(ordering: .acquiring) }

  /// Records whether a region is set.
  package static func note(_ isSet: Bool) { state.store(isSet, ordering: .releasing) }
}
