import HTTPCache
import Pictures
import Synchronization
import Terminal
import TestSupport
import Testing
import World

/// Pictures that cannot be had, or not now.
struct PictureFailureTests {
  private let bench: PictureWorkbench

  init() throws { bench = try PictureWorkbench() }

  /// A server that answers as it is told to at the moment.
  private func withStatus(
    _ first: Int, _ headers: [(String, String)] = [("ETag", "\"1\"")],
    run: (LoopbackServer, _ setStatus: (Int) -> Void) async throws -> Void
  ) async throws {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    let status = Status(first)
    try await withServer { request, peer in
      let now = status.value.load(ordering: .sequentiallyConsistent)
      switch now {
      case 298: peer.answer(200, headers, body: Array(bytes.dropLast(20)))
      case 299: peer.answer(200, headers, body: Array("<html>Sign in".utf8))
      default: peer.answer(now, headers, body: bytes)
      }
    } run: { server in
      try await run(server) { status.value.store($0, ordering: .sequentiallyConsistent) }
    }
  }

  private final class Status: Sendable {
    let value: Atomic<Int>
    init(_ status: Int) { value = Atomic(status) }
  }

  @Test(arguments: [404, 410])
  func `a picture that is gone is broken, remembered for a while, and looked for again`(status: Int)
    async throws
  {
    try await withStatus(status) { server, setStatus in
      let request = try wanted(server)
      for loader in [bench.loader(), bench.loader()] {
        #expect(await loader.settle(request) == .broken(reason: "\(status) Status \(status)"))
      }
      #expect(server.requests.count == 1)
      setStatus(200)
      bench.now += 601
      #expect(await bench.loader().settle(request).facts != nil)
    }
  }

  @Test(arguments: [404, 410, 500])
  func `a picture that is asked for is requested although it failed`(status: Int) async throws {
    try await withStatus(status) { server, setStatus in
      let (loader, request) = (bench.loader(), try wanted(server))
      _ = await loader.settle(request)
      let count = server.requests.count
      _ = await loader.settle(request)
      #expect(server.requests.count == count)
      setStatus(200)
      var asked = request
      asked.isAsked = true
      #expect(await loader.settle(asked).facts != nil)
      #expect(loader.hasCopy(of: request))
    }
  }

  @Test func `a picture that is asked for is checked if its copy cannot be shown`() async throws {
    let isMended = Mutex(false)
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { _, peer in
      let body = isMended.withLock { $0 } ? bytes : Array(bytes.prefix(60))
      peer.answer(200, [("Cache-Control", "max-age=3600")], body: body)
    } run: { server in
      let (loader, request) = (bench.loader(), try wanted(server))
      #expect(await loader.settle(request).facts == nil)
      isMended.withLock { $0 = true }
      #expect(await loader.settle(request).facts == nil)
      var asked = request
      asked.isAsked = true
      #expect(await loader.settle(asked).facts != nil)
    }
  }

  @Test func `any other failure is tried again, at first at once and then later`() async throws {
    try await withStatus(500) { server, setStatus in
      let (loader, request) = (bench.loader(), try wanted(server))
      let phase = await loader.settle(request)
      #expect(phase == .failed(reason: "500 Status 500", retryAt: bench.now + 5))
      let requests = server.requests.count
      #expect(requests == 3)
      _ = await loader.settle(request)
      #expect(server.requests.count == requests)
      bench.now += 6
      setStatus(200)
      #expect(await loader.settle(request).facts != nil)
    }
  }

  @Test(arguments: [500, 403, 429, 299])
  func `a failure never takes a good picture away, and is told beside it`(status: Int) async throws
  {
    try await withStatus(200) { server, setStatus in
      let (loader, request) = (bench.loader(), try wanted(server))
      _ = await loader.settle(request)
      let pixels = loader.pixels(of: request)
      setStatus(status)
      bench.now += 100
      for loader in [loader, bench.loader()] {
        let facts = try #require(await loader.settle(request).facts)
        #expect(facts.failure != nil)
        #expect(facts.date <= bench.now - 100)
        #expect(loader.pixels(of: request) == pixels)
      }
      setStatus(200)
      bench.now += 100
      #expect(await loader.settle(request).facts?.failure == nil)
    }
  }

  @Test(arguments: [404, 500]) func `a cacheable failure of a picture is not permanent`(
    status: Int
  ) async throws {
    let isMended = Mutex(false)
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { _, peer in
      let headers = [("Cache-Control", "max-age=31536000")]
      if isMended.withLock({ $0 }) { return peer.answer(200, headers, body: bytes) }
      peer.answer(status, headers)
    } run: { server in
      let request = try wanted(server)
      #expect(await bench.loader().settle(request).facts == nil)
      isMended.withLock { $0 = true }
      bench.now += status == 404 ? 86_401 : 6
      #expect(await bench.loader().settle(request).facts != nil)
    }
  }

  @Test func `a sign-in page in place of a picture is validated again even after a 304`()
    async throws
  {
    let isSignedIn = Mutex(false)
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { request, peer in
      if isSignedIn.withLock({ $0 }) { return peer.answer(200, [("ETag", "\"pie\"")], body: bytes) }
      let headers = [("ETag", "\"login\""), ("Last-Modified", "Wed, 01 Jan 2025 00:00:00 GMT")]
      if request["if-none-match"] == "\"login\"" { return peer.answer(304, headers) }
      peer.answer(200, headers, body: Array("<html>sign in</html>".utf8))
    } run: { server in
      let request = try wanted(server)
      for _ in 1...2 {
        #expect(await bench.loader().settle(request).facts == nil)
        bench.now += 1
      }
      isSignedIn.withLock { $0 = true }
      #expect(await bench.loader().settle(request).facts != nil)
    }
  }

  @Test func `a truncated picture does not replace a complete one in the cache`() async throws {
    try await withStatus(298, []) { server, setStatus in
      let (loader, request) = (bench.loader(), try wanted(server))
      _ = await loader.settle(request)
      let fetch = try #require(request.fetch)
      let half = try #require(loader.fetcher.copies(for: fetch).first)
      setStatus(200)
      bench.now += 100
      _ = await loader.settle(request)
      let whole = try #require(loader.fetcher.copies(for: fetch).first)
      #expect(whole.count == half.count + 20)
      setStatus(298)
      bench.now += 100
      _ = await bench.loader().settle(request)
      #expect(loader.fetcher.copies(for: fetch).map(\.count) == [whole.count])
    }
  }

  @Test(arguments: SamplePicture.all.map(\.name))
  func `a truncated picture of any format is recognized as incomplete`(name: String) throws {
    let bytes = try SamplePicture.bytes(name)
    let fetch = PictureRequest(
      .web(try WebAddress("http://a.example/")), in: PixelFrame(width: 8, height: 8)
    ).fetch
    let isCredible = try #require(fetch?.isCredible)
    let trailer = [UInt8](repeating: 7, count: 10_000)
    #expect(isCredible(.bytes(bytes), []) && isCredible(.bytes(bytes + trailer), []))
    for count in [bytes.count / 2, bytes.count - 13] {
      #expect(!isCredible(.bytes(Array(bytes.prefix(count))), []))
      #expect(isCredible(.bytes(Array(bytes.prefix(count))), nil))
    }
  }

  @Test func `a picture that its server takes away is broken though a copy is kept`() async throws {
    try await withStatus(200) { server, setStatus in
      let (loader, request) = (bench.loader(), try wanted(server))
      _ = await loader.settle(request)
      setStatus(404)
      bench.now += 100
      #expect(await loader.settle(request) == .broken(reason: "404 Status 404"))
      #expect(loader.pixels(of: request) == nil)
    }
  }

  @Test func `a response that is no picture is broken, whatever its content type`() async throws {
    try await withServer { _, peer in
      peer.answer(200, [("Content-Type", "image/png")], body: Array("<!DOCTYPE html>".utf8))
    } run: { server in
      guard case .broken(let reason) = await bench.loader().settle(try wanted(server)) else {
        Issue.record("not broken")
        return
      }
      #expect(reason.contains("web page"))
    }
  }

  @Test func `an unreachable server is a temporary failure with a time for a retry`() async throws {
    let address = "http://127.0.0.1:\(try LoopbackServer.refusedPort())/"
    let request = PictureRequest(
      .web(try WebAddress(address)), in: PixelFrame(width: 16, height: 16))
    guard case .failed(_, let retryAt) = await bench.loader().settle(request) else {
      Issue.record("not failed")
      return
    }
    #expect(retryAt > bench.now)
  }

  @Test func `without a network copies are shown, however old, and nothing is asked for`()
    async throws
  {
    try await withStatus(200, [("Cache-Control", "max-age=60")]) { server, _ in
      let (kept, other) = (try wanted(server, "/kept"), try wanted(server, "/other"))
      _ = await bench.loader().settle(kept)
      bench.now += 86_400
      let loader = bench.loader()
      loader.fetcher.isOffline = true
      let phases = await loader.settle([kept, other])
      #expect(phases[0].facts?.source == .offline)
      #expect(phases[0].facts?.date == bench.now - 86_400)
      #expect(phases[1] == .offline)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `bytes that were damaged on disk are fetched again`() async throws {
    try await withStatus(200, [("Cache-Control", "max-age=3600")]) { server, _ in
      let request = try wanted(server)
      _ = await bench.loader().settle(request)
      try bench.loseBodies()
      // Another size has to be made of the bytes.
      let other = try wanted(server, "/", 8)
      #expect(await bench.loader().settle(other).facts?.source == .network)
      #expect(server.requests.count == 2)
    }
  }
}
