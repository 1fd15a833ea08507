import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a signal handler may reach.
let requestedStops = Interruptions()

extension Interruptions {
  /// From here on, writing to a pipe that nobody reads, or more to a file than a limit allows, is an error instead of
  /// the program's end.
  package static func takeLostOutputAsErrors() {
    for ending in [SIGPIPE, SIGXFSZ] { signal(ending, SIG_IGN) }
  }

  /// The interruptions that ^C asks for while a command runs; lost output is an error from here on, too.
  package static func live() -> Interruptions {
    _ = requestedStops.isRaised
    takeLostOutputAsErrors()
    var action = sigaction()
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = { _ in requestedStops.raise() }
    #else
      unsafe action.__sigaction_u.__sa_handler = { _ in requestedStops.raise() }
    #endif
    unsafe sigaction(SIGINT, &action, nil)
    // Whoever starts the program from a thread that lets no signal through leaves it that way.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return requestedStops
  }
}
