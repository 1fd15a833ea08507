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
  ///   - aisles: The names that mean the same.
  /// - Returns: The change.
  /// - Throws: ``LibraryError`` if the library cannot be read or changed.
  package func shop(
    for dishes: [(key: String, dish: Dish)], aisles: Aisles
  ) throws -> Library.Change {
    let before = try shoppingList()
    let changed = dishes.filter { dish in
      before.dishes.first { $0.key == dish.key }?.dish != dish.dish
    }
    let keys = Set(
      changed.flatMap { dish in
        dish.dish.lines.map { aisles.key(of: IngredientKey($0.name)).text }
      })
    return try library.put(
      dishes.map {
        try KitchenEntry(list: .shoppingDish, key: $0.key, value: $0.dish, date: world.now())
      },
      removing: before.ticks.intersection(keys).sorted().map { (.shoppingTick, $0) })
  }

  /// Adds an item of the user's own, such as candles.
  ///
  /// - Returns: The change; empty if it is on the list already.
  package func addItem(_ text: String, aisles: Aisles) throws(LibraryError) -> Library.Change {
    let key = aisles.key(of: IngredientKey(IngredientLine(text).name)).text
    let ticks = try shoppingList().ticks.intersection([key, ShoppingList.itemKey(text)])
    return try library.put(
      [KitchenEntry(list: .shoppingItem, key: text, date: world.now())],
      removing: ticks.sorted().map { (.shoppingTick, $0) })
  }

  /// Ticks an entry off.
  ///
  /// - Returns: The change.
  package func tick(_ entry: ShoppingList.Entry) throws(LibraryError) -> Library.Change {
    try library.put([KitchenEntry(list: .shoppingTick, key: entry.key, date: world.now())])
  }

  /// Takes the tick off an entry, or off all.
  ///
  /// - Returns: The change.
  package func untick(_ entry: ShoppingList.Entry?) throws(LibraryError) -> Library.Change {
    guard let entry else { return try library.removeAll(from: [.shoppingTick]) }
    return try library.remove([entry.key], from: .shoppingTick)
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
