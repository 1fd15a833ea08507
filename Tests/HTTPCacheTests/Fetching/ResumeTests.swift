import HTTPCache
import Synchronization
import TestSupport
import Testing
import World

/// Downloads that broke off.
struct ResumeTests {
  private static let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
  private let under = FetcherUnderTest()

  /// Breaks off the first answer after 100 000 bytes; what it answers then is up to the test.
  private func run(
    first fields: [(String, String)], then answer: @escaping LoopbackServer.Handler,
    status: Int = 200, check: (LoopbackServer, [UInt8]) async throws -> Void
  ) async throws {
    let count = Atomic(0)
    try await withServer { request, peer in
      guard count.add(1, ordering: .relaxed).newValue == 1 else { return answer(request, peer) }
      let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\(lines)\r\n")
      peer.send(Array(Self.content[..<100_000]))
      peer.hangUp()
    } run: { server in
      await #expect(throws: HTTPFailure.self) { try await under.get(server.url()) }
      let answer = try await under.get(server.url())
      #expect(answer.status == status)
      try await check(server, answer.content.bytes())
    }
  }

  private static func rest(
    _ peer: LoopbackPeer, from start: Int = 100_000, tag: String? = "\"a\"", total: Int = 200_000
  ) {
    peer.answer(
      206,
      [
        ("Content-Range", "bytes \(start)-199999/\(total)"), ("Cache-Control", "max-age=60"),
      ] + (tag.map { [("ETag", $0)] } ?? []), body: Array(content[start...]))
  }

  @Test func `a download goes on where it broke off`() async throws {
    try await run(first: [("ETag", "\"a\"")], then: { Self.rest($1) }) { server, bytes in
      #expect(bytes == Self.content)
      let second = try #require(server.requests.last)
      #expect(second["range"] == "bytes=100000-")
      #expect(second["if-range"] == "\"a\"")
      #expect(second["accept-encoding"] == "identity")
      let third = try await under.get(server.url())
      #expect(third.source == .cache)
      #expect(try third.content.bytes() == Self.content)
      #expect(!third.headers.contains { $0.isNamed("Content-Range") })
    }
  }

  @Test func `a download is continued by a Last-Modified date that is a strong validator`()
    async throws
  {
    try await run(
      first: [
        ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("Date", "Sun, 06 Nov 1994 08:49:39 GMT"),
      ], then: { Self.rest($1, tag: nil) }
    ) { server, bytes in
      #expect(bytes == Self.content)
      #expect(server.requests.last?["if-range"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
  }

  @Test(
    arguments: [
      [("ETag", "W/\"a\"")], [], [("ETag", "\"a\""), ("Accept-Ranges", "none")],
      [
        ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
      ],
    ] as [[(String, String)]])
  func `a download without a strong validator begins anew`(fields: [(String, String)]) async throws
  {
    try await run(first: fields, then: { $1.answer(body: Self.content) }) { server, bytes in
      #expect(bytes == Self.content)
      #expect(server.requests.last?["range"] == nil)
    }
  }

  @Test(
    arguments: [
      ([("ETag", "\"a\"")], []),
      ([("ETag", "\"a\"")], [("ETag", "\"b\"")]),
      (
        [
          ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
          ("Date", "Sun, 06 Nov 1994 08:49:39 GMT"),
        ], [("Last-Modified", "Mon, 07 Nov 1994 08:49:37 GMT")]
      ),
    ] as [([(String, String)], [(String, String)])])
  func `a partial response with another validator does not continue a download`(
    first: [(String, String)], rest: [(String, String)]
  ) async throws {
    let new = [UInt8](repeating: 9, count: 200_000)
    try await run(first: first) { request, peer in
      guard request["range"] != nil else { return peer.answer(body: new) }
      let range = [("Content-Range", "bytes 100000-199999/200000")]
      peer.answer(206, range + rest, body: Array(new[100_000...]))
    } check: { server, bytes in
      #expect(bytes == new)
      #expect(server.requests.count == 3)
    }
  }

  @Test func `a changed resource is downloaded as a whole`() async throws {
    let new = [UInt8](repeating: 9, count: 500)
    try await run(
      first: [("ETag", "\"a\"")], then: { $1.answer(200, [("ETag", "\"b\"")], body: new) }
    ) {
      #expect($1 == new)
      #expect($0.requests.count == 2)
    }
  }

  @Test(arguments: ["start", "tag", "total", "none", "416", "403", "304"])
  func `a partial response that does not match the request is not appended`(lie: String)
    async throws
  {
    let isAsked = Mutex(false)
    try await run(
      first: [("ETag", "\"a\"")],
      then: { request, peer in
        guard request["range"] != nil else {
          isAsked.withLock { $0 = true }
          return peer.answer(body: Self.content)
        }
        switch lie {
        case "start": Self.rest(peer, from: 99_999)
        case "tag": Self.rest(peer, tag: "\"b\"")
        case "total": Self.rest(peer, total: 300_000)
        case "none": peer.answer(206, [("ETag", "\"a\"")], body: Self.content)
        default: peer.answer(Int(lie) ?? 416)
        }
      }
    ) { _, bytes in
      #expect(bytes == Self.content)
      #expect(isAsked.withLock { $0 })
    }
  }

  @Test(arguments: ["nothing", "503"])
  func `a partial download stays while the server fails`(failure: String) async throws {
    let count = Atomic(0)
    try await withServer { _, peer in
      switch count.add(1, ordering: .relaxed).newValue {
      case 1:
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\nETag: \"a\"\r\n\r\n")
        peer.send(Array(Self.content[..<100_000]))
        peer.hangUp()
      case 2: if failure == "503" { peer.answer(503) } else { peer.hangUp() }
      default: Self.rest(peer)
      }
    } run: { server in
      for _ in 1...2 { _ = try? await under.get(server.url()) }
      let bytes = try await under.get(server.url()).content.bytes()
      #expect(bytes == Self.content)
      #expect(server.requests.map { $0["range"] } == [nil, "bytes=100000-", "bytes=100000-"])
    }
  }

  @Test(arguments: [500, 501, 502])
  func `a server that fails at range requests is asked for the whole resource`(status: Int)
    async throws
  {
    try await run(
      first: [("ETag", "\"a\"")],
      then: { request, peer in
        guard request["range"] == nil else { return peer.answer(status) }
        peer.answer(200, [("ETag", "\"a\"")], body: Self.content)
      }
    ) { server, bytes in
      #expect(bytes == Self.content)
      #expect(server.requests.map { $0["range"] } == [nil, "bytes=100000-", nil])
      _ = try await under.get(server.url()) { $0.mode = .reload }
      #expect(server.requests.last?["range"] == nil, "the part is still there")
    }
  }

  @Test func `a partial download stays while the server fails at the whole resource`() async throws
  {
    let count = Atomic(0)
    try await run(
      first: [("ETag", "\"a\"")],
      then: { _, peer in
        if count.add(1, ordering: .relaxed).newValue <= 2 { return peer.answer(500) }
        Self.rest(peer)
      }, status: 500
    ) { server, _ in
      let bytes = try await under.get(server.url()).content.bytes()
      #expect(bytes == Self.content)
      #expect(
        server.requests.map { $0["range"] } == [nil, "bytes=100000-", nil, "bytes=100000-"])
    }
  }

  @Test func `a partial download of another variant is not continued`() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let fields = [
      ("Last-Modified", date), ("Date", "Mon, 07 Nov 1994 08:49:37 GMT"),
      ("Vary", "Accept-Language"),
    ]
    let isFirst = Atomic(true)
    try await withServer { request, peer in
      let isEnglish = request["accept-language"] == "en"
      if isEnglish, isFirst.exchange(false, ordering: .relaxed) {
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\(lines)\r\n")
        peer.send(Array(Self.content[..<100_000]))
        return peer.hangUp()
      }
      if request["range"] != nil { return Self.rest(peer, tag: nil) }
      peer.answer(200, fields, body: isEnglish ? Self.content : Self.content.reversed())
    } run: { server in
      func get(_ language: String) async throws -> [UInt8] {
        try await under.get(server.url()) {
          $0.headers = [HTTPField("Accept-Language", language)]
        }.content.bytes()
      }
      await #expect(throws: HTTPFailure.self) { try await get("en") }
      let (german, english) = (try await get("de"), try await get("en"))
      #expect(german == Self.content.reversed())
      #expect(english == Self.content)
      #expect(server.requests.map { $0["range"] } == [nil, nil, "bytes=100000-"])
    }
  }

  @Test func `a partial response that is shorter than its Content-Range is not appended`()
    async throws
  {
    try await run(
      first: [("ETag", "\"a\"")],
      then: { request, peer in
        guard request["range"] != nil else { return peer.answer(body: Self.content) }
        peer.send(
          """
          HTTP/1.1 206 Part\r\nETag: "a"\r\nContent-Range: bytes 100000-199999/200000\r\n\
          Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n
          """)
      }
    ) { server, bytes in
      #expect(bytes == Self.content)
      #expect(server.requests.map { $0["range"] } == [nil, "bytes=100000-", nil])
    }
  }

  @Test func `a stopped download continues later where it was stopped`() async throws {
    let count = Atomic(0)
    let arrived = Gate()
    try await withServer { request, peer in
      guard count.add(1, ordering: .relaxed).newValue == 1 else { return Self.rest(peer) }
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\nETag: \"a\"\r\n\r\n")
      peer.send(Array(Self.content[..<100_000]))
      arrived.open()
      peer.waitForClose()
    } run: { server in
      let url = server.url()
      let task = Task { try await under.get(url) }
      await arrived.pass()
      while under.fetcher.received < 100_000 { await Task.yield() }
      task.cancel()
      await #expect(throws: HTTPFailure.cancelled) { try await task.value }
      while under.fetcher.waiting(for: try WebAddress(url)) > 0 { await Task.yield() }
      #expect(try await under.get(url).content.bytes() == Self.content)
      #expect(server.requests.last?["range"] == "bytes=100000-")
    }
  }

  @Test func `a cancelled download is stored before the program ends`()
    async throws
  {
    let transport = ReluctantTransport()
    let under = FetcherUnderTest(transport: transport)
    let task = Task { try await under.get("http://example.org/") }
    await transport.hasSent.pass()
    task.cancel()
    await #expect(throws: HTTPFailure.cancelled) { try await task.value }
    // Who asked has gone, and the download goes on.
    #expect(under.fetcher.flightCount == 1)
    let end = Task { await under.fetcher.endFlights() }
    transport.mayEnd.open()
    await end.value
    #expect(under.fetcher.flightCount == 0)
    let part = under.fetcher.store.takePartial(for: CacheKey(address: "http://example.org/"))
    #expect(part?.intake.count == 100_000)
  }
}

/// A server that sends a half, and a network that takes its time to notice that nobody wants it any more.
private struct ReluctantTransport: HTTPTransport {
  let hasSent = Gate()
  let mayEnd = Gate()

  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try await request.waitForTurn()
    let isSent = Atomic(false)
    let body = HTTPBody { [hasSent, mayEnd] () async throws(HTTPFailure) -> [UInt8]? in
      if !isSent.exchange(true, ordering: .relaxed) {
        return [UInt8](repeating: 1, count: 100_000)
      }
      hasSent.open()
      await mayEnd.pass()
      throw .cancelled
    }
    return HTTPResponse(
      status: 200, url: request.url, headers: [HTTPField("ETag", "\"a\"")], body: body)
  }
}
