extension KeyDecoder {
  /// ECMA-48, section 5.4: parameters, then one final byte.
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
        return Self.key(parameters: String(decoding: parameters, as: UTF8.self), final: byte)
      default:
        unread(byte)
        return nil
      }
    }
    if parameters.isEmpty { paused = Byte.leftBracket }
    return nil
  }

  /// What follows ESC O: the keypad and, in some modes, the arrows.
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

  /// The Linux console sends F1 to F5 as ESC [ [ and a letter.
  private func consoleFunctionKey() -> Key? {
    _ = read(Self.sequenceDelay)
    return nil
  }

  /// An X10 mouse report: a button and two coordinates, a byte each.
  private func oldMouseReport() -> Key? {
    for _ in 0..<3 { _ = read(Self.sequenceDelay) }
    return nil
  }

  private static func key(parameters: String, final: UInt8) -> Key? {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count <= 2, numbers.allSatisfy({ $0 != nil }) || parameters.isEmpty else {
      return nil
    }
    let first = numbers.first.flatMap { $0 } ?? 1
    let modifiers = (numbers.count == 2 ? numbers[1] : final == Byte.tilde ? nil : first) ?? 1
    let byWord = (modifiers - 1) & 0b1110 != 0
    return final == Byte.tilde
      ? key(number: first, byWord: byWord) : key(letter: final, byWord: byWord)
  }

  /// The VT220's numbered keys; `byWord` tells of Alt, Ctrl or Meta.
  private static func key(number: Int, byWord: Bool) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: byWord ? .deleteWord : .delete
    case 5: .pageUp
    case 6: .pageDown
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
    default: nil
    }
  }
}
