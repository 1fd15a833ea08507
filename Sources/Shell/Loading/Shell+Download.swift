import Diagnostics
import SessionStore
import Text
import World

/// Getting feeds over the network.
extension Shell {
  /// Fetches an address.
  func download(_ address: String, headers: [NamedFeed.Header]) throws -> [UInt8] {
    if isOffline {
      throw Failure(
        "\(address) needs the network, which is off", hint: "online turns it on", status: .network)
    }
    let request = try httpRequest(address, headers: headers)
    let http = world.http
    return try waiting(for: "loading \(address)") { try await Self.fetch(request, over: http) }
  }

  /// A request for a feed.
  func httpRequest(_ address: String, headers: [NamedFeed.Header]) throws -> HTTPRequest {
    var request = HTTPRequest(url: address)
    request.limits.bytes = Self.feedLimit
    request.headers = [
      HTTPField("Accept", "application/json, application/*+json;q=0.9, */*;q=0.5")
    ]
    request.credentials = try headers.map { try field($0) }
    return request
  }

  /// Sends a request and takes the whole answer.
  static func fetch(_ request: HTTPRequest, over http: any HTTPTransport) async throws -> [UInt8] {
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try await http.response(to: request)
      if (200..<300).contains(response.status) { return try await response.body.collect() }
    } catch {
      var failure = Failure(catching: error)
      failure.diagnostic.message = "\(harmless(request.url)): \(failure.diagnostic.message)"
      throw failure
    }
    let reason = response.reason.isEmpty ? "" : " \(harmless(response.reason))"
    throw Failure(
      "\(request.url): the server answered \(response.status)\(reason)",
      status: [404, 410].contains(response.status) ? .noInput : .network)
  }

  /// A header field whose value is made from environment variables.
  private func field(_ header: NamedFeed.Header) throws -> HTTPField {
    var value = ""
    var rest = header.value[...]
    while let dollar = rest.firstIndex(of: "$") {
      value += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard let secret = world.environment[String(name)] else {
        throw Failure(
          "the header \(header.name) needs the environment variable \(name)",
          hint: "export \(name)=… before starting larder")
      }
      value += secret
      rest = rest[name.endIndex...]
    }
    return HTTPField(header.name, value + rest)
  }
}
