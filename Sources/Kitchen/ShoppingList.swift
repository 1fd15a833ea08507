import Cooking
import Text

/// A shopping list: dishes and items of one's own, and an entry for each thing to buy.
package struct ShoppingList: Sendable {
  /// The dishes, by the stored key of their record, in the order in which they were added.
  package let dishes: [(key: String, dish: Dish)]
  /// The user's own items, in the order in which they were added.
  package let items: [String]
  /// The keys of the entries that are ticked off.
  let ticks: Set<String>

  package var isEmpty: Bool { dishes.isEmpty && items.isEmpty }

  /// A thing to buy, with amounts added up where they can be exactly.
  package struct Entry: Equatable, Sendable {
    /// The key under which its tick is stored.
    package let key: String
    /// The name in the first dish.
    package let name: String
    /// The amounts, such as `150 g` and `1 tbsp`, and `some` for lines without one; empty if no line has one.
    package let amounts: [String]
    package let aisle: String
    /// The names of the dishes that need it, in order.
    package let dishes: [String]
    /// The user's own items that are part of it.
    package var items: [String] = []
    /// Whether it is ticked off.
    package var isDone = false
  }

  /// The entries in the order of the aisles, and by name within one; items that are not ingredients come last.
  package func entries(aisles: Aisles) -> [Entry] {
    let lines = items.map { IngredientLine($0) }
    let needed = Set(
      dishes.flatMap { $0.dish.lines.map { aisles.key(of: $0.key) } })
    // An item that is no ingredient, such as candles, or more than one, such as `wine or beer`, stays as it was typed.
    let isIngredient = lines.map { line in
      let key = aisles.key(of: line.key)
      return line.isAmountAndName
        && (needed.contains(key) || aisles.aisle(of: key) != Aisles.other)
    }
    let own = zip(lines, isIngredient).filter(\.1).map(\.0)
    // Own items belong to a dish without a name.
    let sums = Self.sums(
      of: dishes.map { ($0.dish.name, $0.dish.lines) } + own.map { ("", [$0]) }, aisles: aisles)
    let ingredients = sums.map { sum in
      var entry = sum
      entry.isDone = ticks.contains(entry.key)
      entry.items = own.filter { aisles.key(of: $0.key).text == entry.key }
        .map(\.published)
      return entry
    }
    let free = zip(items, isIngredient).filter { !$1 }.map(\.0).map { item in
      Entry(
        key: Self.itemKey(item), name: item, amounts: [], aisle: "Your items", dishes: [],
        items: [item], isDone: ticks.contains(Self.itemKey(item)))
    }
    return ingredients + free
  }

  /// The key under which the tick of an item is stored that is not an ingredient.
  static func itemKey(_ item: String) -> String { "item " + item }

  /// The sum of the ingredients of dishes: an entry for each ingredient.
  ///
  /// - Parameters:
  ///   - needs: The names of the dishes and their lines, scaled; an empty name is left out of the entries.
  ///   - aisles: The order of the entries, and the names that mean the same.
  /// - Returns: The entries by aisle, and by name within one.
  package static func sums(
    of needs: [(dish: String, lines: [IngredientLine])], aisles: Aisles
  ) -> [Entry] {
    var sums: [IngredientKey: Sum] = [:]
    for need in needs {
      for line in need.lines where !line.isHeading {
        let name = line.name.isEmpty ? line.published : line.name
        let key = aisles.key(of: line.key)
        guard !key.text.isEmpty else { continue }
        var sum = sums[key] ?? Sum(name: aisles.commonName(of: line.key) ?? name)
        sum.add(line, of: need.dish)
        sums[key] = sum
      }
    }
    return sums.sorted { one, other in
      let aisle = (aisles.aisle(of: one.key), aisles.aisle(of: other.key))
      let places = (aisles.place(of: aisle.0), aisles.place(of: aisle.1))
      guard places.0 == places.1 else { return places.0 < places.1 }
      let orders = (aisles.place(ofIngredient: one.key), aisles.place(ofIngredient: other.key))
      return orders.0 == orders.1 ? one.key.text < other.key.text : orders.0 < orders.1
    }.map { key, sum in
      Entry(
        key: key.text, name: sum.name, amounts: sum.texts, aisle: aisles.aisle(of: key),
        dishes: sum.dishes.filter { !$0.isEmpty })
    }
  }

  /// The amounts of one ingredient.
  private struct Sum {
    let name: String
    var dishes: [String] = []
    /// Whether a line names it without an amount, such as `parmesan, to serve`.
    private var isUnmeasured = false
    private var totals: [(unit: Unit, size: String?, low: Rational, high: Rational)] = []

    init(name: String) { self.name = name }

    mutating func add(_ line: IngredientLine, of dish: String) {
      if dishes.last != dish { dishes.append(dish) }
      let amounts = line.amounts
      // Only the first unit of each quantity counts; a package is listed with its size.
      var groups: Set<Int> = []
      let size = amounts.first { !$0.scales }.map { "\($0.value.written) \($0.unit.id)" }
      if !amounts.contains(where: \.scales) { isUnmeasured = true }
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
      let measured = totals.map { total in
        var text = total.unit.written(total.low)
        if total.high != total.low { text += "–" + total.unit.written(total.high) }
        if total.unit.id == "whole" { return total.size.map { "\(text) × \($0)" } ?? text }
        let unit = total.unit.name(after: total.high)
        return total.size.map { "\(text) \(unit) of \($0)" } ?? "\(text) \(unit)"
      }
      // Without any amount, there is nothing to write.
      return measured + (isUnmeasured && !measured.isEmpty ? ["some"] : [])
    }
  }
}

extension IngredientLine {
  /// The ingredient by which lists merge lines; of several alternatives, the first one.
  var key: IngredientKey {
    IngredientKey(alternatives.first ?? (name.isEmpty ? published : name))
  }

  /// Whether the line is an amount and a name, and nothing else that would be lost in a sum.
  package var isAmountAndName: Bool {
    note.isEmpty && !name.isEmpty && !name.contains(where: \.isNumber)
      && folded(trimmingSpace(published)).hasSuffix(folded(name))
  }
}
