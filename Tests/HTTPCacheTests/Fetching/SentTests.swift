import HTTPCache
import Synchronization
import TestSupport
import Testing
import World

/// Requests that are sent, and the parts of responses that are stored.
struct SentTests {
  private let under = FetcherUnderTest()

  @Test func `a named credential is sent instead of that in the address`() async throws {
    try await withServer { _, peer in
      peer.answer()
    } run: { server in
      let url = server.url().replacing("http://", with: "http://user:word@")
      _ = try await under.get(url)
      _ = try await under.get(url) { $0.headers = [HTTPField("authorization", "Bearer x")] }
      _ = try await under.get(url) { $0.credentials += [HTTPField("Authorization", "Bearer y")] }
      let sent = server.requests.map { request in
        request.headers.filter { $0.name == "authorization" }.map(\.value)
      }
      #expect(sent == [["Basic dXNlcjp3b3Jk"], ["Bearer x"], ["Bearer y"]])
      let same = HTTPField("Authorization", "Basic dXNlcjp3b3Jk")
      _ = try await under.get(url) { $0.credentials += [same] }
      #expect(server.requests.last?["authorization"] == same.value)
    }
  }

  @Test func `a request with a body is sent each time`() async throws {
    try await withServer { request, peer in
      peer.answer(200, [("Cache-Control", "max-age=600")], body: request.body)
    } run: { server in
      for word in ["a", "b", "a"] {
        let answer = try await under.get(server.url()) { $0.body = Array(word.utf8) }
        #expect(try answer.content.bytes() == Array(word.utf8))
      }
      #expect(server.requests.count == 3)
      let plain = try await under.get(server.url())
      #expect(plain.source == .network)
    }
  }

  @Test func `a request with a body continues no partial download, and leaves it in place`()
    async throws
  {
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
    let count = Atomic(0)
    try await withServer { request, peer in
      if count.add(1, ordering: .relaxed).newValue == 1 {
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\nETag: \"a\"\r\n\r\n")
        peer.send(Array(content[..<100_000]))
        return peer.hangUp()
      }
      guard request["range"] != nil else { return peer.answer(body: [1]) }
      let range = [("Content-Range", "bytes 100000-199999/200000"), ("ETag", "\"a\"")]
      peer.answer(206, range, body: Array(content[100_000...]))
    } run: { server in
      await #expect(throws: HTTPFailure.self) { try await under.get(server.url()) }
      let other = try await under.get(server.url()) { $0.body = [7] }
      #expect(try other.content.bytes() == [1])
      #expect(try await under.get(server.url()).content.bytes() == content)
    }
  }

  @Test func `4000 Connection fields that name fields not to be stored are processed quickly`()
    async throws
  {
    let names = (0..<5000).map { "x-\($0)" }
    let connection = names.prefix(4000).map { "Connection: \($0)\r\n" }.joined()
    let fields = names.map { "\($0): 1\r\n" }.joined()
    try await withServer { _, peer in
      peer.send(
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nCache-Control: max-age=9\r\n\(connection)\(fields)\r\n"
      )
    } run: { server in
      _ = try await under.get(server.url())
      let kept = try await under.get(server.url())
      #expect(kept.source == .cache)
      #expect(kept.headers.count { $0.name.hasPrefix("x-") } == 1000)
    }
  }
}
