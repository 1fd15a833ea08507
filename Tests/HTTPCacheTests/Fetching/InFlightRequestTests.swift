import Dispatch
import HTTPCache
import Synchronization
import TestSupport
import Testing
import World

struct InFlightRequestTests {
  private let under = FetcherUnderTest()

  @Test func `equal concurrent requests are sent to the server once`() async throws {
    let everybody = DispatchSemaphore(value: 0)
    try await withServer { _, peer in
      everybody.wait()
      peer.answer(200, [("Cache-Control", "no-store")], body: [1, 2, 3])
    } run: { server in
      let url = server.url()
      let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<20 { group.addTask { try await under.get(url).content.bytes() } }
        while under.fetcher.waiting(for: try WebAddress(url)) < 20 { await Task.yield() }
        everybody.signal()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers == Array(repeating: [1, 2, 3], count: 20))
      #expect(server.requests.count == 1)
      #expect(under.fetcher.store.statistics().total.received == 3)
    }
  }

  @Test func `a request that begins while an equal one ends finds its response in the cache`()
    async throws
  {
    try await withServer { _, peer in
      peer.answer(200, [("Cache-Control", "max-age=1000")], body: [1, 2, 3])
    } run: { server in
      for round in 0..<20 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<200 {
            let url = server.url("/\(round)/\(number % 20)")
            group.addTask { _ = try await under.get(url).content.bytes() }
          }
          try await group.waitForAll()
        }
        #expect(server.requests.count == 20 * (round + 1))
      }
    }
  }

  @Test func `requests that differ are not shared`() async throws {
    try await withServer { request, peer in
      peer.answer(body: Array((request["accept"] ?? "").utf8))
    } run: { server in
      async let one = under.get(server.url()) { $0.headers = [HTTPField("Accept", "a/b")] }
      async let other = under.get(server.url()) { $0.headers = [HTTPField("Accept", "c/d")] }
      let answers = try await [one.content.bytes(), other.content.bytes()]
      #expect(answers == [Array("a/b".utf8), Array("c/d".utf8)])
    }
  }

  @Test
  func `a request in flight survives canceled tasks and ends when the last task is canceled`()
    async throws
  {
    let closed = Gate()
    try await withServer { _, peer in
      peer.waitForClose()
      closed.open()
    } run: { server in
      let address = try WebAddress(server.url())
      let tasks = (0..<3).map { _ in Task { try await under.fetcher.fetch(FetchRequest(address)) } }
      while under.fetcher.waiting(for: address) < 3 { await Task.yield() }
      // Without a connection, the server would wait for its end forever.
      while server.requests.isEmpty { await Task.yield() }
      tasks[0].cancel()
      await #expect(throws: HTTPFailure.cancelled) { try await tasks[0].value }
      #expect(under.fetcher.waiting(for: address) == 2)
      for task in tasks.dropFirst() { task.cancel() }
      await #expect(throws: HTTPFailure.cancelled) { try await tasks[2].value }
      await closed.pass()
    }
  }

  @Test func `tasks that join a request in flight after a cancellation all get its response`()
    async throws
  {
    let go = DispatchSemaphore(value: 0)
    try await withServer { _, peer in
      go.wait()
      peer.answer(200, [("Cache-Control", "no-store")])
    } run: { server in
      let (fetcher, address) = (under.fetcher, try WebAddress(server.url()))
      func begin() async -> Task<Int, any Error> {
        let before = fetcher.waiting(for: address)
        let task = Task { try await fetcher.fetch(FetchRequest(address)).status }
        while fetcher.waiting(for: address) <= before { await Task.yield() }
        return task
      }
      let first = Task { try await fetcher.fetch(FetchRequest(address)).status }
      while fetcher.waiting(for: address) < 1 { await Task.yield() }
      let others = [await begin(), await begin()]
      others[0].cancel()
      await #expect(throws: HTTPFailure.cancelled) { try await others[0].value }
      let last = await begin()
      go.signal()
      #expect(try await [first.value, others[1].value, last.value] == [200, 200, 200])
    }
  }

  @Test func `each task that waits for a download gets its progress, a late one at once`()
    async throws
  {
    let (half, told) = (DispatchSemaphore(value: 0), FetcherUnderTest.Shared<[String]>([]))
    try await withServer { _, peer in
      _ = peer.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nCache-Control: no-store\r\n\r\nabc")
      half.wait()
      _ = peer.send("def")
    } run: { server in
      let (fetcher, address) = (under.fetcher, try WebAddress(server.url()))
      func begin(_ name: String) -> Task<Int, any Error> {
        var request = FetchRequest(address)
        request.progress = { received, total in
          told.change { $0.append("\(name) \(received) of \(total ?? 0)") }
        }
        return Task { [request] in try await fetcher.fetch(request).status }
      }
      let first = begin("first")
      while !told.change({ $0.contains("first 3 of 6") }) { await Task.yield() }
      let late = begin("late")
      while !told.change({ $0.contains("late 3 of 6") }) { await Task.yield() }
      half.signal()
      _ = try await (first.value, late.value)
      #expect(told.change { $0.suffix(2) } == ["first 6 of 6", "late 6 of 6"])
    }
  }

  @Test func `a host has at most six requests in flight, and queued ones start by priority`()
    async throws
  {
    let busy = Atomic(0)
    let most = Atomic(0)
    let go = DispatchSemaphore(value: 0)
    try await withServer { _, peer in
      let now = busy.add(1, ordering: .relaxed).newValue
      most.max(now, ordering: .relaxed)
      go.wait()
      busy.subtract(1, ordering: .relaxed)
      peer.answer(200, [("Cache-Control", "no-store")])
    } run: { server in
      let fetcher = under.fetcher
      func begin(
        _ path: String, _ priority: FetchRequest.Priority
      ) async throws -> Task<Int, any Error> {
        var request = FetchRequest(try WebAddress(server.url(path)))
        request.priority = priority
        let task = Task { [request] in try await fetcher.fetch(request).status }
        while fetcher.waiting(for: request.address) == 0 { await Task.yield() }
        return task
      }
      var tasks: [Task<Int, any Error>] = []
      for number in 0..<6 { tasks.append(try await begin("/first\(number)", .prefetch)) }
      while busy.load(ordering: .relaxed) < 6 { await Task.yield() }
      tasks.append(try await begin("/later", .prefetch))
      tasks.append(try await begin("/raised", .prefetch))
      tasks.append(try await begin("/visible", .visible))
      while fetcher.queued < 3 { await Task.yield() }
      tasks.append(
        Task {
          var request = FetchRequest(try WebAddress(server.url("/raised")))
          request.priority = .nextPage
          return try await fetcher.fetch(request).status
        })
      while fetcher.waiting(for: try WebAddress(server.url("/raised"))) < 2 { await Task.yield() }
      for expected in ["/visible", "/raised", "/later"] {
        let before = server.requests.count
        go.signal()
        while server.requests.count == before { await Task.yield() }
        #expect(server.requests.last?.path == expected)
      }
      for _ in 0..<6 { go.signal() }
      for task in tasks { #expect(try await task.value == 200) }
      #expect(most.load(ordering: .relaxed) == 6)
    }
  }

  @Test func `a stale copy revalidated in the background is replaced for the next request`()
    async throws
  {
    try await withServer { request, peer in
      let isFirst = request["if-none-match"] == nil
      peer.answer(
        200,
        [
          ("Cache-Control", "max-age=1, stale-while-revalidate=60"),
          ("ETag", isFirst ? "\"1\"" : "\"2\""),
        ], body: [isFirst ? 1 : 2])
    } run: { server in
      _ = try await under.get(server.url())
      under.advance(5)
      #expect(try await under.get(server.url()).content.bytes() == [1])
      while under.fetcher.isChecking { await Task.yield() }
      let next = try await under.get(server.url())
      #expect(try next.content.bytes() == [2])
      #expect(next.source == .cache)
      #expect(server.requests.count == 2)
    }
  }

  @Test func `offline no request is sent, and copies are shown with their age`() async throws {
    try await withServer { _, peer in
      peer.answer(200, [("Cache-Control", "max-age=1, must-revalidate")], body: [1])
    } run: { server in
      _ = try await under.get(server.url())
      under.advance(3600)
      under.fetcher.isOffline = true
      let answer = try await under.get(server.url())
      #expect(answer.source == .offline)
      #expect(answer.date == 1_790_000_000)
      let nothing = try await under.get(server.url("/other"))
      #expect((nothing.status, nothing.source) == (504, .none))
      #expect(server.requests.count == 1)
    }
  }
}
