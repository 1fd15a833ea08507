import World

/// Receives the output of one command at the prompt, and pages it if it is longer than the window.
protocol OutputGate: AnyObject {
  /// Whether the user has left the output, so that the rest is discarded.
  var hasLeft: Bool { get }

  /// Whether some output is not on the screen yet, so that messages must wait.
  var isHolding: Bool { get }

  /// Takes output, and shows as much of it as the user wants to see now.
  func take(_ bytes: [UInt8]) -> Console.Writing

  /// Takes the next lines of a layout.
  ///
  /// A gate that shows output again may lay it out anew, which changes the lines that follow.
  func take(_ bytes: [UInt8], of layout: LineLayout) -> Console.Writing

  /// Marks the output until ``endTable()`` as a table, whose first line is its heading.
  func beginTable()

  /// Marks the end of the table.
  func endTable()

  /// Shows the output of a finished print operation, if it fits.
  func showPrinted() -> Console.Writing

  /// Shows the rest, and releases the terminal.
  ///
  /// - Parameter isStopped: Whether ^C ended the command, so that the rest is not shown.
  func finish(isStopped: Bool)
}

extension OutputGate {
  func take(_ bytes: [UInt8], of layout: LineLayout) -> Console.Writing { take(bytes) }
}
