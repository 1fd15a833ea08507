import Catalog
import Text  // joined

extension Profile {
  /// A field and its sources.
  package struct Mapping: Equatable, Sendable {
    package var field: Field
    /// The locations of the value; the first that has a value is used.
    package var sources: [Source]
    /// Whether a record without a value is malformed.
    package var isRequired: Bool
    /// The form of the value; nil to take it unchanged.
    package var form: ValueForm?
    /// Numbered keys whose values are the items of a list.
    package var items: [String] = []
    /// Numbered keys whose values precede the items of the same number.
    package var amounts: [String] = []
    /// Further keys: the ingredients of recipes inside of their values are added.
    package var inside: [String] = []
    /// The fields before this one whose sum it is, if there is no value.
    package var sum: [String] = []
    /// Texts to show in place of certain values.
    package var replacements: [String: String] = [:]
    /// A text in which `{}` stands for the value.
    package var template: String?
    /// The maximum length in characters.
    ///
    /// Longer texts are cut at the end of a word. Nil for no limit.
    package var limit: Int?

    package init(_ field: Field, sources: [Source], isRequired: Bool = false) {
      self.field = field
      self.sources = sources
      self.isRequired = isRequired
    }

    /// Creates a mapping to the first of some keys that has a value.
    package init(_ field: Field, keys: [String], isRequired: Bool = false) {
      self.init(field, sources: keys.map { Source($0) }, isRequired: isRequired)
    }

    /// Whether the value of one of the keys is taken unchanged.
    package var isPlain: Bool {
      form == nil && items.isEmpty && replacements.isEmpty && template == nil && limit == nil
        && sources.allSatisfy { $0.rest.isEmpty && !$0.isOutside }
    }

    /// The keys of the record that the value depends on: those of the sources, or of the items and amounts.
    package var keys: [String] {
      items.isEmpty ? sources.map { $0.isOutside ? "" : $0.key } + inside : items + amounts
    }

    /// The names of the value in findings: the paths of its sources, joined by dots.
    package var labels: [String] {
      let labels = items.isEmpty ? sources.map(\.text) : items + amounts
      return labels.isEmpty ? [field.name] : labels
    }
  }

  /// A location in a record.
  package struct Source: Equatable, Sendable {
    /// The name of the record, if it is a member of an object.
    package static let memberName = "$key"
    /// The address of the document.
    package static let address = "$address"
    /// A top-level member of the document, at the keys that follow.
    package static let document = "$document"
    /// The picture of the record that is in its file or next to it.
    package static let picture = "$picture"

    /// The key of a member of the record.
    package var key: String
    /// The path of keys inside of that member.
    package var rest: [String]

    package init(_ key: String, rest: [String] = []) { (self.key, self.rest) = (key, rest) }

    /// Parses keys joined by dots.
    package init(path: String) {
      let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      self.init(keys[0], rest: Array(keys.dropFirst()))
    }

    /// Whether the value is not part of the record.
    package var isOutside: Bool {
      [Self.memberName, Self.address, Self.document, Self.picture].contains(key)
    }

    /// The keys, joined by dots.
    package var text: String { ([key] + rest).joined(separator: ".") }
  }
}
