import Catalog
import Text

/// The fields of several catalogs as those of one.
///
/// Fields are the same if they have the same role or name, or if one has the name of the other as an alias.
struct JoinedFields {
  private(set) var fields: [Field] = []
  /// The field of each catalog that each field has the values of.
  private(set) var origins: [[Int?]] = []

  mutating func add(_ schema: Schema) {
    var own = [Int?](repeating: nil, count: fields.count)
    for (number, field) in schema.fields.enumerated() {
      if let place = place(of: field), own[place] == nil {
        own[place] = number
        fields[place].kind = Self.common(fields[place].kind, field.kind)
        fields[place].isFlag = fields[place].isFlag && field.isFlag
        let names = [field.name] + field.aliases
        fields[place].aliases += names.filter { name in
          !fields.contains { $0.name == name || $0.aliases.contains(name) }
        }
      } else {
        own.append(number)
        fields.append(renamed(field))
      }
    }
    origins = origins.map { $0 + [Int?](repeating: nil, count: fields.count - $0.count) } + [own]
  }

  /// The place of the same field of earlier catalogs.
  private func place(of field: Field) -> Int? {
    if let role = field.role, let place = fields.firstIndex(where: { $0.role == role }) {
      return place
    }
    return fields.firstIndex { $0.name == field.name }
      ?? fields.firstIndex { $0.aliases.contains(field.name) }
      ?? fields.firstIndex { field.aliases.contains($0.name) }
  }

  /// A field whose name and role no earlier one has.
  private func renamed(_ field: Field) -> Field {
    var field = field
    if fields.contains(where: { $0.name == field.name }) || field.name == Feed.sourceField {
      let number = (2...).first { number in
        !fields.contains { $0.name == "\(field.name)-\(number)" }
      }
      field.name += "-\(number ?? 2)"
    }
    if let role = field.role, fields.contains(where: { $0.role == role }) { field.role = nil }
    return field
  }

  /// The kind that can hold the values of two kinds.
  private static func common(_ one: Field.Kind, _ other: Field.Kind) -> Field.Kind {
    if one == other { return one }
    let kinds: Set = [one, other]
    if kinds.contains(.list) { return .list }
    if kinds == [.number, .minutes] { return .minutes }
    return kinds == [.keyword, .number] ? .keyword : .text
  }
}
