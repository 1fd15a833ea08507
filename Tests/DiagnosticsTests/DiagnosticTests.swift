import Diagnostics
import Testing

@Test
func `carets stand under the place by display width`() {
  let diagnostic = Diagnostic(
    "unknown field", at: 10..<13, in: "親子丼 cui x", hint: "did you mean it?")
  #expect(
    diagnostic.lines == [
      "error: unknown field", "  親子丼 cui x", "         ^^^ did you mean it?",
    ])
}

@Test
func `a place in a later line shows that line alone`() {
  let diagnostic = Diagnostic("here", at: 4..<6, in: "abc\ndef\nghi")
  #expect(diagnostic.lines == ["error: here", "  def", "  ^^"])
}

@Test
func `an empty place has one caret, also at the end`() {
  #expect(Diagnostic("here", at: 3..<3, in: "abc").lines == ["error: here", "  abc", "     ^"])
}

@Test
func `no text of others controls the terminal`() {
  let diagnostic = Diagnostic("bad \u{1B}[31m", at: 0..<1, in: "\u{1B}x", hint: "\u{7}")
  #expect(diagnostic.lines.allSatisfy { line in !line.unicodeScalars.contains { $0.value < 0x20 } })
}
