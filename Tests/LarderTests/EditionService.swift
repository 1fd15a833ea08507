import Synchronization
import TestSupport

/// A service whose feed has an edition, and that can be made to fail.
final class EditionService: Sendable {
  struct State {
    var edition = 1, status = 200, lines = [("Cache-Control", "max-age=600")], page = false
    var body: [UInt8]?
  }
  let state = Mutex(State())

  var handler: LoopbackServer.Handler {
    { request, peer in
      let state = self.state.withLock { $0 }
      let tag = "\"\(state.edition)\""
      let fields = state.lines + [("ETag", tag)]
      if state.status != 200 { return peer.answer(state.status) }
      if state.page {
        return peer.answer(200, [("Content-Type", "text/html")], body: Array("<p>Sign in".utf8))
      }
      if let body = state.body { return peer.answer(200, fields, body: body) }
      if request["if-none-match"] == tag {
        peer.send("HTTP/1.1 304 Same\r\nETag: \(tag)\r\n\r\n")
        return
      }
      let text = state.edition == 1 ? SampleFeed.dishes : SampleFeed.malformed
      peer.answer(200, fields, body: Array(text.utf8))
    }
  }

  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }
}
