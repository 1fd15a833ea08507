/// What is wrong with a script, where, and what to do about it.
package struct ScriptProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// What a problem means for whoever wants to play the script.
  package enum Kind: Equatable, Sendable {
    /// The text makes no sense.
    case invalid
    /// It asks for more than a script may take.
    case limit
    /// It asks for something that this program or this place does not have.
    case unmet
    /// It asks for something that no script may do.
    case refused
  }

  package var path: String
  /// The number of the line, counted from 1.
  package var line: Int
  /// The place in the line, in scalars, counted from 1.
  package var column: Int
  /// What is wrong, in a clause without a full stop.
  package var message: String
  /// What to do, in a clause; empty where the message says it all.
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

/// How much a script may be and do, whoever wrote it.
package enum ScriptBounds {
  /// Bytes of the text, and of one line of it.
  package static let (text, line) = (1 << 20, 4096)
  package static let lines = 10_000
  /// Bytes of all files that it carries along.
  package static let attachments = 4 << 20
  package static let repetitions = 100
  /// How deep repetitions stand in one another.
  package static let nesting = 2
  /// Steps, each repetition counted.
  package static let steps = 2000
  /// Placeholders of one line, `[..]` aside.
  package static let placeholders = 32
  /// Keys of one step, and of all steps.
  package static let (stepKeys, keys) = (1000, 20_000)
  /// Milliseconds of one rest, and of all rests.
  package static let (pause, pauses) = (30_000, 600_000)
  /// By how many milliseconds a script moves the clock in all: a hundred years.
  package static let clock = 100 * 366 * 86_400_000
  package static let columns = 20...400
  package static let rows = 5...200
  /// Bytes that the values of all variables have, and that a text has once they stand in it.
  package static let variables = 64 << 10
  /// Scripts that a script includes, how deep, and bytes of all.
  package static let (includes, includeDepth, includedText) = (64, 8, 2 << 20)
}
