/// Whether a scalar can move the cursor, change colors, or reorder the displayed text.
///
/// Controls (C0, C1, DEL), the bidirectional controls of UAX #9, line and paragraph separators,
/// byte order marks, interlinear annotations and tags.
package func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF,
    0xFFF9...0xFFFB, 0xE0000...0xE007F:
    true
  default: false
  }
}

/// Makes a text safe for a terminal: white space becomes spaces, other controls become `�`.
///
/// - Parameters:
///   - text: An untrusted text.
///   - keepingLines: Whether line feeds stay.
/// - Returns: A text without control characters.
package func harmless(_ text: String, keepingLines: Bool = false) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  guard text.unicodeScalars.contains(where: isHarmful) else { return text }
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n" where keepingLines: scalars.append("\n")
    case "\r" where keepingLines: break
    case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": scalars.append(" ")
    case _ where isHarmful(scalar): scalars.append("\u{FFFD}")
    default: scalars.append(scalar)
    }
  }
  return String(scalars)
}

/// Escapes harmful scalars as `\u` and four digits (two such for those beyond U+FFFF).
///
/// - Parameters:
///   - text: An untrusted text.
///   - keeping: Scalars that are not escaped.
/// - Returns: The escaped text.
package func escapingHarmful(_ text: String, keeping: Set<Unicode.Scalar> = []) -> String {
  guard text.unicodeScalars.contains(where: isHarmful) else { return text }
  var out = ""
  for scalar in text.unicodeScalars {
    if isHarmful(scalar), !keeping.contains(scalar) {
      for unit in String(scalar).utf16 { out += "\\u" + zeroPadded(unit, to: 4, radix: 16) }
    } else {
      out.unicodeScalars.append(scalar)
    }
  }
  return out
}

/// The text without white space at both ends.
package func trimmingSpace(_ text: String) -> String {
  let bytes = text.utf8
  if let first = bytes.first, let last = bytes.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last {
    return text
  }
  guard let first = text.firstIndex(where: { !$0.isWhitespace }),
    let last = text.lastIndex(where: { !$0.isWhitespace })
  else { return "" }
  return String(text[first...last])
}
