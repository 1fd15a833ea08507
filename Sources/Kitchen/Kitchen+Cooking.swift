import Cooking
import SessionStore
import World

/// A dish that is being cooked.
package struct CookedDish: Codable, Equatable, Sendable {
  package var name: String
  /// The step, counted from 0.
  package var step: Int
  /// The feed that it is from; nil if an older version stored it.
  package var feed: String?
  /// The stored keys of the dishes that are cooked at once, in their order; nil if it is cooked alone.
  package var together: [String]?
  /// The scale, such as `for 8`; nil for the published amounts.
  private var typed: String?

  private enum CodingKeys: String, CodingKey {
    case name, step, feed, together
    case typed = "scale"
  }

  package init(name: String, step: Int, scale: Scale?, feed: String?, together: [String]?) {
    (self.name, self.step, typed) = (name, step, scale?.description)
    (self.feed, self.together) = (feed, together)
  }

  package var scale: Scale? {
    guard let typed, case .scale(let scale, start: 0) = Scale.ending(of: typed) else { return nil }
    return scale
  }
}

/// The dishes that are being cooked: each stays until it is finished, in all shells.
extension Kitchen {
  /// The dishes that are not finished, by the stored key of their record, the one cooked last first.
  package func unfinishedDishes() throws(LibraryError) -> [(key: String, dish: CookedDish)] {
    try values(in: .cooking, as: CookedDish.self).map { ($0.entry.key, $0.value) }.reversed()
  }

  /// Stores where a dish is.
  ///
  /// - Throws: ``LibraryError`` if the library cannot be changed.
  package func store(_ dish: CookedDish, _ key: String) throws {
    _ = try library.put([
      KitchenEntry(list: .cooking, key: key, value: dish, date: world.now())
    ])
  }

  /// Forgets where dishes are, because they are finished.
  ///
  /// - Returns: The change.
  package func finish(_ keys: [String]) throws(LibraryError) -> Library.Change {
    try library.remove(keys, from: .cooking)
  }
}
