import Synchronization
import World

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An HTTP client based on libcurl, which is loaded on the first request.
///
/// All requests share one thread, its connection pool, DNS cache and TLS sessions. Proxies are configured by
/// environment variables, as for curl.
package struct CurlTransport: HTTPTransport {
  private let engine: CurlEngine
  private let certificates: String?

  /// Creates a transport.
  ///
  /// Nothing is started before the first request.
  ///
  /// - Parameters:
  ///   - certificates: The file of trusted certificate authorities; `nil` for libcurl's default.
  ///   - library: The file name of libcurl; `nil` for the system's library.
  package init(
    certificates: String? = environmentValue("SSL_CERT_FILE"), library: String? = nil
  ) {
    self.certificates = certificates
    engine = CurlEngine(library: library ?? CurlLibrary.defaultName)
  }

  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let sent = try CurlRequest(request, certificates: certificates)
    try engine.start()
    if Task.isCancelled { throw .cancelled }
    let (head, body) = try await engine.response(to: sent)
    return HTTPResponse(
      status: head.status, reason: head.reason, url: sent.url.text, headers: head.headers,
      body: body)
  }
}

/// The owner of the event loop's thread, which is started by the first request and stopped with the last
/// reference.
final class CurlEngine: Sendable {
  private let name: String
  private let messageQueue = CurlMessageQueue()
  private let library = Mutex<CurlLibrary?>(nil)

  /// Creates an engine for a library.
  init(library name: String) {
    self.name = name
  }

  deinit {
    messageQueue.post(.stop)
  }

  /// Loads the library and starts the thread on the first call.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)``, in which case the next call tries again.
  func start() throws(HTTPFailure) {
    try library.withLock { running throws(HTTPFailure) in
      if running != nil { return }
      let opened = try CurlLibrary(named: name)
      try startThread(with: opened)
      running = opened
    }
  }

  /// Sends a request and waits for the header of its response.
  func response(to request: CurlRequest) async throws(HTTPFailure) -> (HTTPHead, HTTPBody) {
    let transfer = CurlTransfer(request, messageQueue: messageQueue)
    transfer.start()
    let head = try await transfer.head()
    let lease = CurlLease(transfer: transfer, engine: self)
    let body = HTTPBody { () async throws(HTTPFailure) in
      try await lease.transfer.chunk()
    }
    return (head, body)
  }

  private func startThread(with library: CurlLibrary) throws(HTTPFailure) {
    let messageQueue = self.messageQueue
    let multi = try CurlMulti(library: library)
    do throws(BackgroundThread.Failure) {
      try BackgroundThread.start {
        var loop = CurlLoop(messageQueue: messageQueue, library: library, multi: multi)
        loop.run()
      }
      messageQueue.connect(multi)
    } catch {
      throw .unavailable(reason: "no thread can be started (error \(error.code))")
    }
  }
}

/// A reference from a body to its transfer, which is cancelled when the body is released.
private final class CurlLease: Sendable {
  let transfer: CurlTransfer
  private let engine: CurlEngine

  init(transfer: CurlTransfer, engine: CurlEngine) {
    self.transfer = transfer
    self.engine = engine
  }

  deinit {
    transfer.cancel()
  }
}

/// Returns the value of an environment variable; nil if it is not set or empty.
package func environmentValue(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: value)
  return text.isEmpty ? nil : text
}
