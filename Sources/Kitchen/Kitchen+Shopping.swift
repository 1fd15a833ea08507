import Cooking
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
  ) throws(LibraryError) -> Library.Change {
    let ticks = entries.map {
      KitchenEntry(list: .shoppingTick, key: $0.key, details: $0.name, date: world.now())
    }
    return try library.put(ticks + (fillsPantry ? bought(entries) : []))
  }

  /// The entries of the pantry after something was bought: with what was at home before, where that can be added.
  private func bought(_ entries: [ShoppingList.Entry]) throws(LibraryError) -> [KitchenEntry] {
    let pantry = Dictionary(
      try library.kitchen(.pantry).map { ($0.key, $0.details) }, uniquingKeysWith: { $1 })
    return entries.filter { $0.isIngredient && !$0.isAtHome }.map { entry in
      let key = IngredientKey(stored: entry.key)
      var sum = GoodSum(of: key)
      let amount = entry.amounts.count == 1 ? entry.amounts[0] + " " : ""
      for text in [pantry[entry.key], amount + entry.name].compactMap({ $0 }) {
        for good in Good.goods(of: IngredientLine(text)) { sum.add(good) }
      }
      let amounts = sum.amounts(in: UnitChoice())
      // Without a single sum, there is enough.
      let text = amounts.count == 1 ? amounts[0] + " " + entry.name : entry.name
      return KitchenEntry(list: .pantry, key: entry.key, details: text, date: world.now())
    }
  }

  /// Takes the ticks off entries, or off all.
  ///
  /// - Returns: The change.
  package func untick(_ entries: [ShoppingList.Entry]?) throws(LibraryError) -> Library.Change {
    guard let entries else { return try library.removeAll(from: [.shoppingTick]) }
    return try library.remove(entries.map(\.key), from: .shoppingTick)
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
