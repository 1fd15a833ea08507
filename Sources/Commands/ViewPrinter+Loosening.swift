import Catalog
import SessionStore
import Terminal

/// What to do about a view that has no row.
extension ViewPrinter {
  /// The most conditions of which more than one at a time are tried.
  private static let mostTried = 10

  /// Which condition to loosen when all of them together leave nothing, or which, where one is not enough.
  var looseningLines: [StyledText] {
    let conditions = conditions
    for count in 1...max(1, conditions.count) {
      if count > 1, conditions.count > Self.mostTried { break }
      var best: (without: [Int], left: Int)?
      for without in choices(of: count, among: conditions.count) {
        var left = catalog.all
        for place in conditions.indices where !without.contains(place) {
          left = left.intersection(conditions[place].rows)
        }
        if left.count > best?.left ?? 0 { best = (without, left.count) }
      }
      guard let best else { continue }
      let names = best.without.map { conditions[$0].text }.joined(separator: " and ")
      let verb = best.left == 1 ? "matches" : "match"
      return [
        StyledText("0 of \(catalog.count) · without \(names) \(best.left) \(verb)", .warning)
      ]
    }
    return []
  }

  /// Each condition of the view, and the rows that it leaves by itself.
  private var conditions: [(text: String, rows: RowSet)] {
    let view = session.view
    var conditions = view.clauses.map { clause in
      (text: clause.text, rows: catalog.rows(where: clause.expression, marks: session.marks()))
    }
    if let search = view.search {
      var alone = View()
      alone.search = search
      conditions.append(("search \(search)", session.rows(of: alone).set(capacity: catalog.count)))
    }
    return conditions
  }
}

/// All choices of so many of the first numbers, in their order.
private func choices(of count: Int, among total: Int) -> [[Int]] {
  if count == 0 { return [[]] }
  return (0..<total).flatMap { last in choices(of: count - 1, among: last).map { $0 + [last] } }
}
