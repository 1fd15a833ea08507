/// What pages of the last century have around their scripts, and some still have.
extension BlockScan {
  private static let marks: [StaticString] = ["//", "/*", "*/", "<![CDATA[", "]]>", "<!--", "-->"]
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Makes blanks of comment and CDATA marks before or behind the value, and of semicolons behind it.
  mutating func skipWrapper(isBehind: Bool = false) {
    if !isBehind, bytes[place..<end].starts(with: Self.byteOrderMark) { blank(3) }
    skipSpace()
    while let length = markLength(isBehind: isBehind) {
      note(.wrapper, at: place)
      blank(length)
      skipSpace()
    }
  }

  private func markLength(isBehind: Bool) -> Int? {
    if isBehind, next == 0x3B { return 1 }
    return Self.marks.first { bytes[place..<end].starts(with: $0.description.utf8) }?
      .utf8CodeUnitCount
  }

  private mutating func blank(_ count: Int) {
    for offset in place..<(place + count) { bytes[offset] = 0x20 }
    place += count
  }
}
