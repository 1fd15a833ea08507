/// Carries requests to servers and brings their responses back.
package protocol HTTPTransport: Sendable {
  /// Sends a request once, when its turn has come, and answers as soon as the head of the final response is there.
  ///
  /// The body follows in chunks while it is read. Every status is a response, also 302, 404 and 500:
  /// what to do about it is not for the transport to say.
  ///
  /// - Throws: ``HTTPFailure`` if no response arrives.
  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
  /// Who answers; servers, unless a transport says otherwise.
  var origin: HTTPOrigin { get }
}

/// Who answers what a transport carries.
package enum HTTPOrigin: Sendable { case servers, recording, nobody }

extension HTTPTransport {
  package var origin: HTTPOrigin { .servers }
}
