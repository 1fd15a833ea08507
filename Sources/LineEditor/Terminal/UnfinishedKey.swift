/// The beginning of a key at the end of what a terminal sent, the rest of which comes later.
enum UnfinishedKey {
  /// How many milliseconds the rest may take to come.
  static let patience = 50

  /// Whether bytes end within a key: a character in UTF-8, or a sequence as ECMA-48 has it.
  static func ends(_ bytes: [UInt8]) -> Bool {
    if let escape = bytes.lastIndex(of: Byte.escape) {
      return isBeginning(bytes[(escape + 1)...])
    }
    return isPartOfCharacter(bytes)
  }

  /// Whether what follows an Escape is nothing yet, or a sequence without its last byte.
  private static func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    let rest = bytes.dropFirst()
    if first == Byte.upperO { return rest.isEmpty }
    if first == Byte.leftBracket, rest.allSatisfy({ (0x20..<0x40).contains($0) }) { return true }
    return isPartOfCharacter(Array(bytes))
  }

  private static func isPartOfCharacter(_ bytes: [UInt8]) -> Bool {
    let tail = bytes.reversed().prefix(4)
    guard let following = tail.firstIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
    let first = tail[following]
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return tail.distance(from: tail.startIndex, to: following) + 1 < length
  }
}
