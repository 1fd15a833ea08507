import Catalog

extension Profile.Mapping {
  /// Parses a field of a profile.
  ///
  /// - Parameters:
  ///   - table: The field.
  ///   - earlier: The fields before it, whose names and roles are taken.
  /// - Throws: ``ProfileFault`` at the first error.
  init(_ table: ProfileTable, earlier: [Field]) throws(ProfileFault) {
    try table.allowOnly([
      "name", "from", "with", "inside", "sum", "type", "role", "also", "required", "read", "values",
      "make",
      "shorten",
    ])
    let field = try Field(table, earlier: earlier)
    let from = try table.strings("from") ?? [field.name]
    if from.isEmpty || from.contains("") { throw table.fault("`from` needs a key", at: "from") }
    if let other = from.first(where: { $0.hasPrefix("$") && !Profile.Source(path: $0).isOutside }) {
      throw table.fault(
        "`\(other)` is not a valid source", at: "from",
        hint: "$key, $address or $document.KEY")
    }
    let numbered = from.filter { $0.contains("{") }
    let isNumbered = !numbered.isEmpty
    if isNumbered && from.count > 1 {
      throw table.fault(
        "a numbered key must be the only key", at: "from", hint: "from = \"\(numbered[0])\"")
    }
    self.init(
      field, sources: isNumbered ? [] : from.map { Profile.Source(path: $0) },
      isRequired: try table.bool("required") ?? false)
    if isNumbered { items = try Self.numberedKeys(from[0], "from", in: table) }
    if let with = try table.string("with") {
      amounts = try Self.numberedKeys(with, "with", in: table)
      guard amounts.count == items.count else {
        throw table.fault("`with` needs as many numbered keys as `from`", at: "with")
      }
    }
    if isNumbered, field.kind != .list {
      throw table.fault("numbered keys need the type list", at: "from", hint: "type = \"list\"")
    }
    form = try table.choice("read", of: ValueForm.self) ?? standardForm
    inside = try table.strings("inside") ?? []
    if !inside.isEmpty, form != .ingredients {
      throw table.fault(
        "`inside` needs a field of ingredients", at: "inside", hint: "read = \"ingredients\"")
    }
    sum = try table.strings("sum") ?? []
    if !sum.isEmpty {
      let terms = earlier.filter { $0.kind == field.kind }.map(\.name)
      guard field.kind == .minutes || field.kind == .number, sum.allSatisfy(terms.contains) else {
        throw table.fault(
          "`sum` needs earlier fields of the same type, minutes or number", at: "sum")
      }
    }
    replacements = try table.pairs("values") ?? [:]
    template = try table.string("make")
    if let template, !template.contains("{}") {
      throw table.fault("`make` needs {} where the value goes", at: "make")
    }
    limit = try table.count("shorten")
  }

  /// The form of values for which the profile declares only a type.
  private var standardForm: ValueForm? {
    switch field.kind {
    case .number: .number
    case .minutes: .minutes
    case .date: .date
    case .list: items.isEmpty ? .list : nil
    case .link: sources.allSatisfy { $0.rest.isEmpty && !$0.isOutside } ? nil : .link
    case .text, .keyword: sources.allSatisfy { $0.rest.isEmpty && !$0.isOutside } ? nil : .text
    }
  }

  /// Expands a pattern of numbered keys such as `slot{1-20}`.
  private static func numberedKeys(
    _ pattern: String, _ key: String, in table: ProfileTable
  ) throws(ProfileFault) -> [String] {
    let parts = pattern.split(separator: "{", omittingEmptySubsequences: false)
    let rest =
      parts.count == 2 ? parts[1].split(separator: "}", omittingEmptySubsequences: false) : []
    let bounds = rest.count == 2 ? rest[0].split(separator: "-").compactMap { Int($0) } : []
    guard bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1], bounds[1] - bounds[0] < 200
    else {
      throw table.fault(
        "`\(key)` is not a series of numbered keys", at: key, hint: "such as ingredient{1-20}")
    }
    return (bounds[0]...bounds[1]).map { "\(parts[0])\($0)\(rest[1])" }
  }
}

extension Field {
  fileprivate init(_ table: ProfileTable, earlier: [Field]) throws(ProfileFault) {
    guard let name = try table.string("name"), name.first?.isLetter == true,
      name.allSatisfy({ $0.isLetter && !$0.isUppercase || $0.isNumber || $0 == "-" })
    else {
      throw table.fault("a field needs a name of small letters, digits and -", at: "name")
    }
    let reserved = ["row", "favorite", "links", "notes", "has", "is", "no", "and", "or", "not"]
    if reserved.contains(name) {
      throw table.fault("`\(name)` is a reserved word at the prompt", at: "name")
    }
    let kind = try table.choice("type", of: Kind.self) ?? .text
    let role = try table.choice("role", of: Role.self)
    if earlier.contains(where: { $0.name == name }) {
      throw table.fault("there is a field `\(name)` already", at: "name")
    }
    if let role, let other = earlier.first(where: { $0.role == role }) {
      throw table.fault("`\(other.name)` has the role \(role.rawValue) already", at: "role")
    }
    let wanted: [Kind] =
      switch role {
      case .id, .name: [.text]
      case .facet: [.keyword, .list]
      case .photo, .thumbnail: [.link]
      case .ingredients: [.list, .text]
      case .instructions: [.list, .text]
      case nil: Kind.allCases
      }
    guard wanted.contains(kind) else {
      throw table.fault(
        "a field with the role \(role?.rawValue ?? "") cannot have the type \(kind.rawValue)",
        at: "type", hint: "type = \"\(wanted[0].rawValue)\"")
    }
    self.init(name, kind, role: role, aliases: try table.strings("also") ?? [])
  }
}
