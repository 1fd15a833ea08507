import Catalog

/// The members of objects.
extension Piece {
  /// A key as it stands in the text, or the end of the object.
  struct Member {
    /// Where the key stands, between its quotes; absent at the end of the object.
    var key: ScannedValue
    /// The place of the value, or behind the brace.
    var next: Int
    var isEnd: Bool { key.shape == .absent }
  }

  /// Reads up to the value of the next member.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - place: The place behind the value before; that of the opening brace if there is none.
  ///   - isFirst: Whether there is none.
  /// - Returns: The key and where its value is, or the end of the object.
  /// - Throws: ``Interruption`` if neither comes next.
  func nextMember(
    _ text: RawSpan, from place: Int, isFirst: Bool
  ) throws(Interruption) -> Member {
    var next = skippingSpace(text, from: isFirst ? place + 1 : place)
    if text[next] == 0x7D { return Member(key: .absent, next: next + 1) }
    if !isFirst {
      guard text[next] == 0x2C else { throw flaw(text, at: next, "`,` or `}` was expected") }
      next = skippingSpace(text, from: next + 1)
    }
    guard text[next] == 0x22 else { throw flaw(text, at: next, "a name in quotes was expected") }
    let start = next + 1
    let (end, isEscaped) = try textEnd(text, from: start)
    next = try taking(0x3A, "`:`", text, from: end + 1)
    next = skippingSpace(text, from: next)
    if next >= self.end { throw flaw(text, at: next, "a value was expected") }
    return Member(key: scanned(start, end, isEscaped ? .escapedText : .text), next: next)
  }

  /// Where the record begins that a comma and nothing else stands before; nil if there is none.
  func nextRecord(_ text: RawSpan, behind place: Int) -> Int? {
    let comma = skippingSpace(text, from: place)
    guard text[comma] == 0x2C else { return nil }
    let next = skippingSpace(text, from: comma + 1)
    return text[next] == 0x7B ? next : nil
  }
}
