import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The shared state of a loopback server's threads: its requests and its open sockets.
final class LoopbackLog: Sendable {
  private struct State {
    var requests: [LoopbackRequest] = []
    var sockets: Set<Int32> = []
    var isStopped = false
    /// How many sockets were opened, the one that listens included.
    var openedCount = 0
  }

  private let state = Mutex(State())

  var requests: [LoopbackRequest] {
    state.withLock { $0.requests }
  }

  var openedCount: Int {
    state.withLock { $0.openedCount }
  }

  func add(_ request: LoopbackRequest) {
    state.withLock { $0.requests.append(request) }
  }

  /// Notes a new socket; `false` if the server has stopped.
  func open(_ socket: Int32) -> Bool {
    state.withLock { state in
      if !state.isStopped {
        state.sockets.insert(socket)
        state.openedCount += 1
      }
      return !state.isStopped
    }
  }

  /// Closes a socket, once.
  func close(_ socket: Int32) {
    state.withLock { state in
      if state.sockets.remove(socket) != nil { closeSocket(socket) }
    }
  }

  /// Wakes every thread that waits at a socket.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }
}

private func closeSocket(_ socket: Int32) {
  close(socket)
}
