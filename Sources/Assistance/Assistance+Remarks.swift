import Catalog
import Diagnostics
import SessionStore
import Text

/// What a line would do.
extension Assistance {
  /// The most time that finding out what a line would do may take, in nanoseconds.
  private static let remarkLimit = 3_000_000

  /// How many rows another view would leave; nothing if that takes long to find out.
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

  /// How many rows a view has, found out without changing anything; nil if that takes long.
  private func quickCount(of view: View) -> Int? {
    let present = session.view
    let isNarrower =
      present.clauses.allSatisfy { view.clauses.contains($0) }
      && (present.search == nil || present.search == view.search)
    let words = isNarrower && present.search == view.search ? nil : view.search
    let clauses = isNarrower ? view.clauses.filter { !present.clauses.contains($0) } : view.clauses
    let texts = (words ?? "").split(whereSeparator: \.isWhitespace).map { Pattern(String($0)) }
    // Notes are searched, too; how many there are is known only by reading them.
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
    return rows.count
  }

  /// The most rows among which marked ones are looked for between two keys.
  private static let markLimit = 50_000

  /// The marks that a condition asks for; nil if they take long to find.
  private func quickMarks(for expression: FilterExpression) -> RowMarks? {
    guard expression.asksForMarks else { return [:] }
    if expression.asks(for: "cookable") { return nil }
    return catalog.count <= Self.markLimit ? session.marks() : nil
  }
}
