import Catalog

/// Whether some bytes are plainly a secure address of the web: its scheme, a host, and only ASCII without white space.
///
/// What is not plain may still be one.
func isWebLink(_ range: Range<Int>, of text: RawSpan) -> Bool {
  let start = range.lowerBound
  guard range.count >= 16, start >= 0, range.upperBound <= text.byteCount else { return false }
  // `https:/` or `http://`, whatever the case of its letters.
  let scheme = text.word(start) | 0x2020_2020_2020_2020
  let isSecure = scheme & 0xFF_FFFF_FFFF_FFFF == 0x2F_3A73_7074_7468
  guard isSecure, text.byte(start + 6) == 0x2F, text.byte(start + 7) == 0x2F,
    isVisible(text.byte(start + 8)), text.byte(start + 8) != 0x2F
  else { return false }
  // The last sixteen bytes overlap those before.
  let last = range.upperBound &- 16
  var unfit = unsafe spacesOrControls(in: text.knownSixteenBytes(at: last))
  var place = start &+ 8
  while place < last {
    unfit |= unsafe spacesOrControls(in: text.knownSixteenBytes(at: place))
    place &+= 16
  }
  return unfit[0] | unfit[1] == 0
}

/// Which of sixteen bytes are up to 0x20, 0x7F, or beyond ASCII.
@inline(__always)
private func spacesOrControls(in bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
  // As a signed number, what is beyond ASCII is negative.
  let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
  let found =
    (signed .< SIMD16<Int8>(repeating: 0x21)) .| (bytes .== SIMD16<UInt8>(repeating: 0x7F))
  return unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
}

/// Whether a text that begins with a byte begins with something visible; white space beyond ASCII begins with others.
@inline(__always)
func isVisible(_ byte: UInt8) -> Bool {
  byte >= 0x21 && byte <= 0x7E || byte >= 0xC3 && byte <= 0xDF
}
