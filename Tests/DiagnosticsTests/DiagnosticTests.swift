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

@Test(arguments: [10, 20, 30, 60])
func `a long line is cut around the place, and the carets stay under it`(width: Int) {
  let source = "filter cuisine=Japanese time<30 has:video -tag=soup cuisine=Nowhere time<99"
  let place = source.utf8.count - "Nowhere time<99".utf8.count
  let diagnostic = Diagnostic("no", at: place..<place + 7, in: source, hint: "one of: many many")
  let lines = diagnostic.lines(width: width)
  for line in lines { #expect(line.count <= max(width, 20), "\(line)") }
  let carets = lines.firstIndex { $0.contains("^") }.map { lines[$0] } ?? ""
  let start = carets.prefix { $0 == " " }.count
  #expect(lines[1].dropFirst(start).hasPrefix(width > 10 ? "Nowhere" : "N"))
}
