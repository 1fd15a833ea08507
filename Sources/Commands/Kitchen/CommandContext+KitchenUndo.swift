import Cooking
import Output
import SessionStore
import Text

extension CommandContext {
  /// A hint at `undo`; empty where there is no next line.
  var undoHint: String { options.isInteractive ? " undo brings it back." : "" }

  /// Reports changes of the kitchen's lists that were undone or redone.
  ///
  /// - Parameters:
  ///   - changes: The changes that were applied.
  ///   - verb: The past participle, such as `undone`.
  func report(_ changes: [Library.KitchenChange], verb: String) {
    for change in changes {
      guard let entry = change.after ?? change.before else { continue }
      let name = name(of: entry)
      let state =
        switch (change.before, change.after) {
        case (_, nil): "is gone"
        case (nil, _): "is there"
        default: "is as it was"
        }
      output.say("\(verb): \(place(of: entry.list)) \(name) \(state)")
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

  private func place(of list: KitchenList) -> String {
    switch list {
    case .shoppingDish, .shoppingItem: "on the shopping list,"
    case .shoppingTick: "the tick of"
    case .pantry: "in the pantry,"
    case .plan: "in the plan,"
    case .timer: "the timer"
    }
  }
}
