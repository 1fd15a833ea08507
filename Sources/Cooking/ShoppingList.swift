/// A dish on a shopping list: its name, and its ingredients scaled for it.
package struct ShoppingDish: Equatable, Sendable {
  package let name: String
  package let lines: [IngredientLine]

  package init(name: String, lines: [IngredientLine]) { (self.name, self.lines) = (name, lines) }
}

/// A shopping list for some dishes: an entry for each ingredient, with amounts added up where they can be exactly.
package struct ShoppingList: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let key: IngredientKey
    /// The name in the first dish.
    package let name: String
    /// The amounts, such as `150 g` and `1 tbsp`; empty if no dish has one.
    package let amounts: [String]
    package let aisle: String
    /// The dishes that need it, in order.
    package let dishes: [String]
  }

  /// The entries by aisle, and by name within one.
  package let entries: [Entry]

  package init(of dishes: [ShoppingDish], aisles: Aisles) {
    var sums: [IngredientKey: Sum] = [:]
    for dish in dishes {
      for line in dish.lines where !line.isHeading {
        let name = line.name.isEmpty ? line.published : line.name
        let key = aisles.key(of: IngredientKey(name))
        guard !key.text.isEmpty else { continue }
        var sum = sums[key] ?? Sum(name: name, order: sums.count)
        sum.add(line, of: dish.name)
        sums[key] = sum
      }
    }
    entries = sums.sorted { $0.value.order < $1.value.order }.map { key, sum in
      Entry(
        key: key, name: sum.name, amounts: sum.texts, aisle: aisles.aisle(of: key),
        dishes: sum.dishes)
    }.sorted {
      let places = (aisles.place(of: $0.aisle), aisles.place(of: $1.aisle))
      return places.0 == places.1 ? $0.key.text < $1.key.text : places.0 < places.1
    }
  }

  /// The amounts of one ingredient.
  private struct Sum {
    let name: String
    let order: Int
    var dishes: [String] = []
    private var totals: [(unit: Unit, size: String?, low: Rational, high: Rational)] = []

    init(name: String, order: Int) { (self.name, self.order) = (name, order) }

    mutating func add(_ line: IngredientLine, of dish: String) {
      if dishes.last != dish { dishes.append(dish) }
      let amounts = line.amounts
      // Only the first unit of each quantity counts; a package is listed with its size.
      var groups: Set<Int> = []
      let size = amounts.first { !$0.scales }.map { "\($0.value.written) \($0.unit.id)" }
      for amount in amounts where amount.scales && groups.insert(amount.group).inserted {
        add(amount, size: amount.unit.kind == .package || amount.unit == .whole ? size : nil)
      }
    }

    /// Adds an amount to a total whose unit it can be converted to exactly, otherwise as a new total.
    private mutating func add(_ amount: Amount, size: String?) {
      let upper = amount.upper ?? amount.value
      for index in totals.indices where totals[index].size == size {
        let unit = totals[index].unit
        guard let ratio = ratio(amount.unit, unit), let low = amount.value.times(ratio),
          let high = upper.times(ratio), let newLow = totals[index].low.plus(low),
          let newHigh = totals[index].high.plus(high)
        else { continue }
        (totals[index].low, totals[index].high) = (newLow, newHigh)
        return
      }
      totals.append((amount.unit, size, amount.value, upper))
    }

    /// Returns how many of `to` one `from` is; nil if they cannot be added exactly.
    private func ratio(_ from: Unit, _ to: Unit) -> Rational? {
      if from.id == to.id, from.size == to.size { return .one }
      guard from.kind == to.kind,
        from.system == to.system || from.system == .both || to.system == .both,
        let small = from.size, let large = to.size, let ratio = small.over(large),
        ratio.denominator <= 1000, ratio.numerator <= 1000
      else { return nil }
      return ratio
    }

    var texts: [String] {
      totals.map { total in
        let writer = AmountWriter(
          number: WrittenNumber(style: total.unit.takesFractions ? .vulgar : .decimal),
          unit: total.unit)
        var text = writer.text(of: total.low)
        if total.high != total.low { text += "–" + writer.text(of: total.high) }
        if total.unit.id == "whole" { return total.size.map { "\(text) × \($0)" } ?? text }
        return total.size.map { "\(text) \(total.unit.id) of \($0)" } ?? "\(text) \(total.unit.id)"
      }
    }
  }
}
