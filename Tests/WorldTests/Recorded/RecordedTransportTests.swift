import Synchronization
import TestSupport
import Testing

@testable import World

struct RecordedTransportTests {
  /// Returns a transport for the lines of an index.
  private func transport(
    _ lines: [String], wait: @escaping @Sendable (Duration) async throws -> Void = { _ in }
  ) throws -> RecordedTransport {
    let files = SampleBundle(lines: lines).files
    return RecordedTransport(try RecordedBundle("/b.rcpd", files: files), wait: wait)
  }

  @Test func `a response is given as recorded`() async throws {
    let transport = try transport([
      "GET http://a/feed", "< 203 \"text/plain; charset=utf-8\" age=1 etag=\"x\" BODY",
    ])
    let response = try await transport.response(to: HTTPRequest(url: "HTTP://me:pw@A:80/feed#top"))
    #expect(response.status == 203)
    #expect(response.url == "http://a/feed")
    #expect(
      response.headers == [
        HTTPField("Content-Type", "text/plain; charset=utf-8"), HTTPField("Age", "1"),
        HTTPField("ETag", "\"x\""),
      ])
    #expect(try await response.body.collect() == Array(SampleBundle.content.utf8))
  }

  @Test func `answers are given in order and the last one is repeated`() async throws {
    let transport = try transport([
      "GET http://a/", "< 200 first", "< fail reset then", "< 304 then", "HEAD http://a/",
      "< 204 BODY",
    ])
    var outcomes: [String] = []
    var request = HTTPRequest(url: "http://a/")
    request.headers = [HTTPField("if-none-match", "\"x\"")]
    for _ in 1...4 {
      do throws(HTTPFailure) {
        outcomes.append("\(try await transport.response(to: request).status)")
      } catch {
        if case .dropped = error { outcomes.append("reset") }
      }
    }
    #expect(outcomes == ["200", "reset", "304", "304"])
    var head = HTTPRequest(url: "http://a/")
    head.method = "HEAD"
    let response = try await transport.response(to: head)
    #expect(response.status == 204)
    #expect(try await response.body.collect() == [])
  }

  @Test func `an unconditional request gets the response that a 304 confirms`() async throws {
    let transport = try transport([
      "GET http://a/", "< 200 first BODY", "< fail reset then", "< 304 then", "GET http://b/",
      "< 304",
    ])
    var outcomes: [String] = []
    for url in ["http://a/", "http://a/", "http://a/", "http://a/", "http://b/"] {
      do throws(HTTPFailure) {
        let response = try await transport.response(to: HTTPRequest(url: url))
        outcomes.append("\(response.status) \(try await response.body.collect().count)")
      } catch {
        outcomes.append("\(error)")
      }
    }
    let whole = "200 \(SampleBundle.content.utf8.count)"
    #expect(outcomes[0] == whole)
    #expect(outcomes[1].contains("the connection was reset"))
    // The lone 304 has no response to confirm.
    #expect(outcomes[2...] == [whole, whole, "304 0"])
  }

  @Test(
    arguments: [
      ("timeout after=10s", HTTPFailure.timedOut(after: .seconds(10), what: .answer), 10_000),
      ("timeout", .timedOut(after: HTTPLimits().stall, what: .answer), nil),
      ("refused after=5ms", .cannotConnect(host: "a", reason: "this failure was recorded"), 5),
      ("tls", .untrusted(reason: "this failure was recorded"), nil),
      ("reset", .dropped(reason: "the connection was reset when it was recorded"), nil),
    ] as [(String, HTTPFailure, Int?)])
  func `a failure is repeated with its delay`(
    recorded: String, failure: HTTPFailure, milliseconds: Int?
  ) async throws {
    let waits = Mutex<[Duration]>([])
    let transport = try transport(["GET http://a/", "< fail " + recorded]) { time in
      waits.withLock { $0.append(time) }
    }
    for _ in 1...2 {
      await #expect(throws: failure) {
        try await transport.response(to: HTTPRequest(url: "http://a/"))
      }
    }
    let expected = milliseconds.map { [Duration.milliseconds($0), .milliseconds($0)] } ?? []
    #expect(waits.withLock { $0 } == expected)
  }

  @Test func `a cancelled delay cancels the request`() async throws {
    let transport = try transport(["GET http://a/", "< fail tls after=1s"]) { _ in
      throw CancellationError()
    }
    await #expect(throws: HTTPFailure.cancelled) {
      try await transport.response(to: HTTPRequest(url: "http://a/"))
    }
  }

  @Test(arguments: [
    ("POST", "http://a/feed?x=1", "only to GET of that address"),
    ("GET", "http://a/feed?x=2", "only with another query: http://a/feed?x=1"),
    ("GET", "http://a/feed", "only with another query: http://a/feed?x=1"),
    ("GET", "http://a/feeds?x=1", "the nearest is http://a/feed?x=1"),
    ("GET", "https://a/feed?x=1", "the nearest is http://a/feed?x=1"),
    (
      "GET", "http://a/nothing/like/the/others",
      "only other addresses of a, such as http://a/feed?x=1"
    ),
    ("GET", "http://elsewhere.example/", "no answer from elsewhere.example, only from a"),
  ])
  func `a request that is not recorded fails with a reason`(
    method: String, url: String, reason: String
  ) async throws {
    let transport = try transport(["GET http://a/feed?x=1", "< 200"])
    var request = HTTPRequest(url: url)
    request.method = method
    let failure = await #expect(throws: HTTPFailure.self) {
      try await transport.response(to: request)
    }
    #expect(failure?.description.contains(reason) == true, "\(String(describing: failure))")
    #expect(failure?.description.contains("/b.rcpd") == true)
  }

  @Test func `the byte limit of a request is enforced`() async throws {
    let transport = try transport(["GET http://a/", "< 200 BODY"])
    var request = HTTPRequest(url: "http://a/")
    request.limits.bytes = 3
    let response = try await transport.response(to: request)
    await #expect(throws: HTTPFailure.tooLarge(limit: 3)) { try await response.body.collect() }
  }

  @Test func `a changed body is not returned`() async throws {
    let sample = SampleBundle()
    let files = sample.files
    let transport = RecordedTransport(try RecordedBundle("/b.rcpd", files: files)) { _ in }
    let path = "/b.rcpd/http/bodies/" + sample.body.name
    try files.write(Array("[]".utf8), to: path, replacing: true)
    let failure = await #expect(throws: HTTPFailure.self) {
      try await transport.response(to: HTTPRequest(url: "http://a/feed?x=1"))
    }
    #expect(failure?.description.contains("differs from the manifest") == true)
  }
}
