import SessionStore
import Text

extension Kitchen {
  /// Describes a change of a list that was undone or redone, as in `"eggs" was removed from the pantry`.
  package static func outcome(of change: Library.KitchenChange) -> String {
    guard let entry = change.after ?? change.before else { return "nothing changed" }
    return outcome(of: change, entry)
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
      case .shoppingTick: entry.key.hasPrefix("item ") ? String(entry.key.dropFirst(5)) : entry.key
      }
    return "\"\(harmless(name ?? entry.key))\""
  }

  private static func outcome(of change: Library.KitchenChange, _ entry: KitchenEntry) -> String {
    let name = name(of: entry)
    let list: String
    switch entry.list {
    case .shoppingDish, .shoppingItem: list = "the shopping list"
    case .pantry: list = "the pantry"
    case .plan: list = "the plan"
    case .cooking: list = "the dishes being cooked"
    case .shoppingTick, .timer:
      let subject = entry.list == .timer ? "the timer" : "the tick of"
      return switch (change.before, change.after) {
      case (_, nil): "\(subject) \(name) was removed"
      case (nil, _): "\(subject) \(name) was restored"
      default: "\(subject) \(name) was changed back"
      }
    }
    return switch (change.before, change.after) {
    case (_, nil): "\(name) was removed from \(list)"
    case (nil, _): "\(name) was added to \(list)"
    default: "\(name) was changed back in \(list)"
    }
  }
}
