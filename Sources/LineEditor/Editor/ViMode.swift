/// The mode of vi's keys, followed by the characters that libedit reads, since libedit does not report it.
struct ViMode: Equatable {
  /// Whether keys are commands, and not text.
  private(set) var isCommand = false
  /// The operator that waits for a motion: `c`, `d` or `y`.
  private var pendingOperator: Unicode.Scalar?
  /// Whether the next character is an argument, as after `r` and `f`.
  private var takesCharacter = false

  /// Whether the next key is a command, and neither a motion nor an argument.
  var awaitsCommand: Bool { isCommand && pendingOperator == nil && !takesCharacter }

  /// Follows a character that libedit reads.
  mutating func take(_ scalar: Unicode.Scalar) {
    if !isCommand {
      isCommand = scalar == "\u{1B}"
    } else if takesCharacter {
      takesCharacter = false
      endOperator()
    } else if pendingOperator != nil {
      takeMotion(scalar)
    } else {
      takeCommand(scalar)
    }
  }

  private mutating func takeCommand(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "i", "a", "I", "A", "s", "S", "C", "R": isCommand = false
    case "c", "d", "y": pendingOperator = scalar
    case "r", "f", "F", "t", "T": takesCharacter = true
    default: break
    }
  }

  private mutating func takeMotion(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{1B}": pendingOperator = nil
    case "f", "F", "t", "T": takesCharacter = true
    case "1"..."9": break
    default: endOperator()
    }
  }

  /// Ends the operator, if one waits; `c` continues with text.
  private mutating func endOperator() {
    if pendingOperator == "c" { isCommand = false }
    pendingOperator = nil
  }
}

/// The shape of the cursor, by DECSCUSR of the VT520.
enum CursorShape: String {
  case standard = "0"
  case block = "2"
  case bar = "6"

  var sequence: String { "\u{1B}[\(rawValue) q" }
}
