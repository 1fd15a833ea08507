import LiveWorld
import TestSupport
import Testing
import World

/// Malformed and malicious responses.
struct CurlTransportHostileTests {
  private let transport = CurlTransport()

  /// Returns the outcome for the bytes of a server that then closes the connection: status and body, or a
  /// failure.
  private func outcome(
    of parts: [String], method: String = "GET", limits: HTTPLimits = HTTPLimits()
  ) async throws -> Result<String, HTTPFailure> {
    let result = HTTPResult()
    try await withServer { _, peer in
      for part in parts where !peer.send(part) { break }
      peer.hangUp()
    } run: { server in
      var request = HTTPRequest(url: server.url())
      (request.method, request.limits) = (method, limits)
      do throws(HTTPFailure) {
        let response = try await transport.response(to: request)
        let text = String(decoding: try await response.body.collect(), as: UTF8.self)
        result.set(.success("\(response.status) \(text)"))
      } catch {
        result.set(.failure(error))
      }
    }
    return try #require(result.value)
  }

  @Test(arguments: [
    "ICY 200 OK\r\n", "HTTP/1.1 abc OK\r\n", "HTTP/9.9 200 OK\r\n", "HTTP/1.1\r\n",
    "HTTP/1.1 99 X\r\n",
    "HTTP/1.1 2000 X\r\n", "\r\n", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n",
    "HTTP/1.1 200 OK\r\nA: b\u{0}c\r\n", "HTTP/1.1 200 OK\r\nA\u{0}: b\r\n",
    "HTTP/1.1 200\u{0}\r\n",
    "HTTP/1.1 200 OK\r\nA: b\rc\r\n", "HTTP/1.1 200 OK\r\nA: b\r\r\n",
    "HTTP/1.1 200 OK\r\n\rA: b\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\n", "HTTP/1.1 200 OK\r\nHTTP/1.1 204 OK\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 4\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1, 4\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -4\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: +4\r\n", "HTTP/1.1 200 OK\r\nContent-Length: four\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length:\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4 4\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n",
  ])
  func `an ambiguous header fails`(head: String) async throws {
    let outcome = try await outcome(of: [head + "\r\nbody"])
    guard case .failure(.dropped) = outcome else {
      Issue.record("it is \(outcome)")
      return
    }
  }

  @Test(arguments: [
    ("Content-Length: 4\r\nContent-Length: 4\r\n\r\nbody", "body"),
    ("Content-Length: 4, 04\r\n\r\nbody", "body"),
    ("Content-Length: 4\r\n\r\nbody and more", "body"),
    ("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", "body"),
    ("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n4\r\nbody\r\n0\r\n\r\n", "body"),
    ("Transfer-Encoding: chunked\r\n\r\n4;a=b\r\nbody\r\n0\r\nContent-Length: 9\r\n\r\n", "body"),
    ("\r\nbody", "body"),
  ])
  func `a body ends where its header says`(rest: String, body: String) async throws {
    let outcome = try await outcome(of: ["HTTP/1.1 200 OK\r\n" + rest])
    #expect(outcome == .success("200 " + body))
  }

  @Test(arguments: ["-4", "0x4", "", "FFFFFFFFFFFFFFFFF"])
  func `a chunk without a valid size fails`(size: String) async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    let outcome = try await outcome(of: [head + size + "\r\nbody\r\n0\r\n\r\n"])
    guard case .failure(.dropped) = outcome else {
      Issue.record("it is \(outcome)")
      return
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\n", "A: b\r\n", 100_000),
    ("HTTP/1.1 200 OK\r\nA: b\r\n", " c\r\n", 100_000),
    ("", "HTTP/1.1 103 Hints\r\n\r\n", 100_000),
    ("HTTP/1.1 200 OK\r\n", "A: " + String(repeating: "b", count: 90_000) + "\r\n", 100),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "A: b\r\n", 100_000),
  ])
  func `an endless header stops at its limit`(
    start: String, line: String, count: Int
  ) async throws {
    let limit = HTTPLimits().headBytes
    let outcome = try await outcome(of: [start] + Array(repeating: line, count: count))
    #expect(outcome == .failure(.headTooLarge(limit: limit)))
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nA: b", "HTTP/1.1 200 ", "HTTP/1.1 200 OK\r\n"])
  func `an endless header line stops at its limit`(start: String) async throws {
    let outcome = try await outcome(
      of: [start] + Array(repeating: String(repeating: "c", count: 1000), count: 10_000))
    #expect(outcome == .failure(.headTooLarge(limit: 100 << 10)))
  }

  /// What a server sends without an end, of which nothing or almost nothing becomes content.
  enum Waste: CaseIterable {
    case packedMembers, packedBlocks, deflatedBlocks, chunkExtensions, oneExtension

    /// The bytes that begin the response, and those that are sent again and again.
    var bytes: (start: [UInt8], again: [UInt8]) {
      func head(_ field: String) -> [UInt8] { Array("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n".utf8) }
      // A member of gzip without content (RFC 1952), and stored blocks without content (RFC 1951).
      let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
      let member = start + [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      func repeated(_ bytes: [UInt8]) -> [UInt8] {
        Array(repeatElement(bytes, count: (64 << 10) / bytes.count).joined())
      }
      let chunked = head("Transfer-Encoding: chunked")
      return switch self {
      case .packedMembers: (head("Content-Encoding: gzip"), repeated(member))
      case .packedBlocks: (head("Content-Encoding: gzip") + start, repeated([0, 0, 0, 0xFF, 0xFF]))
      case .deflatedBlocks:
        (head("Content-Encoding: deflate") + [0x78, 0x9C], repeated([0, 0, 0, 0xFF, 0xFF]))
      case .chunkExtensions:
        (chunked, repeated(Array(("1;" + String(repeating: "a", count: 4000) + "\r\n \r\n").utf8)))
      case .oneExtension: (chunked + Array("1;".utf8), repeated([0x61]))
      }
    }
  }

  @Test(arguments: Waste.allCases)
  func `a server that sends more than the limit for less content is cut off`(
    waste: Waste
  ) async throws {
    let limit = 1 << 20
    try await withServer { _, peer in
      let (start, again) = waste.bytes
      peer.send(start)
      // At most 64 MB, many times the limit.
      for _ in 1...1000 where !peer.send(again) { return }
      Issue.record("the server could send everything: \(waste)")
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.bytes = limit
      let failure = await #expect(throws: HTTPFailure.self) {
        _ = try await transport.response(to: request).body.collect()
      }
      #expect(failure == .tooMuchSent(limit: limit))
    }
  }

  @Test func `bytes of earlier responses on a connection do not count for the limit of the next`()
    async throws
  {
    try await withServer { _, peer in
      peer.answer(200, body: [UInt8](repeating: 0x61, count: 2 << 20))
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.bytes = 2 << 20
      for _ in 1...5 {
        let body = try await transport.response(to: request).body.collect()
        #expect(body.count == 2 << 20)
      }
      #expect(server.connectionCount == 1)
    }
  }

  @Test(arguments: [100, 102, 103, 199])
  func `interim responses are skipped`(status: Int) async throws {
    let interim = "HTTP/1.1 \(status) Interim\r\nContent-Length: 9\r\nA: b\r\n\r\n"
    let final = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody"
    #expect(try await outcome(of: [interim + interim + final]) == .success("200 body"))
  }

  @Test(arguments: [("HEAD", "200 OK"), ("GET", "204 No Content"), ("GET", "304 Not Modified")])
  func `a response without a body ignores its Content-Length`(
    method: String, status: String
  ) async throws {
    let head = "HTTP/1.1 \(status)\r\nContent-Length: 4\r\n\r\nbody"
    #expect(try await outcome(of: [head], method: method) == .success(status.prefix(3) + " "))
  }

  @Test
  func `data after a body is not the next response`() async throws {
    try await withServer { request, peer in
      guard request.path == "/1" else { return peer.answer(200, body: [2]) }
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 200 OK\r\n")
      peer.send("Content-Length: 1\r\n\r\n3")
    } run: { server in
      for path in ["/1", "/2"] {
        let request = HTTPRequest(url: server.url(path))
        let body = try await transport.response(to: request).body.collect()
        #expect(body == (path == "/1" ? Array("1".utf8) : [2]))
      }
    }
  }
}
