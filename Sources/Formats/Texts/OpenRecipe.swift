import Text

/// A recipe in the Open Recipe Format: YAML with a `recipe_name`.
///
/// A recipe may have several yields, and each ingredient an amount for each of them; the first ones are read.
enum OpenRecipe: RecordSource {
  static let name = "Open Recipe Format"

  static func recognizes(_ file: SourceFile) -> Bool {
    ["yaml", "yml", "orf"].contains(file.ending)
      && file.start.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("recipe_name:") }
  }

  static func records(of file: SourceFile) throws(FormatFault) -> ForeignRecords {
    let values = try YAMLValues(file.text, after: 0)
    var object = ForeignObject(.object(values.members))
    let recipe = recipe(&object)
    return ForeignRecords([recipe.record(unused: object.unused)])
  }

  private static func recipe(_ object: inout ForeignObject) -> RecipeBuilder {
    var recipe = RecipeBuilder(name: object.text("recipe_name"))
    recipe.set("@id", said(object.text("recipe_uuid")))
    recipe.set("url", said(object.text("source_url")).flatMap { isAddress($0) ? $0 : nil })
    let authors = object.take("source_authors", "author")
    recipe.set("author", (authors?.names ?? []).compactMap { said($0) })
    for yield in object.list("yields").prefix(1) { recipe.set("recipeYield", self.yield(yield)) }
    for item in object.list("ingredients") {
      for (name, value) in members(item) { recipe.add(ingredient: line(name, value)) }
    }
    for item in object.list("steps") {
      let text = item["step"]?.plainText ?? item.plainText ?? ""
      let notes =
        texts(item["notes"]) + members(item["haccp"] ?? .null).compactMap(\.value.plainText)
      recipe.add(step: ([text] + notes.map { "(\($0))" }).joined(separator: " "))
    }
    addOven(&object, to: &recipe)
    for note in object.list("notes") { recipe.add(comment: note.plainText) }
    if let book = object.take("source_book") {
      recipe.add(comment: said(book["title"]?.plainText ?? book.plainText).map { "From: " + $0 })
    }
    object.ignore(["oven_fan"])
    return recipe
  }

  /// A text, unless it is the word for nothing.
  private static func said(_ text: String?) -> String? {
    text.flatMap { ["none", "null", "n/a"].contains($0.lowercased()) ? nil : $0 }
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    (value?.names ?? []).compactMap { said($0) }
  }

  private static func members(_ value: JSONValue) -> [(name: String, value: JSONValue)] {
    if case .object(let members) = value { return members.map { ($0.name, $0.value) } }
    return value.plainText.map { [($0, .null)] } ?? []
  }

  /// A yield: `servings: 4`, or an amount and a unit.
  private static func yield(_ value: JSONValue) -> String? {
    if let amount = value["amount"]?.plainText {
      return [amount, value["unit"]?.plainText].compactMap(\.self).joined(separator: " ")
    }
    return members(value).first.map { name, value in
      [value.plainText, name].compactMap(\.self).joined(separator: " ")
    }
  }

  private static func line(_ name: String, _ value: JSONValue) -> String {
    var line = [amount(value), name].compactMap(\.self).joined(separator: " ")
    let details = texts(value["processing"]) + texts(value["notes"])
    if !details.isEmpty { line += ", " + details.joined(separator: ", ") }
    guard case .array(let others)? = value["substitutions"] else { return line }
    return line
      + others.flatMap(members).map { " or " + self.line($0.name, $0.value) }.joined()
  }

  /// The first amount of an ingredient; `each` is no unit.
  private static func amount(_ value: JSONValue) -> String? {
    guard case .array(let amounts)? = value["amounts"], let first = amounts.first else {
      return nil
    }
    let unit = first["unit"]?.plainText.flatMap { said($0 == "each" ? nil : $0) }
    let parts = [first["amount"]?.plainText, unit].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private static func addOven(_ object: inout ForeignObject, to recipe: inout RecipeBuilder) {
    let temperatures = object.list("oven_temp").compactMap { value in
      value["amount"]?.plainText.map { $0 + " °" + (value["unit"]?.plainText ?? "") }
    }
    let time = said(object.text("oven_time"))
    object.ignore(["oven_temp", "oven_time"])
    let words = temperatures.prefix(1) + [time].compactMap(\.self)
    if !words.isEmpty { recipe.add(comment: "Oven: " + words.joined(separator: ", ")) }
  }
}
