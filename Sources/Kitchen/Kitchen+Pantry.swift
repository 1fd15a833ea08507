import Cooking
import FoundationEssentials
import SessionStore
import World

/// What is at home.
extension Kitchen {
  /// The ingredients at home as they were typed, the oldest first, with the dates when they were added.
  package func pantry() throws(LibraryError) -> [(text: String, since: Date)] {
    try library.kitchen(.pantry).map { ($0.details, $0.date) }
  }

  /// The keys of the ingredients at home.
  package func ingredientsAtHome() throws(LibraryError) -> [IngredientKey] {
    try pantry().map { Self.pantryKey(of: $0.text) }
  }

  /// The keys of the ingredients at home; none if the library cannot be read, which is reported once, in its notices.
  package func knownIngredientsAtHome() -> [IngredientKey] {
    library.optionally { () throws(LibraryError) in try ingredientsAtHome() } ?? []
  }

  /// The key of what was typed; an older version may have stored another one.
  package static func pantryKey(of text: String) -> IngredientKey {
    Good.goods(of: IngredientLine(text)).first?.key ?? IngredientKey(text)
  }

  /// Adds ingredients; those that are at home already are replaced if their text has another amount.
  ///
  /// - Returns: The change.
  package func addToPantry(
    _ ingredients: [(key: IngredientKey, text: String)]
  ) throws(LibraryError) -> Library.Change {
    let known = Dictionary(
      try library.kitchen(.pantry).map { ($0.key, $0.details) }, uniquingKeysWith: { $1 })
    let new = ingredients.filter { ingredient in
      guard let old = known[ingredient.key.text] else { return true }
      return old != ingredient.text && ingredient.text.contains(where: \.isNumber)
    }
    return try library.put(
      new.map {
        KitchenEntry(list: .pantry, key: $0.key.text, details: $0.text, date: world.now())
      })
  }

  /// Removes ingredients; unknown ones are ignored.
  ///
  /// - Returns: The change.
  package func removeFromPantry(_ keys: [IngredientKey]) throws(LibraryError) -> Library.Change {
    let removed = try library.kitchen(.pantry).filter { entry in
      keys.contains { $0.text == entry.key || $0 == Self.pantryKey(of: entry.details) }
    }
    return try library.remove(removed.map(\.key), from: .pantry)
  }
}
