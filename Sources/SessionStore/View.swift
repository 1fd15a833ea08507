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

  /// Adds conditions; a new equality on a single-valued field replaces an older one that no row can meet as well.
  ///
  /// - Returns: The clauses that were replaced.
  package mutating func add(_ new: [Clause]) -> [Clause] {
    let replaced = clauses.filter { old in new.contains { $0.excludes(old) } }
    clauses.removeAll { replaced.contains($0) }
    clauses += new.filter { !clauses.contains($0) }
    return replaced.filter { !new.contains($0) }
  }
}

extension Catalog {
  /// The rows for which the clauses of a view hold.
  package func rows(keptBy view: View, marks: [String: RowSet]) -> RowSet {
    rows(where: .all(view.clauses.map(\.expression)), marks: marks)
  }

  /// The rows of a view in its order.
  ///
  /// - Parameters:
  ///   - view: Which rows, and in which order.
  ///   - kept: The rows for which its clauses hold.
  ///   - notes: What a person wrote about rows.
  /// - Returns: The rows.
  package func rows(of view: View, among kept: RowSet, notes: [Int: String]) -> RowList {
    if view.clauses.isEmpty, view.search == nil { return sorted(by: view.ordering ?? .feed) }
    guard let text = view.search else { return sorted(kept, by: view.ordering ?? .feed) }
    let found = search(text, notes: notes, among: kept)
    guard let ordering = view.ordering else { return found }
    return sorted(found.set(capacity: count), by: ordering)
  }
}
