/// The result of reading a line.
package enum LineRead: Equatable, Sendable {
  case line(String), interrupted, endOfInput
  /// A line with invalid UTF-8, which is replaced by `\u{FFFD}`.
  case garbled(String)
}

/// A source of lines: the line editor, a pipe or a script.
package protocol LineSource: AnyObject {
  /// Reads one line.
  ///
  /// - Parameters:
  ///   - prompt: The prompt, which can contain SGR color sequences (`ESC [ … m`).
  ///   - draft: The initial text of the line.
  /// - Returns: The line without its line break, or the reason why there is none.
  func readLine(prompt: String, draft: String) -> LineRead

  /// Reads the answer to a question, which is not added to the history.
  func readAnswer(prompt: String) -> LineRead

  /// Called when the commands of the last line have ended, with their exit status.
  func commandsEnded(status: Int32, wasInterrupted: Bool)
}

extension LineSource {
  package func readAnswer(prompt: String) -> LineRead { readLine(prompt: prompt, draft: "") }

  package func commandsEnded(status: Int32, wasInterrupted: Bool) {}
}

/// The command history, with lines numbered from the oldest, which is 0.
///
/// Numbers are stable. A repeated line is listed only at its latest position.
package protocol LineHistory: AnyObject {
  /// Loads the lines added since the last call, by this shell or another.
  func refresh()

  /// The number of lines.
  var count: Int { get }

  /// Returns a line by its number.
  subscript(number: Int) -> String { get }

  /// Returns the number of the latest line before another that starts with a text and is longer.
  func latest(startingWith text: String, before number: Int) -> Int?

  /// Returns the lines that contain all words of a text, ignoring case and diacritics, latest first.
  ///
  /// - Parameters:
  ///   - text: The words, in any order; none matches all lines.
  ///   - limit: The maximum number of results.
  /// - Returns: The numbers of the lines.
  func matches(_ text: String, limit: Int) -> [Int]

  /// Adds a line.
  func add(_ line: String)
}

/// A key in the pager.
package enum PagingKey: Equatable, Sendable {
  /// A character, or a control key by its C0 code.
  case character(Unicode.Scalar)
  case enter, erase
  /// Escape or Ctrl-C.
  case escape
  case up, down, left, right, pageUp, pageDown, home, end
  /// A key without a function.
  case other
  case endOfInput
}

/// A source of pager keys: a terminal or a test.
package protocol PagingKeySource: AnyObject {
  /// Starts reading keys for ``nextPagingKey(redraw:)``.
  func beginPaging()

  /// Waits for a key.
  ///
  /// - Parameter redraw: Redraws the text. Called when the window was resized, the terminal was used by another program,
  ///   or the shell was woken.
  /// - Returns: The key.
  func nextPagingKey(redraw: () -> Void) -> PagingKey

  /// Lets a command run that Ctrl-C can interrupt. Other keys are buffered without echo.
  func pausePaging()

  /// Restores the terminal for commands.
  func endPaging()
}

/// A source of simulated key presses, such as a script.
package protocol Typist: AnyObject {
  /// Returns the bytes of the next key as a terminal sends them; empty to check the terminal size again, nil
  /// at the end.
  ///
  /// It is called after the previous key has been fully processed and drawn, and can block.
  func nextKey() -> [UInt8]?

  /// Whether the next key follows immediately, so that redrawing can be skipped.
  var isHurried: Bool { get }
}

/// The state of the line editor.
package struct LineSnapshot: Equatable, Sendable {
  package var text: String
  /// The number of scalars before the cursor.
  package var cursor: Int
  /// The number of rows of the line below the cursor's row.
  package var rowsBelowCursor: Int

  package init(text: String, cursor: Int, rowsBelowCursor: Int) {
    self.text = text
    self.cursor = cursor
    self.rowsBelowCursor = rowsBelowCursor
  }
}

/// Whether an answer means yes.
///
/// Everything else means no.
package func isYes(_ answer: String) -> Bool {
  ["y", "ye", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
}
