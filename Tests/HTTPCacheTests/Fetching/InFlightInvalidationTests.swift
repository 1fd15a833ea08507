import Dispatch
import HTTPCache
import Synchronization
import TestSupport
import Testing
import World

/// Answers that something else has made doubtful before they came.
struct InFlightInvalidationTests {
  private let under = FetcherUnderTest()

  @Test func `an invalidation applies when its answer begins, even if the answer breaks off`()
    async throws
  {
    try await withServer { request, peer in
      guard request.method == "DELETE" else {
        return peer.answer(200, [("Cache-Control", "max-age=600")], body: [1])
      }
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      peer.hangUp()
    } run: { server in
      _ = try await under.get(server.url())
      await #expect(throws: HTTPFailure.self) {
        try await under.get(server.url()) { $0.method = "DELETE" }
      }
      let answer = try await under.get(server.url())
      #expect(answer.source == .network)
    }
  }

  @Test func `a response requested before a POST is not shared with requests after the POST`()
    async throws
  {
    let (isAsked, mayAnswer) = (Gate(), DispatchSemaphore(value: 0))
    let version = Atomic(1)
    try await withServer { request, peer in
      if request.method == "POST" {
        version.store(2, ordering: .relaxed)
        return peer.answer()
      }
      let now = version.load(ordering: .relaxed)
      if now == 1 {
        isAsked.open()
        mayAnswer.wait()
      }
      peer.answer(200, [("Cache-Control", "max-age=600")], body: [UInt8(now)])
    } run: { server in
      let url = server.url()
      let before = Task { try await under.get(url).content.bytes() }
      await isAsked.pass()
      _ = try await under.get(url) { $0.method = "POST" }
      #expect(try await under.get(url).content.bytes() == [2])
      mayAnswer.signal()
      #expect(try await before.value == [1])
      #expect(try await under.get(url).content.bytes() == [2])
    }
  }

  @Test func `a POST invalidates a response that waits to be stored`()
    async throws
  {
    let bench = try StoreWorkbench()
    bench.now = 1_790_000_000
    let under = FetcherUnderTest(bench: bench)
    try await withServer { request, peer in
      peer.answer(200, [("Cache-Control", "max-age=600")], body: Array(request.method.utf8))
    } run: { server in
      let url = server.url()
      // The first time the disk is asked about, it is to be opened.
      _ = try await under.get(server.url("/first"))
      let isSent = DispatchSemaphore(value: 0)
      bench.files.interrupt {
        Task {
          _ = try await under.get(url) { $0.method = "POST" }
          isSent.signal()
        }
        #expect(isSent.wait(timeout: .now() + 60) == .success)
      }
      _ = try await under.get(url)
      let copies = under.fetcher.copies(for: FetchRequest(try WebAddress(url)))
      #expect(copies.map(\.isInvalidated) == [true])
    }
  }

  @Test func `several POSTs to an address leave one stored response`() async throws {
    try await withServer { _, peer in
      peer.answer(200, [("Cache-Control", "max-age=600"), ("Content-Location", "/")])
    } run: { server in
      for _ in 1...3 { _ = try await under.get(server.url()) { $0.method = "POST" } }
      #expect(under.fetcher.copies(for: FetchRequest(try WebAddress(server.url()))).count == 1)
    }
  }

  @Test func `of many variants the newest are kept`() async throws {
    try await withServer { request, peer in
      peer.answer(
        200, [("Cache-Control", "max-age=600"), ("Vary", "Foo")],
        body: Array((request["foo"] ?? "").utf8))
    } run: { server in
      for number in 1...40 {
        under.advance(1)
        _ = try await under.get(server.url()) { $0.headers = [HTTPField("Foo", "\(number)")] }
      }
      let copies = under.fetcher.copies(for: FetchRequest(try WebAddress(server.url())))
      #expect(copies.count == 32)
      #expect(copies.last?.varying == [HTTPField("foo", "9")])
    }
  }

  @Test func `a validated answer to a request with a cookie is not shared with others`()
    async throws
  {
    try await withServer { request, peer in
      guard request["if-none-match"] != nil else {
        return peer.answer(200, [("Cache-Control", "max-age=1"), ("ETag", "\"1\"")], body: [1])
      }
      let own = request["cookie"].map { "Set-Cookie: told=\($0)\r\n" } ?? ""
      peer.send("HTTP/1.1 304 Same\r\nCache-Control: max-age=600\r\n\(own)\r\n")
    } run: { server in
      func get(_ cookie: String?) async throws -> FetchedResponse {
        try await under.get(server.url()) { request in
          request.headers = cookie.map { [HTTPField("Cookie", $0)] } ?? []
        }
      }
      _ = try await get(nil)
      under.advance(5)
      #expect(try await get("me").headers.contains(HTTPField("Set-Cookie", "told=me")))
      let everybody = try await get(nil)
      #expect(everybody.source == .validated)
      #expect(!everybody.headers.contains { $0.isNamed("Set-Cookie") })
      let own = try await get("me")
      #expect(own.source == .cache)
      #expect(try own.content.bytes() == [1])
      #expect(server.requests.count == 3)
    }
  }

  @Test func `a server may change the fields that Vary names`() async throws {
    try await withServer { request, peer in
      let isChecked = request["if-none-match"] != nil
      let fields = "Cache-Control: max-age=60\r\nETag: \"1\"\r\nVary: \(isChecked ? "Bar" : "Foo")"
      peer.send("HTTP/1.1 \(isChecked ? 304 : 200) OK\r\nContent-Length: 0\r\n\(fields)\r\n\r\n")
    } run: { server in
      func get(_ foo: String) async throws -> FetchedResponse.Source {
        try await under.get(server.url()) { $0.headers = [HTTPField("Foo", foo)] }.source
      }
      let first = try await get("1")
      under.advance(100)
      let sources = [first, try await get("1"), try await get("2")]
      #expect(sources == [.network, .validated, .cache])
    }
  }

  @Test func `a copy is removed after a 304 with no-store`() async throws {
    try await withServer { request, peer in
      guard request["if-none-match"] != nil else {
        return peer.answer(200, [("Cache-Control", "max-age=1"), ("ETag", "\"1\"")], body: [1])
      }
      peer.send("HTTP/1.1 304 Same\r\nCache-Control: no-store\r\n\r\n")
    } run: { server in
      _ = try await under.get(server.url())
      under.advance(5)
      #expect(try await under.get(server.url()).content.bytes() == [1])
      #expect(under.fetcher.copies(for: FetchRequest(try WebAddress(server.url()))).isEmpty)
    }
  }
}
