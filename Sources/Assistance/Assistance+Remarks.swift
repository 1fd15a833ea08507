import Catalog
import Diagnostics
import SessionStore
import Text

/// Remarks about the effect of a line while it is typed.
extension Assistance {
  /// The maximum time to compute a remark, in nanoseconds.
  private static let remarkLimit = 3_000_000

  /// The number of rows that another view would leave, in words; empty if computing it takes long.
  package func remark(on view: View) -> String {
    guard let count = quickCount(of: view) else { return "" }
    return "→ \(counted(count, "row"))"
  }

  /// The rows of the view without their order.
  package var viewedRows: RowSet {
    let (stamp, count) = (session.stamp, session.rows.count)
    if let known = self.viewed, known.stamp == stamp, known.count == count,
      known.view == session.view
    {
      return known.rows
    }
    let rows = session.rows.set(capacity: catalog.count)
    self.viewed = (stamp, count, session.view, rows)
    return rows
  }

  /// The number of rows of a view, without side effects; nil if computing it takes long.
  private func quickCount(of view: View) -> Int? {
    let present = session.view
    let isNarrower =
      present.clauses.allSatisfy { view.clauses.contains($0) }
      && (present.search == nil || present.search == view.search)
    let words = isNarrower && present.search == view.search ? nil : view.search
    let clauses = isNarrower ? view.clauses.filter { !present.clauses.contains($0) } : view.clauses
    let texts = (words?.words ?? "").split(whereSeparator: \.isWhitespace).map {
      Pattern(String($0))
    }
    // A search includes notes, whose number is known only after reading them.
    if !texts.isEmpty, library.exists, catalog.count > Self.markLimit { return nil }
    let expression = FilterExpression.all(clauses.map(\.expression))
    let searches = texts.map { FilterExpression.text($0) }
    guard catalog.cost(of: .all([expression] + searches)) <= Self.remarkLimit,
      let marks = quickMarks(for: expression)
    else { return nil }
    var rows = isNarrower ? viewedRows : catalog.all
    rows.formIntersection(catalog.rows(where: expression, marks: marks))
    let notes = texts.isEmpty || !library.exists ? [:] : session.notesByRow()
    for (pattern, search) in zip(texts, searches) {
      var found = catalog.rows(where: search, marks: [:])
      for (row, note) in notes where pattern.matches(note, .anywhere) { found.insert(row) }
      rows.formIntersection(found)
    }
    if rows.isEmpty, let words, !words.isExact {
      // The search itself looks for mistyped words.
      return catalog.count <= Self.markLimit ? session.rows(of: view).count : nil
    }
    return rows.count
  }

  /// The maximum number of rows in which marks are counted after each key.
  private static let markLimit = 50_000

  /// The marks that a condition refers to; nil if computing them takes long.
  private func quickMarks(for expression: FilterExpression) -> RowMarks? {
    guard expression.asksForMarks else { return [:] }
    if expression.asks(for: "cookable") { return nil }
    return catalog.count <= Self.markLimit ? session.marks() : nil
  }
}
