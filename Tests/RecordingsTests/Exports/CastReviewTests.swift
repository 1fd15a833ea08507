import Recordings
import Testing

@Suite struct CastReviewTests {
  private static let two = #"{"version": 2, "width": 80, "height": 24}"#
  private static let three = #"{"version": 3, "term": {"cols": 80, "rows": 24}}"#

  @Test(arguments: [
    two, three, two + "\n" + #"[0.5, "o", "\ud83c\udf72"]"#,
    three + "\n# said\n" + #"[1e-1, "r", "90x30"]"# + "\n" + #"[0, "x", "0"]"#,
  ])
  func `a valid cast has no problems`(text: String) {
    #expect(castProblems(Array((text + "\n").utf8)) == [])
  }

  @Test(
    arguments: [
      ("", 1, "is empty"),
      ("x", 1, "is not JSON"),
      ("[]", 1, "the header is not an object"),
      ("{}", 1, "the version is neither 2 nor 3"),
      (#"{"version": 2, "width": 80}"#, 1, #""height" is not a number of cells"#),
      (#"{"version": 2, "width": 8.5, "height": 1}"#, 1, #""width" is not a number of cells"#),
      (#"{"version": 3, "width": 80, "height": 1}"#, 1, #""cols" is not a number of cells"#),
      (#"{"version": 2, "width": 1, "height": 1, "title": 7}"#, 1, #""title" is not a text"#),
      (
        #"{"version": 2, "width": 1, "height": 1, "env": {"a": 1}}"#, 1,
        #""env" is not an object of texts"#
      ),
      (
        #"{"version": 2, "width": 1, "height": 1, "host": ""}"#, 1,
        #"the header has an unknown member "host""#
      ),
      (#"{"version": 2, "width": 1, "height": 1, "width": 1}"#, 1, "is not JSON"),
      (two + "\n# said", 2, "is not JSON"),
      (two + "\n{}", 2, #"is not an event: [seconds, "code", "data"]"#),
      (two + "\n" + #"[1, "o"]"#, 2, #"is not an event: [seconds, "code", "data"]"#),
      (two + "\n" + #"["1", "o", ""]"#, 2, #"is not an event: [seconds, "code", "data"]"#),
      (two + "\n" + #"[1, "o", ""]"# + "\n" + #"[0.5, "o", ""]"#, 3, "the time goes back"),
      (three + "\n" + #"[-1, "o", ""]"#, 2, "the time is not a number"),
      (two + "\n" + #"[1, "x", "0"]"#, 2, #"there are no events of type "x""#),
      (three + "\n" + #"[1, "x", "0"]"# + "\n" + #"[1, "o", ""]"#, 3, "comes after the end"),
      (two + "\n" + #"[1, "r", "80"]"#, 2, #""80" is not a size such as 80x24"#),
      (two + "\n" + #"[1, "r", "+8x2"]"#, 2, #""+8x2" is not a size such as 80x24"#),
      (two + "\n[1, \"o\", \"\u{1B}\"]", 2, "has a control character"),
      (two + "\n" + #"[1, "o", "\ud83c"]"#, 2, "is not JSON"),
      (two + "\n" + #"[01, "o", ""]"#, 2, "is not JSON"),
      (two + "\n" + #"[1, "o", "",]"#, 2, "is not JSON"),
      (two + "\n" + String(repeating: "[", count: 100_000), 2, "is not JSON"),
    ] as [(String, Int, String)])
  func `an invalid cast is reported with its line`(text: String, line: Int, message: String) {
    let problems = castProblems(Array((text + "\n").utf8.dropFirst(text.isEmpty ? 1 : 0)))
    #expect(problems.first?.line == line)
    #expect(problems.first?.message == message)
  }

  @Test func `invalid UTF-8 and a missing final line feed are reported`() {
    let problems = castProblems(Array(Self.two.utf8) + [0x0A, 0xFF])
    #expect(
      problems.map(\.description) == [
        "line 2: is not UTF-8", "line 2: does not end in a line feed",
      ])
  }
}
