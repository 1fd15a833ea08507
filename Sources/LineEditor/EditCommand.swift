/// What a key does to the line, by the private character that stands for it.
///
/// libedit looks up keys below U+0100 in a table. The C1 controls among them are
/// no text and never come from a keyboard, so each can be one command: whatever
/// sequence a terminal sends, libedit sees a single character.
enum EditCommand: UInt8, CaseIterable {
  // Done here.
  case perform = 0x80
  case show, up, down, historyPrevious, historyNext, delete, end
  case complete, compose, newline, paste, interrupt, suspend, endOrDelete, search

  // Done by libedit.
  case left, right, home, wordLeft, wordRight
  case deleteWordBackward, deleteWordForward, killToStart
  case uppercase, lowercase, capitalize

  /// The name of libedit's own function, for a command that has one.
  var builtin: String? {
    switch self {
    case .left: "ed-prev-char"
    case .right: "ed-next-char"
    case .home: "ed-move-to-beg"
    case .wordLeft: "ed-prev-word"
    case .wordRight: "em-next-word"
    case .deleteWordBackward: "ed-delete-prev-word"
    case .deleteWordForward: "em-delete-next-word"
    case .killToStart: "vi-kill-line-prev"
    case .uppercase: "em-upper-case"
    case .lowercase: "em-lower-case"
    case .capitalize: "em-capitol-case"
    default: nil
    }
  }
}

extension EditCommand {
  /// The command of a key that is no text; libedit's tables know the others.
  init?(_ key: Key) {
    switch key {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .home: self = .home
    case .end: self = .end
    case .wordLeft: self = .wordLeft
    case .wordRight: self = .wordRight
    case .delete: self = .delete
    case .deleteWord: self = .deleteWordForward
    case .paste: self = .paste
    case .alt(let scalar): self.init(alt: scalar)
    case .character(let scalar): self.init(control: scalar)
    case .escape, .escapeWithdrawn, .endOfInput: return nil
    }
  }

  private init?(control scalar: Unicode.Scalar) {
    switch Key.character(scalar) {
    case .control("c"): self = .interrupt
    case .control("d"): self = .endOrDelete
    case .control("e"): self = .end
    case .tab: self = .complete
    case .control("n"): self = .historyNext
    case .control("p"): self = .historyPrevious
    case .control("r"): self = .search
    case .control("u"): self = .killToStart
    case .control("w"): self = .deleteWordBackward
    case .control("z"): self = .suspend
    default: return nil
    }
  }

  private init?(alt scalar: Unicode.Scalar) {
    switch scalar {
    case "b", "B": self = .wordLeft
    case "f", "F": self = .wordRight
    case "d", "D": self = .deleteWordForward
    case "\u{7F}", "\u{8}": self = .deleteWordBackward
    case "u", "U": self = .uppercase
    case "l", "L": self = .lowercase
    case "c", "C": self = .capitalize
    case "p", "P": self = .historyPrevious
    case "n", "N": self = .historyNext
    case "\r", "\n": self = .newline
    default: return nil
    }
  }
}
