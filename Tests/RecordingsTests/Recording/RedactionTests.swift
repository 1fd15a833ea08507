import Recordings
import Testing

struct RedactionTests {
  @Test(arguments: [
    ("> load a?k=s3", "> load a?k=redacted"), ("| is s3 [x]", "|~ is [..] [[x]"),
    ("! s3", "!~ [..]"), ("feed: https://a/?k=s3", "feed: https://a/?k=redacted"),
    ("| nothing", "| nothing"),
  ])
  func `a text is taken out as it fits the line`(line: String, expected: String) {
    #expect(Redaction.redacted(line, ["s3"]) == expected)
  }

  @Test func `a text is taken out as addresses spell it, too`() {
    #expect(Redaction.redacted("> load a?k=p%2Fw%20d", ["p/w d"]) == "> load a?k=redacted")
  }
}
