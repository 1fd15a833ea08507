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
    try library.kitchen(.pantry).map { IngredientKey(stored: $0.key) }
  }

  /// Adds ingredients; those that are at home already stay as they are.
  ///
  /// - Returns: The change.
  package func addToPantry(
    _ ingredients: [(key: IngredientKey, text: String)]
  ) throws(LibraryError) -> Library.Change {
    let known = Set(try library.kitchen(.pantry).map(\.key))
    return try library.put(
      ingredients.filter { !known.contains($0.key.text) }.map {
        KitchenEntry(list: .pantry, key: $0.key.text, details: $0.text, date: world.now())
      })
  }

  /// Removes ingredients; unknown ones are ignored.
  ///
  /// - Returns: The change.
  package func removeFromPantry(_ keys: [IngredientKey]) throws(LibraryError) -> Library.Change {
    try library.remove(keys.map(\.text), from: .pantry)
  }
}
