/// The reason why a command failed.
package struct Failure: Error {
  package var diagnostic: Diagnostic
  package var status: RunStatus

  package init(_ diagnostic: Diagnostic, _ status: RunStatus = .failure) {
    self.diagnostic = diagnostic
    self.status = status
  }

  package init(
    _ message: String, hint: String = "", at word: Range<Int>? = nil, in line: String? = nil,
    status: RunStatus = .failure, code: FailureCode? = nil
  ) {
    let diagnostic = Diagnostic(message, at: word, in: line, hint: hint)
    self.init(code.map { diagnostic.coded($0.rawValue) } ?? diagnostic, status)
  }

  /// The kind of the failure.
  package var code: FailureCode {
    FailureCode(rawValue: diagnostic.code) ?? FailureCode(status)
  }

  /// Converts any error to a failure.
  package init(catching error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let diagnostic as Diagnostic: self.init(diagnostic)
    case let error as any FailureConvertible: self = error.failure
    default: self.init("\(error)")
    }
  }

  /// An interruption by the user.
  package static var interrupted: Failure { Failure("stopped", status: .interrupted) }
}

/// An error of a module that determines the exit status of the command.
package protocol FailureConvertible: Error {
  var failure: Failure { get }
}

/// The kinds of failures, as scripts name them: `? error no-such-row`.
package enum FailureCode: String, CaseIterable, Sendable {
  case unknownCommand = "unknown-command"
  case badArguments = "bad-arguments"
  case badFilter = "bad-filter"
  case unknownField = "unknown-field"
  case noSuchRow = "no-such-row"
  case noSuchInput = "no-such-input"
  case malformedFeed = "malformed-feed"
  case network
  case disk
  case refused
  case stopped
  case failed

  /// The kind of an exit status.
  package init(_ status: RunStatus) {
    switch status {
    case .success, .failure: self = .failed
    case .usage: self = .badArguments
    case .notAFeed: self = .malformedFeed
    case .noInput: self = .noSuchInput
    case .network: self = .network
    case .disk: self = .disk
    case .interrupted: self = .stopped
    }
  }

  /// The meaning of the kind.
  package var meaning: String {
    switch self {
    case .unknownCommand: "The first word is not a command, or matches several."
    case .badArguments: "The arguments of the command are not valid."
    case .badFilter: "The filter is not valid, or names something that the feed does not have."
    case .unknownField: "The feed has no such field."
    case .noSuchRow: "No row matches, or several do."
    case .noSuchInput: "The file, page or feed does not exist."
    case .malformedFeed: "The input is not a feed, or has malformed records and was refused."
    case .network: "The network failed, or did not answer."
    case .disk: "A file could not be read or written."
    case .refused: "The action is not allowed here."
    case .stopped: "The user stopped the command."
    case .failed: "Any other failure."
    }
  }
}

/// The exit status of a run, by the conventions of `sysexits.h`.
package enum RunStatus: Int32, Sendable {
  case success = 0
  case failure = 1
  /// The command line cannot be understood.
  case usage = 64
  /// The bytes are not a feed, or not one under `--strict`.
  case notAFeed = 65
  /// A file or page does not exist.
  case noInput = 66
  /// The network did not answer.
  case network = 69
  /// The disk failed.
  case disk = 74
  case interrupted = 130
}
