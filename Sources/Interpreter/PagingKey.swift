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
