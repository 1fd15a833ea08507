/// Splits what a program writes to a terminal into characters, controls and sequences (ECMA-48, 5).
struct EscapeParser: Sendable {
  enum Token {
    case text(Unicode.Scalar)
    case control(UInt8)
    /// Escape, what stands before the last byte, and that.
    case escape([UInt8], UInt8)
    case sequence(ControlSequence)
    /// The first bytes of a string, behind the byte that opened it.
    case string(UInt8, [UInt8])
  }

  private enum State {
    case rest, character, escape, sequence, string, stringEscape
  }

  private var state = State.rest
  private var opening: UInt8 = 0
  private var kept: [UInt8] = []
  private var character = PartialCharacter()

  /// The most bytes of a sequence or a string that are looked at.
  private static let limit = 256

  /// Whether the next byte begins something new.
  var isAtRest: Bool { state == .rest }

  /// Takes one byte and tells what it completes.
  ///
  /// - Returns: What is complete, and whether the byte is used up; if not, it has to be handed over again.
  mutating func take(_ byte: UInt8) -> (token: Token?, isTaken: Bool) {
    switch state {
    case .rest: return (begin(byte), true)
    case .character: return takeCharacter(byte)
    case .escape: return (takeEscape(byte), true)
    case .sequence: return (takeSequence(byte), true)
    case .string: return (takeString(byte), true)
    case .stringEscape:
      state = .escape
      let token = Token.string(opening, kept)
      kept = []
      // A string ends at an Escape; that of `ESC \` has nothing else to say.
      if byte == UInt8(ascii: "\\") { state = .rest }
      return (token, byte == UInt8(ascii: "\\"))
    }
  }

  private mutating func begin(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x1B: startEscape()
    case 0..<0x20, 0x7F: return .control(byte)
    case 0x20..<0x7F: return .text(Unicode.Scalar(byte))
    default:
      guard character.begin(byte) else { return .text("\u{FFFD}") }
      state = .character
    }
    return nil
  }

  private mutating func takeCharacter(_ byte: UInt8) -> (token: Token?, isTaken: Bool) {
    guard character.take(byte) else {
      state = .rest
      return (.text("\u{FFFD}"), false)
    }
    guard let scalar = character.scalar else { return (nil, true) }
    state = .rest
    return (.text(scalar), true)
  }

  private mutating func startEscape() {
    state = .escape
    kept = []
  }

  private mutating func takeEscape(_ byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "[") where kept.isEmpty: state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "_"),
      UInt8(ascii: "^"):
      guard kept.isEmpty else { fallthrough }
      (state, opening) = (.string, byte)
    case 0x30..<0x7F:
      state = .rest
      return .escape(kept, byte)
    case 0x20..<0x30: keep(byte)
    default: return interrupt(byte)
    }
    return nil
  }

  private mutating func takeSequence(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x40..<0x7F:
      state = .rest
      return .sequence(ControlSequence(kept, final: byte))
    case 0x20..<0x40: keep(byte)
    default: return interrupt(byte)
    }
    return nil
  }

  private mutating func takeString(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x07:
      state = .rest
      return .string(opening, kept)
    case 0x1B: state = .stringEscape
    case 0x18, 0x1A: state = .rest
    default: keep(byte)
    }
    return nil
  }

  /// A control inside of a sequence: Escape begins anew, Cancel ends it, the others have their effect at once.
  private mutating func interrupt(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x1B: startEscape()
    case 0x18, 0x1A: state = .rest
    case 0..<0x20: return .control(byte)
    case 0x80...:
      state = .rest
      return .text("\u{FFFD}")
    default: break
    }
    return nil
  }

  private mutating func keep(_ byte: UInt8) {
    if kept.count < Self.limit { kept.append(byte) }
  }
}

/// A character of UTF-8 that has begun (The Unicode Standard, table 3-7).
struct PartialCharacter: Sendable {
  private var value: UInt32 = 0
  private var missing = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Takes the first byte; false if no character begins with it.
  mutating func begin(_ byte: UInt8) -> Bool {
    allowed = byte == 0xE0 ? 0xA0...0xBF : byte == 0xED ? 0x80...0x9F : 0x80...0xBF
    if byte == 0xF0 { allowed = 0x90...0xBF }
    if byte == 0xF4 { allowed = 0x80...0x8F }
    switch byte {
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
    default: return false
    }
    return true
  }

  /// Takes a further byte; false if the character does not go on with it.
  mutating func take(_ byte: UInt8) -> Bool {
    guard allowed.contains(byte) else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    (missing, allowed) = (missing - 1, 0x80...0xBF)
    return true
  }

  /// The character, once it is complete.
  var scalar: Unicode.Scalar? { missing == 0 ? Unicode.Scalar(value) : nil }
}

/// A control sequence: `ESC [`, parameters, a final byte (ECMA-48, 5.4).
struct ControlSequence: Sendable {
  struct Parameter: Sendable {
    var value: Int?
    /// Whether a colon stands before it, as between the parts of a color.
    var isPart: Bool
  }

  /// The byte before the parameters, such as `?`; nil for none.
  let marker: UInt8?
  let parameters: [Parameter]
  /// The bytes between the parameters and the last.
  let intermediates: [UInt8]
  let final: Character
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], final: UInt8) {
    let body = bytes.prefix { $0 >= 0x30 }
    marker = body.first.flatMap { $0 >= 0x3C ? $0 : nil }
    parameters = Self.parameters(marker == nil ? body : body.dropFirst())
    intermediates = Array(bytes[body.endIndex...])
    self.final = Character(Unicode.Scalar(final))
    self.bytes = bytes
  }

  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [Parameter] {
    var parameters: [Parameter] = []
    if bytes.isEmpty { return parameters }
    var current = Parameter(value: nil, isPart: false)
    for byte in bytes {
      switch byte {
      case 0x30...0x39: current.value = min(65_535, (current.value ?? 0) * 10 + Int(byte - 0x30))
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        parameters.append(current)
        current = Parameter(value: nil, isPart: byte == UInt8(ascii: ":"))
      default: break
      }
    }
    return parameters + [current]
  }

  /// A parameter, or what stands in for it where it is missing.
  func number(_ index: Int, default standard: Int) -> Int {
    parameters.indices.contains(index) ? parameters[index].value ?? standard : standard
  }

  /// How often something is done: the first parameter, at least 1.
  var count: Int { max(1, number(0, default: 1)) }

  /// The sequence as it is named to a person.
  var name: String { "CSI \(String(decoding: bytes, as: UTF8.self))\(final)" }
}
