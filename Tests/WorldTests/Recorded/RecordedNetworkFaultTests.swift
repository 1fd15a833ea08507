import Testing

@testable import World

struct RecordedNetworkFaultTests {
  private static let digest = String(repeating: "a", count: 64)

  @Test(arguments: [
    ("", 1, "does not begin with rcp-http 1"),
    ("rcp-http 2\n", 1, "rcp-http 2 is unknown"),
    ("rcp-http 1\n", 2, "when it was recorded"),
    ("rcp-http 1\nrecorded: yesterday\n", 2, "when it was recorded"),
    ("rcp-http 1\nrecorded: 2025-10-01T12:00:00.5Z\n", 2, "when it was recorded"),
  ])
  func `an invalid head is reported`(text: String, line: Int, problem: String) {
    expectFault(text, line, problem)
  }

  @Test(arguments: [
    ("< 200\n", 3, "neither a request nor an answer"),
    ("GET\n", 3, "neither a request nor an answer"),
    ("GET ftp://a/\n< 200\n", 3, "neither a request nor an answer"),
    ("GET http://a/ http://b/\n< 200\n", 3, "neither a request nor an answer"),
    ("\nGET http://a/\n< 200\n", 3, "neither a request nor an answer"),
    ("GET http://me:pw@a/\n< 200\n", 3, "a user or a password"),
    ("GET http://a/\n", 3, "no answer follows"),
    ("GET http://a/\nGET http://b/\n< 200\n", 3, "no answer follows"),
    ("GET http://a/\n< 200\nGET http://A:80\n< 200\n", 5, "already in line 3"),
  ])
  func `an invalid request is reported`(text: String, line: Int, problem: String) {
    expectFault("rcp-http 1\nrecorded: 2025-10-01T12:00:00Z\n" + text, line, problem)
  }

  @Test(arguments: [
    ("<", "begins with a status"), ("< OK", "begins with a status"),
    ("< 99", "begins with a status"),
    ("< 100", "begins with a status"), ("< +20", "begins with a status"),
    ("< 200 text/html more", "\"more\" is not expected here"),
    ("< 200 etag=\"a", "quotation marks"), ("< 200 \"text/html\"x", "quotation marks"),
    ("< 200 set-cookie=a", "set-cookie= is not known"), ("< 200 etag=", "no valid value"),
    ("< 200 bytes=1", "go together"), ("< 200 body=\(digest)", "go together"),
    ("< 200 body=\(digest) bytes=-1", "no valid value"),
    ("< 200 body=\(digest) bytes=1 bytes=1", "is repeated"),
    ("< 200 body=x.json bytes=1", "not the name of a body"),
    ("< 200 body=\(digest)/../x bytes=1", "not the name of a body"),
    ("< 200 body=../../etc/passwd bytes=1", "not the name of a body"),
    ("< 200 body=\(digest). bytes=1", "not the name of a body"),
    ("< 200 body=\(digest).a/b bytes=1", "not the name of a body"),
    ("< 200 then", "no answer comes before"), ("< 200\n< 200 then", "another answer comes after"),
    ("< 200 first first", "\"first\" is not expected"),
    ("< fail", "does not say what failed"), ("< fail badly", "does not say what failed"),
    ("< fail reset after=soon", "takes one time"), ("< fail reset after=-1s", "takes one time"),
    ("< fail reset after=1s after=2s", "takes one time"), ("< fail reset 10s", "is not expected"),
    ("< 200 etag=a\u{7}", "bytes that are not text"),
  ])
  func `an invalid answer is reported`(answers: String, problem: String) {
    let head = "rcp-http 1\nrecorded: 2025-10-01T12:00:00Z\nGET http://a/\n"
    expectFault(head + answers + "\n", 4, problem)
    expectFault(head + "< 200 first\n" + "< 200\n", 5, "another answer comes before")
  }

  private func expectFault(
    _ text: String, _ line: Int, _ problem: String, _ place: SourceLocation = #_sourceLocation
  ) {
    do throws(LineError) {
      _ = try RecordedNetwork(Array(text.utf8))
      Issue.record("it was read", sourceLocation: place)
    } catch {
      #expect(error.line == line, sourceLocation: place)
      #expect(error.problem.contains(problem), sourceLocation: place)
      #expect(!error.advice.isEmpty, sourceLocation: place)
    }
  }
}
