/// Appends the decoded UTF-8 of a text.
///
/// An unpaired surrogate becomes U+FFFD.
///
/// - Parameters:
///   - value: A text with or without escapes; other values decode to nothing.
///   - text: The text that the value refers to.
///   - bytes: The buffer to append to.
package func decodeText(_ value: ScannedValue, in text: RawSpan, into bytes: inout [UInt8]) {
  switch value.shape {
  case .text: append(text, value.range, to: &bytes)
  case .escapedText: appendEscaped(text, value.range, to: &bytes)
  case .absent, .null, .number, .yes, .no, .list, .object: break
  }
}

@inline(__always)
private func append(_ text: RawSpan, _ range: Range<Int>, to bytes: inout [UInt8]) {
  unsafe text.extracting(range).withUnsafeBytes { letters in
    unsafe bytes.append(contentsOf: letters)
  }
}

private func appendEscaped(_ text: RawSpan, _ range: Range<Int>, to bytes: inout [UInt8]) {
  var place = range.lowerBound
  var run = place
  while place < range.upperBound {
    while place + 8 <= range.upperBound, !hasByte(0x5C, text.word(place)) { place += 8 }
    if place >= range.upperBound { break }
    if byte(text, place) != 0x5C {
      place += 1
      continue
    }
    append(text, run..<place, to: &bytes)
    place += 1
    switch byte(text, place) {
    case 0x62: bytes.append(0x08)
    case 0x66: bytes.append(0x0C)
    case 0x6E: bytes.append(0x0A)
    case 0x72: bytes.append(0x0D)
    case 0x74: bytes.append(0x09)
    case 0x75: appendUnit(text, &place, range.upperBound, to: &bytes)
    default:
      // A character that stands for itself, such as the slash, is copied with the characters that follow.
      run = place
      place += 1
      continue
    }
    place += 1
    run = place
  }
  append(text, run..<place, to: &bytes)
}

/// Appends the scalar of one or two escapes, moving `place` from the first `u` to the last digit.
private func appendUnit(
  _ text: RawSpan, _ place: inout Int, _ end: Int, to bytes: inout [UInt8]
) {
  var value = unit(text, place + 1)
  place += 4
  if value & 0xFC00 == 0xD800, place + 7 <= end, byte(text, place + 1) == 0x5C,
    byte(text, place + 2) == 0x75
  {
    let trail = unit(text, place + 3)
    if trail & 0xFC00 == 0xDC00 {
      value = 0x10000 + (value & 0x3FF) << 10 + trail & 0x3FF
      place += 6
    }
  }
  let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
  for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(byte) }
}

/// Returns the number of four hexadecimal digits.
private func unit(_ text: RawSpan, _ place: Int) -> UInt32 {
  var value: UInt32 = 0
  for place in place..<place + 4 {
    let digit = byte(text, place)
    value = value << 4 | UInt32(digit < 0x40 ? digit & 0x0F : (digit & 0x0F) + 9)
  }
  return value
}

@inline(__always)
private func byte(_ text: RawSpan, _ place: Int) -> UInt8 {
  unsafe text.unsafeLoad(fromByteOffset: place, as: UInt8.self)
}
