/// Splits a terminal's output into characters, controls and escape sequences.
struct SequenceParser {
  enum Token {
    case text(Unicode.Scalar)
    case control(UInt8)
    case escape(UInt8)
    case sequence(Sequence)
  }

  /// A control sequence: ESC [, parameters, a final letter.
  struct Sequence {
    var parameters: String
    var final: Character

    var isPrivate: Bool { parameters.hasPrefix("?") }

    func parameter(_ index: Int) -> Int? {
      let numbers = parameters.drop { $0 == "?" }
        .split(separator: ";", omittingEmptySubsequences: false)
      return index < numbers.count ? Int(numbers[index]) : nil
    }
  }

  private enum State {
    case text, escape, sequence, string, stringEscape
  }

  private var state = State.text
  private var parameters: [UInt8] = []
  private var character: [UInt8] = []

  /// Takes one byte and returns what it completes.
  mutating func take(_ byte: UInt8) -> Token? {
    switch state {
    case .text: return takeText(byte)
    case .escape: return takeEscape(byte)
    case .sequence: return takeSequence(byte)
    case .string:
      if byte == 0x07 { state = .text }
      if byte == 0x1B { state = .stringEscape }
    case .stringEscape: state = byte == UInt8(ascii: "\\") ? .text : .string
    }
    return nil
  }

  private mutating func takeText(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x1B:
      state = .escape
      return nil
    case 0..<0x20, 0x7F: return .control(byte)
    case 0x20..<0x7F: return .text(Unicode.Scalar(byte))
    default: return takeCharacter(byte)
    }
  }

  private mutating func takeCharacter(_ byte: UInt8) -> Token? {
    if byte >= 0xC0 { character = [] }
    character.append(byte)
    let length = (~(character.first ?? 0)).leadingZeroBitCount
    guard character.count >= length else { return nil }
    defer { character = [] }
    return String(decoding: character, as: UTF8.self).unicodeScalars.first.map(Token.text)
  }

  private mutating func takeEscape(_ byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "["):
      (state, parameters) = (.sequence, [])
      return nil
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      state = .string
      return nil
    // ECMA-35, section 13.2.1: bytes between Escape and its last one, as before the name of a set of characters.
    case 0x20..<0x30: return nil
    default:
      state = .text
      return .escape(byte)
    }
  }

  private mutating func takeSequence(_ byte: UInt8) -> Token? {
    guard 0x40...0x7E ~= byte else {
      parameters.append(byte)
      return nil
    }
    state = .text
    let text = String(decoding: parameters, as: UTF8.self)
    return .sequence(Sequence(parameters: text, final: Character(Unicode.Scalar(byte))))
  }
}
