import Diagnostics
import FeedLoading
import Interpreter
import SessionStore
import Terminal
import Text

/// Pipes and redirections, which belong to the user's own shell.
extension Shell {
  /// The operators of Unix shells that users type at the prompt.
  private static let operators: Set = ["|", "|&", ">", ">>", "&&", "||"]

  /// Advice in place of a pipe or a redirection; nil if the failed line has none.
  func hint(forShellSyntaxIn line: String, after failure: Failure) -> String? {
    // In filters these are operators.
    guard
      [.badArguments, .unknownField, .unknownCommand, .noSuchRow, .failed].contains(failure.code)
    else { return nil }
    let words = words(of: line, in: 0..<line.utf8.count).words
    let found = words.dropFirst().first { !$0.isQuoted && Self.operators.contains($0.text) }
    guard let found else { return joinedPipe(words.first, failure) }
    if ["&&", "||"].contains(found.text) {
      return "`;` separates commands, and the first failure ends the line"
    }
    let before = slice(line, 0..<found.range.lowerBound)
    let statement = trimmingSpace(String(before.split(separator: ";").last ?? ""))
    let rest = trimmingSpace(slice(line, found.range.lowerBound..<line.utf8.count))
    let call = "larder \(quoted(feedName)) -c \(quoted(statement, always: true)) \(rest)"
    return found.text.hasPrefix("|")
      ? "Larder has no pipes; in your own shell, run: \(call)"
      : "export writes rows to a file; in your own shell: \(call)"
  }

  /// The hint for a pipe without spaces, as in `list|head`.
  private func joinedPipe(_ word: Word?, _ failure: Failure) -> String? {
    guard failure.code == .unknownCommand, let word, !word.isQuoted else { return nil }
    let parts = word.text.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    let call = "larder \(quoted(feedName)) -c \(quoted(String(parts[0]), always: true))"
    return "Larder has no pipes; in your own shell, run: \(call) | \(parts[1])"
  }

  private var feedName: String { session.feed.map { shown(source: $0.request.source) } ?? "demo" }

  /// Quotes a word for a Unix shell, if needed.
  private func quoted(_ word: String, always: Bool = false) -> String {
    let isPlain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "./_-:".contains($0))
    }
    if isPlain, !always { return word }
    return "'\(word.replacing("'", with: #"'\''"#))'"
  }
}
