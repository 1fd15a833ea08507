import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The first request to end the process, where somebody has something to put away before.
enum AwaitedEnding {
  private static let isAwaited = Atomic<Bool>(false)
  private static let isRequested = Atomic<Bool>(false)

  /// Keeps the process from being ended by the next request.
  static func await() { isAwaited.store(true, ordering: .releasing) }

  /// Whether the process was asked to end since.
  static var hasCome: Bool { isRequested.load(ordering: .acquiring) }

  /// Takes a signal that asks for the end; false if nobody waits for it any more. A signal handler may call this.
  static func takes(_ signal: Int32) -> Bool {
    guard signal == SIGHUP || signal == SIGTERM,
      isAwaited.exchange(false, ordering: .acquiringAndReleasing)
    else { return false }
    isRequested.store(true, ordering: .releasing)
    return true
  }
}
