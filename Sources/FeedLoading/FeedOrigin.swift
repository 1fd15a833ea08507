import Feeds
import World

/// The location of a feed's bytes.
package struct FeedOrigin: Sendable {
  package enum Location: Equatable, Sendable {
    case bundled(BundledFeed)
    case input
    case file(String)
    case web(String)
    /// Several origins.
    case joined
  }

  package var location: Location
  /// The origins of a feed that joins several; empty for others.
  package var parts: [FeedOrigin] = []
  /// The name that the prompt shows.
  package var name: String
  /// The namespace of ids that are unique only within this feed; nil if it does not persist, as with standard input.
  package var scope: String?
  /// Whether ids are unique within the feed, rather than within each of its files.
  package var sharesIds = false
  package var profile: NamedProfile?
  package var headers: [NamedFeed.Header] = []
  /// The service that publishes the feed.
  package var service: ServiceAddress?
  /// The recipe program on the server, which has the feed in pages, and its complete records elsewhere.
  package var program: RecipeService?

  package init(
    location: Location, name: String, scope: String?, profile: NamedProfile?,
    headers: [NamedFeed.Header] = [], service: ServiceAddress? = nil
  ) {
    (self.location, self.name, self.scope) = (location, name, scope)
    (self.profile, self.headers, self.service) = (profile, headers, service)
  }
}

extension FeedOrigin {
  /// Returns the origin, or the one among its parts, that has credentials for an address.
  ///
  /// - Returns: The first part with the same origin on the web; this origin if no part has it.
  func part(for address: WebAddress) -> FeedOrigin {
    parts.first { part in
      guard case .web(let text) = part.location else { return false }
      // An invalid address was reported when it was loaded.
      return (try? WebAddress(text))?.origin == address.origin
    } ?? self
  }
}

/// The user's request to load a feed, and how to read it.
package struct FeedRequest: Equatable, Sendable {
  /// A named feed, a path, an address, or `-`; several are joined by ``separator``.
  package var source: String
  /// The profile to read it with; nil to detect it.
  package var profile: String?
  /// The search text for the feed's service; nil to load the feed as it is.
  package var search: String?
  /// The number of pages to load.
  package var pages = 1

  /// Separates several sources: the unit separator of ASCII.
  package static let separator: Character = "\u{1F}"

  /// The sources, each a named feed, a path, an address, or `-`.
  package var sources: [String] {
    source.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
  }

  package init(source: String, profile: String? = nil, search: String? = nil) {
    self.source = source
    self.profile = profile
    self.search = search
  }
}

/// A feed that the user has named.
package struct NamedFeed: Codable, Equatable, Sendable {
  package var name: String
  package var source: String
  package var profile: String?
  /// Header fields to send: names, and values in which `$VAR` stands for an environment variable.
  package var headers: [Header]

  package struct Header: Codable, Equatable, Sendable {
    package var name: String
    package var value: String
    /// The only origin that the value is sent to, such as `https://a.example`; nil if the feed is not on the web.
    package var origin: String?

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The origin of ``source``; nil if it is not on the web.
  package var origin: String? {
    guard isHTTP(source) else { return nil }
    // An invalid address is reported when it is loaded, and nothing is sent to it.
    return (try? WebAddress(source))?.origin.text
  }

  /// Binds the headers that have no origin to the one of ``source``: new ones, and those of earlier versions.
  package mutating func bindHeaders() {
    for index in headers.indices where headers[index].origin == nil {
      headers[index].origin = origin
    }
  }

  package init(name: String, source: String, profile: String?, headers: [Header]) {
    self.name = name
    self.source = source
    self.profile = profile
    self.headers = headers
    bindHeaders()
  }
}
