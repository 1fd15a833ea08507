import Catalog
import Cooking
import FeedLoading
import Feeds

/// The loaded feed, the view of it, its rows, what was shown, and the undo history: the only writer of all that.
///
/// It belongs to the shell's thread. The rows that the person marked in the library are computed again when the library
/// has changed.
package final class Session {
  /// The feed that is loaded; nil before one is.
  package private(set) var feed: LoadedFeed?
  /// What the feed was before the last reload, if it was reloaded.
  package private(set) var previous: LoadedFeed?
  /// How many rows the view and the feed have, where only a page of them was made.
  package private(set) var passedCounts: (view: Int, feed: Int)?

  let library: Library
  private var state = SessionState()
  /// The view from before a reload that left no rows.
  private var setAside: SetAsideView?
  /// Increases with each adopted feed.
  private(set) var feedNumber = 0
  /// The ingredients of the rows of a feed.
  var knownIngredients: (feed: Int, index: IngredientIndex)?
  /// Whether a search of this run has looked in notes.
  private var hadNotes = false
  /// The rows that have each mark.
  private var knownMarks: (stamp: Stamp, marks: RowMarks)?
  /// The rows that some clauses leave.
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

/// What the session shows now.
extension Session {
  package var catalog: Catalog { state.catalog }
  package var view: View { state.view }
  /// The rows of the view as they were last computed; their places are the numbers that a person types.
  package var rows: RowList { state.rows }
  /// The places of the rows that were listed last.
  package var page: Range<Int> { state.page }
  package var lastShown: SessionState.Shown? { state.lastShown }
  /// The row that was shown last; nil if none was, or something else after it.
  package var lastRow: Int? { state.lastRow }
  /// The step to take back next.
  package var lastDone: SessionState.Step? { state.lastDone }
  /// The step to do again next.
  package var lastUndone: SessionState.Step? { state.lastUndone }

  /// The number that a person calls a row by; nil if the view does not have it.
  package func number(of row: Int) -> Int? { state.number(of: row) }
}

/// Taking feeds.
extension Session {
  /// Takes another feed; what can be undone in the library stays so.
  package func adopt(_ new: LoadedFeed, ordering: Ordering?) {
    feed = new
    (previous, setAside, passedCounts) = (nil, nil, nil)
    feedNumber += 1
    state.load(new.catalog, ordering: ordering)
  }

  /// Takes another state of the present feed, and keeps the view and what can be undone as far as the new rows allow.
  ///
  /// - Parameters:
  ///   - new: The new state.
  ///   - ordering: The order of rows where the view has none.
  ///   - vocabulary: What clauses are read with.
  ///   - isReload: Whether `diff` compares with the state before.
  /// - Returns: What of the view no longer fits.
  package func adoptCarrying(
    _ new: LoadedFeed, ordering: Ordering?, vocabulary: FilterVocabulary, isReload: Bool
  ) -> [CarriedView.Misfit] {
    let before = setAside ?? SetAsideView(view: view, schema: catalog.schema)
    // An empty feed accepts all, and says nothing of what there will be again.
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

  /// Takes the page of rows that a feed was answered with while it was read.
  package func adopt(
    page: LoadedFeed, view: View, rows: RowList, counts: (view: Int, feed: Int)
  ) {
    feed = page
    feedNumber += 1
    state = SessionState(catalog: page.catalog)
    state.carry(view, rows: rows)
    passedCounts = counts
  }

  /// Does something as if a catalogue without rows were loaded.
  package func supposing<Result>(_ catalog: Catalog, _ body: () throws -> Result) rethrows -> Result
  {
    let before = state
    state = SessionState(catalog: catalog)
    defer { state = before }
    return try body()
  }

  /// Marks the feed as fresh, after its server has confirmed it.
  package func noteFresh() { feed?.state = .fresh }

  /// Forgets the state before the last reload, so that `diff` does not compare with it.
  package func forgetPrevious() { previous = nil }

  /// What was shown last as it is in another state of the feed; nil if it is there no more.
  private func carried(_ shown: SessionState.Shown?, to new: LoadedFeed) -> SessionState.Shown? {
    let (key, name): (String?, String)
    switch shown {
    case nil: return nil
    case .kept(let kept): (key, name) = (kept.key, kept.name)
    case .row(let row): (key, name) = (feed?.key(of: row)?.text, catalog.name(row))
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
}

/// Changing the view.
extension Session {
  /// Looks at another view.
  package func show(_ view: View) {
    setAside = nil
    state.show(view, rows: rows(of: view))
    state.page = 0..<0
  }

  /// Computes the rows of the present view anew, as what is liked and noted may have changed.
  package func refresh() { state.refresh(rows: rows(of: view)) }

  /// Notes which places of the view were listed.
  package func noteListed(_ page: Range<Int>) { state.page = page }

  /// Notes what was shown last.
  package func noteShown(_ shown: SessionState.Shown) { state.lastShown = shown }

  /// Remembers a change of the library that can be taken back.
  package func record(_ change: Library.Change) { state.record(.library(change)) }

  /// Moves the last step from what is done to what is undone; a change of the library is carried out by the caller.
  package func stepBack() {
    guard let step = lastDone else { return }
    if case .view(let older) = step {
      setAside = nil; state.stepBack(rows: rows(of: older))
    } else {
      state.stepBack(rows: RowList(listed: []))
    }
  }

  /// Moves the last undone step back to what is done; a change of the library is carried out by the caller.
  package func stepForward() {
    guard let step = lastUndone else { return }
    if case .view(let newer) = step {
      setAside = nil; state.stepForward(rows: rows(of: newer))
    } else {
      state.stepForward(rows: RowList(listed: []))
    }
  }
}

/// Rows of views, and what the person marked.
extension Session {
  /// The rows that carry each mark that some clauses ask for.
  package func marks(for clauses: [FilterExpression]) -> RowMarks {
    var marks = marks()
    // What can be cooked takes long to find the first time.
    if clauses.contains(where: { $0.asks(for: "cookable") }) { marks["cookable"] = cookableRows() }
    return marks
  }

  /// The rows that the person likes, and those with notes.
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

  /// The notes of each row that has some, one after the other.
  package func notesByRow() -> [Int: String] {
    let notes = library.remembered().notes
    guard let feed, !notes.isEmpty else { return [:] }
    hadNotes = true
    var byRow: [Int: String] = [:]
    for (key, rows) in feed.rows(of: notes.keys) { for row in rows { byRow[row] = notes[key] } }
    return byRow
  }

  /// The rows of a view of the present feed.
  package func rows(of view: View) -> RowList {
    view.rows(
      of: catalog, among: rows(keptBy: view), notes: view.search == nil ? [:] : notesByRow())
  }

  /// The rows for which the clauses of a view hold; those of the last view are not looked for again.
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

  /// The rows of the view by now; those that are numbered stay so until the next listing.
  ///
  /// What is liked, and what was noted, may have changed since.
  package func presentRows() -> RowList {
    let isMarked = view.clauses.contains(where: \.expression.asksForMarks)
    return isMarked || view.search != nil && mayHaveNotes ? rows(of: view) : rows
  }
}

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
