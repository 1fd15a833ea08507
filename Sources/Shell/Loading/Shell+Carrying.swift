import Catalog
import Diagnostics
import Interpreter
import SessionStore
import Text

/// Keeping the view where the rows change under it.
extension Shell {
  /// Takes another state of the present feed, and keeps the view and what can be undone as far as the new rows allow.
  func takeCarrying(_ new: LoadedFeed) {
    var known: [String: [Clause]] = [:]
    let view = carried(session.view, to: new.catalog, &known)
    let steps = session.steps { carried($0, to: new.catalog, &known, isSaid: false) }
    let shown = session.lastShown
    let key = session.lastRow.flatMap { loaded?.key(of: $0)?.text }
    take(new)
    session.carry(view, rows: rows(of: view), steps: steps)
    session.lastShown = shown
    if session.lastRow != nil {
      session.lastRow = key.flatMap { key in loaded.flatMap { $0.rows(of: [key])[key]?.first } }
    }
  }

  /// The view with its clauses read anew for another catalogue, once for each text; clauses that no longer fit are left
  /// out and said.
  private func carried(
    _ view: View, to catalog: Catalog, _ known: inout [String: [Clause]], isSaid: Bool = true
  ) -> View {
    var carried = View(ordering: view.ordering)
    carried.search = view.search
    for clause in view.clauses {
      do {
        let clauses =
          try known[clause.text]
          ?? Filter(clause.text, for: catalog, vocabulary: vocabulary(unknownValues: .warn)).clauses
        known[clause.text] = clauses
        _ = carried.add(clauses)
      } catch {
        known[clause.text] = []
        guard isSaid else { continue }
        say(Diagnostic("`\(clause.text)` no longer fits and is left out", severity: .warning))
      }
    }
    if let ordering = view.ordering {
      let names = ordering.keys.map { self.catalog.schema.fields[$0.field].name }
      let keys = zip(names, ordering.keys).compactMap { name, key in
        catalog.schema.index(of: name).map { Ordering.Key(field: $0, descending: key.descending) }
      }
      carried.ordering = keys.isEmpty ? nil : Ordering(keys: keys)
    }
    return carried
  }

  /// What the parser of filters has to know.
  func vocabulary(unknownValues: FilterVocabulary.UnknownValues? = nil) -> FilterVocabulary {
    FilterVocabulary(
      marks: ["favorite", "noted"], commands: Set(table.commands.map(\.name)),
      unknownValues: unknownValues ?? (options.isInteractive ? .reject : .warn))
  }
}
