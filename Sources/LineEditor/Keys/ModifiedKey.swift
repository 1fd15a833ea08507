/// The modifiers of a key, as xterm and kitty's protocol number them.
struct KeyModifiers: OptionSet {
  let rawValue: Int

  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let ctrl = KeyModifiers(rawValue: 4)
  /// Super, Hyper and Meta, with which keys belong to the desktop.
  static let others = KeyModifiers(rawValue: 8 + 16 + 32)
  static let capsLock = KeyModifiers(rawValue: 64)

  /// The number by which kitty's protocol reports that a key was released.
  static let release = 3
}

/// A key that a terminal reports with its code and its modifiers.
///
/// These are the forms `CSI code ; modifiers u` of kitty's keyboard protocol (sw.kovidgoyal.net/kitty/keyboard-protocol),
/// whose fields may have further numbers after colons, and `CSI 27 ; modifiers ; code ~` of xterm's modifyOtherKeys.
struct ModifiedKey {
  /// The key as it would be without modifiers.
  private let code: Int
  /// The code with Shift, if the terminal reports it.
  private let shifted: Int?
  /// The code of the key at the same place of a US keyboard, if the terminal reports it.
  private let onUSKeyboard: Int?
  private let modifiers: KeyModifiers
  /// The text that the key types, if the terminal reports it.
  private let text: Unicode.Scalar?
  private let isReleased: Bool

  /// Reads a control sequence; nil if it has another form.
  ///
  /// - Parameters:
  ///   - parameters: What is between the introducer and the last byte.
  ///   - final: The last byte.
  init?(parameters: String, final: UInt8) {
    let fields = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    }
    func number(_ field: Int, _ place: Int = 0) -> Int? {
      fields.indices.contains(field) && fields[field].indices.contains(place)
        ? fields[field][place] : nil
    }
    let modifiersField: Int
    switch final {
    case UInt8(ascii: "u"):
      guard let code = number(0) else { return nil }
      (self.code, shifted, onUSKeyboard) = (code, number(0, 1), number(0, 2))
      modifiersField = 1
      text = number(2).flatMap { Unicode.Scalar(UInt32(clamping: $0)) }
    case Byte.tilde where fields.count == 3 && number(0) == 27:
      guard let code = number(2) else { return nil }
      (self.code, shifted, onUSKeyboard, text, modifiersField) = (code, nil, nil, nil, 1)
    default: return nil
    }
    modifiers = KeyModifiers(rawValue: max(0, (number(modifiersField) ?? 1) - 1))
    isReleased = number(modifiersField, 1) == KeyModifiers.release
  }

  /// The key; nil for one without a meaning, such as a modifier alone.
  var key: Key? {
    if isReleased || !modifiers.isDisjoint(with: .others) { return nil }
    let hasAlt = modifiers.contains(.alt)
    switch code {
    case 9: return modifiers.contains(.ctrl) ? nil : modifiers.contains(.shift) ? .backTab : .tab
    case 13, Keypad.enter: return hasAlt ? .alt("\r") : .enter
    case 27: return .escape
    case 8, 127:
      return modifiers.isDisjoint(with: [.alt, .ctrl]) ? .character("\u{7F}") : .alt("\u{7F}")
    default: break
    }
    if let key = Keypad.keys[code] { return key }
    guard let scalar = Keypad.texts[code] ?? typed else { return nil }
    let character = modifiers.contains(.ctrl) ? control(scalar) : scalar
    return character.map { hasAlt ? .alt($0) : .character($0) }
  }

  /// The character that the key types; nil for keys without text.
  private var typed: Unicode.Scalar? {
    // Functional keys have the numbers of a private area.
    guard code >= 0x20, !(57344...63743).contains(code),
      let plain = Unicode.Scalar(UInt32(clamping: code))
    else { return nil }
    if modifiers.contains(.ctrl) {
      // A key of another script has no control; that of the Latin letter at its place is meant.
      let latin = onUSKeyboard.flatMap { Unicode.Scalar(UInt32(clamping: $0)) }
      return plain.isASCII ? plain : latin.flatMap { ("a"..."z").contains($0) ? $0 : nil }
    }
    if let text, !text.isControl { return text }
    let isUpper =
      modifiers.contains(.shift) != (modifiers.contains(.capsLock) && plain.properties.isLowercase)
    guard isUpper else { return plain }
    if let shifted, let scalar = Unicode.Scalar(UInt32(clamping: shifted)) { return scalar }
    let upper = plain.properties.uppercaseMapping.unicodeScalars
    return upper.count == 1 ? upper.first : plain
  }

  /// The C0 control that a character is with Ctrl; nil if there is none.
  private func control(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "a"..."z", "A"..."Z", "@", "[", "\\", "]", "^", "_":
      Unicode.Scalar(UInt8(scalar.value & 0x1F))
    case "/": "\u{1F}"
    case " ": "\0"
    default: nil
    }
  }
}

/// The numeric keypad in kitty's protocol.
private enum Keypad {
  static let enter = 57414

  static let keys: [Int: Key] = [
    57417: .left, 57418: .right, 57419: .up, 57420: .down, 57421: .pageUp, 57422: .pageDown,
    57423: .home, 57424: .end, 57426: .delete,
  ]

  static let texts: [Int: Unicode.Scalar] = {
    var texts: [Int: Unicode.Scalar] = [
      57409: ".", 57410: "/", 57411: "*", 57412: "-", 57413: "+", 57415: "=",
    ]
    for digit in 0...9 { texts[57399 + digit] = Unicode.Scalar(UInt8(0x30 + digit)) }
    return texts
  }()
}
