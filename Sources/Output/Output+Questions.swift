import Diagnostics
import Interpreter

/// Questions and errors.
extension Output {
  /// Asks for a confirmation, such as before data is lost.
  ///
  /// - Returns: The answer; true with `--yes` and `set confirm off`, false if nobody can be asked.
  package func confirms(_ question: String) -> Bool {
    if preferences.answersYes { return true }
    guard let ask else {
      say("\(question) Larder cannot ask without a terminal; use --yes to answer yes.")
      return false
    }
    endPaging()
    return isYes(ask("\(question) [y/N] ") ?? "")
  }

  /// Asks whether to trust a part of a file, which neither `--yes` nor `set confirm off` answers.
  ///
  /// - Returns: The answer; nil if nobody can be asked.
  package func trusts(_ question: String) -> Bool? {
    guard let ask else { return nil }
    endPaging()
    return isYes(ask("\(question) [y/N] ") ?? "")
  }

  /// Reports an error.
  ///
  /// - Returns: The exit status for the error.
  @discardableResult
  package func report(_ error: any Error) -> RunStatus {
    let failure = Failure(catching: error)
    say(failure.diagnostic)
    return failure.status
  }
}
