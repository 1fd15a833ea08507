import Catalog
import Text  // joined

extension Profile {
  /// A field, and what it is read from.
  package struct Mapping: Equatable, Sendable {
    package var field: Field
    /// Where the value may be; the first that has one counts.
    package var sources: [Source]
    /// Whether a record without it is malformed.
    package var isRequired: Bool
    /// How the value is read; nil to take it as it stands.
    package var form: ValueForm?
    /// Numbered keys whose values are the items of a list.
    package var items: [String] = []
    /// Numbered keys whose values stand before the items of the same number.
    package var amounts: [String] = []
    /// What is shown in place of some values.
    package var replacements: [String: String] = [:]
    /// What is made of the value, which stands where `{}` is.
    package var template: String?
    /// After how many characters a text is cut, at the end of a word; nil for never.
    package var limit: Int?

    package init(_ field: Field, sources: [Source], isRequired: Bool = false) {
      self.field = field
      self.sources = sources
      self.isRequired = isRequired
    }

    /// A field that is read from the first of some keys that is there.
    package init(_ field: Field, keys: [String], isRequired: Bool = false) {
      self.init(field, sources: keys.map { Source($0) }, isRequired: isRequired)
    }

    /// Whether the value is taken as it stands under one of its keys.
    package var isPlain: Bool {
      form == nil && items.isEmpty && replacements.isEmpty && template == nil && limit == nil
        && sources.allSatisfy { $0.rest.isEmpty && !$0.isOutside }
    }

    /// The keys of a record that the value is made of: those of the sources, or of the items and their amounts.
    package var keys: [String] {
      items.isEmpty ? sources.map { $0.isOutside ? "" : $0.key } : items + amounts
    }

    /// What findings may call the value: the keys that it may be under, joined by dots.
    package var labels: [String] {
      let labels = items.isEmpty ? sources.map(\.text) : items + amounts
      return labels.isEmpty ? [field.name] : labels
    }
  }

  /// A place in a record.
  package struct Source: Equatable, Sendable {
    /// The name that a record has as a member of an object of records.
    package static let memberName = "$key"
    /// The address of the document.
    package static let address = "$address"
    /// What the document has beside its records, under the keys that follow.
    package static let document = "$document"

    /// The key of the record.
    package var key: String
    /// The keys inside of what stands there.
    package var rest: [String]

    package init(_ key: String, rest: [String] = []) { (self.key, self.rest) = (key, rest) }

    /// Keys joined by dots.
    package init(path: String) {
      let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      self.init(keys[0], rest: Array(keys.dropFirst()))
    }

    /// Whether it is none of the record's own.
    package var isOutside: Bool { [Self.memberName, Self.address, Self.document].contains(key) }

    /// The keys joined by dots.
    package var text: String { ([key] + rest).joined(separator: ".") }
  }
}
