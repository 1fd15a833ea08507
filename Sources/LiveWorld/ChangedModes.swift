import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal that gives each key as it comes and shows none, until it is put back as it was.
///
/// A signal that ends the process puts it back first.
@safe
struct ChangedModes {
  private let found: UnsafeMutablePointer<termios>
  private let handlers: [(signal: Int32, action: sigaction)]

  /// Changes the terminal that is standard input; nil if that cannot be done.
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

  /// Puts the terminal back; the value is of no use afterwards.
  func restore() {
    FoundModes.restore()
    for (signal, action) in handlers {
      var action = action
      unsafe sigaction(signal, &action, nil)
    }
    unsafe found.deallocate()
  }

  /// Catches the signals that would end the process as they are; whoever else catches one keeps it.
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

/// Lets a signal do again what it does by default.
private func restoreDefault(_ number: Int32) { _ = signal(number, SIG_DFL) }

/// The modes to restore, where a handler without a context finds them.
private enum FoundModes {
  static let address = Atomic<UInt>(0)

  /// Only what a signal handler may do.
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
