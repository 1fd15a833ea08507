import Testing

@testable import Recordings

@Suite("Terminal output as lines of text")
struct PlainTextLinesTests {
  @Test(arguments: [
    ("a\nb\n", ["a", "b"], nil), ("a\r\nb", ["a"], "b"), ("\n\n", ["", ""], nil), ("", [], nil),
    ("\u{1B}[1;31mred\u{1B}[0m\n", ["red"], nil), ("a\u{1B}[3Cb\n", ["a   b"], nil),
    ("a\u{1B}[Cb\n", ["a b"], nil), ("a\u{1B}[99999999999999999999Cb\n", ["a b"], nil),
    ("\u{1B}]8;;https://x\u{1B}\\link\u{1B}]8;;\u{7} b\n", ["link b"], nil),
    ("\u{1B}_Gi=1;AAAA\u{1B}\\x\n", ["x"], nil), ("\u{1B}Pq\n~\u{1B}\\x\n", ["x"], nil),
    ("\u{1B}7a\u{1B}8\n", ["a"], nil), ("é🍮\n", ["é🍮"], nil), ("\u{1B}[", [], nil),
    ("a\u{1B}[31", [], "a"), ("a\u{1}b\n", ["a\u{FFFD}b"], nil),
    ("a\u{202E}b\n", ["a\u{FFFD}b"], nil),
    ("\u{1B}]0;never ends\nstill\n", [], nil), ("a\u{1B}]x\u{1B}b\u{7}c\n", ["ac"], nil),
  ])
  func `text has no escape sequences or harmful characters`(
    bytes: String, lines: [String], rest: String?
  ) {
    var text = PlainTextLines()
    text.take(Array(bytes.utf8))
    #expect(text.takeLines() == lines)
    #expect(text.takeRest() == rest)
    #expect(text.takeLines() == [] && text.takeRest() == nil)
  }

  @Test func `text does not depend on how the bytes are split`() {
    let bytes = Array("a\u{1B}[1mé\u{1B}[0m\r\n\u{1B}]8;;x\u{1B}\\日本\u{1B}[2Cz\nrest".utf8)
    for cut in bytes.indices {
      var text = PlainTextLines()
      text.take(bytes[..<cut])
      var lines = text.takeLines()
      text.take(bytes[cut...])
      lines += text.takeLines()
      #expect(lines == ["aé", "日本  z"])
      #expect(text.takeRest() == "rest")
    }
  }
}
