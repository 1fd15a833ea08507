import Catalog
import Text

/// Fields of recipes, by their names.
extension Inference {
  /// Keys of numbers that are minutes, without `-`.
  private static let minuteKeys: Set = [
    "active", "activetime", "bake", "baketime", "baking", "bakingtime", "cook", "cooking",
    "cookingtime", "cooktime", "duration", "minutes", "performtime", "prep", "preparation",
    "preparationtime", "preptime", "rest", "resttime", "time", "total", "totaltime", "waitingtime",
    "workingtime",
  ]
  /// The maximum of a number that is a duration in minutes: 60 days.
  ///
  /// Greater numbers are seconds or dates.
  private static let minuteLimit = 86_400.0

  /// Whether numbers are minutes, by their key and range.
  func isMinutes(_ name: String, _ column: UnmappedColumns.Column) -> Bool {
    guard Self.minuteKeys.contains(name.filter { $0 != "-" }) || name.hasSuffix("-minutes") else {
      return false
    }
    return column.values.allSatisfy { value in
      guard value.shape == .number else { return true }
      let number = Double(String(decoding: column.text[value.range], as: UTF8.self))
      return number.map { 0...Self.minuteLimit ~= $0 } ?? false
    }
  }

  /// Whether all texts are durations in words, such as `20 min` under a key of minutes, or in ISO 8601.
  func areDurations(_ name: String, _ column: UnmappedColumns.Column) -> Bool {
    let plain = name.filter { $0 != "-" }
    let isTime =
      Self.minuteKeys.contains(plain) || name.hasSuffix("-time") || name.hasSuffix("-minutes")
    var count = 0
    // Feeds have few different times.
    var known: Set<String> = []
    for place in column.values.indices {
      guard let text = column.trimmedText(place), !text.isEmpty, !known.contains(text) else {
        continue
      }
      guard isTime || text.uppercased().hasPrefix("PT") || text.uppercased().hasPrefix("P0D"),
        text.utf8.count <= 60
      else { return false }
      if isNoTime(text) { continue }
      guard JSONValue.string(text).minutes != nil else { return false }
      known.insert(text)
      count += 1
    }
    return count > 0
  }

  /// The names of fields with the ingredients and the steps of a recipe.
  private static let parts: [(role: Field.Role, names: [String])] = [
    (.ingredients, ["ingredients", "ingredient"]),
    (.instructions, ["instructions", "steps", "directions", "method"]),
  ]

  /// Finds the ingredients and the instructions: a field with one of their names, or with a name such as
  /// `recipe-ingredients`.
  func findRecipeParts(among fields: inout [InferredField]) {
    for (role, names) in Self.parts where !mapped.contains(where: { $0.role == role }) {
      let free = fields.indices.filter {
        let field = fields[$0].field
        return field.role == nil && !field.isInner && (field.kind == .list || field.kind == .text)
      }
      let titles = Dictionary(
        uniqueKeysWithValues: free.map { place in
          let name = fields[place].field.name
          return (place, name.hasSuffix("-flat") ? String(name.dropLast(5)) : name)
        })
      let named = free.first { names.contains(titles[$0] ?? "") }
      let endings = names.filter { $0 != "method" }.map { "-" + $0 }
      let place =
        named ?? free.first { place in endings.contains { titles[place]?.hasSuffix($0) ?? false } }
      if let place { fields[place].field.role = role }
    }
  }
}

extension Inference {
  /// Turns texts with several steps into lists, and texts next to lists.
  func splitRecipeParts(in fields: inout [InferredField]) {
    for place in fields.indices {
      let part: RecipePart
      switch fields[place].field.role {
      case .ingredients: part = .ingredients
      case .instructions: part = .steps
      default: continue
      }
      let column = fields[place].column
      let hasLists = fields[place].field.kind == .list
      let isSplit =
        hasLists
        ? column.values.contains { $0.shape == .text || $0.shape == .escapedText }
        : part == .steps && column.hasStepsInLines
      guard isSplit, let (items, _, _) = column.items(part, ofTexts: true) else { continue }
      fields[place].field.kind = .list
      fields[place].column = items
    }
  }
}

/// Exports of Larder that are read again.
extension Inference {
  /// The columns without those that an export adds to the fields of its rows: the number and the mark.
  ///
  /// Notes of whoever exported them are comments, if there are any and the rows have no others.
  func withoutExportColumns() -> [UnmappedColumns.Column] {
    func has(_ key: String, _ shapes: Set<JSONShape>) -> Bool {
      columns.contains { column in
        column.key == key && !column.values.isEmpty
          && column.values.allSatisfy { shapes.contains($0.shape) }
      }
    }
    let isExport =
      has("row", [.number, .null]) && has("favorite", [.yes, .no, .null]) && has("notes", [.list])
    if !isExport { return columns }
    let hasComments = columns.contains { $0.key == "comment" }
    return columns.compactMap { column in
      if ["row", "favorite"].contains(column.key) { return nil }
      guard column.key == "notes" else { return column }
      if hasComments || column.values.allSatisfy({ $0.length <= 2 }) { return nil }
      var comments = column
      comments.key = "comment"
      return comments
    }
  }
}

extension UnmappedColumns.Column {
  /// Whether a text has steps that are numbered within a line, or in markup.
  ///
  /// Only texts that begin so are read.
  fileprivate var hasStepsInLines: Bool {
    values.indices.contains { place in
      guard let text = trimmedText(place), let first = text.utf8.first,
        first == UInt8(ascii: "1") || first == UInt8(ascii: "<")
      else { return false }
      return stepLines(text, isAlone: true).count > text.split(whereSeparator: \.isNewline).count
    }
  }

  /// The durations in minutes; without those that are unknown.
  var inMinutes: UnmappedColumns.Column {
    var column = UnmappedColumns.Column(key: key)
    (column.path, column.isInner) = (path, isInner)
    var known: [String: [UInt8]] = [:]
    for place in values.indices {
      let text = trimmedText(place)
      if let text, isNoTime(text) || text.isEmpty { continue }
      let bytes = text.flatMap { text in
        known[text] ?? JSONValue.string(text).minutes.map { JSONValue.number($0).bytes() }
      }
      if let text, let bytes {
        known[text] = bytes
        column.add(0..<bytes.count, of: bytes, row: rows[place])
      } else {
        unsafe column.add(values[place], of: rows[place], in: self.text.span.bytes)
      }
    }
    return column
  }
}
