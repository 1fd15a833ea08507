/// What came of asking for a line.
package enum LineRead: Equatable, Sendable { case line(String), interrupted, endOfInput }

/// Where the shell's lines come from: a person's keys, a pipe, a script.
package protocol LineSource: AnyObject {
  /// Reads one line.
  ///
  /// - Parameter prompt: Shown before the line; may carry SGR color sequences (`ESC [ … m`).
  /// - Returns: The line without its end, or why there is none.
  func readLine(prompt: String) -> LineRead

  /// Reads the answer to a question, which is no line to remember.
  func readAnswer(prompt: String) -> LineRead
}

extension LineSource {
  package func readAnswer(prompt: String) -> LineRead { readLine(prompt: prompt) }
}
