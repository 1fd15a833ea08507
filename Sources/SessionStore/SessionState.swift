import Catalog

/// What one run of the shell remembers: the catalogue, the view of it, what was shown, and how to undo.
package struct SessionState: Sendable {
  /// Something that can be taken back.
  package enum Step: Equatable, Sendable {
    /// The view as it was before.
    case view(View)
    /// What the library had before, and has now.
    case library(Library.Change)
  }

  /// What a person sees, and means where they name nothing.
  package enum Shown: Equatable, Sendable {
    case row(Int)
    /// A record that is only remembered: its feed has dropped it, or is not loaded.
    case kept(Keepsake)
  }

  package private(set) var catalog: Catalog
  package private(set) var view: View
  /// The rows of the view as they were last computed; their places are the numbers that a person types.
  package private(set) var rows: RowList
  /// The places of the rows that were listed last.
  package var page: Range<Int> = 0..<0
  /// What was shown last.
  package var lastShown: Shown?
  package private(set) var done: [Step] = []
  package private(set) var undone: [Step] = []

  /// A session that looks at every row of a catalogue.
  package init(catalog: Catalog = .empty, ordering: Ordering? = nil) {
    self.catalog = catalog
    view = View(ordering: ordering)
    rows = catalog.sorted(by: ordering ?? .feed)
  }

  /// Takes another catalogue; what can be undone in the library stays so.
  package mutating func load(_ catalog: Catalog, ordering: Ordering?) {
    let steps = (done.filter(isLibrary), undone.filter(isLibrary))
    self = SessionState(catalog: catalog, ordering: ordering)
    (done, undone) = steps
  }

  /// What can be taken back and done again.
  package struct Steps: Sendable {
    fileprivate var done: [Step] = []
    fileprivate var undone: [Step] = []
  }

  /// What can be taken back, with its views as they are for another state of the catalogue.
  package func steps(_ carried: (View) -> View) -> Steps {
    func step(_ step: Step) -> Step {
      if case .view(let view) = step { .view(carried(view)) } else { step }
    }
    return Steps(done: done.map(step), undone: undone.map(step))
  }

  /// Looks at the rows of a view that was carried over from another state of the catalogue.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - rows: Its rows.
  ///   - steps: What can be taken back; nil for what there is of it now.
  package mutating func carry(_ view: View, rows: RowList, steps: Steps? = nil) {
    self.view = view
    self.rows = rows
    if let steps { (done, undone) = (steps.done, steps.undone) }
  }

  private func isLibrary(_ step: Step) -> Bool {
    if case .library = step { true } else { false }
  }

  /// Looks at the rows of another view.
  package mutating func show(_ view: View, rows: RowList) {
    if view != self.view { record(.view(self.view)) }
    replace(view, rows: rows)
  }

  /// Computes the rows of the same view anew.
  package mutating func refresh(rows: RowList) { replace(view, rows: rows) }

  private mutating func replace(_ view: View, rows: RowList) {
    self.view = view
    self.rows = rows
    page = 0..<0
  }

  /// Remembers something that can be taken back.
  package mutating func record(_ step: Step) {
    done.append(step)
    undone = []
  }

  /// The step to take back next; the caller carries it out and then says so.
  package var lastDone: Step? { done.last }
  package var lastUndone: Step? { undone.last }

  /// Moves the last step from what is done to what is undone.
  ///
  /// - Parameter rows: The rows of the older view, if the step is one of the view.
  package mutating func stepBack(rows: RowList) {
    guard let step = done.popLast() else { return }
    if case .view(let older) = step {
      undone.append(.view(view))
      replace(older, rows: rows)
    } else {
      undone.append(step)
    }
  }

  /// Moves the last undone step back to what is done.
  ///
  /// - Parameter rows: The rows of the newer view, if the step is one of the view.
  package mutating func stepForward(rows: RowList) {
    guard let step = undone.popLast() else { return }
    if case .view(let newer) = step {
      done.append(.view(view))
      replace(newer, rows: rows)
    } else {
      done.append(step)
    }
  }

  /// The number that a person calls a row by; nil if the view does not have it.
  package func number(of row: Int) -> Int? { rows.place(of: row).map { $0 + 1 } }

  /// The row that was shown last; nil if none was, or something else after it.
  package var lastRow: Int? {
    get { if case .row(let row) = lastShown { row } else { nil } }
    set { lastShown = newValue.map { .row($0) } }
  }
}
