import FoundationEssentials
import SessionStore
import World

/// The kitchen's lists: shopping list, pantry and plan.
///
/// The library stores their rows; this class knows what is in them. Each change is one transaction, and is returned for
/// `undo`. Other shells may change the lists at any time, so they are read anew each time.
package final class Kitchen {
  let library: Library
  let world: World

  package init(library: Library, world: World) { (self.library, self.world) = (library, world) }

  /// The values that the rows of a list encode, the oldest first; a warning counts those that cannot be read.
  ///
  /// - Throws: ``LibraryError`` if the library cannot be read.
  func values<Value: Decodable>(
    in list: KitchenList, as type: Value.Type
  ) throws(LibraryError) -> [(entry: KitchenEntry, value: Value)] {
    try values(in: list) { entry in entry.value(type).map { (entry, $0) } }
  }

  /// Reads the rows of a list, the oldest first; a warning counts those that cannot be read.
  ///
  /// - Throws: ``LibraryError`` if the library cannot be read.
  func values<Value>(
    in list: KitchenList, reading: (KitchenEntry) -> Value?
  ) throws(LibraryError) -> [Value] {
    let entries = try library.kitchen(list)
    let values = entries.compactMap(reading)
    library.reportUnreadable(entries.count - values.count, in: list)
    return values
  }

  /// The number of entries that this version cannot read, such as those of a file that is imported.
  package static func unreadableCount(of entries: [KitchenEntry]) -> Int {
    entries.count { entry in
      switch entry.list {
      case .shoppingDish: entry.value(Dish.self) == nil
      case .plan: PlannedDish(entry) == nil
      case .timer: entry.value(KitchenTimer.self) == nil
      case .cooking: entry.value(CookedDish.self) == nil
      case .shoppingItem, .shoppingTick, .pantry: false
      }
    }
  }
}
