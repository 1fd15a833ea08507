/// One line of a request's or a response's head.
package struct HTTPField: Sendable, Hashable {
  /// The field's name, as written; its case carries no meaning.
  package var name: String

  /// The text after the colon, without the spaces around it.
  package var value: String

  /// A field with a name and a value.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Tells whether two names mean the same field: RFC 9110, section 5.1.
  package func isNamed(_ name: String) -> Bool {
    self.name.utf8.count == name.utf8.count && self.name.lowercased() == name.lowercased()
  }
}

/// What to ask of a server, and how far to go for the answer.
package struct HTTPRequest: Sendable {
  /// What to do with a response that points to another address.
  package enum RedirectMode: Sendable {
    /// Go there, until the final response.
    case follow
    /// Answer with the response that points there.
    case manual
    /// Fail with ``HTTPFailure/refusedRedirect(to:reason:)``.
    case error
  }

  /// What to do, such as "GET" or "HEAD".
  package var method = "GET"

  /// The absolute `http` or `https` address to send it to.
  package var url: String

  /// The fields sent to every server on the way.
  package var headers: [HTTPField] = []

  /// The fields sent to the scheme, host and port of ``url`` only.
  ///
  /// A redirect to another origin loses them for good, even if a later one leads back.
  package var credentials: [HTTPField] = []

  /// The bytes to send along, if any.
  package var body: [UInt8]?

  /// What to do with a redirect.
  package var redirects = RedirectMode.follow

  /// How long to wait and how much to accept.
  package var limits = HTTPLimits()

  /// A request for the resource at an address.
  package init(url: String) {
    self.url = url
  }
}

/// How long a request may wait and how much it may bring.
package struct HTTPLimits: Sendable, Equatable {
  /// The longest time to find the server, reach it and agree on encryption, for each hop.
  package var connect: Duration = .seconds(10)

  /// The longest silence once connected; time spent waiting for a slow reader does not count.
  package var stall: Duration = .seconds(15)

  /// The most redirects to follow.
  package var redirects = 20

  /// The most bytes of body to accept, counted after decompression.
  package var bytes = 4 << 30

  /// The limits that suit feeds and pictures.
  package init() {}
}
