import HTTPCache
import Synchronization
import TestSupport
import Testing
import World

struct RedirectTests {
  private let under = FetcherUnderTest()

  @Test(arguments: [
    ("/b", "/b"), ("c", "/dir/c"), ("../d", "/d"), ("?e", "/dir/a?e"), ("/f g", "/f%20g"),
  ])
  func `a relative redirect is followed`(location: String, path: String) async throws {
    try await withServer { request, peer in
      let isFirst = request.path == "/dir/a"
      peer.answer(isFirst ? 302 : 200, isFirst ? [("Location", location)] : [], body: [1, 2])
    } run: { server in
      let response = try await under.get(server.url("/dir/a"))
      #expect(response.status == 200)
      #expect(response.address.text == server.url(path))
      #expect(try response.content.bytes() == [1, 2])
    }
  }

  @Test(arguments: [
    (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "PUT", "GET", false),
    (302, "PUT", "PUT", true), (307, "POST", "POST", true), (308, "PUT", "PUT", true),
    (302, "HEAD", "HEAD", false),
  ])
  func `the status of a redirect decides whether method and body are sent again`(
    status: Int, method: String, then: String, keepsBody: Bool
  ) async throws {
    try await withServer { request, peer in
      guard request.path == "/" else { return peer.answer() }
      peer.answer(status, [("Location", "/b")])
    } run: { server in
      _ = try await under.get(server.url()) { request in
        request.method = method
        request.headers = [HTTPField("Content-Type", "text/plain")]
        request.body = method == "HEAD" ? nil : [0x61]
      }
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
      await #expect(throws: HTTPFailure.tooManyRedirects(limit: limit)) {
        try await under.get(server.url()) { $0.limits.redirects = limit }
      }
      #expect(server.requests.count == limit + 1)
    }
  }

  @Test(
    arguments: [
      (["127.0.0.1"], ["Bearer x"]), (["localhost"], [nil]),
      (["127.0.0.1", "localhost", "127.0.0.1"], ["Bearer x", nil, nil]),
    ] as [([String], [String?])])
  func `credentials stay with their origin`(hosts: [String], sent: [String?]) async throws {
    let port = Mutex<UInt16>(0)
    try await withServer { request, peer in
      let number = Int(request.path.dropFirst()) ?? 0
      guard number < hosts.count else { return peer.answer() }
      peer.answer(
        302, [("Location", "http://\(hosts[number]):\(port.withLock { $0 })/\(number + 1)")])
    } run: { server in
      port.withLock { $0 = server.port }
      _ = try await under.get(server.url("/0")) { request in
        request.credentials = [HTTPField("Authorization", "Bearer x")]
        request.headers = [HTTPField("Cookie", "a=b"), HTTPField("Accept", "text/plain")]
      }
      #expect(server.requests.dropFirst().map { $0["authorization"] } == sent)
      #expect(
        server.requests.dropFirst().map { $0["cookie"] } == sent.map { $0.map { _ in "a=b" } })
      #expect(server.requests.allSatisfy { $0["accept"] == "text/plain" })
    }
  }

  @Test func `user and password of an address are sent, and not to others`() async throws {
    try await withServer { request, peer in
      guard request.path == "/" else { return peer.answer() }
      peer.answer(302, [("Location", "/b")])
    } run: { server in
      let url = server.url().split(separator: "//").joined(separator: "//me:pass%20word@")
      let response = try await under.get(url)
      #expect(
        server.requests.map { $0["authorization"] } == [
          "Basic bWU6cGFzcyB3b3Jk", "Basic bWU6cGFzcyB3b3Jk",
        ])
      #expect(response.address.text == server.url("/b"))
    }
  }

  @Test(arguments: [
    ("file:///etc/passwd", "only http and https addresses are followed"),
    ("data:text/plain,x", "only http and https addresses are followed"),
    ("http://", "it is not a web address"),
  ])
  func `a redirect to somewhere unsafe is refused`(target: String, reason: String) async throws {
    try await withServer { _, peer in
      peer.answer(302, [("Location", target)])
    } run: { server in
      await #expect(throws: HTTPFailure.refusedRedirect(to: target, reason: reason)) {
        try await under.get(server.url())
      }
    }
  }

  @Test func `a secure connection is not left for one that is not`() async throws {
    let transport = FixedTransport([
      "https://a.example/": .response(
        status: 302, headers: [HTTPField("Location", "http://a.example/b")])
    ])
    let reason = "the connection would no longer be secure"
    await #expect(throws: HTTPFailure.refusedRedirect(to: "http://a.example/b", reason: reason)) {
      try await FetcherUnderTest(transport: transport).get("https://a.example/")
    }
  }

  @Test func `a request can return a redirect instead of following it, or fail on one`()
    async throws
  {
    try await withServer { _, peer in
      peer.answer(302, [("Location", "/b")])
    } run: { server in
      let response = try await under.get(server.url()) { $0.redirects = .manual }
      #expect(response.status == 302)
      await #expect(
        throws: HTTPFailure.refusedRedirect(
          to: "/b", reason: "this request may not be redirected")
      ) {
        try await under.get(server.url()) { $0.redirects = .error }
      }
    }
  }

  @Test func `a redirect that is kept is followed without asking`() async throws {
    try await withServer { request, peer in
      guard request.path == "/" else {
        return peer.answer(200, [("Cache-Control", "max-age=60")], body: [1])
      }
      peer.answer(301, [("Location", "/b"), ("Cache-Control", "max-age=60")])
    } run: { server in
      _ = try await under.get(server.url())
      #expect(try await under.get(server.url()).content.bytes() == [1])
      #expect(server.requests.count == 2)
    }
  }
}
