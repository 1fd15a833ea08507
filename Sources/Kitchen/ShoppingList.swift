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

  /// A thing to buy, with amounts added up.
  package struct Entry: Equatable, Sendable {
    /// The key under which its tick is stored.
    package let key: String
    package let name: String
    /// The amounts to buy, such as `150 g` and `1 tbsp`, and `some` for lines without one; empty if no line has one.
    package let amounts: [String]
    /// What is special of the amounts, such as `1 of it whole wheat`; empty if nothing is.
    package let remark: String
    package let aisle: String
    /// The names of the dishes that need it, in order.
    package let dishes: [String]
    /// What the pantry has of it, such as `500 g at home`; empty if it has nothing.
    package var atHome = ""
    /// Whether the pantry has all of it.
    package var isAtHome = false
    /// The user's own items that are part of it.
    package var items: [String] = []
    /// Whether it is ticked off.
    package var isDone = false

    /// Whether it is an ingredient, and not just a text of the user.
    package var isIngredient: Bool { !key.hasPrefix(ShoppingList.itemPrefix) }
  }

  /// What the amounts of the list depend on, besides the dishes.
  package struct Options: Sendable {
    package let aisles: Aisles
    package let units: UnitChoice
    /// What is at home, by the text that the user typed; empty if the pantry is ignored.
    package let pantry: [String]
    /// Whether entries that are at home are left out, and not just sorted behind the others.
    package let hidesPantry: Bool

    package init(
      aisles: Aisles = .standard, units: UnitChoice = UnitChoice(), pantry: [String] = [],
      hidesPantry: Bool = false
    ) {
      (self.aisles, self.units, self.pantry) = (aisles, units, pantry)
      self.hidesPantry = hidesPantry
    }
  }

  /// The name of the group of entries that are at home.
  package static let atHome = "At home"

  /// The entries in the order of the aisles, and by name within one; then items that are not ingredients, and last what is
  /// at home.
  package func entries(_ options: Options) -> [Entry] {
    let aisles = options.aisles
    let lines = items.map { IngredientLine($0) }
    let needed = Set(dishes.flatMap { $0.dish.goods.map { aisles.key(of: $0.key) } })
    // An item that is no ingredient, such as candles, or more than one, such as `wine or beer`, stays as it was typed.
    let isIngredient = lines.map { line in
      let goods = Good.goods(of: line)
      return line.isAmountAndName && !goods.isEmpty
        && goods.allSatisfy { good in
          let key = aisles.key(of: good.key)
          return needed.contains(key) || aisles.aisle(of: key) != Aisles.other
        }
    }
    let own = zip(lines, isIngredient).filter(\.1).map(\.0)
    // Own items belong to a dish without a name.
    let needs = dishes.map { ($0.dish.name, $0.dish.lines) } + own.map { ("", [$0]) }
    let ingredients = Self.sums(of: needs, options, ticked: ticks).map { sum in
      var entry = sum
      entry.isDone = ticks.contains(entry.key)
      entry.items = own.filter { line in
        Good.goods(of: line).contains { aisles.key(of: $0.key).text == entry.key }
      }.map(\.published)
      return entry
    }
    let free = zip(items, isIngredient).filter { !$1 }.map(\.0).map { item in
      Entry(
        key: Self.itemKey(item), name: item, amounts: [], remark: "", aisle: "Your items",
        dishes: [], items: [item], isDone: ticks.contains(Self.itemKey(item)))
    }
    let present = options.hidesPantry ? [] : ingredients.filter(\.isAtHome)
    return ingredients.filter { !$0.isAtHome } + free + present
  }

  /// The key under which the tick of an item is stored that is not an ingredient.
  static func itemKey(_ item: String) -> String { itemPrefix + item }

  private static let itemPrefix = "item "

  /// The sum of the ingredients of dishes: an entry for each good.
  ///
  /// - Parameters:
  ///   - needs: The names of the dishes and their lines, scaled; an empty name is left out of the entries.
  ///   - options: The order of the entries, the names that mean the same, units, and what is at home.
  ///   - ticked: The keys of entries that were bought, which are not looked for at home and keep their place.
  /// - Returns: The entries by aisle, and by name within one.
  package static func sums(
    of needs: [(dish: String, lines: [IngredientLine])], _ options: Options = Options(),
    ticked: Set<String> = []
  ) -> [Entry] {
    let aisles = options.aisles
    var sums: [IngredientKey: GoodSum] = [:]
    var names: [IngredientKey: [String]] = [:]
    for (dish, lines) in needs {
      for good in lines.flatMap({ Good.goods(of: $0) }) {
        // Nobody buys water for a dish.
        if !dish.isEmpty, good.key.isWater { continue }
        let key = aisles.key(of: good.key)
        sums[key, default: GoodSum(of: key, name: aisles.commonName(of: good.key))].add(good)
        if !dish.isEmpty, names[key]?.last != dish { names[key, default: []].append(dish) }
      }
    }
    let home = pantry(options)
    let entries = sums.sorted { one, other in
      let aisle = (aisles.aisle(of: one.key), aisles.aisle(of: other.key))
      let places = (aisles.place(of: aisle.0), aisles.place(of: aisle.1))
      guard places.0 == places.1 else { return places.0 < places.1 }
      let orders = (aisles.place(ofIngredient: one.key), aisles.place(ofIngredient: other.key))
      return orders.0 == orders.1 ? one.key.text < other.key.text : orders.0 < orders.1
    }.map { key, sum in
      let stock =
        ticked.contains(key.text) ? nil : home[key].map { sum.stock(in: $0, options.units) }
      return Entry(
        key: key.text, name: sum.name,
        amounts: stock?.missing ?? sum.amounts(in: options.units),
        remark: sum.remark(in: options.units), aisle: aisles.aisle(of: key),
        dishes: names[key] ?? [], atHome: stock?.text ?? "", isAtHome: stock?.isEnough ?? false)
    }
    return distinct(entries)
  }

  /// The goods of the pantry by their key.
  private static func pantry(_ options: Options) -> [IngredientKey: GoodSum] {
    var sums: [IngredientKey: GoodSum] = [:]
    for good in options.pantry.flatMap({ Good.goods(of: IngredientLine($0)) }) {
      let key = options.aisles.key(of: good.key)
      sums[key, default: GoodSum(of: key)].add(good)
    }
    return sums
  }

  /// Gives tinned goods their own name if the same fresh ones are on the list.
  private static func distinct(_ entries: [Entry]) -> [Entry] {
    let keys = Set(entries.map(\.key))
    return entries.map { entry in
      let canned = "canned "
      guard entry.key.hasPrefix(canned), !entry.name.lowercased().hasPrefix(canned),
        keys.contains(String(entry.key.dropFirst(canned.utf8.count)))
      else { return entry }
      return entry.named(canned + entry.name)
    }
  }
}

extension ShoppingList.Entry {
  fileprivate func named(_ name: String) -> Self {
    Self(
      key: key, name: name, amounts: amounts, remark: remark, aisle: aisle, dishes: dishes,
      atHome: atHome, isAtHome: isAtHome, items: items, isDone: isDone)
  }
}
