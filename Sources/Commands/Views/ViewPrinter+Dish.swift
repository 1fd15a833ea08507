import Catalog
import Cooking
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

  /// The text of a step, with scaled amounts in brackets.
  func text(of step: RecipeStep, in dish: Dish) -> String {
    step.pieces(scaledBy: dish.factor).map { $0.isScaled ? "[\($0.text)]" : $0.text }.joined()
  }

  /// Remarks on the scaled and unscaled lines; none for the published amounts.
  func scaleRemarks(on dish: Dish) -> [String] {
    guard dish.factor != .one || dish.scale != nil else { return [] }
    var remarks: [String] = []
    let factor = "× \(dish.factor.written)"
    switch dish.scale {
    case .servings(let wanted), .things(let wanted, _):
      let published = dish.yield?.servings.written ?? "?"
      let range =
        dish.yield?.isRange ?? false ? " (the lower number of \"\(dish.yieldText ?? "")\")" : ""
      remarks.append(
        "Amounts for \(wanted.written) instead of \(published)\(range): \(factor). Times are as published."
      )
    case .times, nil:
      remarks.append("Amounts \(factor). Times are as published.")
    }
    if dish.steps.contains(where: { $0.pieces(scaledBy: dish.factor).count > 1 }) {
      remarks.append("Scaled amounts in steps are in brackets.")
    }
    let unclear = dish.unscaled
    if !unclear.isEmpty {
      let names = unclear.prefix(5).map { harmless(clipped($0.published, to: 30)) }
      remarks.append(
        "\(counted(unclear.count, "line")) not scaled: " + names.joined(separator: " · ")
          + (unclear.count > 5 ? " · …" : ""))
    }
    return remarks
  }
}
