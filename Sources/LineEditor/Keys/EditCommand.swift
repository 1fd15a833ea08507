/// The effect of a key on the line.
///
/// The editor does most commands itself; libedit does the rest with its own functions.
enum EditCommand: CaseIterable {
  // Done by the editor.
  case perform, show, up, down, historyPrevious, historyNext, left, right, end
  case wordRight, delete, complete, join, newline, continueLine, paste
  case interrupt, suspend, endOrDelete, search, editElsewhere
  case takeListed, undo, redo, killToStart, killToEnd, killWordBackward, killWordForward, yank,
    yankPop

  // Done by libedit.
  case home, wordLeft, uppercase, lowercase, capitalize, clearScreen

  /// The name of the function of libedit that does the command, if there is one.
  var builtin: String? {
    switch self {
    case .home: "ed-move-to-beg"
    case .wordLeft: "ed-prev-word"
    case .uppercase: "em-upper-case"
    case .lowercase: "em-lower-case"
    case .capitalize: "em-capitol-case"
    case .clearScreen: "ed-clear-screen"
    default: nil
    }
  }

  /// The character that stands for the command in libedit's key table.
  ///
  /// libedit looks up keys below U+0100 in a table. The C1 controls among them are not text and never
  /// come from a keyboard. One of them stands for the next command that the editor does, each of the
  /// others for one function of libedit. Whatever sequence a terminal sends, libedit sees a single character.
  var character: Unicode.Scalar {
    guard let number = Self.builtins.firstIndex(of: self) else { return Self.own }
    return Unicode.Scalar(0x81 + UInt8(number))
  }

  /// Whether the text that it removes goes to the kill ring.
  var isKill: Bool {
    [.killToStart, .killToEnd, .killWordBackward, .killWordForward].contains(self)
  }

  /// The commands that libedit does.
  static let builtins = allCases.filter { $0.builtin != nil }

  /// The character for every command that the editor does.
  static let own: Unicode.Scalar = "\u{80}"
}

extension EditCommand {
  /// The command of a key; nil for text and for keys that libedit's table has.
  init?(_ key: Key) {
    switch key {
    case .up, .pageUp: self = .up
    case .down, .pageDown: self = .down
    case .left: self = .left
    case .right: self = .right
    case .home: self = .home
    case .end: self = .end
    case .wordLeft: self = .wordLeft
    case .wordRight: self = .wordRight
    case .delete: self = .delete
    case .deleteWord: self = .killWordForward
    case .paste: self = .paste
    case .alt(let scalar): self.init(alt: scalar)
    case .character(let scalar): self.init(control: scalar)
    case .backTab, .function, .escape, .escapeWithdrawn, .endOfInput: return nil
    }
  }

  private init?(control scalar: Unicode.Scalar) {
    switch Key.character(scalar) {
    case .control("c"): self = .interrupt
    case .control("d"): self = .endOrDelete
    case .control("e"): self = .end
    case .control("f"): self = .right
    case .tab: self = .complete
    case .control("k"): self = .killToEnd
    case .control("l"): self = .clearScreen
    case .control("n"): self = .historyNext
    case .control("p"): self = .historyPrevious
    case .control("r"): self = .search
    case .control("u"): self = .killToStart
    case .control("w"): self = .killWordBackward
    case .control("y"): self = .yank
    case .control("z"): self = .suspend
    case .control("_"): self = .undo
    default: return nil
    }
  }

  private init?(alt scalar: Unicode.Scalar) {
    switch scalar {
    case "b", "B": self = .wordLeft
    case "f", "F": self = .wordRight
    case "d", "D": self = .killWordForward
    case "\u{7F}", "\u{8}": self = .killWordBackward
    case "u", "U": self = .uppercase
    case "l", "L": self = .lowercase
    case "c", "C": self = .capitalize
    case "p", "P": self = .historyPrevious
    case "n", "N": self = .historyNext
    case "e", "E": self = .editElsewhere
    case "y", "Y": self = .yankPop
    case "/": self = .redo
    case "\r", "\n": self = .newline
    default: return nil
    }
  }
}
