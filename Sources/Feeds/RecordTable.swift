import Catalog
import Text

/// The keys that name a record, the best first.
let nameKeys = ["name", "title", "label", "headline", "term", "subject"]

/// The keys that identify a record, the best first.
private let idKeys = ["id", "uuid", "_id", "guid", "slug", "key", "url"]

/// Keys whose texts group records, even where there are few of them.
private let facetKeys: Set = [
  "cuisine", "category", "area", "region", "type", "kind", "license", "language", "country",
  "difficulty", "genre", "course", "status", "color", "brand", "artist", "author",
]

/// Keys whose numbers are minutes.
private let minuteKeys: Set = ["time", "prep", "cook", "total", "minutes", "duration", "rest"]

/// The records of a feed, key by key, until it is known what their values are.
struct RecordTable {
  /// The most keys that become fields without a profile naming them.
  private static let inferredLimit = 500

  private let mappings: [Profile.Mapping]
  private var count = 0
  private var mapped: [[Value?]]
  /// The keys that no mapping reads, in the order in which they came up.
  private var otherKeys: [String] = []
  private var others: [String: [Int: JSONToken]] = [:]
  private let known: Set<String>

  init(mappings: [Profile.Mapping]) {
    self.mappings = mappings
    mapped = mappings.map { _ in [] }
    known = Set(mappings.flatMap(\.keys))
  }

  mutating func add(_ record: ScannedRecord) {
    for (number, mapping) in mappings.enumerated() {
      mapped[number].append(record.member(mapping.keys).flatMap { value($0.token, mapping.field) })
    }
    for key in record.keys where !known.contains(key) {
      if others[key] == nil {
        if otherKeys.count == Self.inferredLimit { continue }
        otherKeys.append(key)
        others[key] = [:]
      }
      if let member = record.member([key]) { others[key]?[count] = member.token }
    }
    count += 1
  }

  mutating func removeLast() {
    count -= 1
    for number in mapped.indices { mapped[number].removeLast() }
    for key in otherKeys { others[key]?[count] = nil }
  }

  private func value(_ token: JSONToken, _ field: Field) -> Value? {
    switch token {
    case .string(let text):
      let trimmed = trimmingSpace(text)
      return trimmed.isEmpty ? nil : .text(trimmed)
    case .number(let number, let text):
      if field.kind == .link { return nil }
      return [.number, .minutes].contains(field.kind) ? .number(number) : .text(text)
    case .bool(let flag): return field.kind == .link ? nil : .text(flag ? "true" : "false")
    case .array(let items): return items.isEmpty ? nil : .list(items)
    case .null, .object: return nil
    }
  }

  func catalog() -> Catalog {
    var fields = mappings.map(\.field)
    var values = mapped
    var names = Set(
      fields.map(\.name) + [
        "row", "favorite", "links", "notes", "has", "is", "no", "and", "or", "not",
      ])
    let nameKey = role(.name, nameKeys)
    let idKey = role(.id, idKeys)
    for key in otherKeys {
      let tokens = others[key] ?? [:]
      guard var field = inferredField(key, Array(tokens.values)) else { continue }
      if key == nameKey { field = Field("name", .text, role: .name, aliases: [key]) }
      if key == idKey { field = Field("id", .text, role: .id, aliases: [key]) }
      field.name = unused(field.name, &names)
      fields.append(field)
      values.append((0..<count).map { row in tokens[row].flatMap { value($0, field) } })
    }
    return Catalog(Schema(fields), count: count, values: values)
  }

  /// A name, or the name with the first number that makes it another.
  private func unused(_ name: String, _ names: inout Set<String>) -> String {
    if names.insert(name).inserted { return name }
    let number = (2...).first { !names.contains("\(name)-\($0)") } ?? 2
    names.insert("\(name)-\(number)")
    return "\(name)-\(number)"
  }

  /// The key of the others that plays a role, if no mapping does.
  private func role(_ role: Field.Role, _ keys: [String]) -> String? {
    if mappings.contains(where: { $0.field.role == role }) { return nil }
    for wanted in keys {
      if let key = otherKeys.first(where: { $0.lowercased() == wanted }) { return key }
    }
    guard role == .name else { return nil }
    return otherKeys.first { key in
      (others[key] ?? [:]).values.contains { token in
        if case .string(let text) = token {
          !isWebLink(text) && Period(dateTime: text) == nil
        } else {
          false
        }
      }
    }
  }

  /// The field that the values of a key make; nil if there is nothing in it to compare or show.
  private func inferredField(_ key: String, _ tokens: [JSONToken]) -> Field? {
    let name = fieldName(key)
    var texts: [String] = []
    var (numbers, lists, flags) = (0, 0, 0)
    for token in tokens {
      switch token {
      case .string(let text):
        let trimmed = trimmingSpace(text)
        if !trimmed.isEmpty { texts.append(trimmed) }
      case .number: numbers += 1
      case .array: lists += 1
      case .bool: flags += 1
      case .null, .object: break
      }
    }
    let kinds = [!texts.isEmpty, numbers > 0, lists > 0, flags > 0].count { $0 }
    if kinds == 0 { return nil }
    if lists > 0 { return Field(name, .list, role: listRole(name)) }
    if kinds > 1 { return Field(name, .text) }
    if numbers > 0 { return Field(name, minuteKeys.contains(name) ? .minutes : .number) }
    if flags > 0 { return Field(name, .keyword) }
    return textField(name, texts)
  }

  private func listRole(_ name: String) -> Field.Role? {
    switch name {
    case "ingredients", "ingredient": .ingredients
    case "instructions", "steps", "directions", "method": .instructions
    default: nil
    }
  }

  private func textField(_ name: String, _ texts: [String]) -> Field {
    if texts.allSatisfy(isWebLink) { return Field(linkName(name), .link, aliases: [name]) }
    if texts.allSatisfy({ Period(dateTime: $0) != nil && $0.utf8.count >= 10 }) {
      return Field(name, .date)
    }
    let distinct = Set(texts)
    let isShort = texts.allSatisfy { $0.utf8.count <= 60 }
    let repeats = distinct.count * 2 <= texts.count || facetKeys.contains(name)
    if isShort, repeats, distinct.count <= 1000 {
      return Field(name, .keyword, role: name == "cuisine" ? .facet : nil)
    }
    return Field(name, .text, role: name == "instructions" ? .instructions : nil)
  }

  /// `source_url` is where the source is: people say `source`.
  private func linkName(_ name: String) -> String {
    for ending in ["-url", "-link", "-uri"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}

/// A key as a field is called: lower case, words joined by `-`.
func fieldName(_ key: String) -> String {
  var name = ""
  var previous: Character = " "
  for character in key {
    if character.isUppercase, previous.isLowercase { name += "-" }
    if character.isLetter || character.isNumber {
      name += character.lowercased()
    } else if !name.isEmpty, !name.hasSuffix("-") {
      name += "-"
    }
    previous = character
  }
  while name.hasSuffix("-") { name.removeLast() }
  if let first = name.first, first.isLetter { return name }
  return name.isEmpty ? "field" : "field-" + name
}

/// A text without white space at its two ends.
func trimmingSpace(_ text: String) -> String {
  let bytes = text.utf8
  if let first = bytes.first, let last = bytes.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last {
    return text
  }
  guard let first = text.firstIndex(where: { !$0.isWhitespace }),
    let last = text.lastIndex(where: { !$0.isWhitespace })
  else { return "" }
  return String(text[first...last])
}
