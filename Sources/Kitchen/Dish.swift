import Catalog
import Cooking
import Diagnostics
import Text

/// A recipe with its amounts scaled: one of the feed, or one that a list has stored.
package struct Dish: Sendable {
  package let name: String
  /// The feed that it is from; empty if that is not known.
  package let feed: String
  /// The lines of ingredients as published.
  let published: [String]
  /// The lines of ingredients, scaled.
  package let lines: [IngredientLine]
  /// The steps; none if it is stored.
  package let steps: [RecipeStep]
  /// The servings of the published amounts; nil if the feed gives no number, or if it is stored.
  package let yield: Yield?
  /// The requested scale; nil for the published amounts.
  package let scale: Scale?
  /// The number that the amounts are multiplied by.
  package let factor: Rational
  /// The index of the field with the yield; nil if the row has none.
  package let yieldField: Int?
  /// The text of that field as published.
  package let yieldText: String?
  /// Whether the shopping list has it because it is planned.
  package private(set) var isPlanned = false

  /// Creates the recipe of a row.
  ///
  /// Without a readable yield, a scale in servings leaves the amounts as published.
  package init(_ catalog: Catalog, _ row: Int, scale: Scale?, feed: String = "") {
    name = catalog.name(row)
    self.feed = feed
    yieldField = Self.yieldField(catalog, row)
    yieldText = yieldField.map { catalog.shownValue($0, row) }
    yield = yieldText.flatMap { Yield($0) }
    let factor = scale?.factor(from: yield)
    self.scale = factor == nil ? nil : scale
    self.factor = factor ?? .one
    published = Self.items(catalog, row, .ingredients)
    let ingredients = published.map { IngredientLine($0) }
    lines = ingredients.map { $0.scaled(factor ?? .one) }
    steps = RecipeStep.all(Self.items(catalog, row, .instructions), ingredients: ingredients)
  }

  /// Creates a dish without steps, as lists store it.
  init(name: String, feed: String, published: [String], scale: Scale?, factor: Rational) {
    (self.name, self.feed, self.published) = (name, feed, published)
    (self.scale, self.factor) = (scale, factor)
    lines = published.map { IngredientLine($0).scaled(factor) }
    (steps, yield, yieldField, yieldText) = ([], nil, nil, nil)
  }

  /// The dish as the shopping list has it if it is planned.
  package func planned() -> Dish {
    var dish = self
    dish.isPlanned = true
    return dish
  }

  /// The text of a step, with scaled and converted amounts in brackets.
  package func text(of step: RecipeStep, in units: UnitChoice) -> String {
    step.pieces(scaledBy: factor, in: units)
      .map { $0.isReplaced ? "[\($0.text)]" : $0.text }.joined()
  }

  /// The texts of the steps without marks, for other programs.
  package func plainSteps(in units: UnitChoice) -> [String] {
    steps.map { $0.pieces(scaledBy: factor, in: units).map(\.text).joined() }
  }

  /// The name with the scale, as in `Lasagne for 4`.
  package var title: String { name + (scale.map { " \($0)" } ?? "") }

  /// The names of dishes; those of one name are told apart by their feed, as in `Lasagne of demo`, or by their scale.
  package static func distinctNames(of dishes: [Dish]) -> [String] {
    let names = dishes.map { folded($0.name) }
    return zip(dishes, names).map { dish, name in
      let twins = zip(dishes, names).filter { $0.1 == name }.map(\.0)
      if twins.count == 1 { return dish.name }
      let isOnlyOfFeed = twins.filter { $0.feed == dish.feed }.count == 1
      return isOnlyOfFeed ? "\(dish.name) of \(dish.feed)" : dish.title
    }
  }

  /// The servings of the scaled amounts; nil for the published ones, and if the yield is not known.
  package var scaledServings: Rational? {
    scale == nil ? nil : yield?.servings.times(factor)
  }

  /// What the scaled amounts make, such as `8` or `¼ cup`; nil for the published ones, and if the yield is not known.
  package var scaledYield: String? {
    guard let servings = scaledServings, let yield else { return nil }
    // Of a range of servings, the lower end is scaled.
    return yield.isPeople && !yield.isMixed ? servings.written : yield.wholeText(scaledBy: factor)
  }

  /// The published number that the scale is compared with; nil if the yield is not known.
  package var scaledPart: Yield? {
    if case .things(_, let things) = scale { return yield?.counted(in: things) }
    return yield
  }

  /// Makes sure that the dish could be scaled.
  ///
  /// - Throws: ``Failure`` if servings were asked for, and the recipe does not give its own number.
  package func requireScale(_ requested: RequestedScale) throws {
    guard requested.isAsked, let asked = requested.scale, scale == nil else { return }
    if let yield, !yield.isPeople {
      let doubled = yield.text(scaledBy: Rational(2)) ?? ""
      throw Failure(
        "\(harmless(name)) makes \(harmless(yield.text(scaledBy: .one) ?? "")), "
          + "not a number of servings",
        hint: "scale it by what it makes, or by a factor, "
          + "e.g. for \(harmless(doubled)), x2",
        code: .badArguments)
    }
    let wanted: Rational
    switch asked {
    case .times: return
    case .servings(let number): wanted = number
    case .things(let number, let things):
      if let published = yield?.counted(in: things) {
        throw outOfRange(number, than: published)
      }
      throw Failure(
        yield.map {
          let others = $0.isMixed ? " (\(harmless(yieldText ?? "")))" : ""
          return "\(harmless(name)) is for \($0.servings.written) people\(others), "
            + "and makes no \(harmless(things))"
        }
          ?? "\(harmless(name)) does not give how many \(harmless(things)) it makes",
        hint: yield == nil
          ? "multiply the published amounts instead, e.g. x2" : "e.g. for \(number.written), x2",
        code: .badArguments)
    }
    if let yield { throw outOfRange(wanted, than: yield) }
    let reason =
      yieldText.map { "says \"\(harmless($0))\", which has no number" }
      ?? "does not give its number of servings"
    throw Failure(
      "\(harmless(name)) \(reason), so it cannot be scaled for \(wanted.written)",
      hint: "multiply the published amounts instead, e.g. x2", code: .badArguments)
  }

  private func outOfRange(_ wanted: Rational, than published: Yield) -> Failure {
    let makes =
      published.isPeople
      ? "is for \(published.servings.written)"
      : "makes \(harmless(published.text(scaledBy: .one) ?? ""))"
    return Failure(
      "\(harmless(name)) \(makes), so it cannot be scaled for \(wanted.written)",
      hint: "the number is from 1/\(Scale.limit) to \(Scale.limit) times the published one",
      code: .badArguments)
  }

  /// The goods that the lines ask for.
  package var goods: [Good] { lines.flatMap { Good.goods(of: $0) } }

  /// The goods of which there is something at home, but less than the dish needs, with the amounts to buy.
  ///
  /// - Parameters:
  ///   - pantry: The goods at home; one without an amount is enough.
  ///   - choice: The units of the amounts.
  /// - Returns: The goods; none for amounts that cannot be compared, such as cups with grams.
  package func shortages(
    with pantry: [Good], in choice: UnitChoice
  ) -> [(key: IngredientKey, amounts: [String])] {
    let needs = lines.filter { !$0.isOptional }.flatMap { Good.goods(of: $0) }
    var sums: [(key: IngredientKey, sum: GoodSum)] = []
    for good in needs {
      if let place = sums.firstIndex(where: { $0.key == good.key }) {
        sums[place].sum.add(good)
      } else {
        var sum = GoodSum(of: good.key)
        sum.add(good)
        sums.append((good.key, sum))
      }
    }
    return sums.compactMap { key, sum in
      var home = GoodSum(of: key)
      let kinds = pantry.filter { key.isKind(of: $0.key) }
      for good in kinds { home.add(good) }
      guard !kinds.isEmpty, case let stock = sum.stock(in: home, choice), stock.isPart else {
        return nil
      }
      return (key, stock.missing)
    }
  }

  /// The lines without an amount to scale, except headings.
  package var unscaled: [IngredientLine] { lines.filter { !$0.scales && !$0.isHeading } }

  /// The lowercase names of fields that contain the yield.
  private static let yieldNames = [
    "servings", "yield", "recipeyield", "serves", "portions", "recipe_yield", "recipe-yield",
  ]

  private static func yieldField(_ catalog: Catalog, _ row: Int) -> Int? {
    let names = catalog.schema.fields.map { $0.name.lowercased() }
    let fields = yieldNames.lazy.compactMap { names.firstIndex(of: $0) }
    return fields.first { catalog.value($0, row) != nil }
  }

  /// The items of the field with a role, or the lines of a text.
  ///
  /// A step begins with its headings.
  private static func items(_ catalog: Catalog, _ row: Int, _ role: Field.Role) -> [String] {
    let items = publishedItems(catalog, row, role)
    return role == .instructions ? HeadedStep.all(items).map { $0.prefix + $0.text } : items
  }

  private static func publishedItems(
    _ catalog: Catalog, _ row: Int, _ role: Field.Role
  ) -> [String] {
    guard let field = catalog.schema.index(of: role) else { return [] }
    switch catalog.value(field, row) {
    case .list(let items): return items
    case .text(let text): return text.split(whereSeparator: \.isNewline).map { String($0) }
    case .number, nil: return []
    }
  }
}

/// The scale that a command applies.
package struct RequestedScale: Sendable {
  /// The scale; nil for the published amounts.
  package let scale: Scale?
  /// Whether it was typed, and not taken from the setting `servings`.
  package let isAsked: Bool

  package init(scale: Scale?, isAsked: Bool) { (self.scale, self.isAsked) = (scale, isAsked) }
}

/// What lists store of a dish: enough to shop for it without its feed.
extension Dish: Codable, Equatable {
  private enum CodingKeys: String, CodingKey {
    case name, feed, scale, factor, lines, planned
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let factor = try values.decode(String.self, forKey: .factor)
    let scale = try values.decodeIfPresent(String.self, forKey: .scale)
    guard let number = Rational(factor) else {
      throw DecodingError.dataCorruptedError(
        forKey: .factor, in: values, debugDescription: "the factor is not a number")
    }
    self.init(
      name: try values.decode(String.self, forKey: .name),
      feed: try values.decode(String.self, forKey: .feed),
      published: try values.decode([String].self, forKey: .lines),
      scale: scale.map { text in
        if case .scale(let scale, start: 0) = Scale.ending(of: text) { return scale }
        return .times(number)
      }, factor: number)
    isPlanned = try values.decodeIfPresent(Bool.self, forKey: .planned) ?? false
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(feed, forKey: .feed)
    try values.encodeIfPresent(scale?.description, forKey: .scale)
    try values.encode(factor.description, forKey: .factor)
    try values.encode(published, forKey: .lines)
    if isPlanned { try values.encode(true, forKey: .planned) }
  }

  /// Whether two dishes have the same ingredients and amounts.
  package static func == (one: Dish, other: Dish) -> Bool {
    one.name == other.name && one.feed == other.feed && one.scale == other.scale
      && one.factor == other.factor && one.published == other.published
  }
}
