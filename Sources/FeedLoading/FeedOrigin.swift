import Feeds

/// Where the bytes of a feed are.
package struct FeedOrigin: Sendable {
  package enum Place: Equatable, Sendable {
    case bundled(BundledFeed)
    case input
    case file(String)
    case web(String)
  }

  package var place: Place
  /// What the prompt calls the feed.
  package var name: String
  /// What ids without a meaning of their own belong to.
  package var scope: String?
  package var profile: NamedProfile?
  package var headers: [NamedFeed.Header] = []
  /// The service that it is published by.
  package var service: ServiceAddress?

  package init(
    place: Place, name: String, scope: String?, profile: NamedProfile?,
    headers: [NamedFeed.Header] = [], service: ServiceAddress? = nil
  ) {
    (self.place, self.name, self.scope) = (place, name, scope)
    (self.profile, self.headers, self.service) = (profile, headers, service)
  }
}

/// A wish for a feed: what was typed, and how to read it.
package struct FeedRequest: Equatable, Sendable {
  /// A named feed, a path, an address, or `-`.
  package var source: String
  /// The profile to read it by; nil to recognise it.
  package var profile: String?
  /// What its service is searched for; nil for all.
  package var search: String?
  /// How many of its pages are wanted.
  package var pages = 1

  package init(source: String, profile: String? = nil, search: String? = nil) {
    self.source = source
    self.profile = profile
    self.search = search
  }
}
