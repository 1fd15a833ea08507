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
