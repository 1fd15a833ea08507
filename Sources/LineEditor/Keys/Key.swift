/// One key as a person pressed it, however many bytes the terminal made of it.
enum Key: Equatable {
  /// A character, or a control key by its C0 code.
  case character(Unicode.Scalar)
  /// A character that was typed together with Alt.
  case alt(Unicode.Scalar)
  case escape
  /// An Escape that was seen before turns out to have begun an answer of the terminal's.
  case escapeWithdrawn
  case up, down, left, right, home, end
  case pageUp, pageDown
  case wordLeft, wordRight
  case delete, deleteWord
  /// Tab together with Shift.
  case backTab
  /// The terminal is about to send a pasted text.
  case paste
  case endOfInput

  /// The key of a letter held down with Ctrl.
  static func control(_ letter: Unicode.Scalar) -> Key {
    .character(Unicode.Scalar(UInt8(letter.value & 0x1F)))
  }

  /// Enter, as libedit's editing mode delivers it: it swaps carriage return and newline.
  static let enter = Key.control("j")

  static let tab = Key.control("i")
}
