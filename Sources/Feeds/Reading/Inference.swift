import Catalog
import Text

/// An inferred field, and the column with its values.
typealias InferredField = (field: Field, column: UnmappedColumns.Column)

/// Infers fields from the keys of records that have no mapping.
struct Inference {
  /// The keys that name a record, best first.
  static let nameKeys = ["name", "title", "label", "headline", "term", "subject"]

  /// The keys that identify a record, best first.
  private static let idKeys = ["id", "uuid", "_id", "guid", "slug", "key", "url"]

  /// The keys of lists that services return next to the requested one.
  static let sideLists: Set = [
    "aggregations", "columns", "errors", "facets", "filters", "included", "warnings",
  ]

  /// Whether a key names or identifies records.
  ///
  /// Such a key is never left out because of a limit.
  static func isEssential(_ key: String) -> Bool {
    let key = key.lowercased()
    return nameKeys.contains(key) || idKeys.contains(key)
  }

  /// Whether a text under a key names, identifies or groups records.
  static func isWord(_ key: String) -> Bool {
    isEssential(key) || facetKeys.contains(key.lowercased())
  }

  /// Keys of texts that group records, however few records there are.
  private static let facetKeys: Set = [
    "cuisine", "category", "area", "region", "type", "kind", "license", "language", "country",
    "difficulty", "genre", "course", "status", "color", "brand", "artist", "author",
  ]

  let columns: [UnmappedColumns.Column]
  /// The mapped fields.
  let mapped: [Field]

  /// Returns the inferred fields, and the column of each.
  func fields() -> [InferredField] {
    var names = Set(
      mapped.map(\.name) + [
        "row", "favorite", "links", "notes", "has", "is", "no", "and", "or", "not",
      ])
    let columns = withoutExportColumns()
    // A saved or exported row has the links of its original already.
    let isSaved =
      columns.count < self.columns.count || columns.contains { $0.key == SavedRecord.source }
    let idKey = key(for: .id, Self.idKeys)
    let nameKey = key(for: .name, Self.nameKeys).flatMap { $0 == idKey ? nil : $0 }
    // The id and the name get their plain names, even if other columns precede them.
    let id = idKey.map { _ in unused("id", &names) }
    let name = nameKey.map { _ in unused("name", &names) }
    // Every row has a field `name`, if only an empty one.
    if name == nil { names.insert("name") }
    var fields = columns.flatMap { column -> [InferredField] in
      guard let own = field(of: column) else { return [] }
      var made: [Field] = []
      if let name, column.key == nameKey {
        made.append(Field(name, .text, role: .name, aliases: [column.key]))
      } else if let id, column.key == idKey {
        made.append(Field(id, .text, role: .id, aliases: [column.key]))
      }
      // An id that is an address is also a link.
      if made.isEmpty || column.key == idKey && own.kind == .link && !isSaved {
        var field = made.isEmpty ? own : Field(own.name == "id" ? "link" : own.name, .link)
        // A nested field is named after the last key of its path, or after the whole path if that name is taken.
        if column.isInner, names.contains(field.name) { field.name = fieldName(column.key) }
        field.name = unused(field.name, &names)
        field.isInner = column.isInner
        if column.isInner { field.aliases.append(column.key) }
        made.append(field)
      }
      let isWritten = own.kind == .minutes && column.values.contains { $0.shape == .text }
      return made.map { ($0, isWritten && $0.kind == .minutes ? column.inMinutes : column) }
    }
    findPictures(among: &fields)
    findRecipeParts(among: &fields)
    splitRecipeParts(in: &fields)
    return fields
  }

  /// Returns a name, with a number appended if necessary to make it unique.
  private func unused(_ name: String, _ names: inout Set<String>) -> String {
    if names.insert(name).inserted { return name }
    let number = (2...).first { !names.contains("\(name)-\($0)") } ?? 2
    names.insert("\(name)-\(number)")
    return "\(name)-\(number)"
  }

  /// Returns the key for a role; nil if a mapping has the role.
  private func key(for role: Field.Role, _ keys: [String]) -> String? {
    if mapped.contains(where: { $0.role == role }) { return nil }
    for wanted in keys {
      let named = columns.filter { $0.key.lowercased() == wanted && $0.hasWords }
      if let column = named.first(where: { $0.key == wanted }) ?? named.first { return column.key }
    }
    guard role == .name else { return nil }
    let speaking = columns.filter { column in
      column.values.indices.contains { place in
        column.trimmedText(place).map {
          !$0.isEmpty && !isWebLink($0) && Period(dateTime: $0) == nil
        } ?? false
      }
    }
    // Quoted numbers, and texts that many records share, name records only as a last resort.
    let naming = speaking.first { column in
      !Self.kindKeys.contains(column.key.lowercased())
        && !isKeyword(fieldName(column.key), column)
        && column.values.indices.contains { place in
          column.trimmedText(place)?.contains(where: \.isLetter) ?? false
        }
    }
    return (naming ?? speaking.first)?.key
  }

  /// Keys of texts that state the kind or status of a record.
  private static let kindKeys: Set = [
    "@type", "_type", "class", "etag", "kind", "lang", "language", "object", "status", "type",
    "wrappertype",
  ]

  /// Returns the field for a column; nil if no value can be compared or shown.
  private func field(of column: UnmappedColumns.Column) -> Field? {
    let name = fieldName(column.key)
    var (hasText, hasNumber, hasList, hasFlag) = (false, false, false, false)
    var (numbers, rounded) = (0, 0)
    for place in column.values.indices {
      switch column.values[place].shape {
      case .text, .escapedText:
        if !hasText { hasText = column.trimmedText(place).map { !$0.isEmpty } ?? false }
      case .number:
        hasNumber = true
        numbers += 1
        if column.isRoundedNumber(place) { rounded += 1 }
      case .list: hasList = true
      case .yes, .no: hasFlag = true
      case .absent, .null, .object: break
      }
    }
    let kinds = [hasText, hasNumber, hasList, hasFlag].count { $0 }
    if kinds == 0 || column.firstEncoded != nil { return nil }
    if hasList { return Field(name, .list) }
    if kinds == 2, hasText, hasNumber, areDurations(name, column) { return Field(name, .minutes) }
    if kinds > 1 { return Field(name, .text) }
    // Ids of 19 digits stay texts, because two of them could be equal as floating-point numbers.
    if rounded > 0, rounded * 2 >= numbers { return Field(name, .text) }
    if hasNumber { return Field(name, isMinutes(name, column) ? .minutes : .number) }
    if hasFlag {
      var field = Field(name, .keyword)
      field.isFlag = true
      return field
    }
    return textField(name, column)
  }

  private func textField(_ name: String, _ column: UnmappedColumns.Column) -> Field {
    let places = column.values.indices.lazy.filter { !(column.trimmedText($0) ?? "").isEmpty }
    func all(_ test: (String) -> Bool) -> Bool {
      places.allSatisfy { test(column.trimmedText($0) ?? "") }
    }
    if areLinks(places.map { column.trimmedText($0) ?? "" }) {
      return Field(linkName(name), .link, aliases: [name])
    }
    if all({ $0.utf8.count >= 10 && isDateAlone($0) }) { return Field(name, .date) }
    if areDurations(name, column) { return Field(name, .minutes) }
    if isKeyword(name, column) {
      return Field(name, .keyword, role: name == "cuisine" ? .facet : nil)
    }
    return Field(name, .text)
  }

  /// Whether at least nine of ten texts are links.
  ///
  /// The others are reported by lint.
  private func areLinks(_ texts: some Sequence<String>) -> Bool {
    var (count, others) = (0, 0)
    for text in texts {
      count += 1
      if isWebLink(text) { continue }
      others += 1
      // Most columns are not links; the first 1000 values or so decide.
      if others * 10 > count + 1000 { return false }
    }
    return others * 10 <= count
  }

  /// Whether texts are short and repetitive: at most 60 bytes and 1000 distinct texts, each used twice on average
  /// unless the key is a known facet.
  private func isKeyword(_ name: String, _ column: UnmappedColumns.Column) -> Bool {
    var distinct: Set<String> = []
    var count = 0
    for place in column.values.indices {
      guard let text = column.trimmedText(place), !text.isEmpty else { continue }
      count += 1
      if text.utf8.count > 60 { return false }
      distinct.insert(text)
      if distinct.count > 1000 { return false }
    }
    return distinct.count * 2 <= count || Self.facetKeys.contains(name)
  }

  /// Removes the ending of a link's key: `source-url` becomes `source`.
  private func linkName(_ name: String) -> String {
    for ending in ["-url", "-link", "-uri"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}

/// Converts a key to the name of a field: lowercase words joined by `-`.
func fieldName(_ key: String) -> String {
  var name = ""
  var previous: Character = " "
  let visible = String(String.UnicodeScalarView(key.unicodeScalars.filter { !isHarmful($0) }))
  for character in visible {
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

/// Findings about keys without a mapping.
extension Inference {
  /// Returns the columns without any value that a field can hold, with the index and a description of the first value.
  func unrepresentable() -> [(column: UnmappedColumns.Column, place: Int, what: String)] {
    let isSaved = columns.contains { $0.key == SavedRecord.source }
    return columns.compactMap { column in
      // The original of a saved record is stored for later, and needs no field.
      if isSaved, column.isOriginal { return nil }
      let values = column.values
      if let place = column.firstEncoded {
        return (column, place, "a picture or other data in Base64")
      }
      if values.contains(where: { ![.absent, .null, .object, .list].contains($0.shape) }) {
        return nil
      }
      guard values.indices.allSatisfy({ column.nestedMark($0) != nil }) else { return nil }
      if let list = values.indices.first(where: { column.nestedMark($0) ?? 0 > 0 }) {
        let isOfObjects = column.nestedMark(list) == UInt8(ascii: "{")
        return (column, list, isOfObjects ? "a list of objects" : "a list of lists")
      }
      return values.firstIndex { $0.shape == .object }.map { (column, $0, "an object") }
    }
  }

  /// Returns the numeric columns with a number that has more digits than floating point can represent, with the index
  /// and text of the first such number.
  func rounded(
    _ fields: [(field: Field, column: UnmappedColumns.Column)]
  ) -> [(column: UnmappedColumns.Column, place: Int, number: String)] {
    fields.compactMap { field, column in
      guard field.kind == .number || field.kind == .minutes,
        let place = column.values.indices.first(where: {
          column.values[$0].shape == .number && column.isRoundedNumber($0)
        })
      else { return nil }
      return (
        column, place, String(decoding: column.text[column.values[place].range], as: UTF8.self)
      )
    }
  }
}
