import Catalog
import Diagnostics
import Interpreter

/// The rows to show, and their order.
package struct View: Equatable, Sendable {
  /// Conditions that all hold for the rows, in the order in which they were added.
  package var clauses: [Clause] = []
  /// The words that rows must contain.
  package var search: SearchText?
  /// The order; nil for that of the feed, or for the best first after a search.
  package var ordering: Ordering?

  package init(ordering: Ordering? = nil) { self.ordering = ordering }

  /// Whether conditions or words leave rows out.
  package var isNarrowed: Bool { !clauses.isEmpty || search != nil }

  /// Adds conditions; a new equality on a single-valued field replaces an older one that it contradicts.
  ///
  /// - Returns: The clauses that were replaced.
  package mutating func add(_ new: [Clause]) -> [Clause] {
    let replaced = clauses.filter { old in new.contains { $0.excludes(old) } }
    clauses.removeAll { replaced.contains($0) }
    clauses += new.filter { !clauses.contains($0) }
    return replaced.filter { !new.contains($0) }
  }

  /// The rows of a catalog for which the clauses hold.
  func matching(of catalog: Catalog, marks: RowMarks) -> RowSet {
    catalog.rows(where: .all(clauses.map(\.expression)), marks: marks)
  }

  /// The rows of the view, in its order, and the words that were searched in place of mistyped ones.
  ///
  /// - Parameters:
  ///   - catalog: The rows of the feed.
  ///   - matching: The rows for which its clauses hold.
  ///   - notes: The notes of rows.
  /// - Returns: The rows, and the corrections of the search.
  func rows(
    of catalog: Catalog, among matching: RowSet, notes: [Int: String]
  ) -> (rows: RowList, corrections: [SearchCorrection]) {
    if clauses.isEmpty, search == nil { return (catalog.sorted(by: ordering ?? .feed), []) }
    guard let text = search else { return (catalog.sorted(matching, by: ordering ?? .feed), []) }
    let found =
      text.isExact
      ? (rows: catalog.search(text.words, notes: notes, among: matching), corrections: [])
      : catalog.forgivingSearch(text.words, notes: notes, among: matching)
    guard let ordering else { return found }
    let rows = catalog.sorted(found.rows.set(capacity: catalog.count), by: ordering)
    return (rows, found.corrections)
  }
}

/// The words of a search.
package struct SearchText: Equatable, Sendable, CustomStringConvertible {
  /// The words, in any order.
  package let words: String
  /// Whether the words are meant as they are spelt; otherwise a word that no row contains may be mistyped.
  package let isExact: Bool

  /// Creates the text of a search; nil if it has no words.
  ///
  /// - Parameters:
  ///   - typed: The words as typed; in quotes, they are exact.
  ///   - isExact: Whether they are exact without quotes.
  package init?(_ typed: Word, isExact: Bool = false) {
    words = typed.unquoted
    self.isExact = isExact || typed.isQuoted || words != typed.text
    if words.isEmpty { return nil }
  }

  /// The command of the search.
  package var description: String { (isExact ? "search! " : "search ") + words }
}

/// The view of a feed that is empty for now; a change of the view meanwhile discards it.
struct SetAsideView {
  let view: View
  /// The schema with the fields of its order.
  let schema: Schema
}

/// Carries views over to another state of the catalog; parses each clause once.
package struct CarriedView {
  /// A part of a view that no longer applies.
  package enum Misfit: Sendable {
    /// A clause that is left out.
    case clause(String)
    /// A field of the order that no longer exists.
    case field(String)
  }

  private let catalog: Catalog
  private let vocabulary: FilterVocabulary
  private var known: [String: [Clause]] = [:]
  /// The parts that did not apply, of views whose misfits are reported.
  private(set) var misfits: [Misfit] = []

  init(to catalog: Catalog, vocabulary: FilterVocabulary) {
    (self.catalog, self.vocabulary) = (catalog, vocabulary)
  }

  /// The view without the parts that no longer apply.
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
