import World

/// How the work on scripts ended, as an exit status tells.
package enum ScriptExit: Int32, Equatable, Sendable {
  case matched = 0
  /// Something was not as the script says.
  case mismatch = 1
  /// The script makes no sense.
  case invalid = 2
  /// The world is not the one that the script asks for.
  case unfit = 3
  /// The script asks for what no script may do.
  case refused = 4
  /// A limit was reached while it ran.
  case limit = 5
  /// The script needs what is not here, and was not played.
  case skipped = 77
  case interrupted = 130

  /// The one that says more of two.
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

/// Why a script is not played.
package struct ScriptRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  package var exit: ScriptExit
  /// What is wrong and what to do, with the place in front.
  package var description: String

  package init(_ exit: ScriptExit, _ description: String) {
    self.exit = exit
    self.description = description
  }

  /// A problem that keeps a script from being played.
  package init(_ problem: ScriptProblem) {
    let exit: ScriptExit =
      switch problem.kind {
      case .invalid, .limit: .invalid
      case .unmet: .unfit
      case .refused: .refused
      }
    self.init(exit, problem.description)
  }

  /// A script that cannot be read, or is longer than one may be.
  package init(_ error: FileError) {
    if case .tooLong(let limit) = error.reason {
      let message = "the script is longer than \(limit) bytes"
      self.init(
        ScriptProblem(
          path: error.path, line: 1, message, hint: "make two of it", kind: .limit))
    } else {
      self.init(.unfit, error.description)
    }
  }
}
