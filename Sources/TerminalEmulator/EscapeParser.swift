/// A state machine that splits terminal output into characters, controls and sequences (ECMA-48, 5).
struct EscapeParser: Sendable {
  enum Token {
    case text(Unicode.Scalar)
    case control(UInt8)
    /// An escape sequence: its intermediate bytes and its final byte.
    case escape([UInt8], UInt8)
    case sequence(ControlSequence)
    /// A control string: its introducer and its first bytes.
    case string(UInt8, [UInt8])
  }

  private enum State {
    case rest, character, escape, sequence, string, stringEscape
  }

  private var state = State.rest
  private var opening: UInt8 = 0
  private var collected: [UInt8] = []
  private var character = PartialCharacter()

  /// The maximum length of sequences and strings, in bytes.
  ///
  /// Further bytes are dropped.
  private static let limit = 256

  /// Whether the parser is between tokens.
  var isAtRest: Bool { state == .rest }

  /// Consumes a byte.
  ///
  /// - Returns: The completed token, if any, and whether the byte was consumed. If not, it must be passed
  ///   again.
  mutating func take(_ byte: UInt8) -> (token: Token?, isTaken: Bool) {
    switch state {
    case .rest: return (begin(byte), true)
    case .character: return takeCharacter(byte)
    case .escape: return (takeEscape(byte), true)
    case .sequence: return (takeSequence(byte), true)
    case .string: return (takeString(byte), true)
    case .stringEscape:
      state = .escape
      let token = Token.string(opening, collected)
      collected = []
      // A string is ended by an escape; the rest of `ESC \` has no effect.
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
    collected = []
  }

  private mutating func takeEscape(_ byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "[") where collected.isEmpty: state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "_"),
      UInt8(ascii: "^"):
      guard collected.isEmpty else { fallthrough }
      (state, opening) = (.string, byte)
    case 0x30..<0x7F:
      state = .rest
      return .escape(collected, byte)
    case 0x20..<0x30: keep(byte)
    default: return interrupt(byte)
    }
    return nil
  }

  private mutating func takeSequence(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x40..<0x7F:
      state = .rest
      return .sequence(ControlSequence(collected, final: byte))
    case 0x20..<0x40: keep(byte)
    default: return interrupt(byte)
    }
    return nil
  }

  private mutating func takeString(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x07:
      state = .rest
      return .string(opening, collected)
    case 0x1B: state = .stringEscape
    case 0x18, 0x1A: state = .rest
    default: keep(byte)
    }
    return nil
  }

  /// Handles a control inside a sequence: ESC restarts, CAN cancels, others take effect immediately.
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
    if collected.count < Self.limit { collected.append(byte) }
  }
}

/// An incomplete UTF-8 character (The Unicode Standard, table 3-7).
struct PartialCharacter: Sendable {
  private var value: UInt32 = 0
  private var missing = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Starts a character; returns false if the byte is not a valid start.
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

  /// Continues the character; returns false if the byte is not a valid continuation.
  mutating func take(_ byte: UInt8) -> Bool {
    guard allowed.contains(byte) else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    (missing, allowed) = (missing - 1, 0x80...0xBF)
    return true
  }

  /// The character; nil while it is incomplete.
  var scalar: Unicode.Scalar? { missing == 0 ? Unicode.Scalar(value) : nil }
}

/// A control sequence: `ESC [`, parameters, a final byte (ECMA-48, 5.4).
struct ControlSequence: Sendable {
  struct Parameter: Sendable {
    var value: Int?
    /// Whether a colon precedes the parameter, as in the components of a color.
    var isPart: Bool
  }

  /// The private marker before the parameters, such as `?`; nil for none.
  let marker: UInt8?
  let parameters: [Parameter]
  /// The intermediate bytes, between the parameters and the final byte.
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

  /// Returns a parameter, or its default if it is missing.
  func number(_ index: Int, default standard: Int) -> Int {
    parameters.indices.contains(index) ? parameters[index].value ?? standard : standard
  }

  /// The repeat count: the first parameter, at least 1.
  var count: Int { max(1, number(0, default: 1)) }

  /// The sequence in printable notation.
  var name: String { "CSI \(String(decoding: bytes, as: UTF8.self))\(final)" }
}
