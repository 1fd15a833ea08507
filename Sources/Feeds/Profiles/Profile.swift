import Catalog

/// How the JSON of a feed maps to fields: data, not code, so that a person can write one too.
package struct Profile: Equatable, Sendable {
  /// By which keys a feed is recognised that nobody named a profile for, beside that of its records.
  package struct Signs: Equatable, Sendable {
    /// How many records are looked at: any one of them may be malformed.
    static let glance = 16

    /// Keys that the document has beside its list of records.
    package var document: [String] = []
    /// Keys that one of the first records has, all of them.
    package var record: [String] = []

    package init(document: [String] = [], record: [String] = []) {
      (self.document, self.record) = (document, record)
    }
  }

  package var name: String
  /// What feeds of this form are, in a clause.
  package var summary = ""
  /// The key of the top-level object that holds the records, or keys joined by dots; `*` where each member of
  /// the object is a record; nil where they are found by shape.
  package var container: String?
  package var signs = Signs()
  package var mappings: [Mapping]
  /// Whether keys that no mapping reads become fields, too.
  package var infersOthers = true
  /// Whether a record is left out whose id an earlier one has.
  package var dropsRepeats = false
  /// Where feeds of this form are published.
  package var service: Service?

  package init(name: String, container: String?, mappings: [Mapping]) {
    self.name = name
    self.container = container
    self.mappings = mappings
  }

  /// Whether every value is taken as it stands under one of its keys.
  package var isPlain: Bool { mappings.allSatisfy(\.isPlain) && !dropsRepeats }
}

/// A profile that is known by its name; one that comes with Larder is read when it is first looked at.
package struct NamedProfile: Sendable {
  package let name: String
  /// Whether it comes with Larder, so that its name says all.
  let isBuiltIn: Bool
  private let make: @Sendable () -> Profile

  package init(_ profile: Profile) {
    name = profile.name
    isBuiltIn = false
    make = { profile }
  }

  /// One that comes with Larder; nil if none has that name.
  package init?(builtIn name: String) {
    guard Profile.builtInNames.contains(name) else { return nil }
    self.name = name
    isBuiltIn = true
    make = { Profile.builtIn(named: name) ?? .records }
  }

  /// What it says.
  package var profile: Profile { make() }
}

/// Where feeds of a profile are published, and how to ask for them.
package struct Service: Equatable, Sendable {
  /// A feed that can be called by a name.
  package struct Feed: Equatable, Sendable {
    package var name: String
    /// What follows the base address.
    package var path: String
    package var summary: String

    package init(name: String, path: String, summary: String) {
      (self.name, self.path, self.summary) = (name, path, summary)
    }
  }

  /// A secret that goes with every request, and is nowhere else.
  package struct Key: Equatable, Sendable {
    /// The parameter of the query that it is sent as.
    package var parameter: String
    /// The environment variable that it is in.
    package var variable: String
    /// Where people get one.
    package var source: String
  }

  /// Pages that are asked for by number.
  package struct Pages: Equatable, Sendable {
    /// The parameter for the number of a page, counted from 1.
    package var parameter: String
    /// The parameter for how many records a page has.
    package var sizeParameter: String
    package var size: Int
    /// The most records that can be had.
    package var limit: Int
  }

  /// The address that paths are appended to.
  package var base: String
  package var feeds: [Feed] = []
  /// The path for a search, `{text}` where the words go; nil if it cannot be searched.
  package var search: String?
  package var key: Key?
  package var pages: Pages?
  /// The languages of `{language}`, the one first that holds where the person's is none of them.
  package var languages: [String] = []
  /// The key of the document that holds the address of the next page.
  package var next: String?
  /// The key of the document that says how many records there are on all pages.
  package var total: String?

  package init(base: String) { self.base = base }
}
