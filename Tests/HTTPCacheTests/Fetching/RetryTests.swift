import HTTPCache
import Synchronization
import TestSupport
import Testing
import World

struct RetryTests {
  private let under = FetcherUnderTest()

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
  func `a request is retried after a temporary failure`(status: Int) async throws {
    let count = Atomic(0)
    try await withServer { _, peer in
      let number = count.add(1, ordering: .relaxed).newValue
      peer.answer(number < 3 ? status : 200)
    } run: { server in
      let tries = Mutex<[Int]>([])
      under.fetcher.observe { event in tries.withLock { $0.append(event.tries) } }
      let answer = try await under.get(server.url()) { $0.retries = 2 }
      #expect(answer.status == 200)
      #expect(tries.withLock { $0 } == [3])
      #expect(under.pauses.count == 2)
      #expect(under.pauses[0] <= .milliseconds(250) && under.pauses[1] <= .milliseconds(500))
    }
  }

  @Test func `a connection that breaks is tried again`() async throws {
    let count = Atomic(0)
    try await withServer { _, peer in
      guard count.add(1, ordering: .relaxed).newValue > 1 else {
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
        return peer.hangUp()
      }
      peer.answer(body: Array("whole".utf8))
    } run: { server in
      let answer = try await under.get(server.url()) { $0.retries = 1 }
      #expect(try answer.content.bytes() == Array("whole".utf8))
    }
  }

  @Test(arguments: [400, 401, 403, 404, 410, 501])
  func `a request is not retried after a permanent failure`(status: Int) async throws {
    try await withServer { _, peer in
      peer.answer(status)
    } run: { server in
      let answer = try await under.get(server.url()) { $0.retries = 5 }
      #expect(answer.status == status)
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [(407, 1), (403, 1), (502, 3), (503, 3)])
  func `a copy answers for a refusing proxy, and only temporary refusals are retried`(
    status: Int, tries: Int
  ) async throws {
    let url = "https://feeds.example/"
    let transport = FixedTransport([
      url: .response(headers: [HTTPField("Cache-Control", "max-age=0")], body: [7])
    ])
    let under = FetcherUnderTest(transport: transport)
    _ = try await under.get(url)
    transport.set(.failure(.proxyRefuses(status: status)), for: url)
    let answer = try await under.get(url) { request in
      (request.retries, request.fallbackLimit) = (2, 600)
    }
    #expect(answer.source == .stale)
    #expect(try answer.content.bytes() == [7])
    #expect(transport.requests.count == 1 + tries)
  }

  @Test(arguments: [CopyUse.byRules, .afterPatience])
  func `the patience limits only requests that have a copy`(use: CopyUse) async throws {
    let url = "https://feeds.example/"
    let transport = FixedTransport([
      url: .response(headers: [HTTPField("Cache-Control", "no-cache")], body: [7])
    ])
    let under = FetcherUnderTest(transport: transport)
    under.fetcher.patience = .milliseconds(300)
    for _ in 0..<2 { _ = try await under.get(url) { $0.copyUse = use } }
    #expect(
      transport.requests.map(\.limits.answer)
        == [nil, use == .byRules ? nil : .milliseconds(300)])
    transport.set(.failure(.timedOut(after: .milliseconds(300), what: .answer)), for: url)
    let answer = try await under.get(url) { ($0.copyUse, $0.retries) = (use, 2) }
    #expect(answer.source == (use == .byRules ? .none : .stale))
    #expect(transport.requests.count == (use == .byRules ? 5 : 3))
  }

  @Test(arguments: ["max-age=10", "no-cache", "max-age=10, must-revalidate", "public"])
  func `a stale copy that the request accepts at once is not revalidated`(caching: String)
    async throws
  {
    let url = "https://feeds.example/"
    let transport = FixedTransport([
      url: .response(headers: [HTTPField("Cache-Control", caching)], body: [7])
    ])
    let under = FetcherUnderTest(transport: transport)
    _ = try await under.get(url)
    under.advance(20)
    let answer = try await under.get(url) { ($0.copyUse, $0.isCheckedBehind) = (.atOnce, false) }
    #expect(answer.source == .stale)
    #expect(transport.requests.count == 1)
  }

  @Test func `a request with side effects is not sent twice`() async throws {
    try await withServer { _, peer in
      peer.answer(503)
    } run: { server in
      _ = try await under.get(server.url()) { request in
        request.method = "POST"
        request.retries = 5
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [
    ("7", [Duration.seconds(7)]), ("Mon, 21 Sep 2026 14:13:32 GMT", [.seconds(12)]),
    ("0", [.seconds(0)]),
    ("31", []), ("Tue, 22 Sep 2026 14:13:32 GMT", []),
  ])
  func `the server's wish for a pause is honoured, unless it is too long`(
    wish: String, pauses: [Duration]
  ) async throws {
    try await withServer { _, peer in
      peer.answer(503, [("Retry-After", wish)])
    } run: { server in
      let answer = try await under.get(server.url()) { $0.retries = 1 }
      #expect(answer.status == 503)
      #expect(under.pauses == pauses)
    }
  }

  @Test(arguments: [("1", 2), ("2", 1)])
  func `a request with a stored copy waits at most a second for another try`(
    wish: String, tries: Int
  ) async throws {
    let isDown = Mutex(false)
    try await withServer { _, peer in
      if isDown.withLock({ $0 }) { return peer.answer(503, [("Retry-After", wish)]) }
      peer.answer(200, [("Cache-Control", "max-age=0")], body: [7])
    } run: { server in
      _ = try await under.get(server.url())
      isDown.withLock { $0 = true }
      let answer = try await under.get(server.url()) { ($0.retries, $0.fallbackLimit) = (1, 600) }
      #expect(answer.source == .stale)
      #expect(try answer.content.bytes() == [7])
      #expect(server.requests.count == 1 + tries)
    }
  }

  @Test(arguments: [true, false])
  func `a request is not retried after the network goes offline`(
    hasCopy: Bool
  ) async throws {
    let isDown = Mutex(!hasCopy)
    try await withServer { _, peer in
      if !isDown.withLock({ $0 }) { return peer.answer(200, [("Cache-Control", "max-age=0")]) }
      under.fetcher.isOffline = true
      peer.answer(503, [("Retry-After", "1")])
    } run: { server in
      if hasCopy { _ = try await under.get(server.url()) }
      isDown.withLock { $0 = true }
      let asked = server.requests.count
      let answer = try await under.get(server.url()) { $0.retries = 3 }
      #expect(answer.source == (hasCopy ? .offline : .none))
      #expect(answer.rule == .offline)
      #expect(server.requests.count == asked + 1)
    }
  }

  @Test func `a reload or a clock set back asks again after a failure`()
    async throws
  {
    let status = Mutex(404)
    try await withServer { _, peer in
      peer.answer(status.withLock { $0 })
    } run: { server in
      try await expect(404, from: server)
      status.withLock { $0 = 200 }
      try await expect(404, from: server)
      let answer = try await under.get(server.url()) { request in
        (request.trustsFailures, request.mode) = (true, .reload)
      }
      #expect(answer.status == 200)
      status.withLock { $0 = 404 }
      try await expect(404, from: server)
      under.advance(-5 * 86_400)
      status.withLock { $0 = 200 }
      try await expect(200, from: server)
    }
  }

  @Test func `a failure is remembered for a while, longer each time, and not for good`()
    async throws
  {
    let isGone = Mutex(true)
    try await withServer { _, peer in
      let status = isGone.withLock { $0 } ? 404 : 200
      peer.answer(status)
    } run: { server in
      try await expect(404, from: server)
      under.advance(599)
      try await expect(404, from: server)
      #expect(server.requests.count == 1)
      under.advance(2)
      try await expect(404, from: server)
      #expect(server.requests.count == 2)
      under.advance(1199)
      try await expect(404, from: server)
      #expect(server.requests.count == 2)
      isGone.withLock { $0 = false }
      _ = try await under.get(server.url()) { $0.purpose = .picture }
      try await expect(200, from: server)
    }
  }

  private func expect(_ status: Int, from server: LoopbackServer) async throws {
    let answer = try await under.get(server.url()) { $0.trustsFailures = true }
    #expect(answer.status == status)
  }

  @Test func `an unreachable server is left alone for a moment`() async throws {
    let port = try LoopbackServer.refusedPort()
    let url = "http://127.0.0.1:\(port)/"
    await #expect { _ = try await under.get(url) { $0.trustsFailures = true } } throws: { error in
      if case .cannotConnect = error as? HTTPFailure { true } else { false }
    }
    await #expect { _ = try await under.get(url) { $0.trustsFailures = true } } throws: { error in
      if case .failedBefore = error as? HTTPFailure { true } else { false }
    }
    under.fetcher.store.forgetFailures()
    await #expect { _ = try await under.get(url) { $0.trustsFailures = true } } throws: { error in
      if case .cannotConnect = error as? HTTPFailure { true } else { false }
    }
  }
}
