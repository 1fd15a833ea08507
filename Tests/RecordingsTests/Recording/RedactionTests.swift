import Recordings
import Testing

@Suite("A text is taken out of a script")
struct RedactionTests {
  @Test(arguments: [
    ("| my secret here", "|~ my [..] here"), ("! secret", "!~ [..]"),
    ("> show secret", "> show redacted"), ("% a secret", "% a redacted"), ("| none", "| none"),
    ("| [int] secret secret", "|~ [[int] [..] [..]"),
    ("@ expect \"secret\"", "@ expect \"redacted\""),
    ("_ secret{^}", "_ redacted{^}"),
  ])
  func `wherever it stands`(line: String, redacted: String) {
    #expect(Redaction.redacted(line, ["secret"]) == redacted)
    #expect(Redaction.redacted("a\n\(line)\n", ["secret"]) == "a\n\(redacted)\n")
  }

  @Test func `a text is taken out as addresses spell it, too`() {
    #expect(Redaction.redacted("> load a?k=p%2Fw%20d", ["p/w d"]) == "> load a?k=redacted")
  }
}
