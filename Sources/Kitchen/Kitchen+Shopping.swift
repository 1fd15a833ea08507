import Cooking
import FoundationEssentials
import SessionStore
import World

/// Changes of the shopping list.
extension Kitchen {
  /// The shopping list.
  ///
  /// - Throws: ``LibraryError`` if the library cannot be read.
  package func shoppingList() throws(LibraryError) -> ShoppingList {
    ShoppingList(
      dishes: try values(in: .shoppingDish, as: Dish.self).map { ($0.entry.key, $0.value) },
      items: try library.kitchen(.shoppingItem).map(\.key),
      ticks: Set(try library.kitchen(.shoppingTick).map(\.key)))
  }

  /// Adds dishes, or replaces those of the same records.
  ///
  /// A tick means that enough was bought, which is no longer true for the ingredients of these dishes.
  ///
  /// - Parameters:
  ///   - dishes: The dishes, by the stored key of their record.
  ///   - removed: The stored keys of dishes that leave the list.
  ///   - aisles: The names that mean the same.
  /// - Returns: The change.
  /// - Throws: ``LibraryError`` if the library cannot be read or changed.
  package func shop(
    for dishes: [(key: String, dish: Dish)], removing removed: [String] = [], aisles: Aisles
  ) throws -> Library.Change {
    let before = try shoppingList()
    let changed = dishes.filter { dish in
      before.dishes.first { $0.key == dish.key }?.dish != dish.dish
    }
    let keys = Set(changed.flatMap { dish in dish.dish.goods.map { aisles.key(of: $0.key).text } })
    return try library.put(
      dishes.map {
        try KitchenEntry(list: .shoppingDish, key: $0.key, value: $0.dish, date: world.now())
      },
      removing: before.ticks.intersection(keys).sorted().map { (.shoppingTick, $0) }
        + removed.map { (.shoppingDish, $0) })
  }

  /// Adds items of the user's own, such as candles.
  ///
  /// - Returns: The change; empty if all are on the list already.
  package func addItems(_ texts: [String], aisles: Aisles) throws(LibraryError) -> Library.Change {
    let keys = texts.flatMap { text in
      Good.goods(of: IngredientLine(text)).map { aisles.key(of: $0.key).text }
        + [ShoppingList.itemKey(text)]
    }
    let list = try shoppingList()
    let new = texts.filter { !list.items.contains($0) }
    return try library.put(
      new.map { KitchenEntry(list: .shoppingItem, key: $0, date: world.now()) },
      removing: list.ticks.intersection(keys).sorted().map { (.shoppingTick, $0) })
  }

  /// Ticks entries off.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - fillsPantry: Whether what was bought is put in the pantry.
  /// - Returns: The change.
  /// - Throws: ``LibraryError`` if the library cannot be read or changed.
  package func tick(
    _ entries: [ShoppingList.Entry], fillsPantry: Bool = false
  ) throws -> Library.Change {
    let stocked = fillsPantry ? try bought(entries) : []
    let pantry = try entriesOfPantry()
    let ticks = try entries.map { entry in
      let after = stocked.first { $0.key == entry.key }
      let tick = ShoppingTick(
        name: entry.name, stocked: after?.details, before: after.flatMap { pantry[$0.key] })
      return try tick.entry(entry.key, world.now())
    }
    return try library.put(ticks + stocked)
  }

  private func entriesOfPantry() throws(LibraryError) -> [String: KitchenEntry] {
    Dictionary(try library.kitchen(.pantry).map { ($0.key, $0) }, uniquingKeysWith: { $1 })
  }

  /// The entries of the pantry after something was bought: with what was at home before.
  private func bought(_ entries: [ShoppingList.Entry]) throws(LibraryError) -> [KitchenEntry] {
    let pantry = try entriesOfPantry()
    return entries.filter { $0.isIngredient && !$0.isAtHome }.map { entry in
      var sum = GoodSum(of: IngredientKey(stored: entry.key))
      let new = Self.stockText(entry.amounts, entry.name)
      for text in [pantry[entry.key]?.details, new].compactMap({ $0 }) {
        for good in Good.goods(of: IngredientLine(text)) { sum.add(good) }
      }
      return KitchenEntry(
        list: .pantry, key: entry.key,
        details: Self.stockText(sum.amounts(in: UnitChoice()), entry.name), date: world.now())
    }
  }

  /// What the pantry stores: the amounts, as in `2 cups + 500 g flour`, unless one is unknown, so that there is enough.
  private static func stockText(_ amounts: [String], _ name: String) -> String {
    amounts.isEmpty || amounts.contains(GoodSum.unknownAmount)
      ? name : amounts.joined(separator: " + ") + " " + name
  }

  /// Takes the ticks off entries, or off all, and what they put in the pantry out of it.
  ///
  /// - Parameter entries: The entries; nil for all.
  /// - Returns: The change; the texts of the pantry that were changed since, and stay.
  /// - Throws: ``LibraryError`` if the library cannot be read or changed.
  package func untick(
    _ entries: [ShoppingList.Entry]?
  ) throws(LibraryError) -> (change: Library.Change, retained: [String]) {
    let keys = entries.map { Set($0.map(\.key)) }
    let ticks = try library.kitchen(.shoppingTick).filter { keys?.contains($0.key) ?? true }
    let pantry = try entriesOfPantry()
    if ticks.isEmpty { return (Library.Change(), []) }
    var restored: [KitchenEntry] = []
    var removed = ticks.map { (KitchenList.shoppingTick, $0.key) }
    var retained: [String] = []
    for entry in ticks {
      let tick = ShoppingTick(entry)
      guard let stocked = tick.stocked, let now = pantry[entry.key] else { continue }
      if now.details != stocked {
        retained.append(now.details)
      } else if let before = tick.before {
        restored.append(before)
      } else {
        removed.append((.pantry, entry.key))
      }
    }
    return (try library.put(restored, removing: removed), retained)
  }

  /// Removes a dish from the list.
  ///
  /// - Returns: The change.
  package func removeDish(_ key: String) throws(LibraryError) -> Library.Change {
    try library.remove([key], from: .shoppingDish)
  }

  /// Removes the user's own items of an entry.
  ///
  /// - Returns: The change.
  package func removeItems(of entry: ShoppingList.Entry) throws(LibraryError) -> Library.Change {
    try library.remove(entry.items, from: .shoppingItem)
  }

  /// Removes everything from the list, also what cannot be read.
  ///
  /// - Returns: The change; empty if the list was empty.
  package func clearShoppingList() throws(LibraryError) -> Library.Change {
    try library.removeAll(from: [.shoppingDish, .shoppingItem, .shoppingTick])
  }

  /// The number of rows of the list, also of those that cannot be read, without ticks.
  package func shoppingCount() throws(LibraryError) -> Int {
    try library.kitchen(.shoppingDish).count + library.kitchen(.shoppingItem).count
  }
}

/// What the library stores of a tick.
struct ShoppingTick: Codable {
  /// The name of the entry.
  var name: String
  /// The text that it put in the pantry; nil if it put nothing there.
  var stocked: String?
  /// What the pantry had under the same key before; nil if it had nothing.
  var before: KitchenEntry?

  init(name: String, stocked: String?, before: KitchenEntry?) {
    (self.name, self.stocked, self.before) = (name, stocked, before)
  }

  /// Reads a stored tick; without anything for the pantry, its details are the name.
  init(_ entry: KitchenEntry) {
    self = entry.value(Self.self) ?? Self(name: entry.details, stocked: nil, before: nil)
  }

  /// The entry that is stored.
  func entry(_ key: String, _ date: Date) throws -> KitchenEntry {
    stocked == nil
      ? KitchenEntry(list: .shoppingTick, key: key, details: name, date: date)
      : try KitchenEntry(list: .shoppingTick, key: key, value: self, date: date)
  }
}
