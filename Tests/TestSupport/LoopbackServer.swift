import LiveWorld

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A web server on this machine that behaves, or misbehaves, as a test tells it to.
///
/// Each connection has a thread of its own. The server stops when it is no longer used.
package final class LoopbackServer: Sendable {
  /// Answers one request; it runs on the connection's thread and may block.
  package typealias Handler = @Sendable (LoopbackRequest, LoopbackPeer) -> Void

  /// The port it listens on.
  package let port: UInt16

  private let log: LoopbackLog

  /// A server that already listens.
  ///
  /// - Throws: ``LoopbackError`` if the system grants no socket.
  package init(_ handler: @escaping Handler) throws(LoopbackError) {
    let log = LoopbackLog()
    self.log = log
    let (listener, port) = try bindSocket()
    guard listen(listener, 256) == 0 else {
      let code = errno
      close(listener)
      throw LoopbackError(call: "listen", code: code)
    }
    self.port = port
    guard log.open(listener) else { preconditionFailure("a new server has stopped") }
    do throws(BackgroundThread.Failure) {
      try BackgroundThread.start { acceptConnections(listener, log: log, handler) }
    } catch {
      throw LoopbackError(call: "pthread_create", code: error.code)
    }
  }

  deinit {
    stop()
  }

  /// Ends every connection and takes no more.
  package func stop() {
    log.stop()
  }

  /// The requests it got so far, in order of arrival.
  package var requests: [LoopbackRequest] {
    log.requests
  }

  /// How many connections were made to it so far, whatever came over them.
  package var connectionCount: Int {
    log.openedCount - 1
  }

  /// The address of a path; a host other than `127.0.0.1` is another origin.
  package func url(_ path: String = "/", host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// A port of this machine that refuses every connection.
  ///
  /// Its socket stays bound until the process ends, without listening, so that no other socket gets the port.
  ///
  /// - Throws: ``LoopbackError`` if the system grants no socket.
  package static func refusedPort() throws(LoopbackError) -> UInt16 {
    try bindSocket().port
  }
}

/// Runs a server for as long as a test needs it.
package func withServer(
  _ handler: @escaping LoopbackServer.Handler,
  run: (LoopbackServer) async throws -> Void
) async throws {
  let server = try LoopbackServer(handler)
  defer { server.stop() }
  try await run(server)
}

/// A system call that the server cannot do without, and its error number.
package struct LoopbackError: Error {
  let call: String
  let code: Int32
}

/// A socket on a port of the loopback interface that the system picks.
private func bindSocket() throws(LoopbackError) -> (socket: Int32, port: UInt16) {
  #if canImport(Darwin)
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
  #else
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
  #endif
  guard descriptor >= 0 else { throw LoopbackError(call: "socket", code: errno) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let code = unsafe withUnsafeMutablePointer(to: &address) { address in
    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      guard unsafe bind(descriptor, address, size) == 0,
        unsafe getsockname(descriptor, address, &size) == 0
      else { return errno }
      return 0
    }
  }
  guard code == 0 else {
    close(descriptor)
    throw LoopbackError(call: "bind", code: code)
  }
  return (descriptor, UInt16(bigEndian: address.sin_port))
}

private func acceptConnections(
  _ listener: Int32, log: LoopbackLog, _ handler: @escaping LoopbackServer.Handler
) {
  while true {
    let socket = accept(listener, nil, nil)
    if socket < 0, errno == EINTR || errno == ECONNABORTED { continue }
    guard socket >= 0 else { break }
    guard log.open(socket) else {
      close(socket)
      break
    }
    do {
      try BackgroundThread.start {
        let peer = LoopbackPeer(socket: socket)
        while let request = peer.nextRequest() {
          log.add(request)
          handler(request, peer)
        }
        log.close(socket)
      }
    } catch {
      log.close(socket)
    }
  }
  log.close(listener)
}
