import Text

/// A named property of the rows of a catalog.
package struct Field: Equatable, Sendable {
  /// The type of a field's values, which determines how they compare.
  package enum Kind: String, Sendable, CaseIterable {
    /// Prose, which is searched for words.
    case text
    /// One of few values, such as a cuisine.
    case keyword
    /// Several texts, such as ingredients.
    case list
    /// A number.
    case number
    /// A duration in whole minutes.
    case minutes
    /// A calendar day.
    case date
    /// An address that can be opened.
    case link
  }

  /// The purpose of a field, if the shell depends on it.
  package enum Role: String, Sendable, CaseIterable {
    case id, name, facet, photo, thumbnail, ingredients, instructions
  }

  package var name: String
  package var kind: Kind
  package var role: Role?
  /// Other names that the user may type.
  package var aliases: [String]
  /// Whether the values are JSON's `true` and `false`, which are exported as such.
  package var isFlag = false
  /// Whether the field comes from a nested object, such as the site of an author.
  package var isInner = false

  package init(_ name: String, _ kind: Kind, role: Role? = nil, aliases: [String] = []) {
    self.name = name
    self.kind = kind
    self.role = role
    self.aliases = aliases
  }

  /// Whether a row has at most one value, so that two different equalities exclude each other.
  package var isSingle: Bool { kind != .list }
}

/// The fields of a catalog, in the order in which they are shown.
package struct Schema: Equatable, Sendable {
  package let fields: [Field]
  /// The index of the field of each name; computed on first access, as most schemas never need it.
  private let numbers: Lazy<[String: (number: Int, word: String)]>

  package init(_ fields: [Field]) {
    self.fields = fields
    numbers = Lazy { Self.numbers(of: fields) }
  }

  package static func == (one: Schema, other: Schema) -> Bool { one.fields == other.fields }

  /// Returns the index and the exact name of each field, by folded name.
  private static func numbers(of fields: [Field]) -> [String: (number: Int, word: String)] {
    var numbers: [String: (number: Int, word: String)] = [:]
    for (number, field) in fields.enumerated() {
      numbers[folded(field.name)] = (number, field.name)
    }
    for (number, field) in fields.enumerated() {
      // `steps<5` and `sort steps`, whatever the feed calls them.
      let roleNames = field.role == .instructions ? ["steps"] : []
      for name in [field.name] + field.aliases + roleNames {
        for form in [name] + otherNumbers(of: name) where numbers[folded(form)] == nil {
          numbers[folded(form)] = (number, form)
        }
      }
    }
    return numbers
  }

  /// Returns the index of a field by its name, an alias, or the plural or singular of either.
  package func index(of name: String) -> Int? { numbers.value[folded(name)]?.number }

  /// Returns the index of the first field with a role.
  package func index(of role: Field.Role) -> Int? { fields.firstIndex { $0.role == role } }

  /// All names of fields.
  package var names: [String] { numbers.value.values.map(\.word) }

  /// The indices of the fields that are searched for bare words.
  package var searchable: [Int] {
    fields.indices.filter { number in
      let field = fields[number]
      return field.role != .id && [.text, .keyword, .list].contains(field.kind)
    }
  }

  /// The indices of the fields with addresses.
  package var links: [Int] { fields.indices.filter { fields[$0].kind == .link } }
}

/// Returns the plural of a singular word and the singular of a plural one, for plurals that end in `s`.
private func otherNumbers(of name: String) -> [String] {
  name.hasSuffix("s") ? [String(name.dropLast())] : [name + "s"]
}

/// The stored form of a schema.
extension Schema {
  var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.put(fields.count)
    for field in fields {
      writer.put(field.name)
      writer.put(field.kind.rawValue)
      writer.put(field.role?.rawValue ?? "")
      writer.put((field.isFlag ? 1 : 0) + (field.isInner ? 2 : 0))
      writer.put(field.aliases.count)
      for alias in field.aliases { writer.put(alias) }
    }
    return writer.bytes
  }

  /// Decodes the format of ``encoded``; nil for invalid data.
  init?(encoded bytes: [UInt8]) {
    var reader = BinaryReader(bytes)
    guard let count = reader.number(), count >= 0, count < 1 << 16 else { return nil }
    var fields: [Field] = []
    for _ in 0..<count {
      guard let name = reader.text(), let kind = reader.text().flatMap(Field.Kind.init(rawValue:)),
        let role = reader.text(), let marks = reader.number(), let aliases = reader.number(),
        aliases >= 0, aliases < 1 << 10
      else { return nil }
      var field = Field(name, kind, role: Field.Role(rawValue: role))
      (field.isFlag, field.isInner) = (marks & 1 != 0, marks & 2 != 0)
      for _ in 0..<aliases {
        guard let alias = reader.text() else { return nil }
        field.aliases.append(alias)
      }
      fields.append(field)
    }
    guard reader.isAtEnd else { return nil }
    self.init(fields)
  }
}
