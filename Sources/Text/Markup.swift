/// The text that a reader of some HTML would see: without tags, character references decoded.
///
/// What is encoded twice, as by a careless editor, is decoded twice and not a third time; what was encoded is a tag
/// only if it names an element of HTML, so that `2 &lt;large&gt; eggs` keep their size.
/// - Parameters:
///   - markup: Text that may hold HTML; where it holds neither `<` nor `&` it is returned as it is.
///   - keepingLines: Whether what begins a line of its own becomes a line feed, and not a space.
/// - Returns: A text in which no-break spaces are spaces.
/// - Complexity: O(*n*).
package func plainText(_ markup: String, keepingLines: Bool) -> String {
  guard mayHoldMarkup(markup.utf8) else { return markup }
  var bytes = Array(markup.utf8)
  bytes = withoutTags(bytes, keepingLines: keepingLines, wereEncoded: false)
  for _ in 0..<2 where mayHoldMarkup(bytes) {
    bytes = decodingReferences(bytes)
    bytes = withoutTags(bytes, keepingLines: keepingLines, wereEncoded: true)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The text with its character references decoded, once.
package func decodingReferences(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
  return String(decoding: decodingReferences(Array(text.utf8)), as: UTF8.self)
}

private func mayHoldMarkup(_ bytes: some Sequence<UInt8>) -> Bool {
  bytes.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
}

private func withoutTags(_ bytes: [UInt8], keepingLines: Bool, wereEncoded: Bool) -> [UInt8] {
  guard bytes.contains(UInt8(ascii: "<")) else { return bytes }
  var stripper = TagStripper(bytes, keepingLines: keepingLines, onlyElements: wereEncoded)
  return stripper.strip()
}

private func decodingReferences(_ bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = []
  out.reserveCapacity(bytes.count)
  var place = 0
  while place < bytes.count {
    if bytes[place] == UInt8(ascii: "&"), let reference = CharacterReference(bytes, at: place) {
      out += String(reference.scalar).utf8
      place = reference.end
    } else if bytes[place] == 0xC2, bytes[place + 1] == 0xA0 {
      out.append(0x20)
      place += 2
    } else {
      out.append(bytes[place])
      place += 1
    }
  }
  return out
}
