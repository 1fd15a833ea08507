import Synchronization

/// A place in a line of requests, of which a few at a time may use the network.
package protocol HTTPTurn: Sendable {
  /// Has somebody told that the request may go out, or that it is not to any more.
  ///
  /// It is told once at the most, on any thread, and at once if nobody is before it.
  func whenItComes(_ act: @escaping @Sendable (_ mayGo: Bool) -> Void)

  /// Makes way for the next request: nothing more comes over the network.
  func end()
}

extension HTTPRequest {
  /// Waits for the turn of this request, if it has one.
  ///
  /// - Throws: ``HTTPFailure/cancelled`` if it is not to go out any more.
  package func waitForTurn() async throws(HTTPFailure) {
    guard let turn else { return }
    let wait = TurnWait()
    let mayGo = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait.begin(continuation)
        turn.whenItComes { wait.end($0) }
      }
    } onCancel: {
      wait.end(false)
    }
    if !mayGo { throw .cancelled }
  }
}

/// A wait for a turn, which ends with the turn or before it.
private final class TurnWait: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Bool, Never>?
    var outcome: Bool?
  }

  private let state = Mutex(State())

  func begin(_ continuation: CheckedContinuation<Bool, Never>) {
    let outcome: Bool? = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  func end(_ outcome: Bool) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      state.outcome = state.outcome ?? outcome
      return state.continuation
    }
    continuation?.resume(returning: outcome)
  }
}
