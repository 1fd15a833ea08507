import LiveWorld
import Synchronization
import TestSupport
import Testing
import World

/// Requests that wait in a queue.
struct CurlTransportTurnTests {
  private let transport = CurlTransport()
  private let turn = TurnByHand()

  private func request(_ server: LoopbackServer) -> HTTPRequest {
    HTTPRequest(url: server.url(), turn: turn)
  }

  @Test
  func `a request waits for its turn and ends the turn before its body is read`() async throws {
    try await withServer { _, peer in
      peer.answer(200, body: [1, 2, 3])
    } run: { server in
      let request = request(server)
      let task = Task { try await transport.response(to: request) }
      await turn.waits.pass()
      #expect(server.requests.isEmpty)
      turn.come(true)
      let response = try await task.value
      await turn.ended.pass()
      #expect(try await response.body.collect() == [1, 2, 3])
    }
  }

  @Test(arguments: [true, false])
  func `a request cancelled in the queue is not sent`(comes: Bool) async throws {
    try await withServer { _, peer in
      peer.answer()
    } run: { server in
      let request = request(server)
      let task = Task { try await transport.response(to: request).status }
      await turn.waits.pass()
      if comes { task.cancel() } else { turn.come(false) }
      await #expect(throws: HTTPFailure.cancelled) { try await task.value }
      if comes { turn.come(true) }
      // The event loop is sequential: the cancelled request would have been sent before this one.
      _ = try await transport.response(to: HTTPRequest(url: server.url("/next")))
      #expect(server.requests.map(\.path) == ["/next"])
    }
  }

  @Test
  func `a request whose turn never comes can be cancelled`() async throws {
    let (request, fixed) = (HTTPRequest(url: "http://a/", turn: turn), FixedTransport([:]))
    let task = Task { try await fixed.response(to: request).status }
    await turn.waits.pass()
    task.cancel()
    await #expect(throws: HTTPFailure.cancelled) { try await task.value }
    turn.come(true)
    #expect(fixed.requests.isEmpty)
  }
}

extension HTTPRequest {
  fileprivate init(url: String, turn: any HTTPTurn) {
    self.init(url: url)
    self.turn = turn
  }
}

/// A turn that a test grants.
private final class TurnByHand: HTTPTurn {
  let waits = Gate()
  let ended = Gate()
  private let act = Mutex<(@Sendable (Bool) -> Void)?>(nil)

  func whenReady(_ act: @escaping @Sendable (_ mayGo: Bool) -> Void) {
    self.act.withLock { $0 = act }
    waits.open()
  }

  func end() { ended.open() }

  func come(_ mayGo: Bool) { act.withLock { $0 }?(mayGo) }
}
