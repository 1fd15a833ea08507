import LiveWorld
import TestSupport
import Testing
import World

struct CurlTransportFailureTests {
  private let transport = CurlTransport()

  @Test(arguments: [
    ("", HTTPFailure.badURL("")),
    ("no scheme", .badURL("no scheme")),
    ("http://", .badURL("http://")),
    ("http://a\u{0}b/", .badURL("http://a\u{0}b/")),
    ("gopher://a/", .unsupportedScheme("gopher")),
    ("FILE:///etc/passwd", .unsupportedScheme("file")),
    ("localhost:80", .unsupportedScheme("localhost")),
    ("http://nosuchhost.invalid/", .cannotResolve(host: "nosuchhost.invalid")),
  ])
  func `an invalid address is reported`(url: String, failure: HTTPFailure) async {
    await #expect(throws: failure) { try await transport.response(to: HTTPRequest(url: url)) }
  }

  @Test(arguments: [("A\r\nB", "x"), ("A", "x\nB: y"), ("", "x"), ("A B", "x"), ("A", "\u{0}")])
  func `a field with a line break is rejected`(name: String, value: String) async {
    var request = HTTPRequest(url: "http://127.0.0.1:1/")
    request.credentials = [HTTPField(name, value)]
    await #expect(throws: HTTPFailure.badField(name: name)) {
      try await transport.response(to: request)
    }
  }

  @Test(arguments: [
    ("Content-Length", "0", "body"), ("content-length", "4", "café"), ("Content-Length", "5", ""),
    ("Content-Length", "4, 4", "body"), ("Transfer-Encoding", "chunked", "body"),
    ("transfer-encoding", "identity", ""),
  ])
  func `a field that contradicts the body length is rejected`(
    name: String, value: String, body: String
  ) async throws {
    try await withServer({ $1.answer() }) { server in
      var request = HTTPRequest(url: server.url("/"))
      request.method = "POST"
      request.headers = [HTTPField(name, value)]
      request.body = body.isEmpty ? nil : Array(body.utf8)
      await #expect(throws: HTTPFailure.wrongLength(name: name)) {
        try await transport.response(to: request)
      }
      #expect(server.requests.isEmpty)
      request.headers = [HTTPField("Content-Length", "\(body.utf8.count)")]
      _ = try await transport.response(to: request)
      #expect(server.requests.map { $0["content-length"] } == ["\(body.utf8.count)"])
    }
  }

  @Test(arguments: ["", "HTTP/1.1 100 Continue\r\n\r\n"])
  func `a server that does not begin to answer times out`(start: String) async throws {
    try await withServer({
      $1.send(start)
      $1.waitForClose()
    }) { server in
      var request = HTTPRequest(url: server.url())
      (request.limits.answer, request.limits.stall) = (.milliseconds(100), .milliseconds(200))
      let limit = start.isEmpty ? request.limits.answer : request.limits.stall
      await #expect(throws: HTTPFailure.timedOut(after: limit ?? .zero, what: .answer)) {
        try await transport.response(to: request)
      }
    }
  }

  @Test
  func `a refused connection is reported`() async throws {
    let url = "http://127.0.0.1:\(try LoopbackServer.refusedPort())/"
    let failure = await #expect(throws: HTTPFailure.self) {
      try await transport.response(to: HTTPRequest(url: url))
    }
    guard case .cannotConnect("127.0.0.1", _) = failure else {
      Issue.record("it is \(String(describing: failure))")
      return
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nA: b", "Hello!\r\n\r\n"])
  func `a connection without a response is dropped`(head: String) async throws {
    try await withServer { _, peer in
      peer.send(head)
      peer.hangUp()
    } run: { server in
      let failure = await #expect(throws: HTTPFailure.self) {
        try await transport.response(to: HTTPRequest(url: server.url()))
      }
      #expect(failure?.isDropped == true)
    }
  }

  @Test(arguments: ["GET", "POST", "DELETE"])
  func `a request that was sent is not repeated`(method: String) async throws {
    try await withServer { request, peer in
      request.path == "/1" ? peer.answer() : peer.hangUp()
    } run: { server in
      _ = try await transport.response(to: HTTPRequest(url: server.url("/1"))).body.collect()
      var request = HTTPRequest(url: server.url("/2"))
      request.method = method
      let reason = "the server closed the connection and gave no answer"
      await #expect(throws: HTTPFailure.dropped(reason: reason)) {
        try await transport.response(to: request)
      }
      #expect(server.requests.map(\.path) == ["/1", "/2"])
    }
  }

  @Test(arguments: ["GET", "POST"])
  func `a request on a closed connection is sent on a new one`(
    method: String
  ) async throws {
    let closed = Gate()
    try await withServer { request, peer in
      peer.answer()
      if request.path == "/1" {
        peer.hangUp()
        closed.open()
      }
    } run: { server in
      _ = try await transport.response(to: HTTPRequest(url: server.url("/1"))).body.collect()
      await closed.pass()
      var request = HTTPRequest(url: server.url("/2"))
      request.method = method
      #expect(try await transport.response(to: request).status == 200)
      #expect(server.requests.map(\.path) == ["/1", "/2"])
    }
  }

  @Test(arguments: [
    "Content-Length: 10\r\n\r\nhalf",
    "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nnonsense\r\n",
  ])
  func `a truncated body gives its bytes and fails`(rest: String) async throws {
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\n" + rest)
      peer.hangUp()
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      var received: [UInt8] = []
      let failure = await #expect(throws: HTTPFailure.self) {
        for try await chunk in response.body { received += chunk }
      }
      #expect(received == Array("half".utf8))
      #expect(failure?.isDropped == true)
    }
  }

  @Test(arguments: [
    ("http", "", HTTPFailure.Wait.answer),
    ("http", "HTTP/1.1 200 OK\r\nA: b\r\n", .answer),
    ("http", "HTTP/1.1 200 OK\r\n\r\nhalf", .body),
    ("https", "", .connection),
  ])
  func `a silent server times out`(
    scheme: String, start: String, wait: HTTPFailure.Wait
  ) async throws {
    let limit = Duration.seconds(4)
    try await withServer { _, peer in
      peer.send(start)
      peer.waitForClose()
    } run: { server in
      var request = HTTPRequest(url: "\(scheme)://127.0.0.1:\(server.port)/")
      (request.limits.stall, request.limits.connect) = (limit, limit)
      await #expect(throws: HTTPFailure.timedOut(after: limit, what: wait)) {
        _ = try await transport.response(to: request).body.collect()
      }
    }
  }

  @Test
  func `an endless body stops at the byte limit`() async throws {
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\n\r\n")
      while peer.send([UInt8](repeating: 7, count: 1 << 16)) {}
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.bytes = 3 << 20
      await #expect(throws: HTTPFailure.tooLarge(limit: 3 << 20)) {
        _ = try await transport.response(to: request).body.collect()
      }
    }
  }

  @Test
  func `the byte limit counts decoded bytes`() async throws {
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")
      peer.send(Array("28\r\n".utf8) + compressed + Array("\r\n0\r\n\r\n".utf8))
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.bytes = 20
      let body = try await transport.response(to: request).body.collect()
      #expect(body.count == 20)
      request.limits.bytes = 19
      await #expect(throws: HTTPFailure.tooLarge(limit: 19)) {
        _ = try await transport.response(to: request).body.collect()
      }
    }
  }

  @Test
  func `a missing library is reported at the first request`() async {
    let transport = CurlTransport(library: "libnosuchcurl.so")
    let failure = await #expect(throws: HTTPFailure.self) {
      try await transport.response(to: HTTPRequest(url: "http://a/"))
    }
    #expect(failure?.description.contains("install") == true)
  }
}

extension HTTPFailure {
  fileprivate var isDropped: Bool {
    if case .dropped = self { true } else { false }
  }
}
