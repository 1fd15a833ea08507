/// The kinds of failures, as recorded scripts name them: `? error no-such-row`.
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

  /// The kind that an exit status stands for.
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

  /// What it means.
  package var meaning: String {
    switch self {
    case .unknownCommand: "The first word is no command, or could be several."
    case .badArguments: "The command cannot be written so."
    case .badFilter: "The filter cannot be read, or names what the feed does not have."
    case .unknownField: "The feed has no such field."
    case .noSuchRow: "No row is meant, or several."
    case .noSuchInput: "There is no such file, page or feed."
    case .malformedFeed: "The bytes are not a feed, or not one that is well formed."
    case .network: "The network did not answer."
    case .disk: "The disk failed."
    case .refused: "What was asked for may not be done here."
    case .stopped: "The person stopped it."
    case .failed: "Anything else."
    }
  }
}
