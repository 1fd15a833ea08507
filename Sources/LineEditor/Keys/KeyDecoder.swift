/// Turns a terminal's bytes into keys, and swallows what is no key.
///
/// Mouse reports, answers that come late, focus events and keys without a meaning
/// here are read to their end, however slowly it comes, so that no part of them is typed.
final class KeyDecoder {
  /// How long an Escape waits for the rest of a sequence, in milliseconds.
  static let escapeDelay: Int32 = 25

  /// How long the rest may pause where it may also be keys, in milliseconds.
  static let sequenceDelay: Int32 = 250

  /// How long a paste may pause behind a ^C, in milliseconds.
  static let pasteDelay: Int32 = 500

  /// The most bytes of one answer; what is longer is not one.
  static let longestAnswer = 4096

  /// The next byte; none after the milliseconds given, or, without a limit, at the end.
  let read: (_ milliseconds: Int32?) -> UInt8?

  /// Gives back a byte, to be read next.
  let unread: (UInt8) -> Void

  /// What stands for bytes that are not UTF-8, so that they are seen.
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// Whether bytes came that are not UTF-8.
  var hasReplaced = false

  /// The byte after which a sequence paused, if it did.
  var paused: UInt8?

  init(read: @escaping (_ milliseconds: Int32?) -> UInt8?, unread: @escaping (UInt8) -> Void) {
    self.read = read
    self.unread = unread
  }

  /// Waits for input and returns the key that it makes, if it makes one.
  func next() -> Key? {
    guard let byte = read(nil) else { return .endOfInput }
    let begun = paused
    paused = nil
    if let begun, isRest(of: begun, startingWith: byte) { return rest(of: begun, byte) }
    return byte == Byte.escape ? escape() : character(startingWith: byte).map(Key.character)
  }

  /// The pasted text up to its end mark, as bytes.
  ///
  /// A mark that was lost on its way would have every key taken for text; a ^C that nothing follows stands for it.
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

  /// What an Escape and another byte begin.
  func sequence(startingWith byte: UInt8) -> Key? {
    switch byte {
    case Byte.escape: return doubledEscape()
    case Byte.leftBracket: return controlSequence()
    case Byte.upperO: return singleShift()
    case let byte where Byte.stringIntroducers.contains(byte): return controlString(byte)
    default: return character(startingWith: byte).map(Key.alt)
    }
  }

  /// Some terminals send Alt as an Escape before the key's own sequence.
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
  /// The character whose UTF-8 begins with `lead`; none for a control that no keyboard has.
  private func character(startingWith lead: UInt8) -> Unicode.Scalar? {
    let count = max(1, (~lead).leadingZeroBitCount)
    guard lead >= 0x80 else { return Unicode.Scalar(lead) }
    // A control of the second set, by itself, is no letter of any other encoding.
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

/// The bytes that a decoder tells apart.
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
