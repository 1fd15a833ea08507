import World

/// The exit status of the script commands.
package enum ScriptExit: Int32, Equatable, Sendable {
  case matched = 0
  /// At least one expectation does not match.
  case mismatch = 1
  /// The script is invalid.
  case invalid = 2
  /// The environment does not meet the script's requirements.
  case unfit = 3
  /// The script requests something that is not allowed to scripts.
  case refused = 4
  /// A limit was exceeded during the run.
  case limit = 5
  /// The script requires a missing feature, and was not played.
  case skipped = 77
  case interrupted = 130

  /// Returns the more severe of two statuses.
  package func worse(_ other: ScriptExit) -> ScriptExit {
    other.weight > weight ? other : self
  }

  private var weight: Int {
    switch self {
    case .matched: 0
    case .skipped: 1
    default: Int(rawValue) + 1
    }
  }
}

/// The reason why a script cannot be played.
package struct ScriptRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  package var exit: ScriptExit
  /// The message with its position and a remedy.
  package var description: String

  package init(_ exit: ScriptExit, _ description: String) {
    self.exit = exit
    self.description = description
  }

  /// Creates a refusal from a problem in the script.
  package init(_ problem: ScriptProblem) {
    let exit: ScriptExit =
      switch problem.kind {
      case .invalid, .limit: .invalid
      case .unmet: .unfit
      case .refused: .refused
      }
    self.init(exit, problem.description)
  }

  /// Creates a refusal from an error in reading the script.
  package init(_ error: FileError) {
    if case .tooLong(let limit) = error.reason {
      let message = "the script has more than \(limit) bytes"
      self.init(
        ScriptProblem(
          path: error.path, line: 1, message, hint: "split it into two scripts", kind: .limit))
    } else {
      self.init(.unfit, error.description)
    }
  }
}
