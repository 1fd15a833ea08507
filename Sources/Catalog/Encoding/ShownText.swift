import Text

/// Appends the displayed form of a value: without leading and trailing white space, lists joined by commas.
///
/// - Parameters:
///   - value: Any JSON value.
///   - text: The text that the value refers to.
///   - bytes: The buffer to append to.
/// - Returns: Whether there is anything to display. Blank texts, null and objects are not displayed.
func appendShown(_ value: ScannedValue, in text: RawSpan, to bytes: inout [UInt8]) -> Bool {
  switch value.shape {
  case .absent, .null, .object: return false
  case .yes, .no, .number:
    unsafe text.withUnsafeBytes { unsafe bytes.append(contentsOf: $0[value.range]) }
    return true
  case .text, .escapedText:
    return value.length > 0 && appendTrimmed(value, in: text, to: &bytes)
  case .list:
    let start = bytes.count
    scalars(ofList: value, in: text) { item in
      let end = bytes.count
      if end > start { bytes += [0x2C, 0x20] }
      if !appendShown(item, in: text, to: &bytes) { bytes.removeSubrange(end...) }
    }
    return bytes.count > start
  }
}

/// Whether a value is a text that is displayed unchanged.
@inline(__always)
func isPlain(_ value: ScannedValue, in text: RawSpan) -> Bool {
  value.shape == .text && value.length > 0 && hasVisibleEnds(value.range, of: text)
}

/// Whether a text that is not empty obviously begins and ends with visible characters, so that nothing is trimmed.
@inline(__always)
private func hasVisibleEnds(_ range: Range<Int>, of text: RawSpan) -> Bool {
  isPrintable(text.byte(range.lowerBound)) && isPrintable(text.byte(range.upperBound - 1))
    || hasLettersAtEnds(range, of: text)
}

/// Whether a text begins and ends with ASCII, or with letters that are neither spaces nor combining marks: those of two
/// bytes up to U+02FF, and those from U+4000 to U+9FFF.
private func hasLettersAtEnds(_ range: Range<Int>, of text: RawSpan) -> Bool {
  let first = text.byte(range.lowerBound)
  guard isPrintable(first) || 0xC3...0xCB ~= first || 0xE4...0xE9 ~= first else { return false }
  let end = range.upperBound
  return isPrintable(text.byte(end - 1))
    || range.count >= 2 && 0xC3...0xCB ~= text.byte(end - 2)
    || range.count >= 3 && 0xE4...0xE9 ~= text.byte(end - 3)
}

private func appendTrimmed(
  _ value: ScannedValue, in text: RawSpan, to bytes: inout [UInt8]
) -> Bool {
  let start = bytes.count
  decodeText(value, in: text, into: &bytes)
  guard start < bytes.count else { return false }
  if unsafe hasVisibleEnds(start..<bytes.count, of: bytes.span.bytes) { return true }
  let trimmed = trimmingSpace(String(decoding: bytes[start...], as: UTF8.self))
  bytes.removeSubrange(start...)
  bytes += Array(trimmed.utf8)
  return !trimmed.isEmpty
}

/// Whether a byte is a visible ASCII character.
@inlinable @inline(__always)
package func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x21 && byte <= 0x7E }
