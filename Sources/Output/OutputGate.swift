import World

/// Receives the output of one command at the prompt, and pages it if it is longer than the window.
protocol OutputGate: AnyObject {
  /// Whether the person has left, so that nothing more is to be printed.
  var hasLeft: Bool { get }

  /// Whether there is output that is not on the screen yet, so that what is said has to wait.
  var isHolding: Bool { get }

  /// Takes output, and shows as much of it as a person wants to see now.
  func take(_ bytes: [UInt8]) -> Console.Writing

  /// Marks the output until ``endTable()`` as a table, the first line of which is its head.
  func beginTable()

  /// Marks the end of the table.
  func endTable()

  /// Shows a piece of output that is over, if it fits.
  func settle() -> Console.Writing

  /// Shows the rest, and gives the terminal back.
  ///
  /// - Parameter isStopped: Whether ^C ended the command, so that nobody waits for the rest.
  func finish(isStopped: Bool)
}
