import Dispatch
import LiveWorld
import Synchronization
import TestSupport
import Testing
import World

@testable import HTTPCache

/// Two fetchers on one folder, as two processes have.
struct SharedDownloadTests {
  private let bench: StoreWorkbench

  init() throws { bench = try StoreWorkbench() }

  /// A server that holds its first answer back until it is told to give it.
  private final class HeldServer: Sendable {
    let arrival = Gate()
    let release = DispatchSemaphore(value: 0)
    private let count = Atomic(0)
    private let status: Int
    private let caching: String

    init(_ status: Int = 200, caching: String) { (self.status, self.caching) = (status, caching) }

    var handler: LoopbackServer.Handler {
      { [self] _, peer in
        let number = count.add(1, ordering: .relaxed).newValue
        if number == 1 {
          arrival.open()
          release.wait()
        } else {
          release.signal()
        }
        peer.answer(status, [("Cache-Control", caching)], body: [UInt8(number)])
      }
    }
  }

  private func adjust(_ request: inout FetchRequest) {
    (request.purpose, request.trustsFailures) = (.picture, true)
  }

  @Test(arguments: [
    (200, "max-age=600", 1), (200, "no-cache", 1), (404, "no-cache", 1), (200, "no-store", 2),
  ])
  func `a fetcher gets from the store what another one downloads`(
    status: Int, caching: String, count: Int
  ) async throws {
    let held = HeldServer(status, caching: caching)
    try await withServer(held.handler) { server in
      let end = Gate()
      let one = FetcherUnderTest(bench: bench)
      let other = FetcherUnderTest(bench: bench) {
        held.release.signal()
        await end.pass()
      }
      let first = Task {
        defer { end.open() }
        return try await one.get(server.url(), adjust)
      }
      await held.arrival.pass()
      let second = try await other.get(server.url(), adjust)
      #expect(try await first.value.status == status)
      #expect(second.status == status)
      if status == 200 { #expect(try second.content.bytes() == [UInt8(count)]) }
      #expect(server.requests.count == count)
      #expect(!other.pauses.isEmpty)
    }
  }

  @Test func `a request without a copy waits while the download makes progress`() async throws {
    let (size, step) = (6, DispatchSemaphore(value: 0))
    let handler: LoopbackServer.Handler = { _, peer in
      peer.send(
        "HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: \(size)\r\n\r\n")
      for _ in 1...size {
        step.wait()
        peer.send("x")
      }
    }
    try await withServer(handler) { server in
      let gates = (0...size).map { _ in Gate() }
      let (end, waits) = (Gate(), FetcherUnderTest.Shared(0))
      let one = FetcherUnderTest(bench: bench)
      let other = FetcherUnderTest(bench: bench) {
        // A byte arrives each 1.2 seconds.
        let number = waits.change { count in
          count += 1
          return count
        }
        guard number.isMultiple(of: 60) else { return }
        step.signal()
        await gates[min(number / 60, size)].pass()
        if number / 60 >= size { await end.pass() }
      }
      let first = Task {
        defer { end.open() }
        return try await one.get(server.url()) { request in
          (request.limits.stall, request.limits.head) = (.seconds(600), .seconds(600))
          request.progress = { received, _ in gates[received].open() }
        }
      }
      await gates[0].pass()
      let second = try await other.get(server.url())
      #expect(try await first.value.source == .network)
      #expect(try second.content.bytes() == Array(repeating: UInt8(ascii: "x"), count: size))
      #expect(server.requests.count == 1)
      #expect(other.pauses.count == 60 * size)
    }
  }

  @Test func `a request without a copy waits two seconds for a download that stands still`()
    async throws
  {
    let held = HeldServer(caching: "max-age=600")
    try await withServer(held.handler) { server in
      let (one, other) = (FetcherUnderTest(bench: bench), FetcherUnderTest(bench: bench))
      // On a busy machine the test can be delayed longer than the default limits.
      async let first = one.get(server.url()) {
        ($0.limits.stall, $0.limits.head) = (.seconds(600), .seconds(600))
      }
      await held.arrival.pass()
      let second = try await other.get(server.url())
      #expect(try second.content.bytes() == [2])
      #expect(other.pauses == Array(repeating: .milliseconds(20), count: 100))
      held.release.signal()
      #expect(try await first.source == .network)
    }
  }

  @Test func `after the patience, a copy is the answer if there is one`() async throws {
    let held = HeldServer(caching: "max-age=600")
    try await withServer(held.handler) { server in
      let (one, other) = (FetcherUnderTest(bench: bench), FetcherUnderTest(bench: bench))
      other.fetcher.patience = .milliseconds(100)
      held.release.signal()
      _ = try await one.get(server.url("/a"))
      _ = try await one.get(server.url("/b"))
      let key = CacheKey(address: try WebAddress(server.url("/a")).text)
      let lock = try #require(bench.store().downloadLock(for: key))
      #expect(lock.tryToHold())
      one.advance(900)
      other.advance(900)
      let copy = try await other.get(server.url("/a")) { $0.copyUse = .afterPatience }
      #expect(copy.source == .stale && copy.rule.failure?.contains("still loading") == true)
      #expect(other.pauses == Array(repeating: .milliseconds(20), count: 5))
      #expect(try await other.get(server.url("/b")).source == .network)
      lock.release()
      #expect(server.requests.count == 3)
    }
  }

  @Test func `a request does not ask again for what was stored before its turn`() async throws {
    let url = "https://pictures.example/"
    let inner = FixedTransport([
      url: .response(headers: [HTTPField("Cache-Control", "no-cache")], body: [7])
    ])
    let one = FetcherUnderTest(transport: inner, bench: bench)
    let other = FetcherUnderTest(
      transport: LateTransport(inner: inner) { _ = try? await one.get(url) }, bench: bench)
    let answer = try await other.get(url)
    #expect(try answer.content.bytes() == [7])
    #expect(answer.rule == .sharedDownload)
    #expect(inner.requests.count == 1)
  }

  /// Lets something happen before a request is sent.
  private struct LateTransport: HTTPTransport {
    let inner: FixedTransport
    let before: @Sendable () async -> Void

    func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      await before()
      return try await inner.response(to: request)
    }
  }
}
