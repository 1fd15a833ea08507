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
