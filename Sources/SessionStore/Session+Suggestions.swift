import Catalog
import Cooking
import Text

/// A dish to cook, and why it is proposed.
package struct DishSuggestion: Equatable, Sendable {
  package let row: Int
  package let reasons: [String]
}

/// Proposes what to cook.
extension Session {
  /// How many of the last days a dish that was cooked is not proposed.
  private static let pause = 10
  /// How far a day of an earlier year may be from today, in days, to be of the same season.
  private static let season = 30

  /// Returns dishes to cook: favorites, dishes with a good rating, those whose ingredients are at home, those that were cooked
  /// in this season, and those that were not cooked lately.
  ///
  /// - Parameters:
  ///   - rows: The dishes to consider, in random order: of equals, the first is better.
  ///   - today: The present day.
  ///   - count: The number of dishes.
  /// - Returns: The best dishes first.
  /// - Complexity: Reads all ingredients the first time.
  package func suggestions(
    among rows: [Int], on today: CalendarDate, count: Int
  ) -> [DishSuggestion] {
    let marks = marks()
    let pantry = ingredientsAtHome()
    var atHome: [Int: (used: Int, total: Int)] = [:]
    if !pantry.isEmpty, let index = ingredientIndex() {
      let fits = index.fits(pantry: pantry, staples: staples, among: rows, limit: rows.count)
      for fit in fits { atHome[fit.recipe] = (fit.total - fit.missing.count, fit.total) }
    }
    var scored: [(score: Int, suggestion: DishSuggestion)] = []
    for row in rows {
      let days = daysCooked(row)
      if let last = days.max(), today.daysSince1970 - last < Self.pause { continue }
      var (score, reasons) = (0, [String]())
      if marks["favorite"]?.contains(row) ?? false {
        score += 3
        reasons.append("a favorite")
      }
      if let rating = ownRating(of: row), rating > 3 {
        score += 2
        reasons.append("\(rating) of 5")
      }
      if let (used, total) = atHome[row], 2 * used > total {
        score += used == total ? 4 : 2
        reasons.append(used == total ? "all is at home" : "\(used) of \(total) ingredients at home")
      }
      if days.contains(where: { isSameSeason(today.daysSince1970 - $0) }) {
        score += 2
        reasons.append("cooked at this time of the year")
      } else if let last = days.max() {
        score += 1
        reasons.append(
          "not cooked since \(writtenDate(of: CalendarDate(daysSince1970: last).description))")
      } else if !ownState.own.isEmpty {
        reasons.append("not cooked yet")
      }
      scored.append((score, DishSuggestion(row: row, reasons: reasons)))
    }
    // Of equals, the order of the rows decides.
    let best = scored.enumerated().sorted { one, other in
      one.element.score == other.element.score
        ? one.offset < other.offset : one.element.score > other.element.score
    }
    return best.prefix(count).map(\.element.suggestion)
  }

  private func ownRating(of row: Int) -> Int? {
    ownValues(of: row, .rating).first.flatMap { Int($0) }
  }

  /// The days on which a dish was cooked, counted from 1970-01-01.
  private func daysCooked(_ row: Int) -> [Int] {
    ownValues(of: row, .cooked).compactMap { text in
      let parts = text.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 3 else { return nil }
      return CalendarDate(year: parts[0], month: parts[1], day: parts[2])?.daysSince1970
    }
  }

  /// Whether a day that is some days ago was in an earlier year, near to the same day of it.
  private func isSameSeason(_ distance: Int) -> Bool {
    guard distance > 300 else { return false }
    let rest = distance % 365
    return min(rest, 365 - rest) <= Self.season
  }
}
