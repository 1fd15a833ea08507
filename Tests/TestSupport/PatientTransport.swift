import LiveWorld
import World

/// libcurl, waiting longer for servers than people would.
///
/// Where many tests run, the one that a server waits for may be held up for a while.
package struct PatientTransport: HTTPTransport {
  private let transport = CurlTransport()

  package init() {}

  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    var request = request
    if request.limits.stall == HTTPLimits().stall { request.limits.stall = .seconds(600) }
    return try await transport.response(to: request)
  }
}
