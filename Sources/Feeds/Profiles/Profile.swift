import Catalog

/// A mapping from the JSON of a feed to fields, defined as data, so that users can write their own.
package struct Profile: Equatable, Sendable {
  /// The keys by which a feed is detected, in addition to its container.
  package struct Signature: Equatable, Sendable {
    /// The number of records that are examined, because any of them may be malformed.
    static let sampleSize = 16

    /// Keys that the document must have next to its list of records.
    package var document: [String] = []
    /// Keys that a single one of the first records must all have.
    package var record: [String] = []

    package init(document: [String] = [], record: [String] = []) {
      (self.document, self.record) = (document, record)
    }
  }

  package var name: String
  /// A description of feeds with this profile, as a clause.
  package var summary = ""
  /// The key of the list of records, or keys joined by dots; `*` if the members of the object are the records; nil if
  /// the records are found by the shape of the document.
  package var container: String?
  package var signature = Signature()
  package var mappings: [Mapping]
  /// Whether fields are inferred from keys without a mapping.
  package var infersOthers = true
  /// The key of a list of objects that each name a further field and its value, such as schema.org's `PropertyValue`;
  /// nil if there is none.
  package var properties: String?
  /// Whether a record with the id of an earlier one is dropped.
  package var dropsRepeats = false
  /// The service that publishes feeds with this profile.
  package var service: Service?

  package init(name: String, container: String?, mappings: [Mapping]) {
    self.name = name
    self.container = container
    self.mappings = mappings
  }

  /// Whether all values are taken unchanged.
  package var isPlain: Bool { mappings.allSatisfy(\.isPlain) && !dropsRepeats && properties == nil }
}

/// A profile known by its name.
///
/// A built-in profile is parsed on first use.
package struct NamedProfile: Sendable {
  package let name: String
  /// Whether the profile is built in, and thus determined by its name.
  let isBuiltIn: Bool
  private let make: @Sendable () -> Profile

  package init(_ profile: Profile) {
    name = profile.name
    isBuiltIn = false
    make = { profile }
  }

  /// Creates a reference to a built-in profile; nil if there is none of that name.
  package init?(builtIn name: String) {
    guard Profile.builtInNames.contains(name) else { return nil }
    self.name = name
    isBuiltIn = true
    make = { Profile.builtIn(named: name) ?? .records }
  }

  /// The profile, parsed if necessary.
  package var profile: Profile { make() }
}

/// The service that publishes feeds, and its request parameters.
package struct Service: Equatable, Sendable {
  /// A named feed of a service.
  package struct Feed: Equatable, Sendable {
    package var name: String
    /// The path that follows the base address.
    package var path: String
    package var summary: String

    package init(name: String, path: String, summary: String) {
      (self.name, self.path, self.summary) = (name, path, summary)
    }
  }

  /// An API key.
  ///
  /// It is added to requests, and stored nowhere.
  package struct Key: Equatable, Sendable {
    /// The query parameter that carries the key.
    package var parameter: String
    /// The environment variable that contains the key.
    package var variable: String
    /// A page or text that explains how to get a key.
    package var source: String
  }

  /// Pagination by page number.
  package struct Pages: Equatable, Sendable {
    /// The query parameter for the page number, counted from 1.
    package var parameter: String
    /// The query parameter for the number of records per page.
    package var sizeParameter: String
    package var size: Int
    /// The maximum number of records that the service returns.
    package var limit: Int
  }

  /// The address that paths are appended to.
  package var base: String
  package var feeds: [Feed] = []
  /// The path of a search, with `{text}` for the search words; nil if there is no search.
  package var search: String?
  package var key: Key?
  package var pages: Pages?
  /// The values of `{language}`; the first is the default for users of other languages.
  package var languages: [String] = []
  /// The key of the next page's address in the document.
  package var next: String?
  /// The key of the total number of records in the document.
  package var total: String?

  package init(base: String) { self.base = base }
}
