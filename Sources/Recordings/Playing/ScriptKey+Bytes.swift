extension ScriptKey {
  /// The bytes that xterm sends for the key; nil if no terminal sends it.
  package var bytes: [UInt8]? {
    switch cap {
    case .character(let character): characterBytes(character)
    case .named(let name): name.bytes(modifiers)
    }
  }

  private func characterBytes(_ character: Character) -> [UInt8]? {
    var bytes = Array(String(character).utf8)
    if modifiers.contains(.control) {
      guard bytes.count == 1, (0x40..<0x80).contains(bytes[0]) else { return nil }
      bytes = [bytes[0] & 0x1F]
    } else if modifiers.contains(.shift) {
      bytes = Array(String(character).uppercased().utf8)
    }
    return modifiers.contains(.alt) ? [0x1B] + bytes : bytes
  }

  /// The name of the key in scripts.
  package var label: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.shift) { parts.append("Shift") }
    switch cap {
    case .named(let name): parts.append(name.rawValue)
    case .character(let character): parts.append(String(character).uppercased())
    }
    return parts.joined(separator: "+")
  }
}

extension ScriptKey.Name {
  /// Returns the sequence of the key: ECMA-48 controls, and xterm's "PC-style function keys".
  fileprivate func bytes(_ modifiers: ScriptKey.Modifiers) -> [UInt8]? {
    let plain: String
    switch self {
    case .enter: plain = "\r"
    case .tab: plain = modifiers.contains(.shift) ? "\u{1B}[Z" : "\t"
    case .escape: plain = "\u{1B}"
    case .space: plain = " "
    case .backspace: plain = "\u{7F}"
    case .delete: return sequence("3", "~", modifiers)
    case .pageUp: return sequence("5", "~", modifiers)
    case .pageDown: return sequence("6", "~", modifiers)
    case .up: return sequence("1", "A", modifiers)
    case .down: return sequence("1", "B", modifiers)
    case .right: return sequence("1", "C", modifiers)
    case .left: return sequence("1", "D", modifiers)
    case .home: return sequence("1", "H", modifiers)
    case .end: return sequence("1", "F", modifiers)
    case .f1: return functionKey("P", modifiers)
    case .f2: return functionKey("Q", modifiers)
    case .f3: return functionKey("R", modifiers)
    case .f4: return functionKey("S", modifiers)
    case .f5: return sequence("15", "~", modifiers)
    case .f6: return sequence("17", "~", modifiers)
    case .f7: return sequence("18", "~", modifiers)
    case .f8: return sequence("19", "~", modifiers)
    case .f9: return sequence("20", "~", modifiers)
    case .f10: return sequence("21", "~", modifiers)
    case .f11: return sequence("23", "~", modifiers)
    case .f12: return sequence("24", "~", modifiers)
    }
    let lead: [UInt8] = modifiers.contains(.alt) ? [0x1B] : []
    if modifiers.contains(.control) { return self == .space ? lead + [0] : nil }
    return lead + Array(plain.utf8)
  }

  /// Returns the sequence of one of the first four function keys, which is a single shift without modifiers.
  private func functionKey(_ final: String, _ modifiers: ScriptKey.Modifiers) -> [UInt8] {
    modifiers.isEmpty ? Array("\u{1B}O\(final)".utf8) : sequence("1", final, modifiers)
  }

  private func sequence(
    _ number: String, _ final: String, _ modifiers: ScriptKey.Modifiers
  ) -> [UInt8] {
    let shift = modifiers.contains(.shift) ? 1 : 0
    let alt = modifiers.contains(.alt) ? 2 : 0
    let sum = 1 + shift + alt + (modifiers.contains(.control) ? 4 : 0)
    let first = number == "1" && sum == 1 ? "" : number
    return Array("\u{1B}[\(first)\(sum == 1 ? "" : ";\(sum)")\(final)".utf8)
  }
}
