import World

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
