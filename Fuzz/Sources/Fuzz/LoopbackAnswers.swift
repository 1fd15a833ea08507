import Dispatch
import LiveWorld
import Synchronization
import TestSupport
import World

/// A server whose answer is the input, head and chunks and all, and a client that reads it.
final class LoopbackAnswers: Sendable {
  static let shared = LoopbackAnswers()

  private let transport = CurlTransport()
  private let server: LoopbackServer

  private init() {
    let box = AnswerBox()
    do {
      server = try LoopbackServer { _, peer in
        peer.send(box.bytes.withLock { $0 })
        peer.hangUp()
      }
    } catch {
      preconditionFailure("there is no loopback server")
    }
    self.box = box
  }

  private let box: AnswerBox

  /// Reads the bytes as the answer of a server; its content is not larger than the limit.
  func read(_ bytes: [UInt8]) {
    box.bytes.withLock { $0 = bytes }
    var request = HTTPRequest(url: server.url())
    request.limits.bytes = 1 << 16
    (request.limits.stall, request.limits.head) = (.seconds(2), .seconds(2))
    let (sent, done) = (request, DispatchSemaphore(value: 0))
    Task {
      // Most inputs are not HTTP.
      if let response = try? await self.transport.response(to: sent) {
        let body = try? await response.body.collect()
        precondition(body.map { $0.count <= 1 << 16 } ?? true, "a body is larger than its limit")
        precondition((100...999).contains(response.status), "a status has three digits")
      }
      done.signal()
    }
    done.wait()
  }
}

/// The bytes of the next answer.
private final class AnswerBox: Sendable {
  let bytes = Mutex<[UInt8]>([])
}
