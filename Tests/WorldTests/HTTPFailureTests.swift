import Testing
import World

struct HTTPFailureTests {
  @Test(arguments: [
    (
      HTTPFailure.timedOut(after: .seconds(1), what: .connection),
      "There was no connection within 1 second. Try again later."
    ),
    (
      .timedOut(after: .milliseconds(1500), what: .answer),
      "The server did not answer within 1.5 seconds. Try again later."
    ),
    (
      .timedOut(after: .seconds(15), what: .body),
      "The server sent almost no data for 15 seconds. Try again later."
    ),
    (
      .timedOut(after: .seconds(100), what: .response),
      "The answer was not complete after 100 seconds, because the server sends it too slowly. Try again later."
    ),
    (
      .tooMuchSent(limit: 1 << 30),
      "The server sent more than the limit of 1 GiB for a smaller answer, which is refused."
    ),
    (.tooLarge(limit: 4 << 30), "The answer is larger than the limit of 4 GiB."),
    (.tooLarge(limit: 20_000_000), "The answer is larger than the limit of 20 MB."),
    (.tooLarge(limit: 1000), "The answer is larger than the limit of 1000 bytes."),
    (
      .headTooLarge(limit: 100 << 10),
      "The answer has more than 100 KiB of header fields, which is refused."
    ),
    (
      .refusedRedirect(to: "file:///etc/passwd", reason: "only http is followed"),
      "The server redirects to file:///etc/passwd, which is refused: only http is followed."
    ),
  ])
  func `a failure has a one-line description`(failure: HTTPFailure, line: String) {
    #expect(failure.description == line)
  }
}
