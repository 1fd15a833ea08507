import Catalog
import Diagnostics
import FeedLoading
import Interpreter
import Output
import SessionStore
import Text

/// The view of a feed that is empty for now; who changes it meanwhile wants another one.
struct SetAsideView {
  let view: View
  /// What its order is told by.
  let schema: Schema
}

/// Keeping the view where the rows change under it.
extension Shell {
  /// Takes another state of the present feed, and keeps the view and what can be undone as far as the new rows allow.
  func takeCarrying(_ new: LoadedFeed) {
    var known: [String: [Clause]] = [:]
    // An empty feed accepts all, and says nothing of what there will be again.
    let isEmpty = new.catalog.count == 0
    let before =
      feedState.setAside ?? SetAsideView(view: session.view, schema: catalog.schema)
    let view = carried(before.view, from: before.schema, to: new.catalog, &known, isSaid: !isEmpty)
    let steps = session.steps { carried($0, to: new.catalog, &known, isSaid: false) }
    let shown = carried(session.lastShown, to: new)
    take(new)
    if isEmpty { feedState.setAside = before }
    session.carry(view, rows: rows(of: view), steps: steps)
    session.lastShown = shown
  }

  /// What was shown last as it is in another state of the feed; nil if it is there no more.
  private func carried(_ shown: Session.Shown?, to new: LoadedFeed) -> Session.Shown? {
    let (key, name): (String?, String)
    switch shown {
    case nil: return nil
    case .kept(let kept): (key, name) = (kept.key, kept.name)
    case .row(let row): (key, name) = (loaded?.key(of: row)?.text, catalog.name(row))
    }
    guard let key else {
      // What nothing tells from others is taken to be in its place.
      guard case .row(let row) = shown, row < new.catalog.count, new.catalog.name(row) == name
      else { return nil }
      return shown
    }
    // Of several with one id the one that has its name.
    let found = new.rows(of: [key])[key] ?? []
    if let row = found.first(where: { new.catalog.name($0) == name }) ?? found.first {
      return .row(row)
    }
    return if case .kept = shown { shown } else { nil }
  }

  /// The view with its clauses read anew for another catalogue, once for each text; clauses that no longer fit are left
  /// out and said.
  private func carried(
    _ view: View, from schema: Schema? = nil, to catalog: Catalog,
    _ known: inout [String: [Clause]], isSaid: Bool = true
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
        output.say(
          Diagnostic("`\(clause.text)` no longer fits and is left out", severity: .warning))
      }
    }
    if let ordering = view.ordering {
      let schema = schema ?? self.catalog.schema
      let names = ordering.keys.map { schema.fields[$0.field].name }
      let keys = zip(names, ordering.keys).compactMap { name, key -> Ordering.Key? in
        if let field = catalog.schema.index(of: name) {
          return Ordering.Key(field: field, descending: key.descending)
        }
        if isSaid {
          output.say(
            Diagnostic(
              "there is no `\(name)` any more, so the order does without it", severity: .warning))
        }
        return nil
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
