import Catalog
import Diagnostics

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
