/// One key that a person pressed, however many bytes the terminal sends for it.
enum Key: Equatable {
  /// A character, or a control key by its C0 code.
  case character(Unicode.Scalar)
  /// A character typed together with Alt.
  case alt(Unicode.Scalar)
  case escape
  /// The Escape reported before was the beginning of a reply from the terminal.
  case escapeWithdrawn
  case up, down, left, right, home, end
  case pageUp, pageDown
  case wordLeft, wordRight
  case delete, deleteWord
  /// Shift-Tab.
  case backTab
  /// A function key, by its number.
  case function(Int)
  /// The start of pasted text.
  case paste
  case endOfInput

  /// A letter typed together with Ctrl.
  static func control(_ letter: Unicode.Scalar) -> Key {
    .character(Unicode.Scalar(UInt8(letter.value & 0x1F)))
  }

  /// Enter, as libedit's editing mode delivers it: it swaps carriage return and newline.
  static let enter = Key.control("j")

  static let tab = Key.control("i")
}

/// Decodes a terminal's bytes into keys, and drops everything else.
///
/// Mouse reports, late replies to queries, focus events and unknown keys are read to their end,
/// however slowly it arrives, so that no part of them is taken for text.
final class KeyDecoder {
  /// How long an Escape waits for the rest of a sequence, in milliseconds.
  static let escapeDelay: Int32 = 25

  /// How long a sequence may pause where its rest may also be keys, in milliseconds.
  static let sequenceDelay: Int32 = 250

  /// How long pasted text may pause after a ^C, in milliseconds.
  static let pasteDelay: Int32 = 500

  /// The maximum length of a reply from the terminal, in bytes.
  static let longestAnswer = 4096

  /// Reads a byte; nil after the milliseconds given, or, without a limit, at the end of the input.
  let read: (_ milliseconds: Int32?) -> UInt8?

  /// Returns a byte to the input, to be read next.
  let unread: (UInt8) -> Void

  /// The visible replacement for bytes that are not UTF-8.
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// Called with each sequence that is a reply of the terminal rather than a key.
  var onReply: ([UInt8]) -> Void = { _ in }

  /// Whether input contained bytes that are not UTF-8.
  var hasReplaced = false

  /// The introducer of a sequence that paused too long and was reported as a key.
  var paused: UInt8?

  init(read: @escaping (_ milliseconds: Int32?) -> UInt8?, unread: @escaping (UInt8) -> Void) {
    self.read = read
    self.unread = unread
  }

  /// Waits for input; nil if it is not a key.
  func next() -> Key? {
    guard let byte = read(nil) else { return .endOfInput }
    let begun = paused
    paused = nil
    if let begun, isRest(of: begun, startingWith: byte) { return rest(of: begun, byte) }
    return byte == Byte.escape ? escape() : character(startingWith: byte).map(Key.character)
  }

  /// Reads pasted text up to its end mark.
  ///
  /// If the end mark is lost, every key would be taken for text, so a ^C with nothing after it ends the paste too.
  func pastedBytes() -> [UInt8] {
    let end = Array("\u{1B}[201~".utf8)
    var bytes: [UInt8] = []
    while let byte = read(nil) {
      if byte == Byte.interrupt, !hasMore(within: Self.pasteDelay) {
        unread(byte)
        break
      }
      bytes.append(byte)
      if byte == Byte.tilde, bytes.suffix(end.count).elementsEqual(end) {
        bytes.removeLast(end.count)
        break
      }
    }
    if String(validating: bytes, as: UTF8.self) == nil { hasReplaced = true }
    return bytes
  }

  private func hasMore(within milliseconds: Int32) -> Bool {
    guard let byte = read(milliseconds) else { return false }
    unread(byte)
    return true
  }

  private func escape() -> Key? {
    guard let byte = read(Self.escapeDelay) else {
      paused = Byte.escape
      return .escape
    }
    return sequence(startingWith: byte)
  }

  /// Decodes the sequence that begins with an Escape and another byte.
  func sequence(startingWith byte: UInt8) -> Key? {
    switch byte {
    case Byte.escape: return doubledEscape()
    case Byte.leftBracket: return controlSequence()
    case Byte.upperO: return singleShift()
    case let byte where Byte.stringIntroducers.contains(byte): return controlString(byte)
    default: return character(startingWith: byte).map(Key.alt)
    }
  }

  /// Decodes a sequence after two Escapes, which some terminals send for Alt and a key.
  private func doubledEscape() -> Key? {
    switch escape() {
    case .left: .wordLeft
    case .right: .wordRight
    case .delete: .deleteWord
    case let key: key
    }
  }
}

extension KeyDecoder {
  /// Reads the rest of the character whose UTF-8 begins with `lead`; nil for a C1 control.
  private func character(startingWith lead: UInt8) -> Unicode.Scalar? {
    let count = max(1, (~lead).leadingZeroBitCount)
    guard lead >= 0x80 else { return Unicode.Scalar(lead) }
    // A single C1 control is not a letter of any other encoding either.
    if lead < 0xA0 { return nil }
    guard (2...4).contains(count) else { return replacement() }
    var value = UInt32(lead) & (0x7F >> UInt32(count))
    for _ in 1..<count {
      guard let byte = read(Self.sequenceDelay) else { return replacement() }
      guard byte & 0xC0 == 0x80 else {
        unread(byte)
        return replacement()
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return value < 0xA0 ? nil : Unicode.Scalar(value) ?? replacement()
  }

  private func replacement() -> Unicode.Scalar {
    hasReplaced = true
    return Self.replacement
  }
}

extension KeyDecoder {
  /// Reads a control sequence: parameters, then one final byte (ECMA-48, section 5.4).
  func controlSequence() -> Key? {
    var parameters: [UInt8] = []
    while let byte = read(parameters.isEmpty ? Self.sequenceDelay : nil) {
      switch byte {
      case 0x20...0x3F where parameters.count == Self.longestAnswer: return nil
      case 0x20...0x3F:
        parameters.append(byte)
      case Byte.leftBracket where parameters.isEmpty:
        return consoleFunctionKey()
      case Byte.upperM where parameters.isEmpty:
        return oldMouseReport()
      case 0x40...0x7E:
        let text = String(decoding: parameters, as: UTF8.self)
        if let modified = ModifiedKey(parameters: text, final: byte) { return modified.key }
        let key = Self.key(parameters: text, final: byte)
        if key == nil { onReply([Byte.escape, Byte.leftBracket] + parameters + [byte]) }
        return key
      default:
        unread(byte)
        return nil
      }
    }
    if parameters.isEmpty { paused = Byte.leftBracket }
    return nil
  }

  /// Reads what follows ESC O: a key of the keypad or, in some modes, an arrow.
  func singleShift() -> Key? {
    guard var byte = read(Self.escapeDelay) else { return .alt("O") }
    var parameters: [UInt8] = []
    while 0x30...0x3B ~= byte {
      parameters.append(byte)
      guard let following = read(Self.sequenceDelay) else { return nil }
      byte = following
    }
    if byte == Byte.upperM { return .enter }
    return Self.key(parameters: String(decoding: parameters, as: UTF8.self), final: byte)
  }

  /// Reads F1 to F5 of the Linux console: ESC [ [ and a letter.
  private func consoleFunctionKey() -> Key? {
    guard let letter = read(Self.sequenceDelay), (0x41...0x45).contains(letter) else { return nil }
    return .function(Int(letter) - 0x40)
  }

  /// Skips an X10 mouse report: a button and two coordinates, a byte each.
  private func oldMouseReport() -> Key? {
    for _ in 0..<3 { _ = read(Self.sequenceDelay) }
    return nil
  }

  private static func key(parameters: String, final: UInt8) -> Key? {
    let fields = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    }
    guard fields.count <= 2, fields.allSatisfy({ $0.first != .some(nil) }) || parameters.isEmpty
    else { return nil }
    // Kitty's protocol adds what happened to the key: 3 for its release.
    if fields.count == 2, fields[1].count > 1, fields[1][1] == KeyModifiers.release { return nil }
    let numbers = fields.map { $0.first ?? nil }
    let first = numbers.first.flatMap { $0 } ?? 1
    let modifiers = (numbers.count == 2 ? numbers[1] : final == Byte.tilde ? nil : first) ?? 1
    let byWord = (modifiers - 1) & 0b1110 != 0
    return final == Byte.tilde
      ? key(number: first, byWord: byWord) : key(letter: final, byWord: byWord)
  }

  /// The numbered keys of the VT220; `byWord` is true with Alt, Ctrl or Meta.
  private static func key(number: Int, byWord: Bool) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: byWord ? .deleteWord : .delete
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    case 200: .paste
    default: nil
    }
  }

  private static func key(letter: UInt8, byWord: Bool) -> Key? {
    switch letter {
    case UInt8(ascii: "A"), UInt8(ascii: "a"): .up
    case UInt8(ascii: "B"), UInt8(ascii: "b"): .down
    case UInt8(ascii: "C"): byWord ? .wordRight : .right
    case UInt8(ascii: "D"): byWord ? .wordLeft : .left
    case UInt8(ascii: "c"): .wordRight
    case UInt8(ascii: "d"): .wordLeft
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    default: nil
    }
  }
}

extension KeyDecoder {
  /// Skips a control string, such as an operating system command (ECMA-48, section 5.5).
  ///
  /// Its end may take long to arrive. A control character in it is a key and ends it.
  func controlString(_ introducer: UInt8) -> Key? {
    guard var byte = read(Self.escapeDelay) else {
      paused = introducer
      return .alt(Unicode.Scalar(introducer))
    }
    var text: [UInt8] = []
    for _ in 0..<Self.longestAnswer {
      switch byte {
      case Byte.bell:
        reportString(introducer, text)
        return nil
      case Byte.escape:
        guard let following = read(nil) else { return nil }
        reportString(introducer, text)
        if following == Byte.backslash { return nil }
        return sequence(startingWith: following)
      case 0..<0x20:
        unread(byte)
        return nil
      default: text.append(byte)
      }
      guard let following = read(nil) else { return nil }
      byte = following
    }
    return nil
  }

  private func reportString(_ introducer: UInt8, _ text: [UInt8]) {
    onReply([Byte.escape, introducer] + text + [Byte.escape, Byte.backslash])
  }

  /// Whether bytes are likely to continue a reply that paused after its introducer.
  ///
  /// A terminal sends faster than a person types, and replies begin in only a few ways.
  func isRest(of begun: UInt8, startingWith first: UInt8) -> Bool {
    guard Self.canFollow(begun, first), let second = read(Self.escapeDelay) else { return false }
    unread(second)
    return Self.canFollow(first, second, after: begun)
  }

  /// Reads the rest of a reply that paused.
  func rest(of begun: UInt8, _ first: UInt8) -> Key? {
    if begun == Byte.escape { return sequence(startingWith: first) ?? .escapeWithdrawn }
    unread(first)
    return sequence(startingWith: begun)
  }

  private static func canFollow(_ begun: UInt8, _ first: UInt8) -> Bool {
    switch begun {
    case Byte.escape: first == Byte.leftBracket || Byte.stringIntroducers.contains(first)
    case Byte.leftBracket: first == Byte.question || isDigit(first)
    case Byte.rightBracket: isDigit(first)
    case Byte.upperP: first == Byte.greater || isDigit(first)
    case Byte.underscore: first == Byte.upperG
    default: false
    }
  }

  private static func canFollow(_ first: UInt8, _ second: UInt8, after begun: UInt8) -> Bool {
    switch begun {
    case Byte.escape: canFollow(first, second)
    case Byte.upperP: [Byte.pipe, Byte.plus, Byte.dollar].contains(second)
    case Byte.underscore: 0x61...0x7A ~= second
    default: isDigit(second) || second == Byte.semicolon
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// The bytes that have a meaning to ``KeyDecoder``.
enum Byte {
  static let interrupt: UInt8 = 0x03
  static let bell: UInt8 = 0x07
  static let escape: UInt8 = 0x1B
  static let leftBracket = UInt8(ascii: "[")
  static let upperM = UInt8(ascii: "M")
  static let upperO = UInt8(ascii: "O")
  static let backslash = UInt8(ascii: "\\")
  static let tilde = UInt8(ascii: "~")
  static let rightBracket = UInt8(ascii: "]")
  static let underscore = UInt8(ascii: "_")
  static let upperG = UInt8(ascii: "G")
  static let upperP = UInt8(ascii: "P")
  static let question = UInt8(ascii: "?")
  static let greater = UInt8(ascii: ">")
  static let semicolon = UInt8(ascii: ";")
  static let pipe = UInt8(ascii: "|")
  static let plus = UInt8(ascii: "+")
  static let dollar = UInt8(ascii: "$")
  static let stringIntroducers = Array("]PX^_".utf8)
}
