import Foundation
import TestSupport
import Testing

@testable import World

struct RecordedNetworkTests {
  private static let digests = ["3f", "77"].map { String(repeating: $0, count: 32) }

  /// The example in the description of the format.
  private static let sample = """
    rcp-http 1
    recorded: 2025-10-01T12:00:00Z
    GET https://example.org/recipes.json
    < 200 application/json etag="abc123" body=\(digests[0]).json bytes=18640 first
    < 200 application/json body=\(digests[1]).json bytes=18022 then
    GET https://example.org/photos/large.jpg
    < fail timeout after=10s

    """

  @Test func `the example is parsed and printed`() throws {
    func body(_ digest: String, _ count: Int) -> RecordedNetwork.Body {
      RecordedNetwork.Body(digest: digest, suffix: "json", count: count)
    }
    let network = RecordedNetwork(
      recorded: Date(timeIntervalSince1970: 1_759_320_000),
      exchanges: [
        RecordedNetwork.Exchange(
          address: try WebAddress("https://example.org/recipes.json"),
          answers: [
            .response(
              RecordedNetwork.Response(
                status: 200, contentType: "application/json",
                fields: [HTTPField("ETag", "\"abc123\"")], body: body(Self.digests[0], 18640))),
            .response(
              RecordedNetwork.Response(
                status: 200, contentType: "application/json", body: body(Self.digests[1], 18022))),
          ]),
        RecordedNetwork.Exchange(
          address: try WebAddress("https://example.org/photos/large.jpg"),
          answers: [.failure(.timeout, milliseconds: 10_000)]),
      ])
    #expect(try RecordedNetwork(Array(Self.sample.utf8)) == network)
    #expect(network.text == Self.sample)
  }

  @Test(arguments: [
    ("ETag", "\"abc\"", "etag=\"abc\""), ("ETag", "W/\"abc\"", "etag=W/\"abc\""),
    ("ETag", "abc", "etag=abc"), ("ETag", "a b", "etag=\"a b\""),
    ("ETag", "\"a b\"", "etag=\"\\\"a b\\\"\""), ("ETag", "\"a\\\"", "etag=\"\\\"a\\\\\\\"\""),
    ("Cache-Control", "max-age=60", "cache-control=max-age=60"),
    ("Cache-Control", "max-age=60, public", "cache-control=\"max-age=60, public\""),
    ("Location", "/a\"b", "location=/a\"b"), ("Age", "\"1\"", "age=\"\\\"1\\\"\""),
  ])
  func `values with spaces are quoted, and an entity tag has its own quotation marks`(
    name: String, value: String, word: String
  ) throws {
    let text = "rcp-http 1\nrecorded: 2025-10-01T12:00:00Z\nGET http://a/\n< 200 \(word)\n"
    let network = try RecordedNetwork(Array(text.utf8))
    let response = RecordedNetwork.Response(status: 200, fields: [HTTPField(name, value)])
    #expect(network.exchanges.first?.answers == [.response(response)])
    #expect(network.text == text)
  }

  @Test(arguments: 0..<500)
  func `a printed index is parsed to the same network`(seed: Int) throws {
    var recording = RandomRecording(seed: seed)
    let network = recording.network()
    #expect(try RecordedNetwork(Array(network.text.utf8)) == network)
  }

  @Test(arguments: 0..<500)
  func `a damaged index is parsed or reported with a line`(seed: Int) throws {
    var recording = RandomRecording(seed: seed)
    let bytes = recording.damaged(Array(recording.network().text.utf8))
    do throws(LineError) {
      let network = try RecordedNetwork(bytes)
      #expect(try RecordedNetwork(Array(network.text.utf8)) == network)
    } catch {
      #expect(error.line >= 1)
      #expect(!error.problem.isEmpty && !error.advice.isEmpty)
    }
  }

  @Test func `only harmless fields are recorded`() {
    let (type, fields) = RecordedNetwork.recorded([
      HTTPField("Set-Cookie", "a=b"), HTTPField("content-type", "text/html"),
      HTTPField("Server", "x"),
      HTTPField("ETAG", "\"a\""), HTTPField("last-modified", "\tnow "), HTTPField("Age", ""),
      HTTPField("Location", "/\u{1B}[2J"), HTTPField("cache-control", "public"),
      HTTPField("Cache-Control", "max-age=1"), HTTPField("WWW-Authenticate", "x"),
    ])
    #expect(type == "text/html")
    #expect(
      fields == [
        HTTPField("ETag", "\"a\""), HTTPField("Last-Modified", "now"),
        HTTPField("Cache-Control", "public"), HTTPField("Cache-Control", "max-age=1"),
      ])
  }
}
