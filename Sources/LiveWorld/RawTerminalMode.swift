import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Puts the terminal into noncanonical mode without echo, and restores it later.
///
/// A signal that terminates the process restores it first.
@safe
struct RawTerminalMode {
  private let found: UnsafeMutablePointer<termios>
  private let handlers: [(signal: Int32, action: sigaction)]

  /// Changes the terminal on standard input; nil if it is not possible.
  init?() {
    var modes = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    unsafe found = .allocate(capacity: 1)
    unsafe found.initialize(to: modes)
    FoundModes.address.store(unsafe UInt(bitPattern: found), ordering: .releasing)
    handlers = Self.catchEndings()
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  /// Restores the terminal.
  ///
  /// The value must not be used afterwards.
  func restore() {
    FoundModes.restore()
    for (signal, action) in handlers {
      var action = action
      unsafe sigaction(signal, &action, nil)
    }
    unsafe found.deallocate()
  }

  /// Installs handlers for the signals that have their default action.
  ///
  /// Other handlers are left in place.
  private static func catchEndings() -> [(Int32, sigaction)] {
    [SIGHUP, SIGTERM].compactMap { signal in
      var action = sigaction()
      unsafe sigaction(signal, nil, &action)
      guard action.hasDefaultHandler else { return nil }
      var own = sigaction()
      own.handle { number in
        FoundModes.restore()
        restoreDefault(number)
        raise(number)
      }
      unsafe sigaction(signal, &own, nil)
      return (signal, action)
    }
  }
}

/// Restores the default action of a signal.
private func restoreDefault(_ number: Int32) { _ = signal(number, SIG_DFL) }

/// The modes to restore, accessible to a signal handler.
private enum FoundModes {
  static let address = Atomic<UInt>(0)

  /// Uses only async-signal-safe functions.
  static func restore() {
    let address = address.exchange(0, ordering: .acquiringAndReleasing)
    guard let modes = unsafe UnsafePointer<termios>(bitPattern: address) else { return }
    unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, modes)
  }
}

extension sigaction {
  fileprivate var hasDefaultHandler: Bool {
    #if canImport(Glibc)
      unsafe unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 0
    #else
      unsafe unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self) == 0
    #endif
  }

  fileprivate mutating func handle(_ handler: @escaping @convention(c) (Int32) -> Void) {
    #if canImport(Glibc)
      unsafe __sigaction_handler.sa_handler = handler
    #else
      unsafe __sigaction_u.__sa_handler = handler
    #endif
  }
}
