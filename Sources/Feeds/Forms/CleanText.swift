import Text

/// A text without markup, blanks at its ends, and more than one blank between two words.
///
/// - Parameters:
///   - markup: Text that may hold HTML.
///   - keepingLines: Whether markup that begins a line leaves a line feed.
/// - Returns: Lines that end in a line feed alone, at most one empty line between two of them.
func cleanText(_ markup: String, keepingLines: Bool = false) -> String {
  let text = plainText(markup, keepingLines: keepingLines)
  if isClean(text) { return text }
  var out = String.UnicodeScalarView()
  var (isSpaced, breaks) = (false, 0)
  var previous: Unicode.Scalar = " "
  for scalar in text.unicodeScalars {
    if isLineBreak(scalar) {
      if scalar != "\n" || previous != "\r" { breaks += 1 }
    } else if scalar.properties.isWhitespace {
      isSpaced = true
    } else {
      if !out.isEmpty {
        out.append(contentsOf: repeatElement("\n", count: min(breaks, 2)))
        if isSpaced, breaks == 0 { out.append(" ") }
      }
      (isSpaced, breaks) = (false, 0)
      out.append(scalar)
    }
    previous = scalar
  }
  return String(out)
}

/// The same in one line.
func cleanLine(_ markup: String) -> String { onLine(cleanText(markup)) }

/// A clean text with its line feeds made blanks.
func onLine(_ text: String) -> String {
  text.utf8.contains(0x0A) ? text.split(separator: "\n").joined(separator: " ") : text
}

/// The lines of a text that have something in them.
func cleanLines(_ markup: String) -> [String] {
  cleanText(markup, keepingLines: true).split(separator: "\n").map(String.init)
}

private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": true
  default: false
  }
}

/// Whether nothing is to be done: ASCII with single blanks, and none at the ends.
private func isClean(_ text: String) -> Bool {
  var previous: UInt8 = 0x20
  for byte in text.utf8 {
    guard 0x20...0x7E ~= byte, byte != 0x20 || previous != 0x20 else { return false }
    previous = byte
  }
  return previous != 0x20
}

/// Texts as one; nil if there are none.
func joined(_ texts: [String], by separator: String = ", ") -> String? {
  texts.isEmpty ? nil : texts.joined(separator: separator)
}
