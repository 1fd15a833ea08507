import LiveWorld
import TestSupport
import Testing
import World

@Suite(.timeLimit(.minutes(1)))
struct CurlTransportRedirectTests {
  private let transport = CurlTransport()

  @Test(arguments: [
    ("/b", "/b"), ("c", "/dir/c"), ("../d", "/d"), ("?e", "/dir/a?e"), ("/f g", "/f%20g"),
  ])
  func `a relative redirect is followed`(location: String, path: String) async throws {
    try await withServer { request, peer in
      let isFirst = request.path == "/dir/a"
      peer.answer(isFirst ? 302 : 200, isFirst ? [("Location", location)] : [], body: [1, 2])
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url("/dir/a")))
      #expect(response.status == 200)
      #expect(response.url == server.url(path))
      #expect(try await response.body.collect() == [1, 2])
    }
  }

  @Test(arguments: [
    (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "PUT", "GET", false),
    (307, "POST", "POST", true), (308, "PUT", "PUT", true), (302, "HEAD", "HEAD", false),
  ])
  func `the status decides what is sent again`(
    status: Int, method: String, then: String, keepsBody: Bool
  ) async throws {
    try await withServer { request, peer in
      guard request.path == "/" else { return peer.answer() }
      peer.answer(status, [("Location", "/b")])
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.method = method
      request.headers = [HTTPField("Content-Type", "text/plain")]
      request.body = method == "HEAD" ? nil : [0x61]
      _ = try await transport.response(to: request)
      let last = try #require(server.requests.last)
      #expect(last.method == then)
      #expect(last.body == (keepsBody ? [0x61] : []))
      #expect((last["content-type"] != nil) == (keepsBody || method == "HEAD"))
    }
  }

  @Test(arguments: [0, 3, 20])
  func `one redirect too many is refused`(limit: Int) async throws {
    try await withServer { _, peer in
      peer.answer(302, [("Location", "/again")])
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.limits.redirects = limit
      await #expect(throws: HTTPFailure.tooManyRedirects(limit: limit)) {
        try await transport.response(to: request)
      }
      #expect(server.requests.count == limit + 1)
    }
  }

  @Test(
    arguments: [
      (["127.0.0.1"], ["Bearer x"]),
      (["localhost"], [nil]),
      (["127.0.0.1", "localhost", "127.0.0.1"], ["Bearer x", nil, nil]),
    ] as [([String], [String?])])
  func `credentials stay with their origin`(hosts: [String], sent: [String?]) async throws {
    let port = Port()
    try await withServer { request, peer in
      guard let hop = Int(request.path.dropFirst()), hop < hosts.count else { return peer.answer() }
      peer.answer(302, [("Location", "http://\(hosts[hop]):\(port.value)/\(hop + 1)")])
    } run: { server in
      port.set(server.port)
      var request = HTTPRequest(url: server.url("/0"))
      request.credentials = [HTTPField("Authorization", "Bearer x")]
      request.headers = [HTTPField("X-Plain", "kept")]
      _ = try await transport.response(to: request)
      #expect(server.requests.map { $0["authorization"] } == ["Bearer x"] + sent)
      #expect(server.requests.allSatisfy { $0["x-plain"] == "kept" })
    }
  }

  @Test(arguments: [("127.0.0.1", "Basic bWU6cCB3"), ("localhost", nil)])
  func `a password in the address stays with its origin`(
    host: String, sent: String?
  ) async throws {
    let port = Port()
    try await withServer { request, peer in
      guard request.path == "/" else { return peer.answer() }
      peer.answer(302, [("Location", "http://\(host):\(port.value)/b")])
    } run: { server in
      port.set(server.port)
      let request = HTTPRequest(url: "http://me:p%20w@127.0.0.1:\(server.port)/")
      let response = try await transport.response(to: request)
      #expect(response.url == server.url("/b", host: host))
      #expect(server.requests.map { $0["authorization"] } == ["Basic bWU6cCB3", sent])
    }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://a/b", "data:text/plain,x", "mailto:a@b"])
  func `a redirect away from the web is refused`(location: String) async throws {
    let reason = "only http and https addresses are followed"
    try await withServer { _, peer in
      peer.answer(301, [("Location", location)])
    } run: { server in
      await #expect(throws: HTTPFailure.refusedRedirect(to: location, reason: reason)) {
        try await transport.response(to: HTTPRequest(url: server.url()))
      }
    }
  }

  @Test
  func `a redirect that is not wanted is not followed`() async throws {
    try await withServer { _, peer in
      peer.answer(302, [("Location", "/b")])
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.redirects = .manual
      let response = try await transport.response(to: request)
      #expect(response.values(of: "location") == ["/b"])
      request.redirects = .error
      let reason = "this request may not be redirected"
      await #expect(throws: HTTPFailure.refusedRedirect(to: "/b", reason: reason)) {
        try await transport.response(to: request)
      }
    }
  }
}
