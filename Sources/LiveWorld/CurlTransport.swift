import Synchronization
import World

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Speaks HTTP through libcurl, which is opened at the first request.
///
/// All requests share one thread, its connections, its name look-ups and its TLS sessions. Proxies
/// come from the environment, as with curl.
package struct CurlTransport: HTTPTransport {
  private let engine: CurlEngine
  private let certificates: String?

  /// A transport that has not started anything yet.
  ///
  /// - Parameters:
  ///   - certificates: The file of the authorities to trust; `nil` leaves them to libcurl.
  ///   - library: The file name of libcurl; `nil` means the system's own.
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

/// The thread that moves all transfers: started at the first, stopped when nobody needs it.
final class CurlEngine: Sendable {
  private let name: String
  private let mailbox = CurlMailbox()
  private let library = Mutex<CurlLibrary?>(nil)

  /// An engine that will open the library of that name.
  init(library name: String) {
    self.name = name
  }

  deinit {
    mailbox.post(.stop)
  }

  /// Opens the library and starts the thread, the first time.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)``; the next call tries again.
  func start() throws(HTTPFailure) {
    try library.withLock { running throws(HTTPFailure) in
      if running != nil { return }
      let opened = try CurlLibrary(named: name)
      try startThread(with: opened)
      running = opened
    }
  }

  /// Sends a request and waits for the head of its response.
  func response(to request: CurlRequest) async throws(HTTPFailure) -> (HTTPHead, HTTPBody) {
    let transfer = CurlTransfer(request, mailbox: mailbox)
    transfer.start()
    let head = try await transfer.head()
    let lease = CurlLease(transfer: transfer, engine: self)
    let body = HTTPBody { () async throws(HTTPFailure) in
      try await lease.transfer.chunk()
    }
    return (head, body)
  }

  private func startThread(with library: CurlLibrary) throws(HTTPFailure) {
    let mailbox = self.mailbox
    let multi = try CurlMulti(library: library)
    do throws(BackgroundThread.Failure) {
      try BackgroundThread.start {
        var loop = CurlLoop(mailbox: mailbox, library: library, multi: multi)
        loop.run()
      }
      mailbox.connect(multi)
    } catch {
      throw .unavailable(reason: "no thread can be started (error \(error.code))")
    }
  }
}

/// A body's hold on its transfer: when the body goes, so does the transfer.
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

/// The value of an environment variable, unless it is missing or empty.
package func environmentValue(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: value)
  return text.isEmpty ? nil : text
}
