import Assistance
import Catalog
import Cooking
import Diagnostics
import SessionStore
import Text

/// A recipe of the feed with its amounts scaled.
struct Dish {
  let name: String
  /// The lines of ingredients, scaled.
  let lines: [IngredientLine]
  let steps: [RecipeStep]
  /// The servings of the published amounts; nil if the feed gives no number.
  let yield: Yield?
  /// The requested scale; nil for the published amounts.
  let scale: Scale?
  /// The number that the amounts are multiplied by.
  let factor: Rational
  /// The index of the field with the yield; nil if the row has none.
  let yieldField: Int?
  /// The text of that field as published.
  let yieldText: String?

  /// Creates the recipe of a row.
  ///
  /// Without a readable yield, a scale in servings leaves the amounts as published.
  init(_ catalog: Catalog, _ row: Int, scale: Scale?) {
    name = catalog.name(row)
    yieldField = Self.yieldField(catalog, row)
    yieldText = yieldField.map { catalog.shownValue($0, row) }
    yield = yieldText.flatMap { Yield($0) }
    let factor = scale?.factor(from: yield)
    self.scale = factor == nil ? nil : scale
    self.factor = factor ?? .one
    let published = Self.items(catalog, row, .ingredients).map { IngredientLine($0) }
    lines = published.map { $0.scaled(factor ?? .one) }
    steps = Self.items(catalog, row, .instructions).map { RecipeStep($0, ingredients: published) }
  }

  /// The servings of the scaled amounts; nil for the published ones, and if the yield is not known.
  var scaledServings: Rational? {
    switch scale {
    case .servings(let wanted): wanted
    case .times(let factor): yield.flatMap { $0.servings.times(factor) }
    case nil: nil
    }
  }

  /// Makes sure that the dish could be scaled.
  ///
  /// - Throws: ``Failure`` if servings were asked for, and the recipe does not give its own number.
  func requireScale(_ requested: RequestedScale) throws {
    guard requested.isAsked, case .servings(let wanted) = requested.scale, scale == nil else {
      return
    }
    let reason =
      yieldText.map { "says \"\(harmless($0))\", which has no number" }
      ?? "does not give its number of servings"
    throw Failure(
      "\(harmless(name)) \(reason), so it cannot be scaled for \(wanted.written)",
      hint: "multiply the published amounts instead, e.g. x2", code: .badArguments)
  }

  /// The lines without an amount to scale, except headings.
  var unscaled: [IngredientLine] { lines.filter { !$0.scales && !$0.isHeading } }

  /// The lowercase names of fields that contain the yield.
  private static let yieldNames = [
    "servings", "yield", "recipeyield", "serves", "portions", "recipe_yield", "recipe-yield",
  ]

  private static func yieldField(_ catalog: Catalog, _ row: Int) -> Int? {
    let names = catalog.schema.fields.map { $0.name.lowercased() }
    let fields = yieldNames.lazy.compactMap { names.firstIndex(of: $0) }
    return fields.first { catalog.value($0, row) != nil }
  }

  /// The items of the field with a role; the lines, if it is a text.
  private static func items(_ catalog: Catalog, _ row: Int, _ role: Field.Role) -> [String] {
    guard let field = catalog.schema.index(of: role) else { return [] }
    switch catalog.value(field, row) {
    case .list(let items): return items
    case .text(let text): return text.split(whereSeparator: \.isNewline).map { String($0) }
    case .number, nil: return []
    }
  }

  /// The dish as the library stores it.
  func stored(feed: String) -> KitchenDish {
    KitchenDish(
      name: name, feed: feed, scale: scale?.description, factor: factor.description,
      lines: lines.map(\.published))
  }
}

extension KitchenDish {
  /// The ingredients, scaled.
  var scaledLines: [IngredientLine] {
    lines.map { IngredientLine($0).scaled(Rational(factor) ?? .one) }
  }
}
