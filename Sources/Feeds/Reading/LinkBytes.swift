import Catalog

/// Whether some bytes are plainly a secure address of the web: its scheme, a host, and only ASCII without white space.
///
/// What is not plain may still be one.
func isWebLink(_ range: Range<Int>, of text: RawSpan) -> Bool {
  let start = range.lowerBound
  guard range.count >= 16 else { return false }
  // `https:/` or `http://`, whatever the case of its letters.
  let scheme = text.word(start) | 0x2020_2020_2020_2020
  let isSecure = scheme & 0xFF_FFFF_FFFF_FFFF == 0x2F_3A73_7074_7468
  guard isSecure, text.byte(start + 6) == 0x2F, text.byte(start + 7) == 0x2F,
    isVisible(text.byte(start + 8)), text.byte(start + 8) != 0x2F
  else { return false }
  var place = start + 8
  while place + 8 <= range.upperBound {
    if hasSpaceOrControl(text.word(place)) { return false }
    place += 8
  }
  return !hasSpaceOrControl(text.word(range.upperBound - 8))
}

/// Whether one of eight bytes may be up to 0x20, or 0x7F; bytes beyond ASCII make it say yes, too.
@inline(__always)
private func hasSpaceOrControl(_ word: UInt64) -> Bool {
  let high: UInt64 = 0x8080_8080_8080_8080
  let aboveSpace = word &+ 0x5F5F_5F5F_5F5F_5F5F
  let fromDelete = word &+ 0x0101_0101_0101_0101
  return word & high != 0 || aboveSpace & high != high || fromDelete & high != 0
}

/// Whether a text that begins with a byte begins with something visible; white space beyond ASCII begins with others.
@inline(__always)
func isVisible(_ byte: UInt8) -> Bool {
  byte >= 0x21 && byte <= 0x7E || byte >= 0xC3 && byte <= 0xDF
}
