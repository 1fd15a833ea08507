import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The first request to end the process, where somebody has something to put away before.
enum AwaitedEnding {
  private static let isAwaited = Atomic<Bool>(false)
  /// The signal that came; 0 for none.
  private static let signal = Atomic<Int32>(0)

  /// Keeps the process from being ended by the next request.
  static func await() {
    signal.store(0, ordering: .releasing)
    isAwaited.store(true, ordering: .releasing)
  }

  /// Lets requests end the process again.
  static func stopAwaiting() { isAwaited.store(false, ordering: .releasing) }

  /// Whether the process was asked to end since.
  static var hasCome: Bool { signal.load(ordering: .acquiring) != 0 }

  /// Takes a signal that asks for the end; false if nobody waits for it any more.
  ///
  /// A signal handler may call this.
  static func takes(_ number: Int32) -> Bool {
    guard number == SIGHUP || number == SIGTERM,
      isAwaited.exchange(false, ordering: .acquiringAndReleasing)
    else { return false }
    signal.store(number, ordering: .releasing)
    TerminalEvents.wake()
    return true
  }

  /// Ends the process as it was asked to, by the handler that puts the terminal back.
  static func carryOut() {
    let number = signal.load(ordering: .acquiring)
    if number != 0 { raise(number) }
  }
}
