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
extension RecordLayout {
  /// The recipe of a row, scaled and in the chosen units, for the writers of formats.
  func recipe(_ row: Int, _ dish: Dish, notes: [String]) -> Recipe {
    var recipe = Recipe(catalog, row, notes: notes)
    guard dish.scale != nil || units.system != .asPublished else { return recipe }
    recipe.setIngredients(dish.lines.map { $0.text(in: units) })
    let steps = HeadedStep.items(recipe.steps.lines, texts: dish.plainSteps(in: units))
    recipe.setSteps(steps.map(\.text))
    if let scaled = dish.scaledYield { recipe.yield = scaled }
    return recipe
  }

  /// Remarks on the scaled, converted and unscaled amounts; none for the published ones.
  func scaleRemarks(on dish: Dish) -> [String] {
    let isScaled = dish.factor != .one || dish.scale != nil
    var remarks = isScaled ? [factorRemark(on: dish)] : []
    let isReplaced = dish.steps.contains { step in
      step.pieces(scaledBy: dish.factor, in: units).contains(where: \.isReplaced)
    }
    if isReplaced {
      let what = units.system == .asPublished ? "Scaled" : isScaled ? "Changed" : "Converted"
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
