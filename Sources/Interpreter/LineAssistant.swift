/// What helps a person while a line is typed: it knows how the line could go on, and what is wrong with it.
package protocol LineAssistant: AnyObject {
  /// The ways to complete a line at a cursor, the best first.
  ///
  /// - Parameters:
  ///   - line: The whole line.
  ///   - cursor: A UTF-8 offset into it.
  /// - Returns: The suggestions; all may have different ranges.
  func suggestions(for line: String, at cursor: Int) -> [Suggestion]

  /// What can be said about a line as it stands, within a few milliseconds.
  ///
  /// - Parameters:
  ///   - line: The whole line; an empty one is asked about what to do next.
  ///   - cursor: A UTF-8 offset into it.
  /// - Returns: The advice.
  func advice(on line: String, at cursor: Int) -> LineAdvice

  /// What a line would do, in a few words; asked about lines that are only proposed.
  func remark(on line: String) -> String

  /// Whether a line needs another one to make sense, as with a quotation that is not closed.
  func isUnfinished(_ line: String) -> Bool
}
