import LiveWorld
import TestSupport
import Testing
import World

struct CurlTransportTests {
  private let transport = CurlTransport()

  @Test(arguments: [200, 204, 301, 302, 303, 304, 307, 308, 404, 500])
  func `every final status is a response`(status: Int) async throws {
    try await withServer { _, peer in
      peer.answer(status, [("Location", "/elsewhere")])
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      #expect(server.requests.count == 1)
      #expect(response.values(of: "location") == ["/elsewhere"])
      #expect(response.status == status)
      #expect(response.reason == "Status \(status)")
      #expect(response.url == server.url())
      #expect(try await response.body.collect() == [])
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\na:  3 \r\n", [("A", "1"), ("B", "2"), ("a", "3")]),
    ("HTTP/1.1 200 OK\r\nA:\t1 2\t\r\nB : 3\r\n", [("A", "1 2"), ("B", "3")]),
    ("HTTP/1.1 200\r\nA: one\r\n two\r\n", [("A", "one two")]),
    ("HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nA:\r\n", [("A", "")]),
  ])
  func `fields are separate and in order`(head: String, fields: [(String, String)]) async throws {
    try await withServer { _, peer in
      peer.send(head + "Content-Length: 0\r\n\r\n")
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      #expect(response.headers.dropLast() == fields.map(HTTPField.init)[...])
      #expect(response.values(of: "a") == fields.filter { $0.0 != "B" }.map(\.1))
    }
  }

  @Test(
    arguments: [
      ([0x61, 0xC3, 0xA4], "aä"),
      ([0x61, 0xE4], "aä"),
    ] as [([UInt8], String)])
  func `values may be UTF-8 or Latin-1`(bytes: [UInt8], value: String) async throws {
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nA: ")
      peer.send(bytes)
      peer.send("\r\n\r\n")
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      #expect(response.values(of: "A") == [value])
    }
  }

  @Test
  func `a compressed body is decoded`() async throws {
    try await withServer { _, peer in
      peer.answer(200, [("Content-Encoding", "gzip")], body: compressed)
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      #expect(try await response.body.collect() == Array("Larder decodes this.".utf8))
      #expect(server.requests.first?["accept-encoding"]?.contains("gzip") == true)
    }
  }

  @Test(
    arguments: [
      ("GET", nil, nil),
      ("HEAD", nil, nil),
      ("POST", nil, "0"),
      ("PUT", [], "0"),
      ("POST", Array("{}".utf8), "2"),
      ("DELETE", Array("x".utf8), "1"),
    ] as [(String, [UInt8]?, String?)])
  func `a request arrives as specified`(
    method: String, body: [UInt8]?, length: String?
  ) async throws {
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    } run: { server in
      var request = HTTPRequest(url: server.url("/a?b=c d"))
      request.method = method
      request.headers = [("X-Empty", ""), ("X-Two", "1"), ("X-Two", "2")].map(HTTPField.init)
      request.body = body
      _ = try await transport.response(to: request).body.collect()
      let arrived = try #require(server.requests.first)
      #expect(arrived.method == method)
      #expect(arrived.path == "/a?b=c%20d")
      #expect(arrived.body == body ?? [])
      #expect(arrived["content-length"] == length)
      #expect(arrived["content-type"] == nil)
      #expect(arrived["user-agent"] == "Larder/0.1")
      #expect(arrived.headers.filter { $0.name.hasPrefix("x-") }.map(\.value) == ["", "1", "2"])
    }
  }

  @Test(
    arguments: [
      (false, nil, "identity"), (false, "gzip;q=0.5", "gzip;q=0.5"), (true, "br", "br"),
    ] as [(Bool, String?, String)])
  func `the accepted encodings can be specified`(
    accepts: Bool, field: String?, sent: String
  ) async throws {
    try await withServer { _, peer in
      peer.answer(200, [("Content-Encoding", "gzip")], body: compressed)
    } run: { server in
      var request = HTTPRequest(url: server.url())
      request.acceptsCompression = accepts
      request.headers = field.map { [HTTPField("accept-encoding", $0)] } ?? []
      let body = try await transport.response(to: request).body.collect()
      #expect(body == (accepts ? Array("Larder decodes this.".utf8) : compressed))
      let arrived = try #require(server.requests.first?.headers)
      #expect(arrived.filter { $0.name == "accept-encoding" }.map(\.value) == [sent])
    }
  }

  @Test(
    arguments: [
      ("me:p%20w@", nil, "Basic bWU6cCB3"), ("me:pw@", "Bearer x", "Bearer x"), ("", nil, nil),
    ] as [(String, String?, String?)])
  func `user information is sent as a field and not displayed`(
    user: String, field: String?, sent: String?
  ) async throws {
    try await withServer { _, peer in
      peer.answer()
    } run: { server in
      var request = HTTPRequest(url: "http://\(user)127.0.0.1:\(server.port)/a/../b#c")
      request.credentials = field.map { [HTTPField("Authorization", $0)] } ?? []
      let response = try await transport.response(to: request)
      #expect(response.url == server.url("/b"))
      let arrived = try #require(server.requests.first)
      #expect(arrived.path == "/b")
      #expect(arrived["host"] == "127.0.0.1:\(server.port)")
      #expect(
        arrived.headers.filter { $0.name == "authorization" }.map(\.value)
          == [sent].compactMap(\.self))
    }
  }

  @Test(arguments: ["/a%2e%2e/%2E%2E/b", "/a//b", "/%zz?q=[1]'()*!$&,;=@", "/?", "/a?b?c/../d"])
  func `a path is sent unchanged`(path: String) async throws {
    try await withServer { _, peer in
      peer.answer()
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url(path)))
      #expect(response.url == server.url(path))
      #expect(server.requests.map(\.path) == [path])
    }
  }

  @Test
  func `consecutive requests share a connection`() async throws {
    let connections = Counter()
    try await withServer { _, peer in
      connections.add(ObjectIdentifier(peer))
      peer.answer(200, body: [1])
    } run: { server in
      for _ in 1...5 {
        let response = try await transport.response(to: HTTPRequest(url: server.url()))
        #expect(try await response.body.collect() == [1])
      }
      #expect(connections.count == 1)
    }
  }
}

/// "Larder decodes this.", compressed by `gzip -9n`.
let compressed: [UInt8] = [
  0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xF3, 0x49, 0x2C, 0x4A, 0x49, 0x2D,
  0x52, 0x48, 0x49, 0x4D, 0xCE, 0x4F, 0x49, 0x2D, 0x56, 0x28, 0xC9, 0xC8, 0x2C, 0xD6, 0x03, 0x00,
  0x3F, 0x2B, 0x49, 0x00, 0x14, 0x00, 0x00, 0x00,
]
