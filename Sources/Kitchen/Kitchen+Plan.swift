import Cooking
import FoundationEssentials
import SessionStore
import Text
import World

/// A dish that is planned for a day.
package struct PlannedDish: Sendable {
  package let day: CalendarDate
  /// The stored key of the record.
  package let key: String
  package let dish: Dish
  /// The key of the entry in the plan: the day, a space and the key of the record.
  package var entryKey: String { "\(day.description) \(key)" }

  private init(day: CalendarDate, key: String, dish: Dish) {
    (self.day, self.key, self.dish) = (day, key, dish)
  }

  /// Reads an entry of the plan; nil if it is not one.
  init?(_ entry: KitchenEntry) {
    let parts = entry.key.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2, numbers.count == 3,
      let day = CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]),
      let dish = entry.value(Dish.self)
    else { return nil }
    self.init(day: day, key: String(parts[1]), dish: dish)
  }

  /// The dish in the amounts of two days together; in that of this day if the sum is too large.
  fileprivate func added(to other: PlannedDish) -> PlannedDish {
    guard let sum = dish.factor.plus(other.dish.factor) else { return self }
    var scale = Scale.times(sum)
    if case .servings(let number) = dish.scale, case .servings(let others) = other.dish.scale,
      let all = number.plus(others)
    {
      scale = .servings(all)
    }
    return PlannedDish(
      day: day, key: key,
      dish: Dish(
        name: dish.name, feed: dish.feed, published: dish.published, scale: scale, factor: sum))
  }
}

/// The plan.
extension Kitchen {
  /// The planned dishes of past days and of those to come, by day.
  package func plan() throws(LibraryError) -> [PlannedDish] {
    try values(in: .plan) { PlannedDish($0) }.sorted {
      $0.day.daysSince1970 < $1.day.daysSince1970
    }
  }

  /// The planned dishes from a day on, by day.
  package func plan(from first: CalendarDate) throws(LibraryError) -> [PlannedDish] {
    try plan().filter { $0.day.daysSince1970 >= first.daysSince1970 }
  }

  /// The dishes that are planned for a day.
  package func plan(on day: CalendarDate) throws(LibraryError) -> [PlannedDish] {
    try plan().filter { $0.day == day }
  }

  /// The current day in the user's time zone.
  package var today: CalendarDate {
    let moment = world.now()
    let seconds = Int(moment.timeIntervalSince1970.rounded(.down)) + world.localOffset(moment)
    return CalendarDate(daysSince1970: floored(seconds, dividedBy: 86_400).quotient)
  }

  /// Plans dishes for a day.
  ///
  /// - Parameters:
  ///   - dishes: The dishes, by the stored key of their record.
  ///   - day: The day.
  /// - Returns: The change.
  /// - Throws: ``LibraryError`` if the library cannot be changed.
  package func plan(
    _ dishes: [(key: String, dish: Dish)], on day: CalendarDate
  ) throws -> Library.Change {
    try library.put(
      dishes.map {
        try KitchenEntry(
          list: .plan, key: "\(day.description) \($0.key)", value: $0.dish, date: world.now())
      })
  }

  /// Removes planned dishes.
  ///
  /// - Returns: The change.
  package func removePlanned(_ dishes: [PlannedDish]) throws(LibraryError) -> Library.Change {
    try library.remove(dishes.map(\.entryKey), from: .plan)
  }

  /// Removes everything from the plan, also what cannot be read.
  ///
  /// - Returns: The change; empty if nothing was planned.
  package func clearPlan() throws(LibraryError) -> Library.Change {
    try library.removeAll(from: [.plan])
  }

  /// Adds up the dishes of several days, since the shopping list has each dish once.
  package static func sums(of planned: [PlannedDish]) -> [PlannedDish] {
    var dishes: [PlannedDish] = []
    for plan in planned {
      if let index = dishes.firstIndex(where: { $0.key == plan.key }) {
        dishes[index] = dishes[index].added(to: plan)
      } else {
        dishes.append(plan)
      }
    }
    return dishes
  }
}
