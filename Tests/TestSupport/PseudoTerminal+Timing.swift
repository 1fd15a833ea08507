#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension PseudoTerminal {
  /// Reads what the program writes next, and returns when that came; nil if nothing does in time.
  ///
  /// - Throws: ``PseudoTerminalError`` if the program closes the terminal.
  package func readNext(within time: Duration) throws -> ContinuousClock.Instant? {
    guard waitForTerminal(POLLIN, until: .now + time) != 0 else { return nil }
    let moment = ContinuousClock.now
    readOutput()
    if isClosed { throw PseudoTerminalError.closed(screen: screen.text) }
    return moment
  }

  /// Reads for some time, in which what is shown must stay as it is.
  ///
  /// Output from before the call is read first.
  ///
  /// - Throws: ``PseudoTerminalError`` if it changes, or if the program closes the terminal.
  package func expectStill(for time: Duration) throws {
    while waitForTerminal(POLLIN, until: .now + .milliseconds(1)) != 0 {
      readOutput()
      if isClosed { throw PseudoTerminalError.closed(screen: screen.text) }
    }
    let shown = screen.text
    let deadline = ContinuousClock.now + time
    while try readNext(within: deadline - .now) != nil {
      guard screen.text == shown else { throw PseudoTerminalError.changed(screen: screen.text) }
    }
  }
}
