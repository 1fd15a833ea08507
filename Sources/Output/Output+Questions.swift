import Diagnostics
import Interpreter

/// Questions and errors.
extension Output {
  /// Asks before something is lost.
  ///
  /// - Returns: Yes under `--yes` and `set confirm off`; no where there is nobody to ask.
  package func confirms(_ question: String) -> Bool {
    if preferences.answersYes { return true }
    guard let ask else {
      say("\(question) This run cannot ask; --yes answers yes.")
      return false
    }
    endPaging()
    return isYes(ask("\(question) [y/N] ") ?? "")
  }

  /// Asks whether to trust a part of a file, which neither `--yes` nor `set confirm off` answers.
  ///
  /// - Returns: The answer; nil if there is nobody to ask.
  package func trusts(_ question: String) -> Bool? {
    guard let ask else { return nil }
    endPaging()
    return isYes(ask("\(question) [y/N] ") ?? "")
  }

  /// Reports an error.
  ///
  /// - Returns: The exit status that it stands for.
  @discardableResult
  package func report(_ error: any Error) -> RunStatus {
    let failure = Failure(catching: error)
    say(failure.diagnostic)
    return failure.status
  }
}
