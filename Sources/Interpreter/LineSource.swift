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

/// The lines that were entered before, numbered from the oldest, which is 0.
///
/// A number means the same line for as long as the history is there. A line that was entered
/// again later is found there only.
package protocol LineHistory: AnyObject {
  /// Learns the lines that were added since the last call, by this shell or another.
  func refresh()

  /// How many lines there are.
  var count: Int { get }

  /// A line by its number.
  subscript(number: Int) -> String { get }

  /// The number of the latest line before another that begins with a text and is longer.
  func latest(startingWith text: String, before number: Int) -> Int?

  /// The lines with all words of a text in them, whatever their case and accents, the latest first.
  ///
  /// - Parameters:
  ///   - text: Words, in any order; none of them is in every line.
  ///   - limit: The most numbers to return.
  /// - Returns: The numbers of the lines.
  func matches(_ text: String, limit: Int) -> [Int]

  /// Remembers a line that was entered.
  func add(_ line: String)
}

/// A key of a person who moves through a long text.
package enum PagingKey: Equatable, Sendable {
  /// A character, or a control key by its C0 code.
  case character(Unicode.Scalar)
  case enter, erase
  /// Escape or Ctrl-C.
  case escape
  case up, down, pageUp, pageDown, home, end
  /// A key that means nothing here.
  case other
  case endOfInput
}

/// Where the keys come from that move through a long text: a terminal, or a test.
package protocol PagingKeySource: AnyObject {
  /// Has keys typed from now on be what ``nextPagingKey(redraw:)`` gives.
  func beginPaging()

  /// Waits for a key.
  ///
  /// - Parameter redraw: Draws the text anew; called while it waits when the window has another size
  ///   or the terminal was another's for a while.
  /// - Returns: The key.
  func nextPagingKey(redraw: () -> Void) -> PagingKey

  /// Lets a command go on that keys can stop; others are hidden, and kept for what asks next.
  func pausePaging()

  /// Has the terminal be what commands find it.
  func endPaging()
}

/// Types in place of a person, as a script does.
package protocol Typist: AnyObject {
  /// The bytes of the next key as a terminal sends them, none if the screen is to be looked at anew; nil at the end.
  ///
  /// It is called when everything that the last key asked for is done and drawn, and may take its time.
  func nextKey() -> [UInt8]?

  /// Whether the next key comes at once, so that nothing need be drawn before it.
  var isHurried: Bool { get }
}

/// A line in the middle of being edited.
package struct LineGlance: Equatable, Sendable {
  package var text: String
  /// The scalars before the cursor.
  package var cursor: Int
  /// How many rows the line goes on below the one with the cursor.
  package var rowsBelowCursor: Int

  package init(text: String, cursor: Int, rowsBelowCursor: Int) {
    self.text = text
    self.cursor = cursor
    self.rowsBelowCursor = rowsBelowCursor
  }
}

/// Whether the answer to a question is yes: anything but a word for it is no.
package func isYes(_ answer: String) -> Bool {
  ["y", "ye", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
}
