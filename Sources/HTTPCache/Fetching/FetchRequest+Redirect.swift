import World

extension FetchRequest {
  /// The request for the address that the response to this one points to.
  ///
  /// - Throws: ``HTTPFailure/refusedRedirect(to:reason:)`` if it is not safe to go there.
  func redirected(to location: String, status: Int) throws(HTTPFailure) -> FetchRequest {
    var next = self
    next.way.append(address)
    // A server may repeat a secret of the address; it goes along anew, and is kept nowhere.
    next.address = try target(location).removing(credentials.compactMap(\.secretParameter))
    if next.address.origin != address.origin {
      next.credentials = []
      next.headers.removeAll { tellsWhoAsks($0) || $0.isNamed("Host") }
    }
    let isPost = method == "POST"
    if status == 303 && method != "HEAD" || status < 303 && isPost {
      next.method = "GET"
      next.body = nil
      next.headers.removeAll { field in Self.contentFields.contains { field.isNamed($0) } }
    }
    return next
  }

  private func target(_ location: String) throws(HTTPFailure) -> WebAddress {
    let target: WebAddress
    do {
      target = try address.resolve(location)
    } catch {
      switch error {
      case .unsupportedScheme:
        throw .refusedRedirect(to: location, reason: "only http and https addresses are followed")
      default: throw .refusedRedirect(to: location, reason: "it is not a web address")
      }
    }
    if address.origin.scheme == "https", target.origin.scheme == "http" {
      throw .refusedRedirect(
        to: target.text, reason: "the connection would no longer be secure")
    }
    return target
  }

  /// What describes a body that is no longer sent.
  private static let contentFields = [
    "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Type",
    "Transfer-Encoding",
  ]
}
