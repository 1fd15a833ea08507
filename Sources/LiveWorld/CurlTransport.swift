import World

/// Speaks HTTP through libcurl, which is opened at the first request.
///
/// All requests share one thread, its connections, its name look-ups and its TLS sessions. Proxies
/// come from the environment, as with curl.
package struct CurlTransport: HTTPTransport {
  /// How much of a redirect's own body is read to keep the connection, in bytes.
  private static let redirectBodyLimit = 64 << 10

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
    let library = try engine.start()
    var hop = try CurlRequest(request, certificates: certificates, library: library)
    var followed = 0
    while true {
      if Task.isCancelled { throw .cancelled }
      let (head, body) = try await engine.response(to: hop)
      guard request.redirects != .manual, let location = CurlRequest.location(in: head) else {
        return HTTPResponse(
          status: head.status, reason: head.reason, url: hop.url.text, headers: head.headers,
          body: body)
      }
      if request.redirects == .error {
        throw .refusedRedirect(to: location, reason: "this request may not be redirected")
      }
      guard followed < request.limits.redirects else {
        throw .tooManyRedirects(limit: request.limits.redirects)
      }
      try hop.follow(location, status: head.status, library: library)
      followed += 1
      await Self.discard(body)
    }
  }

  /// Reads a small body to its end, so that its connection can be used for the next hop.
  private static func discard(_ body: HTTPBody) async {
    var count = 0
    do {
      for try await chunk in body {
        count += chunk.count
        if count > redirectBodyLimit { return }
      }
    } catch {
      // The head was all that mattered; a cancelled task finds out at its next hop.
    }
  }
}
