import Catalog

/// Which rows are looked at, and in which order.
package struct View: Equatable, Sendable {
  /// Conditions that all hold for the rows, in the order in which they were added.
  package var clauses: [Clause] = []
  /// The words that the rows have.
  package var search: String?
  /// The order that was asked for; nil for the feed's own, or the best first after a search.
  package var ordering: Ordering?

  package init(ordering: Ordering? = nil) { self.ordering = ordering }

  /// Adds conditions; a new equality on a single-valued field replaces an older one on it.
  ///
  /// - Returns: The clauses that were replaced.
  package mutating func add(_ new: [Clause]) -> [Clause] {
    let fields = Set(new.compactMap(\.equality))
    let replaced = clauses.filter { $0.equality.map { fields.contains($0) } ?? false }
    clauses.removeAll { replaced.contains($0) }
    clauses += new.filter { !clauses.contains($0) }
    return replaced.filter { !new.contains($0) }
  }
}

extension Catalog {
  /// The rows of a view in its order.
  package func rows(
    of view: View, marks: [String: RowSet], notes: [Int: String]
  ) -> [Int] {
    let expression = FilterExpression.all(view.clauses.map(\.expression))
    let kept = rows(where: expression, marks: marks)
    guard let text = view.search else { return sorted(kept, by: view.ordering ?? .feed) }
    let found = search(text, notes: notes).filter { kept.contains($0) }
    guard let ordering = view.ordering else { return found }
    var set = RowSet(capacity: count)
    for row in found { set.insert(row) }
    return sorted(set, by: ordering)
  }
}
