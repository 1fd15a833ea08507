import Dispatch
import HTTPCache
import LiveWorld
import Pictures
import Synchronization
import Terminal
import TestSupport
import Testing
import World

/// Where pictures are kept, and for how long.
struct PictureKeepingTests {
  private let bench: PictureWorkbench

  init() throws { bench = try PictureWorkbench() }

  private func withPicture(
    _ headers: [(String, String)] = [("Cache-Control", "max-age=3600")],
    run: (LoopbackServer) async throws -> Void
  ) async throws {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { _, peer in
      peer.answer(200, headers, body: bytes)
    } run: { server in
      try await run(server)
    }
  }

  @Test(arguments: [
    (PictureLoader.CachePlace.disk, 1, 1), (.memory, 1, 2), (.off, 2, 3),
  ])
  func `the setting of the picture cache selects disk, memory or no cache`(
    cachePlace: PictureLoader.CachePlace, sameShell: Int, nextShell: Int
  ) async throws {
    try await withPicture { server in
      let request = try wanted(server)
      let loader = bench.loader(cachePlace)
      for _ in 1...2 { _ = await loader.settle(request) }
      #expect(server.requests.count == sameShell)
      _ = await bench.loader(cachePlace).settle(request)
      #expect(server.requests.count == nextShell)
      let isOnDisk = LiveFileSystem().kind(of: bench.path) != nil
      #expect(isOnDisk == (cachePlace == .disk))
    }
  }

  @Test(arguments: [(100, true), (50_000, false)])
  func `a small thumbnail of another shell is shown at once`(
    width: Int, isAtOnce: Bool
  ) async throws {
    try await withPicture { server in
      let request = try wanted(server, "/", width)
      let before = await bench.loader().settle(request)
      let loader = bench.loader()
      loader.want([request])
      #expect((loader.phase(of: request)?.isSettled == true) == isAtOnce)
      let after = await loader.wait(for: [request])[0]
      #expect(after.facts?.source == .cache)
      #expect(after.facts?.size == before.facts?.size)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a stale thumbnail is checked before it is shown`() async throws {
    try await withPicture { server in
      let request = try wanted(server)
      _ = await bench.loader().settle(request)
      bench.now += 7200
      let loader = bench.loader()
      loader.want([request])
      #expect(loader.phase(of: request)?.isSettled == false)
      _ = await loader.wait(for: [request])
      #expect(server.requests.count == 2)
    }
  }

  @Test
  func `the target of a cached redirect is shown at once, and fetched again on reload`()
    async throws
  {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    let gate = DispatchSemaphore(value: 0)
    gate.signal()
    try await withServer { request, peer in
      let headers = [("Cache-Control", "max-age=10000")]
      if request.path == "/moved" { return peer.answer(301, headers + [("Location", "/there")]) }
      gate.wait()
      peer.answer(200, [("Cache-Control", "max-age=60"), ("ETag", "\"a\"")], body: bytes)
    } run: { server in
      var request = try wanted(server, "/moved")
      #expect(await bench.loader().settle(request).facts?.source == .network)
      bench.now += 100
      let loader = bench.loader()
      loader.want([request])
      // The server does not answer yet.
      await loader.wait(for: request) { $0.facts != nil }
      gate.signal()
      _ = await loader.wait(for: [request])
      #expect(server.requests.map(\.path) == ["/moved", "/there", "/there"])
      request.newerThan = bench.now + 1
      gate.signal()
      #expect(await bench.loader().settle(request).facts?.source == .network)
      #expect(server.requests.map(\.path).suffix(2) == ["/moved", "/there"])
    }
  }

  @Test
  func `a redirect that its server wants checked is checked, although what it leads to is fresh`()
    async throws
  {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { request, peer in
      let isMoved = request.path == "/moved"
      let lifetime = isMoved ? "max-age=0, stale-while-revalidate=600" : "max-age=10000"
      peer.answer(
        isMoved ? 302 : 200, [("Cache-Control", lifetime), ("Location", "/there")],
        body: isMoved ? [] : bytes)
    } run: { server in
      let request = try wanted(server, "/moved")
      for _ in 1...3 {
        bench.now += 1
        _ = await bench.loader().settle(request)
      }
      #expect(server.requests.count { $0.path == "/moved" } == 3)
    }
  }

  @Test func `a picture with no-store stays on the screen only`() async throws {
    try await withPicture([("Cache-Control", "no-store")]) { server in
      let (loader, request) = (bench.loader(), try wanted(server))
      for _ in 1...2 { #expect(await loader.settle(request).facts?.source == .network) }
      #expect(server.requests.count == 2)
      #expect(loader.memory.usage.count == 0)
    }
  }

  @Test func `the memory holds no more than its limit, and gives most of it back when asked to`()
    async throws
  {
    try await withPicture { server in
      // A picture of 32 × 24 in four bytes each, and a little beside.
      let memory = PictureMemory(limit: 8 * 3500)
      let loader = bench.loader(.disk, memory: memory)
      for number in 0..<20 { _ = await loader.settle(try wanted(server, "/\(number)", 32)) }
      #expect(memory.usage.count == 8 && memory.usage.bytes <= memory.limit)
      memory.shrink(toPart: 0.25)
      #expect(memory.usage.count == 2)
      memory.limit = 0
      #expect(memory.usage == (0, 0))
    }
  }

  @Test func `a picture on the screen is not evicted`() async throws {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { request, peer in
      if request.path == "/moved" { return peer.answer(302, [("Location", "/shown")]) }
      peer.answer(200, [("Cache-Control", "max-age=3600")], body: bytes)
    } run: { server in
      let loader = bench.loader()
      loader.fetcher.store.limits.bytes = 20_000
      let (shown, moved) = (try wanted(server, "/shown"), try wanted(server, "/moved"))
      _ = await loader.settle([moved])
      let others = try (0..<100).map { try wanted(server, "/\($0)") }
      await PicturePrefetch(others, with: loader).run()
      #expect(loader.standing(of: shown).0 == .stored)
      #expect(others.count { loader.standing(of: $0).0 == .stored } < 50)
    }
  }

  @Test func `pictures are cached in memory if the disk takes none`() async throws {
    try await withPicture { server in
      try LiveFileSystem().write([1], to: bench.path, replacing: false)
      let (loader, request) = (bench.loader(), try wanted(server))
      #expect(await loader.settle(request).facts != nil)
      loader.memory.shrink(toPart: 0)
      #expect(await loader.settle(request).facts?.source == .cache)
      #expect(server.requests.count == 1)
      #expect(loader.fetcher.store.takeNotice() != nil)
    }
  }

  @Test func `a picture fetched with a secret is not shown for another secret`() async throws {
    try await withPicture { server in
      let loader = bench.loader()
      for secret in ["one", "other", "one"] {
        var request = try wanted(server)
        request.credentials = [HTTPField("Authorization", secret)]
        #expect(await loader.settle(request).facts != nil)
      }
      #expect(server.requests.map { $0["authorization"] } == ["one", "other"])
    }
  }

  @Test func `two shells share what either has fetched`() async throws {
    try await withPicture { server in
      let (one, other) = (bench.loader(), bench.loader())
      let requests = try (0..<10).map { try wanted(server, "/\($0)") }
      _ = await one.settle(Array(requests[..<5]))
      _ = await other.settle(requests)
      _ = await one.settle(requests)
      #expect(server.requests.count == 10)
    }
  }

  @Test func `a cache that is taken away under a running shell is begun anew`() async throws {
    try await withPicture { server in
      let (loader, request) = (bench.loader(), try wanted(server))
      _ = await loader.settle(request)
      try LiveFileSystem().rename(bench.path, to: bench.folder.path + "/elsewhere")
      loader.memory.expire()
      bench.now += 2
      #expect(await loader.settle(request).facts != nil)
      #expect(LiveFileSystem().kind(of: bench.path + "/index.db") == .file)
    }
  }

  @Test func `prefetch counts each outcome, and continues the next time`() async throws {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    let stop = Gate()
    let isStopping = Atomic(true)
    try await withServer { request, peer in
      switch request.path {
      case "/7" where isStopping.load(ordering: .sequentiallyConsistent):
        stop.open()
        peer.waitForClose()
      case "/3": peer.answer(404)
      case "/4": peer.answer(200, body: Array("<html>".utf8))
      default: peer.answer(200, [("Cache-Control", "max-age=3600")], body: bytes)
      }
    } run: { server in
      let requests = try (0..<10).map { try wanted(server, "/\($0)") }
      let first = PicturePrefetch(requests, with: bench.loader())
      let task = Task { await first.run() }
      await stop.pass()
      while first.outcome.done < 9 { await Task.yield() }
      task.cancel()
      await task.value
      #expect((first.outcome.fetched, first.outcome.broken, first.outcome.done) == (7, 2, 9))
      #expect(first.outcome.bytes == 7 * bytes.count)
      isStopping.store(false, ordering: .sequentiallyConsistent)
      let second = PicturePrefetch(requests, with: bench.loader())
      await second.run()
      #expect((second.outcome.fetched, second.outcome.stored, second.outcome.done) == (1, 7, 10))
    }
  }

  @Test func `a picture that proved broken stays broken`() async throws {
    let cut = Array(try SamplePicture.bytes("rgb-8.png").prefix(60))
    try await withServer { request, peer in
      let body = request.path == "/cut" ? cut : Array("no picture at all".utf8)
      peer.answer(200, [("Cache-Control", "max-age=3600")], body: body)
    } run: { server in
      let (loader, shown) = (bench.loader(), try wanted(server, "/cut"))
      _ = await loader.settle(shown)
      #expect(loader.standing(of: shown).0 == .broken)
      let text = try wanted(server, "/text")
      await PicturePrefetch([text], with: loader).run()
      #expect(loader.standing(of: text).0 == .broken)
    }
  }

  @Test func `the state of a picture is known without a request`() async throws {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { request, peer in
      switch request.path {
      case "/fresh": peer.answer(200, [("Cache-Control", "max-age=3600")], body: bytes)
      case "/stale": peer.answer(200, [("Cache-Control", "max-age=1")], body: bytes)
      case "/broken": peer.answer(404)
      default: peer.answer(500)
      }
    } run: { server in
      let names = ["fresh", "stale", "broken", "failed"]
      _ = await bench.loader().settle(try names.map { try wanted(server, "/\($0)") })
      let requests = server.requests.count
      // The failures may be tried again by now, and are still what is known.
      bench.now += 700
      let loader = bench.loader()
      let found = try (names + ["absent"]).map {
        loader.standing(of: try wanted(server, "/\($0)")).0
      }
      #expect(found == [.stored, .stale, .broken, .failed, .absent])
      #expect(server.requests.count == requests)
    }
  }
}
