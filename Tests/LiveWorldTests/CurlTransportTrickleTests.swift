import LiveWorld
import TestSupport
import Testing
import World

/// A server that sends a byte now and then must not block a client forever.
struct CurlTransportTrickleTests {
  private let transport = CurlTransport()

  @Test(arguments: [
    ("HTTP/1.1 200 ", "O", HTTPFailure.Wait.answer),
    ("HTTP/1.1 200 OK\r\nA: b", "c", .answer),
    ("HTTP/1.1 200 OK\r\n", "A: b\r\n", .answer),
    ("", "HTTP/1.1 103 Hints\r\n\r\n", .answer),
    ("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", "x", .body),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", .body),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a=", "b", .body),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "A: b\r\n", .body),
  ])
  func `a trickling server times out like a silent one`(
    start: String, drop: String, wait: HTTPFailure.Wait
  ) async throws {
    try await withServer { _, peer in
      peer.send(start)
      peer.trickle(drop, everyMilliseconds: 10)
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.stall = .seconds(4)
      request.limits.rate = 100_000
      await #expect(throws: HTTPFailure.timedOut(after: .seconds(4), what: wait)) {
        _ = try await transport.response(to: request).body.collect()
      }
    }
  }

  @Test(arguments: ["A: b\r\n", "HTTP/1.1 103 Hints\r\n\r\n"])
  func `a header has a total time limit`(drop: String) async throws {
    try await withServer { _, peer in
      peer.send("HTTP/1.1 103 Hints\r\n\r\n")
      if drop.hasPrefix("A") { peer.send("HTTP/1.1 200 OK\r\n") }
      peer.trickle(drop, everyMilliseconds: 1)
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.head = .milliseconds(300)
      await #expect(throws: HTTPFailure.timedOut(after: .milliseconds(300), what: .answer)) {
        try await transport.response(to: request)
      }
    }
  }

  @Test(arguments: [
    ("identity", "1\r\nx\r\n"),
    ("identity", "1;a=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\nx\r\n"),
    // A stored block without content (RFC 1951, section 3.2.4).
    ("deflate", "5\r\n\0\0\0\u{FF}\u{FF}\r\n"),
  ])
  func `a whole response has a time limit that grows with its content`(
    coding: String, chunk: String
  ) async throws {
    // Each scalar is a byte.
    let chunk = chunk.unicodeScalars.map { UInt8($0.value) }
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n")
      peer.send("Transfer-Encoding: chunked\r\n\r\n")
      if coding == "deflate" { peer.send([0x32, 0x0D, 0x0A, 0x78, 0x9C, 0x0D, 0x0A]) }
      peer.trickle(chunk, everyMilliseconds: 1)
    } run: { server in
      var request = HTTPRequest(url: server.url())
      // Each window of a stall has enough bytes.
      (request.limits.stall, request.limits.rate) = (.seconds(4), 1)
      (request.limits.head, request.limits.averageRate) = (.seconds(1), 1_000_000)
      let failure = await #expect(throws: HTTPFailure.self) {
        _ = try await transport.response(to: request).body.collect()
      }
      guard case .timedOut(let time, .response)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(.seconds(1)..<Duration.seconds(4) ~= time)
    }
  }
}
