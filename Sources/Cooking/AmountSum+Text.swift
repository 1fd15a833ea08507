extension AmountSum.Total {
  /// The total in the units of a system; unchanged with `as-published`, but for cups of liquids in millilitres.
  func converted(for key: IngredientKey, _ choice: UnitChoice) -> Self {
    var total = self
    let isLiquid = key.isLiquid
    switch (measure, choice.system) {
    case (.cups(let size), _) where isLiquid: total.change(to: .milliliters, by: size)
    case (.cups(let size), .metric):
      guard let density = densities[key.text] else { return self }
      total.change(to: .grams, by: size.times(density) ?? .one)
      total.isApproximate = true
    case (.ounces, .metric): total.change(to: .grams, by: gramsInOunce)
    case (.grams, .us): total.change(to: .ounces, by: Rational.one.over(gramsInOunce) ?? .one)
    case (.usTeaspoons, .metric):
      let teaspoon = choice.cup.over(Rational(48)) ?? Rational(5)
      guard !isLiquid, let density = densities[key.text] else {
        total.change(to: .milliliters, by: teaspoon)
        break
      }
      total.change(to: .grams, by: teaspoon.times(density) ?? .one)
      total.isApproximate = true
    case (.milliliters, .us):
      total.change(to: .usTeaspoons, by: Rational(48).over(choice.cup) ?? .one)
    default: break
    }
    return total
  }

  /// The total in the largest unit in which it is written well.
  var written: AmountSum.Written {
    switch measure {
    case .grams:
      if units == ["mg"] { return measured(in: "mg", of: Rational(1, 1000) ?? .one) }
      return high < Rational(1000)
        ? measured(in: "g", of: .one) : measured(in: "kg", of: Rational(1000))
    case .milliliters:
      // Where recipes use them, decilitres and centilitres stay.
      let measures = units.subtracting(["tsp", "tbsp"])
      for (id, size) in [("dl", 100), ("cl", 10)] where measures == [id] && high < Rational(1000) {
        return measured(in: id, of: Rational(size))
      }
      return high < Rational(1000)
        ? measured(in: "ml", of: .one) : measured(in: "l", of: Rational(1000))
    case .ounces:
      return laddered([
        Step(id: "oz", size: .one, limit: 32, roughLimit: 32), Step(id: "lb", size: Rational(16)),
      ])
    case .usTeaspoons, .spoons:
      if units.count == 1, let id = units.first, let size = teaspoonsInUnit[id],
        ["fl oz", "pint", "quart", "gallon"].contains(id)
      {
        return measured(in: id, of: size)
      }
      var ladder = [
        Step(id: "tsp", size: .one, limit: 12, roughLimit: 12),
        Step(id: "tbsp", size: Rational(3), limit: 32, roughLimit: 16),
      ]
      if !hasMetricSpoon { ladder.append(Step(id: "cup", size: Rational(48))) }
      return cupsAndSpoons ?? laddered(ladder)
    case .cups: return measured(unit, of: .one)
    case .count(_, let size): return counted(size)
    }
  }

  /// A unit in which a total may be written.
  private struct Step {
    let id: String
    let size: Rational
    /// The number from which a larger unit is used though the total cannot be written exactly in it.
    var limit: Int?
    /// The same where the total cannot be written exactly in any unit.
    var roughLimit: Int?
  }

  /// Writes the total in the largest unit of which it has a whole number, quarters or thirds.
  private func laddered(_ ladder: [Step]) -> AmountSum.Written {
    for step in ladder.reversed() {
      // A quarter of a cup is the smallest measure of one.
      let least = step.id == "cup" ? Rational(1, 4) ?? .one : .one
      guard let number = high.over(step.size), number >= least, isBelow(step.limit, number) else {
        continue
      }
      if isWell(low, in: step.size), isWell(high, in: step.size) {
        return measured(in: step.id, of: step.size)
      }
    }
    let step = ladder.first { isBelow($0.roughLimit, high.over($0.size) ?? high) }
    guard let step else { return measured(unit, of: .one) }
    return measured(in: step.id, of: step.size)
  }

  /// Cups with the spoons beside them, as in `1 cup + 1 tbsp`; nil without cups, and if cups alone or spoons say it well.
  private var cupsAndSpoons: AmountSum.Written? {
    let cup = Rational(48)
    guard units.contains("cup"), !hasMetricSpoon, low == high, high > cup, !isWell(high, in: cup),
      let quarters = high.over(Rational(12))?.floor,
      let cups = Rational(quarters).times(Rational(12)), let rest = high.minus(cups)
    else { return nil }
    let spoon = rest < Rational(3) ? ("tsp", Rational.one) : ("tbsp", Rational(3))
    guard isWell(rest, in: spoon.1) else { return nil }
    var (large, small) = (self, self)
    (large.low, large.high, small.low, small.high) = (cups, cups, rest, rest)
    let parts = [large.measured(in: "cup", of: cup), small.measured(in: spoon.0, of: spoon.1)]
    let text = parts.map(\.text).joined(separator: " + ")
    return AmountSum.Written(
      number: text, unit: parts.map(\.unit).joined(separator: " + "), text: text)
  }

  private func isBelow(_ limit: Int?, _ number: Rational) -> Bool {
    limit.map { number < Rational($0) } ?? true
  }

  private func isWell(_ value: Rational, in size: Rational) -> Bool {
    value.over(size).map { $0.denominator <= 4 } ?? false
  }

  private func measured(in id: String, of size: Rational) -> AmountSum.Written {
    measured(UnitTable.standard[id] ?? unit, of: size)
  }

  private func measured(_ unit: Unit, of size: Rational) -> AmountSum.Written {
    let (least, most) = (low.over(size) ?? low, high.over(size) ?? high)
    let number = range(unit.written(least), unit.written(most))
    return AmountSum.Written(
      number: number, unit: unit.id, text: "\(number) \(unit.name(after: most))")
  }

  /// Writes a count in whole numbers and quarters.
  private func counted(_ size: String?) -> AmountSum.Written {
    let number = range(quarters(low), quarters(high))
    let id = unit.id + (size.map { " " + $0 } ?? "")
    if unit == .whole {
      return AmountSum.Written(
        number: number, unit: id, text: size.map { "\(number) × \($0)" } ?? number)
    }
    let name = unit.name(after: high)
    return AmountSum.Written(
      number: number, unit: id, text: "\(number) \(name)" + (size.map { " of \($0)" } ?? ""))
  }

  private func quarters(_ value: Rational) -> String {
    guard let times = value.times(Rational(4)), !times.isWhole else { return unit.written(value) }
    return "≈" + unit.written(Rational(max(times.rounded, 1), 4) ?? value)
  }

  private func range(_ low: String, _ high: String) -> String {
    let upper = low.hasPrefix("≈") ? String(high.drop { $0 == "≈" }) : high
    let text = low == high ? high : low + "–" + upper
    return isApproximate && !text.hasPrefix("≈") ? "≈" + text : text
  }
}

let gramsInOunce = Rational(45_359_237, 1_600_000) ?? .one
