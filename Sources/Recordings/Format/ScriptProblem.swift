/// A problem in a script, with its position and a hint.
package struct ScriptProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The category of a problem.
  package enum Kind: Equatable, Sendable {
    /// The script is invalid.
    case invalid
    /// The script exceeds a limit.
    case limit
    /// The script requires something that this program or machine does not provide.
    case unmet
    /// The script requests something that is not allowed to scripts.
    case refused
  }

  package var path: String
  /// The line number, counted from 1.
  package var line: Int
  /// The column, in scalars, counted from 1.
  package var column: Int
  /// The message, as a clause without a period.
  package var message: String
  /// The remedy, as a clause; may be empty.
  package var hint: String
  package var kind: Kind

  package init(
    path: String, line: Int, column: Int = 1, _ message: String, hint: String = "",
    kind: Kind = .invalid
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
    self.kind = kind
  }

  package var description: String {
    "\(path):\(line):\(column): \(message)" + (hint.isEmpty ? "" : "; \(hint)")
  }
}

/// The fixed limits of scripts.
package enum ScriptBounds {
  /// The size of the text and of a line, in bytes.
  package static let (text, line) = (1 << 20, 4096)
  package static let lines = 10_000
  /// The total size of the attached files, in bytes.
  package static let attachments = 4 << 20
  package static let repetitions = 100
  /// The nesting depth of repetitions.
  package static let nesting = 2
  /// The number of steps, counting each repetition.
  package static let steps = 2000
  /// The number of placeholders in a line, other than `[..]`.
  package static let placeholders = 32
  /// The number of keys in one step and in all steps.
  package static let (stepKeys, keys) = (1000, 20_000)
  /// The length of one pause and of all pauses, in milliseconds.
  package static let (pause, pauses) = (30_000, 600_000)
  /// The total that a script can advance the clock, in milliseconds: a hundred years.
  package static let clock = 100 * 366 * 86_400_000
  package static let columns = 20...400
  package static let rows = 5...200
  /// The total size of variable values, and the size of an expanded text, in bytes.
  package static let variables = 64 << 10
  /// The number of included scripts, their nesting depth, and their total size in bytes.
  package static let (includes, includeDepth, includedText) = (64, 8, 2 << 20)
}
