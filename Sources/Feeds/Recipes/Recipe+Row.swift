import Catalog
import Formats
import Text

extension Recipe {
  /// Reads the recipe in a row of any feed.
  ///
  /// The roles of the profile give name, id, ingredients, steps and pictures. Other fields are known by the names and
  /// aliases that the profile of schema.org has for them, if their values are of its kind: `prep` are minutes, and
  /// `protein` is a number. What is left is in ``extras``.
  ///
  /// - Parameters:
  ///   - catalog: The rows.
  ///   - row: The row.
  ///   - notes: The user's notes about it.
  package init(_ catalog: Catalog, _ row: Int, notes: [String] = []) {
    var fields = RowFields(catalog, row)
    self.init(name: catalog.name(row))
    self.notes = notes
    _ = fields.text(.name)
    setIngredients(fields.lines(.ingredients))
    setSteps(fields.lines(.instructions))
    // Other programs cannot find pictures in files on this machine.
    pictures = [fields.text(.photo)].compactMap(\.self).filter(isWebLink)
    thumbnail = fields.text(.thumbnail).flatMap { isWebLink($0) ? $0 : nil }
    source = fields.link("source", "url", "link", "source-url", "address")
    video = fields.link("video", "youtube")
    id = fields.text(.id)
    if id == source { id = nil }

    description = fields.text("description", "summary")
    comment = fields.text("comment")
    author = fields.text("author")
    cuisines = fields.list("cuisine", "recipe-cuisine", "area")
    categories = fields.list("category", "categories", "course", "recipe-category")
    tags = fields.list("tags", "keywords")
    equipment = fields.list("equipment", "tool")
    prep = fields.minutes("prep", "prep-time", "preparation-time")
    cook = fields.minutes("cook", "cook-time", "cooking-time")
    total = fields.minutes("time", "total-time", "total")
    yield = fields.text("yield", "servings", "serves", "recipe-yield", "portions")
    rating = fields.number("rating")
    for nutrient in Nutrient.allCases { nutrition[nutrient] = fields.number(nutrient.rawValue) }
    servingSize = fields.text("serving-size")
    published = fields.text("published", "date-published")
    extras = fields.rest
  }
}

/// The fields of a row, which are taken one by one.
private struct RowFields {
  private let catalog: Catalog
  private let row: Int
  private var taken: Set<Int> = []

  init(_ catalog: Catalog, _ row: Int) { (self.catalog, self.row) = (catalog, row) }

  /// Takes the first field with one of some names that has a value of some kinds.
  private mutating func value(_ names: [String], _ kinds: Set<Field.Kind>) -> Value? {
    for name in names {
      guard let number = catalog.schema.index(of: name), !taken.contains(number),
        kinds.contains(catalog.schema.fields[number].kind),
        let value = catalog.value(number, row)
      else { continue }
      taken.insert(number)
      return value
    }
    return nil
  }

  /// Takes the field with a role.
  private mutating func value(_ role: Field.Role) -> Value? {
    guard let number = catalog.schema.index(of: role), taken.insert(number).inserted else {
      return nil
    }
    return catalog.value(number, row)
  }

  mutating func text(_ role: Field.Role) -> String? { value(role)?.text }

  /// Takes a list, or the lines of a text.
  mutating func lines(_ role: Field.Role) -> [String] {
    switch value(role) {
    case .list(let items): items
    case .text(let text): text.split(whereSeparator: \.isNewline).map(String.init)
    case .number, nil: []
    }
  }

  mutating func text(_ names: String...) -> String? {
    value(names, [.text, .keyword, .number, .date, .list])?.text
  }

  mutating func link(_ names: String...) -> String? { value(names, [.link])?.text }

  /// Takes a list, or the texts between the commas of a text.
  mutating func list(_ names: String...) -> [String] {
    switch value(names, [.text, .keyword, .list]) {
    case .list(let items): items
    case .text(let text):
      text.split(separator: ",").map { trimmingSpace(String($0)) }.filter { !$0.isEmpty }
    case .number, nil: []
    }
  }

  /// Takes a duration; zero means that it is unknown.
  mutating func minutes(_ names: String...) -> Double? {
    guard case .number(let minutes)? = value(names, [.minutes]), minutes > 0 else { return nil }
    return minutes
  }

  mutating func number(_ names: String...) -> Double? {
    guard case .number(let number)? = value(names, [.number]) else { return nil }
    return number
  }

  /// The fields that were not taken, except those that Larder adds itself.
  var rest: [JSONValue.Member] {
    let own: Set = [Feed.sourceField, SavedRecord.source, SavedRecord.original]
    return catalog.schema.fields.enumerated().compactMap { number, field in
      guard !taken.contains(number), !own.contains(field.name),
        let value = catalog.value(number, row)
      else { return nil }
      return JSONValue.Member(field.name, JSONValue(value, of: field))
    }
  }
}
