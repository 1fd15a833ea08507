import Cooking
import Output
import SessionStore
import Text

extension NarrowContext {
  /// Reports changes of the kitchen's lists that were undone or redone.
  ///
  /// - Parameters:
  ///   - changes: The changes that were applied.
  ///   - verb: The past participle, such as `undone`.
  func report(_ changes: [Library.KitchenChange], verb: String) {
    for change in changes {
      guard let entry = change.after ?? change.before else { continue }
      output.say("\(verb): \(outcome(of: change, entry))")
    }
    if changes.contains(where: { ($0.after ?? $0.before)?.list == .timer }) { timers.schedule() }
  }

  private func name(of entry: KitchenEntry) -> String {
    let name =
      switch entry.list {
      case .shoppingDish, .plan:
        entry.value(KitchenDish.self).map { $0.name + ($0.scale.map { " \($0)" } ?? "") }
      case .pantry: entry.details
      case .timer: entry.value(KitchenTimer.self)?.label
      case .shoppingItem: entry.key
      case .shoppingTick: entry.key.hasPrefix("item ") ? String(entry.key.dropFirst(5)) : entry.key
      }
    return "\"\(harmless(name ?? entry.key))\""
  }

  /// Describes the change of an entry, as in `"eggs" was removed from the pantry`.
  private func outcome(of change: Library.KitchenChange, _ entry: KitchenEntry) -> String {
    let name = name(of: entry)
    let list: String
    switch entry.list {
    case .shoppingDish, .shoppingItem: list = "the shopping list"
    case .pantry: list = "the pantry"
    case .plan: list = "the plan"
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
