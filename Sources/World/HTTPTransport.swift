/// Carries requests to servers and brings their responses back.
package protocol HTTPTransport: Sendable {
  /// Sends a request and answers as soon as the head of the final response is there.
  ///
  /// The body follows in chunks while it is read. Every status is a response, also 404 and 500.
  ///
  /// - Throws: ``HTTPFailure`` if no response arrives, or if a redirect must not be followed.
  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
