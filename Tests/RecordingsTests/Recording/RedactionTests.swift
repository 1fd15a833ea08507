import Recordings
import Testing

@Suite("Redaction of secrets")
struct RedactionTests {
  @Test(arguments: [
    ("| my secret here", "|~ my [..] here"), ("! secret", "!~ [..]"),
    ("> show secret", "> show redacted"), ("% a secret", "% a redacted"), ("| none", "| none"),
    ("| [int] secret secret", "|~ [[int] [..] [..]"),
    ("@ expect \"secret\"", "@ expect \"redacted\""),
    ("_ secret{^}", "_ redacted{^}"),
  ])
  func `a secret is redacted in every kind of line`(line: String, redacted: String) {
    #expect(Redaction.redacted(line, ["secret"]) == redacted)
    #expect(Redaction.redacted("a\n\(line)\n", ["secret"]) == "a\n\(redacted)\n")
  }

  @Test func `a percent-encoded secret is redacted`() {
    #expect(Redaction.redacted("> load a?k=p%2Fw%20d", ["p/w d"]) == "> load a?k=redacted")
  }
}
