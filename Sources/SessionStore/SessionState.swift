import Catalog

/// The state of a run: the catalog, the view, the item shown last, and the undo history.
package struct SessionState: Sendable {
  /// A step that can be undone.
  package enum Step: Equatable, Sendable {
    /// The view before the change.
    case view(View)
    /// A change of the library.
    case library(Library.Change)
    /// A change of files of the collection, and one of the library that belongs to it.
    case collection(RecipeCollection.Change, Library.Change)
  }

  /// The item shown last, to which commands without an argument refer.
  package enum Shown: Equatable, Sendable {
    case row(Int)
    /// A stored record whose feed has dropped it, or is not loaded.
    case remembered(Keepsake)
  }

  package private(set) var catalog: Catalog
  package private(set) var view: View
  /// The rows of the view when it was last computed; their positions are the numbers that the user types.
  package private(set) var rows: RowList
  /// The positions of the rows that were listed last.
  package var page: Range<Int> = 0..<0
  /// The item that was shown last.
  package var lastShown: Shown?
  package private(set) var done: [Step] = []
  package private(set) var undone: [Step] = []

  /// Creates a state that shows every row of a catalog.
  package init(catalog: Catalog = .empty, ordering: Ordering? = nil) {
    self.catalog = catalog
    view = View(ordering: ordering)
    rows = catalog.sorted(by: ordering ?? .feed)
  }

  /// Adopts another catalog; changes of the library and the collection can still be undone.
  package mutating func load(_ catalog: Catalog, ordering: Ordering?) {
    let steps = (done.filter(isLasting), undone.filter(isLasting))
    self = SessionState(catalog: catalog, ordering: ordering)
    (done, undone) = steps
  }

  /// Replaces the catalog by one of the same rows with other fields, which are behind those before.
  package mutating func replace(_ catalog: Catalog) { self.catalog = catalog }

  /// The steps that can be undone and redone.
  package struct Steps: Sendable {
    fileprivate var done: [Step] = []
    fileprivate var undone: [Step] = []
  }

  /// The steps, with their views carried over to another state of the catalog.
  package func steps(_ carried: (View) -> View) -> Steps {
    func step(_ step: Step) -> Step {
      if case .view(let view) = step { .view(carried(view)) } else { step }
    }
    return Steps(done: done.map(step), undone: undone.map(step))
  }

  /// Shows a view that was carried over from another state of the catalog.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - rows: Its rows.
  ///   - steps: The undo history; nil to leave it as it is.
  package mutating func carry(_ view: View, rows: RowList, steps: Steps? = nil) {
    self.view = view
    self.rows = rows
    if let steps { (done, undone) = (steps.done, steps.undone) }
  }

  /// Whether a step does not depend on the feed.
  private func isLasting(_ step: Step) -> Bool {
    if case .view = step { false } else { true }
  }

  /// Shows another view.
  package mutating func show(_ view: View, rows: RowList) {
    if view != self.view { record(.view(self.view)) }
    replace(view, rows: rows)
  }

  /// Replaces the rows of the same view.
  package mutating func refresh(rows: RowList) { replace(view, rows: rows) }

  private mutating func replace(_ view: View, rows: RowList) {
    self.view = view
    self.rows = rows
    page = 0..<0
  }

  /// Records a step.
  package mutating func record(_ step: Step) {
    done.append(step)
    undone = []
  }

  /// The step to undo next; the caller undoes it, and then calls ``stepBack(rows:)``.
  package var lastDone: Step? { done.last }
  package var lastUndone: Step? { undone.last }

  /// Moves the last step to the undone ones.
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

  /// Moves the last undone step back.
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

  /// The number of a row in the view; nil if the view does not contain it.
  package func number(of row: Int) -> Int? { rows.place(of: row).map { $0 + 1 } }

  /// The row that was shown last; nil if something else was shown after it.
  package var lastRow: Int? {
    get { if case .row(let row) = lastShown { row } else { nil } }
    set { lastShown = newValue.map { .row($0) } }
  }
}
