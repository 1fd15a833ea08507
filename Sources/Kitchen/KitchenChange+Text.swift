import SessionStore
import Text

extension Kitchen {
  /// Returns a sentence for each list entry that an undone or redone change affects.
  ///
  /// An example is `"eggs" is no longer in the pantry`.
  package static func outcomes(of change: Library.Change) -> [String] {
    change.kitchen.map { edit in
      (edit.after ?? edit.before).map { outcome(of: edit, $0) } ?? "nothing changed"
    }
  }

  private static func name(of entry: KitchenEntry) -> String {
    let name =
      switch entry.list {
      case .shoppingDish, .plan:
        entry.value(Dish.self)?.title
      case .pantry: entry.details
      case .timer: entry.value(KitchenTimer.self)?.label
      case .cooking: entry.value(CookedDish.self)?.name
      case .shoppingItem: entry.key
      case .shoppingTick: entry.details.isEmpty ? entry.key : ShoppingTick(entry).name
      }
    return "\"\(harmless(name ?? entry.key))\""
  }

  private static func outcome(of change: Library.KitchenChange, _ entry: KitchenEntry) -> String {
    let name = name(of: entry)
    let place: String
    switch entry.list {
    case .shoppingDish, .shoppingItem: place = "on the shopping list"
    case .pantry: place = "in the pantry"
    case .plan: place = "in the plan"
    case .shoppingTick: place = "ticked off"
    case .cooking: place = "being cooked"
    case .timer:
      return switch (change.before, change.after) {
      case (_, nil): "the timer \(name) no longer runs"
      case (nil, _): "the timer \(name) runs again"
      default: "the timer \(name) is as before"
      }
    }
    return switch (change.before, change.after) {
    case (_, nil): "\(name) is no longer \(place)"
    case (nil, _): "\(name) is \(place) again"
    default: "\(name) is \(place) as before"
    }
  }
}
