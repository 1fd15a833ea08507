import Catalog
import Diagnostics

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

  /// The rows of a catalogue for which the clauses hold.
  func kept(of catalog: Catalog, marks: RowMarks) -> RowSet {
    catalog.rows(where: .all(clauses.map(\.expression)), marks: marks)
  }

  /// The rows of a catalogue that are in the view, in its order.
  ///
  /// - Parameters:
  ///   - catalog: The rows of the feed.
  ///   - kept: The rows for which its clauses hold.
  ///   - notes: What a person wrote about rows.
  /// - Returns: The rows.
  func rows(of catalog: Catalog, among kept: RowSet, notes: [Int: String]) -> RowList {
    if clauses.isEmpty, search == nil { return catalog.sorted(by: ordering ?? .feed) }
    guard let text = search else { return catalog.sorted(kept, by: ordering ?? .feed) }
    let found = catalog.search(text, notes: notes, among: kept)
    guard let ordering else { return found }
    return catalog.sorted(found.set(capacity: catalog.count), by: ordering)
  }
}

/// The view of a feed that is empty for now; who changes it meanwhile wants another one.
struct SetAsideView {
  let view: View
  /// What its order is told by.
  let schema: Schema
}

/// Reads views anew for another state of the catalogue, clauses once for each text.
package struct CarriedView {
  /// What of a view no longer fits.
  package enum Misfit: Sendable {
    /// A clause that is left out.
    case clause(String)
    /// A field of the order that is there no more.
    case field(String)
  }

  private let catalog: Catalog
  private let vocabulary: FilterVocabulary
  private var known: [String: [Clause]] = [:]
  /// What did not fit in views whose misfits are reported.
  private(set) var misfits: [Misfit] = []

  init(to catalog: Catalog, vocabulary: FilterVocabulary) {
    (self.catalog, self.vocabulary) = (catalog, vocabulary)
  }

  /// The view without what no longer fits.
  mutating func carried(_ view: View, from schema: Schema, isReported: Bool) -> View {
    var carried = View(ordering: view.ordering)
    carried.search = view.search
    for clause in view.clauses {
      do {
        let clauses =
          try known[clause.text]
          ?? Filter(clause.text, for: catalog, vocabulary: vocabulary).clauses
        known[clause.text] = clauses
        _ = carried.add(clauses)
      } catch {
        known[clause.text] = []
        if isReported { misfits.append(.clause(clause.text)) }
      }
    }
    if let ordering = view.ordering {
      let names = ordering.keys.map { schema.fields[$0.field].name }
      var keys: [Ordering.Key] = []
      for (name, key) in zip(names, ordering.keys) {
        if let field = catalog.schema.index(of: name) {
          keys.append(Ordering.Key(field: field, descending: key.descending))
        } else if isReported {
          misfits.append(.field(name))
        }
      }
      carried.ordering = keys.isEmpty ? nil : Ordering(keys: keys)
    }
    return carried
  }
}
