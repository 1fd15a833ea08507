import Dispatch
import LiveWorld
import TestSupport
import Testing
import World

struct CurlTransportFlowTests {
  private let transport = CurlTransport()

  @Test
  func `fifty requests run concurrently`() async throws {
    let others = DispatchGroup()
    for _ in 1...50 { others.enter() }
    try await withServer { request, peer in
      others.leave()
      others.wait()
      peer.answer(200, body: Array(request.path.utf8))
    } run: { server in
      try await withThrowingTaskGroup { group in
        for number in 1...50 {
          group.addTask {
            let url = server.url("/\(number)")
            let response = try await transport.response(to: HTTPRequest(url: url))
            #expect(try await response.body.collect() == Array("/\(number)".utf8))
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"])
  func `cancelling the task cancels the transfer`(start: String) async throws {
    let (arrived, closed) = (Gate(), Gate())
    try await withServer { _, peer in
      peer.send(start)
      arrived.open()
      peer.waitForClose()
      closed.open()
    } run: { server in
      let request = HTTPRequest(url: server.url())
      let task = Task { try await transport.response(to: request).body.collect() }
      await arrived.pass()
      task.cancel()
      await #expect(throws: HTTPFailure.cancelled) { try await task.value }
      await closed.pass()
    }
  }

  @Test
  func `a cancelled task sends nothing`() async throws {
    try await withServer { _, peer in
      peer.answer()
    } run: { server in
      let request = HTTPRequest(url: server.url())
      let start = Gate()
      let task = Task {
        await start.pass()
        return try await transport.response(to: request).status
      }
      task.cancel()
      start.open()
      await #expect(throws: HTTPFailure.cancelled) { try await task.value }
      #expect(server.requests.isEmpty)
    }
  }

  @Test
  func `a body dropped unread closes its connection`() async throws {
    let closed = Gate()
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
      peer.waitForClose()
      closed.open()
    } run: { server in
      let status = try await transport.response(to: HTTPRequest(url: server.url())).status
      #expect(status == 200)
      await closed.pass()
    }
  }

  @Test
  func `a body outlives its transport`() async throws {
    let dropped = DispatchSemaphore(value: 0)
    try await withServer { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha")
      dropped.wait()
      peer.send("lf")
    } run: { server in
      var request = HTTPRequest(url: server.url())
      // On a busy machine the test can be delayed longer than the default limits.
      (request.limits.stall, request.limits.head) = (.seconds(600), .seconds(600))
      let body = try await CurlTransport().response(to: request).body
      dropped.signal()
      #expect(try await body.collect() == Array("half".utf8))
    }
  }

  @Test
  func `a slow reader pauses the sender and gets all bytes`() async throws {
    let bytes = (0..<(16 << 20)).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
    try await withServer { _, peer in
      peer.answer(200, body: bytes)
    } run: { server in
      let response = try await transport.response(to: HTTPRequest(url: server.url()))
      var received: [UInt8] = []
      for try await chunk in response.body {
        #expect(chunk.count <= (1 << 20) + (1 << 16))
        received += chunk
        for _ in 1...50 { await Task.yield() }
      }
      #expect(received == bytes)
    }
  }

  @Test
  func `waiting for a slow reader does not time out`() async throws {
    let bytes = [UInt8](repeating: 7, count: 8 << 20)
    try await withServer { request, peer in
      if request.path == "/large" { peer.answer(200, body: bytes) }
      peer.waitForClose()
    } run: { server in
      var large = HTTPRequest(url: server.url("/large"))
      large.limits.stall = .seconds(2)
      var silent = HTTPRequest(url: server.url("/silent"))
      silent.limits.stall = .seconds(6)
      let response = try await transport.response(to: large)
      // The silent request fails after three times the limit of the large one.
      await #expect(throws: HTTPFailure.timedOut(after: .seconds(6), what: .answer)) {
        try await transport.response(to: silent)
      }
      #expect(try await response.body.collect() == bytes)
    }
  }
}
