import Catalog
import Cooking
import FeedLoading
import Feeds

/// The loaded feed, the view, its rows, the row shown last, and the undo history.
///
/// No other type changes these.
///
/// It belongs to the shell's thread. The marks of rows are computed again when the library has changed.
package final class Session {
  /// The loaded feed; nil before the first load.
  package private(set) var feed: LoadedFeed?
  /// The feed before the last reload; nil if it was not reloaded.
  package private(set) var previous: LoadedFeed?
  /// The numbers of rows in the view and in the feed, if only a page of rows was built.
  package private(set) var passedCounts: (view: Int, feed: Int)?

  let library: Library
  /// Returns the ingredients at home, which the filter `is:cookable` needs.
  package var ingredientsAtHome: () -> [IngredientKey] = { [] }
  private var state = SessionState()
  /// The view before a reload that left no rows.
  private var setAside: SetAsideView?
  /// Increases with each adopted feed.
  private(set) var feedNumber = 0
  /// The ingredients of the rows of a feed, by its number.
  var knownIngredients: (feed: Int, index: IngredientIndex)?
  /// Whether a search of this run has looked in notes.
  private var hadNotes = false
  /// The rows with each mark.
  private var knownMarks: (stamp: Stamp, marks: RowMarks)?
  /// The rows for which some clauses hold.
  private var knownRows: (stamp: Stamp, clauses: [Clause], rows: RowSet)?

  package init(_ library: Library) { self.library = library }

  /// Identifies a state of the feed and of the library within this run.
  package struct Stamp: Equatable, Sendable {
    fileprivate let feed: Int
    fileprivate let library: Int
  }

  /// The present state of the feed and of the library; a result cached with an equal stamp is still valid.
  package var stamp: Stamp { Stamp(feed: feedNumber, library: library.edition) }
}

/// The current state.
extension Session {
  package var catalog: Catalog { state.catalog }
  package var view: View { state.view }
  /// The rows of the view when it was last computed; their positions are the numbers that the user types.
  package var rows: RowList { state.rows }
  /// The positions of the rows that were listed last.
  package var page: Range<Int> { state.page }
  package var lastShown: SessionState.Shown? { state.lastShown }
  /// The row that was shown last; nil if something else was shown after it.
  package var lastRow: Int? { state.lastRow }
  /// The step that `undo` undoes.
  package var lastDone: SessionState.Step? { state.lastDone }
  /// The step that `redo` redoes.
  package var lastUndone: SessionState.Step? { state.lastUndone }

  /// The number of a row in the view; nil if the view does not contain it.
  package func number(of row: Int) -> Int? { state.number(of: row) }
}

/// Adopting feeds.
extension Session {
  /// Adopts another feed; changes of the library can still be undone.
  package func adopt(_ new: LoadedFeed, ordering: Ordering?) {
    feed = new
    (previous, setAside, passedCounts) = (nil, nil, nil)
    feedNumber += 1
    state.load(new.catalog, ordering: ordering)
  }

  /// Adopts another state of the feed; retains the view and the undo history as far as the new rows allow.
  ///
  /// - Parameters:
  ///   - new: The new state.
  ///   - ordering: The order if the view has none.
  ///   - vocabulary: The words that clauses may use.
  ///   - isReload: Whether `diff` compares with the state before.
  /// - Returns: The parts of the view that no longer apply.
  package func adoptCarrying(
    _ new: LoadedFeed, ordering: Ordering?, vocabulary: FilterVocabulary, isReload: Bool
  ) -> [CarriedView.Misfit] {
    let before = setAside ?? SetAsideView(view: view, schema: catalog.schema)
    // No clause fails on an empty feed; the fields may come back with the next rows.
    let isEmpty = new.catalog.count == 0
    var carrier = CarriedView(to: new.catalog, vocabulary: vocabulary)
    let view = carrier.carried(before.view, from: before.schema, isReported: !isEmpty)
    let (old, schema) = (feed, catalog.schema)
    let steps = state.steps { carrier.carried($0, from: schema, isReported: false) }
    let shown = carried(lastShown, to: new)
    adopt(new, ordering: ordering)
    if isReload { previous = old }
    if isEmpty { setAside = before }
    state.carry(view, rows: rows(of: view), steps: steps)
    state.lastShown = shown
    return carrier.misfits
  }

  /// Adopts the page of rows that was found while the feed was read.
  package func adopt(
    page: LoadedFeed, view: View, rows: RowList, counts: (view: Int, feed: Int)
  ) {
    feed = page
    feedNumber += 1
    state = SessionState(catalog: page.catalog)
    state.carry(view, rows: rows)
    passedCounts = counts
  }

  /// Runs a function as if a catalog without rows were loaded.
  package func supposing<Result>(_ catalog: Catalog, _ body: () throws -> Result) rethrows -> Result
  {
    let before = state
    state = SessionState(catalog: catalog)
    defer { state = before }
    return try body()
  }

  /// Marks the feed as fresh, after its server has confirmed it.
  package func noteFresh() { feed?.state = .fresh }

  /// Removes the state before the last reload, so that `diff` does not compare with it.
  package func forgetPrevious() { previous = nil }

  /// The item shown last, in another state of the feed; nil if it is gone.
  private func carried(_ shown: SessionState.Shown?, to new: LoadedFeed) -> SessionState.Shown? {
    let (key, name): (String?, String)
    switch shown {
    case nil: return nil
    case .kept(let kept): (key, name) = (kept.key, kept.name)
    case .row(let row): (key, name) = (feed?.key(of: row)?.text, catalog.name(row))
    }
    guard let key else {
      // A row without an id is assumed to stay at its position.
      guard case .row(let row) = shown, row < new.catalog.count, new.catalog.name(row) == name
      else { return nil }
      return shown
    }
    // Of several rows with the same id, the one with the same name.
    let found = new.rows(of: [key])[key] ?? []
    if let row = found.first(where: { new.catalog.name($0) == name }) ?? found.first {
      return .row(row)
    }
    return if case .kept = shown { shown } else { nil }
  }
}

/// Changing the view.
extension Session {
  /// Shows another view.
  package func show(_ view: View) {
    setAside = nil
    state.show(view, rows: rows(of: view))
    state.page = 0..<0
  }

  /// Computes the rows of the view again, because favorites and notes may have changed.
  package func refresh() { state.refresh(rows: rows(of: view)) }

  /// Records which positions of the view were listed.
  package func noteListed(_ page: Range<Int>) { state.page = page }

  /// Records the item that was shown last.
  package func noteShown(_ shown: SessionState.Shown) { state.lastShown = shown }

  /// Records a change of the library, so that it can be undone.
  package func record(_ change: Library.Change) { state.record(.library(change)) }

  /// Moves the last step to the undone ones; the caller applies changes of the library.
  package func stepBack() {
    guard let step = lastDone else { return }
    if case .view(let older) = step {
      setAside = nil; state.stepBack(rows: rows(of: older))
    } else {
      state.stepBack(rows: RowList(listed: []))
    }
  }

  /// Moves the last undone step back; the caller applies changes of the library.
  package func stepForward() {
    guard let step = lastUndone else { return }
    if case .view(let newer) = step {
      setAside = nil; state.stepForward(rows: rows(of: newer))
    } else {
      state.stepForward(rows: RowList(listed: []))
    }
  }
}

/// Rows of views, and their marks.
extension Session {
  /// The marks that a filter can ask for with `is:`.
  package static let markNames = ["favorite", "noted", "cookable", "malformed"]

  /// The rows with each mark that some clauses ask for.
  package func marks(for clauses: [FilterExpression]) -> RowMarks {
    var marks = marks()
    // Finding what can be cooked takes long the first time.
    if clauses.contains(where: { $0.asks(for: "cookable") }) { marks["cookable"] = cookableRows() }
    return marks
  }

  /// The favorites, the rows with notes, and the malformed ones.
  package func marks() -> RowMarks {
    let (favorites, notes) = library.remembered()
    let stamp = stamp
    if let knownMarks, knownMarks.stamp == stamp { return knownMarks.marks }
    let marks = computedMarks(favorites, notes)
    knownMarks = (stamp, marks)
    return marks
  }

  /// Whether a row is a favorite.
  package func isFavorite(_ row: Int) -> Bool {
    guard let key = feed?.key(of: row) else { return false }
    return library.remembered().favorites.contains(key.text)
  }

  /// Whether there are notes, or were when the view was made.
  private var mayHaveNotes: Bool { hadNotes || !library.remembered().notes.isEmpty }

  /// The notes of each row that has some, joined.
  package func notesByRow() -> [Int: String] {
    let notes = library.remembered().notes
    guard let feed, !notes.isEmpty else { return [:] }
    hadNotes = true
    var byRow: [Int: String] = [:]
    for (key, rows) in feed.rows(of: notes.keys) { for row in rows { byRow[row] = notes[key] } }
    return byRow
  }

  /// The rows of a view of the current feed.
  package func rows(of view: View) -> RowList {
    view.rows(
      of: catalog, among: rows(keptBy: view), notes: view.search == nil ? [:] : notesByRow())
  }

  /// The rows for which the clauses of a view hold; those of the last view are cached.
  private func rows(keptBy view: View) -> RowSet {
    if view.clauses.isEmpty { return catalog.all }
    let marks = marks(for: view.clauses.map(\.expression))
    let stamp = stamp
    if let knownRows, knownRows.stamp == stamp, knownRows.clauses == view.clauses {
      return knownRows.rows
    }
    let rows = view.kept(of: catalog, marks: marks)
    knownRows = (stamp, view.clauses, rows)
    return rows
  }

  /// The rows of the view as of now; the numbering changes only with the next listing.
  ///
  /// Favorites and notes may have changed since.
  package func presentRows() -> RowList {
    let isMarked = view.clauses.contains(where: \.expression.asksForMarks)
    return isMarked || view.search != nil && mayHaveNotes ? rows(of: view) : rows
  }
}

/// The state of a run: the catalog, the view, the item shown last, and the undo history.
package struct SessionState: Sendable {
  /// A step that can be undone.
  package enum Step: Equatable, Sendable {
    /// The view before the change.
    case view(View)
    /// A change of the library.
    case library(Library.Change)
  }

  /// The item shown last, to which commands without an argument refer.
  package enum Shown: Equatable, Sendable {
    case row(Int)
    /// A stored record whose feed has dropped it, or is not loaded.
    case kept(Keepsake)
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

  /// Adopts another catalog; changes of the library can still be undone.
  package mutating func load(_ catalog: Catalog, ordering: Ordering?) {
    let steps = (done.filter(isLibrary), undone.filter(isLibrary))
    self = SessionState(catalog: catalog, ordering: ordering)
    (done, undone) = steps
  }

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

  private func isLibrary(_ step: Step) -> Bool {
    if case .library = step { true } else { false }
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
