import World

extension CurlRequest {
  /// The address a response points to, if it is one to follow: RFC 9110, section 15.4.
  static func location(in head: HTTPHead) -> String? {
    guard [301, 302, 303, 307, 308].contains(head.status) else { return nil }
    return head.headers.first { $0.isNamed("Location") }?.value
  }

  /// Turns to the address that the response to this request points to.
  ///
  /// - Throws: ``HTTPFailure/refusedRedirect(to:reason:)`` if it is not safe to go there.
  mutating func follow(
    _ location: String, status: Int, library: CurlLibrary
  ) throws(HTTPFailure) {
    let target = try Self.target(location, from: url, library: library)
    if target.origin != url.origin {
      credentials = []
      (user, password) = (nil, nil)
      headers.removeAll { Self.isAny(of: Self.secretFields, $0) }
    }
    if status < 304, method != "HEAD" {
      method = "GET"
      body = nil
      headers.removeAll { Self.isAny(of: Self.contentFields, $0) }
    }
    url = target
  }

  private static func target(
    _ location: String, from url: CurlURL, library: CurlLibrary
  ) throws(HTTPFailure) -> CurlURL {
    let target: CurlURL
    do {
      target = try CurlURL(location, relativeTo: url, library: library)
    } catch .unsupportedScheme {
      throw .refusedRedirect(to: location, reason: "only http and https addresses are followed")
    } catch .badURL {
      throw .refusedRedirect(to: location, reason: "it is not a web address")
    }
    if url.origin.scheme == "https", target.origin.scheme == "http" {
      throw .refusedRedirect(to: target.text, reason: "the connection would no longer be secure")
    }
    return target
  }

  /// What tells who is asking, even when it was not given as a credential.
  private static let secretFields = ["Authorization", "Cookie", "Proxy-Authorization"]

  /// What describes a body that is no longer sent.
  private static let contentFields = [
    "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Type",
    "Transfer-Encoding",
  ]

  private static func isAny(of names: [String], _ field: HTTPField) -> Bool {
    names.contains { field.isNamed($0) }
  }
}
