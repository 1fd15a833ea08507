import Cooking
import Text

/// Writes recipes as JSON-LD in the vocabulary of schema.org, in the forms that the common importers take.
///
/// Ingredients are flat texts, since sections have no place there. Steps are `HowToStep`s, or `HowToSection`s of them if
/// there are headings, never both in one list.
package enum SchemaOrgWriter {
  /// Returns a recipe as an object with its context.
  package static func value(of recipe: Recipe) -> JSONValue {
    var object = Properties()
    object.add("@context", .string("https://schema.org"))
    object.add("@type", .string("Recipe"))
    object.add("@id", recipe.id)
    object.add("name", markup(recipe.name))
    object.add("description", recipe.description.map(markup))
    object.add("url", recipe.source)
    object.add("image", recipe.pictures)
    object.add("thumbnailUrl", recipe.thumbnail)
    object.add("video", recipe.video.map { video($0, of: recipe) })
    object.add("author", recipe.author.map { typed("Person", ["name": .string(markup($0))]) })
    object.add("datePublished", recipe.published)
    object.add("recipeYield", recipe.yield.map(markup))
    object.add("prepTime", recipe.prep.map(isoDuration))
    object.add("cookTime", recipe.cook.map(isoDuration))
    object.add("totalTime", recipe.total.map(isoDuration))
    object.add("recipeCategory", recipe.categories.map(markup))
    object.add("recipeCuisine", recipe.cuisines.map(markup))
    object.add("keywords", recipe.tags.map(markup).joined(separator: ", "))
    object.add("recipeIngredient", .array(recipe.ingredients.lines.map { .string(markup($0)) }))
    object.add("recipeInstructions", .array(instructions(recipe.steps)))
    object.add("tool", recipe.equipment.map(markup))
    object.add("nutrition", nutrition(of: recipe))
    object.add(
      "aggregateRating",
      recipe.rating.map { typed("AggregateRating", ["ratingValue": .number($0)]) })
    object.add("recipeNotes", recipe.remarks.map(markup))
    object.add(
      "comment", .array(recipe.notes.map { typed("Comment", ["text": .string(markup($0))]) }))
    object.add("additionalProperty", .array(recipe.extras.map(\.asPropertyValue)))
    return .object(object.members)
  }

  /// Returns JSON on several lines: an object for one recipe, otherwise a list.
  package static func text(of recipes: [Recipe]) -> String {
    let values = recipes.map(value)
    return (values.count == 1 ? values[0] : .array(values)).text(isPretty: true) + "\n"
  }

  private static func instructions(_ sections: [Recipe.Section]) -> [JSONValue] {
    let sections = sections.dividedAtColons
    let steps: (Recipe.Section) -> [JSONValue] = { section in
      section.items.map { typed("HowToStep", ["text": .string(markup($0))]) }
    }
    if !sections.contains(where: { $0.heading != nil }) { return sections.flatMap(steps) }
    return sections.map { section in
      var members: KeyValuePairs<String, JSONValue> = ["itemListElement": .array(steps(section))]
      if let title = section.heading.map(headingName) {
        members = ["name": .string(markup(title)), "itemListElement": .array(steps(section))]
      }
      return typed("HowToSection", members)
    }
  }

  private static func nutrition(of recipe: Recipe) -> JSONValue? {
    var members = Properties()
    members.add("@type", .string("NutritionInformation"))
    members.add("servingSize", recipe.servingSize.map(markup))
    for nutrient in Recipe.Nutrient.allCases {
      guard let amount = recipe.nutrition[nutrient] else { continue }
      members.add(nutrient.property, "\(JSONValue.number(amount).text()) \(nutrient.unit)")
    }
    return members.members.count > 1 ? .object(members.members) : nil
  }

  private static func video(_ address: String, of recipe: Recipe) -> JSONValue {
    typed("VideoObject", ["name": .string(markup(recipe.name)), "url": .string(address)])
  }

  private static func typed(
    _ type: String, _ members: KeyValuePairs<String, JSONValue>
  ) -> JSONValue {
    .object([.init("@type", .string(type))] + members.map { .init($0, $1) })
  }

  /// Returns a text in which readers that remove markup find the same text: as it is, or escaped as often as needed.
  ///
  /// A tag of HTML that is part of the text itself cannot be written; it stays as it is.
  private static func markup(_ text: String) -> String {
    var markup = text
    for _ in 0..<3 {
      if plainText(markup, keepingLines: true) == text { return markup }
      markup = markup.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
    return text
  }
}

/// Returns a number of minutes as a duration of ISO 8601, such as `PT1H30M` and `P1DT2H`.
func isoDuration(minutes: Double) -> String {
  let whole = max(1, Int(min(minutes, 1e9).rounded()))
  let (days, hours, rest) = (whole / 1440, whole % 1440 / 60, whole % 60)
  let time = (hours > 0 ? "\(hours)H" : "") + (rest > 0 ? "\(rest)M" : "")
  return "P" + (days > 0 ? "\(days)D" : "") + (time.isEmpty ? "" : "T" + time)
}

/// The members of an object, without those that say nothing.
private struct Properties {
  private(set) var members: [JSONValue.Member] = []

  mutating func add(_ name: String, _ value: JSONValue?) {
    guard let value, !value.isEmpty else { return }
    members.append(.init(name, value))
  }

  mutating func add(_ name: String, _ text: String?) { add(name, text.map { .string($0) }) }

  /// Adds one text as it is, and several as a list.
  mutating func add(_ name: String, _ texts: [String]) {
    add(name, texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) }))
  }
}
