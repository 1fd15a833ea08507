import Dispatch
import HTTPCache
import Pictures
import Synchronization
import Terminal
import TestSupport
import Testing
import World

/// One picture after another, from real servers through a real cache.
struct PictureLoadingTests {
  private let bench: PictureWorkbench
  private static let fresh = [("Cache-Control", "max-age=3600")]

  init() throws { bench = try PictureWorkbench() }

  @Test func `the loader reports each phase of a picture and answers with the current phase`()
    async throws
  {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    let rest = DispatchSemaphore(value: 0)
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
      peer.send(Array(bytes.prefix(20)))
      rest.wait()
      peer.send(Array(bytes.dropFirst(20)))
    } run: { server in
      let loader = bench.loader()
      let request = try wanted(server)
      #expect(loader.phase(of: request) == nil)
      loader.want([request])
      await loader.wait(for: request) { $0 == .downloading(received: 20, total: bytes.count) }
      #expect(loader.pixels(of: request) == nil)
      #expect(loader.phases == [.downloading(received: 20, total: bytes.count)])
      rest.signal()
      let facts = try #require(await loader.wait(for: [request])[0].facts)
      #expect(facts.format == .png && facts.size == SamplePicture.size)
      #expect(facts.source == .network && facts.count == bytes.count)
      #expect(loader.pixels(of: request)?.size == PixelSize(width: 16, height: 12))
    }
  }

  @Test func `a cached picture is shown without a request, in the same shell and the next one`()
    async throws
  {
    let bytes = try SamplePicture.bytes("baseline.jpg")
    try await withServer { _, peer in
      peer.answer(200, Self.fresh, body: bytes)
    } run: { server in
      let (first, request) = (bench.loader(), try wanted(server))
      var shown = try #require(await first.settle(request).facts)
      let pixels = first.pixels(of: request)
      #expect(shown.source == .network)
      shown.source = .cache
      #expect(await first.settle(request).facts == shown)
      // Without its bytes only what was made of them can be shown.
      try bench.loseBodies()
      let second = bench.loader()
      #expect(await second.settle(request).facts?.source == .cache)
      #expect(second.pixels(of: request) == pixels)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a large picture is kept small, too, at nearly its colors`() async throws {
    let bytes = try bench.loader().decoderJPEG(width: 400, height: 300)
    try await withServer { _, peer in
      peer.answer(200, Self.fresh, body: bytes)
    } run: { server in
      let (first, request) = (bench.loader(), try wanted(server, "/", 200))
      _ = await first.settle(request)
      let pixels = try #require(first.pixels(of: request))
      try bench.loseBodies()
      let second = bench.loader()
      _ = await second.settle(request)
      let kept = try #require(second.pixels(of: request))
      #expect(kept.size == pixels.size)
      let apart = zip(kept.bytes, pixels.bytes).map { abs(Int($0) - Int($1)) }
      #expect(apart.max() ?? 255 < 24)
    }
  }

  @Test func `a picture on its way is not asked for again when it is wanted in other frames`()
    async throws
  {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    let rest = DispatchSemaphore(value: 0)
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
      peer.send(Array(bytes.prefix(20)))
      rest.wait()
      peer.send(Array(bytes.dropFirst(20)))
    } run: { server in
      let loader = bench.loader()
      let requests = try (10...14).map { try wanted(server, "/", $0) }
      for request in requests {
        loader.want([request])
        await loader.wait(for: request) { $0 == .downloading(received: 20, total: bytes.count) }
      }
      rest.signal()
      #expect(await loader.wait(for: [requests[4]])[0].facts != nil)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `however many frames want a picture, its server is asked once`() async throws {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { _, peer in
      peer.answer(200, Self.fresh, body: bytes)
    } run: { server in
      let loader = bench.loader()
      let phases = await loader.settle(try (1...20).map { try wanted(server, "/", $0) })
      #expect(phases.allSatisfy { $0.facts != nil })
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a picture that needs validation is shown at once, and validated`()
    async throws
  {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    let (mayAnswer, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try await withServer { request, peer in
      guard request["if-none-match"] == "\"1\"" else {
        return peer.answer(200, [("ETag", "\"1\""), ("Cache-Control", "no-cache")], body: bytes)
      }
      mayAnswer.wait()
      peer.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n")
      answered.signal()
    } run: { server in
      let request = try wanted(server)
      for loader in [bench.loader(), bench.loader()] {
        if server.requests.isEmpty { _ = await loader.settle(request) }
        bench.now += 60
        loader.want([request])
        await loader.wait(for: request) { $0.facts?.source == .stale }
        #expect(loader.pixels(of: request) != nil)
        #expect(loader.phase(of: request)?.isSettled == false)
        mayAnswer.signal()
        #expect(await loader.wait(for: [request])[0].facts?.source == .validated)
        answered.wait()
      }
      #expect(server.requests.count == 3)
    }
  }

  @Test func `a picture that changed behind its address is seen the next time`() async throws {
    let versions = try ["rgb-8.png", "gray-8.png"].map { try SamplePicture.bytes($0) }
    let present = Atomic(0)
    try await withServer { request, peer in
      let number = present.load(ordering: .sequentiallyConsistent)
      peer.answer(200, [("ETag", "\"\(number)\"")], body: versions[number])
    } run: { server in
      let (loader, request) = (bench.loader(), try wanted(server))
      _ = await loader.settle(request)
      let before = try #require(loader.pixels(of: request))
      present.store(1, ordering: .sequentiallyConsistent)
      #expect(await loader.settle(request).facts?.source == .network)
      let after = try #require(loader.pixels(of: request))
      #expect(before != after)
      #expect(after.quadrants[0] == Pixel(0, 0, 0, 255))
    }
  }

  @Test func `a reload fetches a picture that is immutable for a year`() async throws {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { _, peer in
      peer.answer(200, [("Cache-Control", "max-age=31536000, immutable")], body: bytes)
    } run: { server in
      let loader = bench.loader()
      var request = try wanted(server)
      _ = await loader.settle(request)
      bench.now += 10
      loader.memory.expire()
      request.newerThan = bench.now
      #expect(await loader.settle(request).facts?.source == .network)
      _ = await loader.settle(request)
      #expect(server.requests.count == 2)
    }
  }

  @Test func `an unwanted download is cancelled`() async throws {
    let closed = Gate()
    try await withServer { request, peer in
      if request.path == "/slow" {
        peer.waitForClose()
        return closed.open()
      }
      peer.answer(404)
    } run: { server in
      let (loader, slow) = (bench.loader(), try wanted(server, "/slow"))
      loader.want([slow])
      while server.requests.isEmpty { await Task.yield() }
      _ = await loader.settle(try wanted(server, "/other"))
      await closed.pass()
      #expect(loader.phase(of: slow) == nil)
    }
  }

  @Test func `pictures of the next page are fetched in advance and shown without a request`()
    async throws
  {
    let bytes = try SamplePicture.bytes("rgb-8.png")
    try await withServer { _, peer in
      peer.answer(200, Self.fresh, body: bytes)
    } run: { server in
      let loader = bench.loader()
      let (now, next) = (try wanted(server, "/now"), try wanted(server, "/next"))
      _ = await loader.settle(now)
      loader.prepare([next])
      _ = await loader.wait(for: [next])
      let before = server.requests.count
      #expect(await loader.settle(next).facts != nil)
      #expect((before, server.requests.count) == (2, 2))
    }
  }
}

extension PictureLoader {
  /// The bytes of a JPEG in soft colors.
  fileprivate func decoderJPEG(width: Int, height: Int) throws -> [UInt8] {
    let bytes = (0..<width * height).flatMap { place -> [UInt8] in
      [UInt8(place % width * 255 / width), UInt8(place / width * 255 / height), 128, 255]
    }
    let pixels = Pixels(size: PixelSize(width: width, height: height), bytes: bytes)
    return try PictureDecoder(now: { 0 }).jpeg(of: pixels, quality: 95)
  }
}
