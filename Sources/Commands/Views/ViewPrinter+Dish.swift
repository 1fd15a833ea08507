import Catalog
import Cooking
import Feeds
import Formats
import Kitchen
import Output
import SessionStore
import Terminal
import Text

/// Text of scaled and converted recipes.
extension ViewPrinter {
  /// The units according to the settings.
  var unitChoice: UnitChoice {
    let system = UnitChoice.System(rawValue: library.settings["units"]) ?? .asPublished
    return UnitChoice(system: system, cup: cupSize)
  }

  private var cupSize: Rational {
    let text = library.settings["cup"]
    return text == "236.6" ? UnitChoice().cup : Rational(text) ?? UnitChoice().cup
  }

  /// The text of a step in the chosen units, with scaled and converted amounts in brackets.
  func text(of step: RecipeStep, in dish: Dish) -> String {
    step.pieces(scaledBy: dish.factor, in: unitChoice)
      .map { $0.isReplaced ? "[\($0.text)]" : $0.text }.joined()
  }

  /// The texts of the steps in the chosen units, without marks, for other programs.
  func plainSteps(of dish: Dish) -> [String] {
    dish.steps.map { $0.pieces(scaledBy: dish.factor, in: unitChoice).map(\.text).joined() }
  }

  /// The aisles of the file in the setting `aisles`, or the built-in ones.
  func aisles() throws -> Aisles {
    try AisleFile(world: world, output: output).aisles(library.settings["aisles"])
  }

  /// What the amounts and the order of the shopping list depend on.
  func listOptions(_ kitchen: Kitchen) throws -> ShoppingList.Options {
    let use = library.settings["shop-pantry"]
    return ShoppingList.Options(
      aisles: try aisles(), units: unitChoice,
      pantry: use == "ignore" ? [] : try kitchen.pantry().map(\.text), hidesPantry: use == "hide")
  }

  /// The recipe of a row, scaled and in the chosen units, for the writers of formats.
  func recipe(_ row: Int, _ dish: Dish, notes: [String]) -> Recipe {
    var recipe = Recipe(catalog, row, notes: notes)
    guard dish.scale != nil || unitChoice.system != .asPublished else { return recipe }
    recipe.setIngredients(dish.lines.map { $0.text(in: unitChoice) })
    let steps = HeadedStep.items(recipe.steps.lines, texts: plainSteps(of: dish))
    recipe.setSteps(steps.map(\.text))
    if let scaled = dish.scaledYield { recipe.yield = scaled }
    return recipe
  }

  /// Remarks on the scaled, converted and unscaled amounts; none for the published ones.
  func scaleRemarks(on dish: Dish) -> [String] {
    let isScaled = dish.factor != .one || dish.scale != nil
    var remarks = isScaled ? [factorRemark(on: dish)] : []
    let isReplaced = dish.steps.contains { step in
      step.pieces(scaledBy: dish.factor, in: unitChoice).contains(where: \.isReplaced)
    }
    if isReplaced {
      let what = unitChoice.system == .asPublished ? "Scaled" : isScaled ? "Changed" : "Converted"
      remarks.append("\(what) amounts in steps are in brackets.")
    }
    let unclear = isScaled ? dish.unscaled : []
    if !unclear.isEmpty {
      let names = unclear.prefix(5).map { harmless(clipped($0.published, to: 30)) }
      remarks.append(
        "\(counted(unclear.count, "line")) not scaled: " + names.joined(separator: " · ")
          + (unclear.count > 5 ? " · …" : ""))
    }
    return remarks
  }

  private func factorRemark(on dish: Dish) -> String {
    let factor = "× \(dish.factor.written)"
    switch dish.scale {
    case .servings(let wanted), .things(let wanted, _):
      let published = dish.scaledPart?.servings.written ?? "?"
      let range =
        dish.scaledPart?.isRange ?? false
        ? " (the lower number of \"\(dish.yieldText ?? "")\")" : ""
      return
        "Amounts for \(wanted.written) instead of \(published)\(range): \(factor). Times are as published."
    case .times, nil: return "Amounts \(factor). Times are as published."
    }
  }
}
