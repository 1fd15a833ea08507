/// What came of asking for a line.
package enum LineRead: Equatable, Sendable {
  case line(String), interrupted, endOfInput
  /// A line that came with bytes which are no UTF-8; `\u{FFFD}` stands in their places.
  case garbled(String)
}

/// Where the shell's lines come from: a person's keys, a pipe, a script.
package protocol LineSource: AnyObject {
  /// Reads one line.
  ///
  /// - Parameters:
  ///   - prompt: Shown before the line; may carry SGR color sequences (`ESC [ … m`).
  ///   - draft: What the line begins as, for the person to change.
  /// - Returns: The line without its end, or why there is none.
  func readLine(prompt: String, draft: String) -> LineRead

  /// Reads the answer to a question, which is no line to remember.
  func readAnswer(prompt: String) -> LineRead

  /// Learns that what the last line asked for was done, and the exit status it would have had.
  func commandsEnded(status: Int32, wasInterrupted: Bool)
}

extension LineSource {
  package func readAnswer(prompt: String) -> LineRead { readLine(prompt: prompt, draft: "") }

  package func commandsEnded(status: Int32, wasInterrupted: Bool) {}
}
