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
  /// The item shown last, to which commands without an argument refer.
  package enum Shown: Equatable, Sendable {
    case row(Int)
    /// A stored record whose feed has dropped it, or is not loaded.
    case remembered(Keepsake)
  }

  /// The loaded feed, with what the user has given to its rows; nil before the first load.
  package private(set) var feed: LoadedFeed?
  /// The loaded feed, for commands that got one of its rows; without a feed, the program ends.
  package var feedOfRows: LoadedFeed {
    guard let feed else { preconditionFailure("a row was named without a feed") }
    return feed
  }
  /// The own values in the fields of ``feed``, and the kinds that have a field.
  private(set) var ownState: (own: [String: [OwnValue]], kinds: Set<OwnValue.Kind>) = ([:], [])
  /// The rows that the user has cooked.
  private var cooked = RowSet(capacity: 0)
  /// The rows that were not there at the last look.
  private var new = RowSet(capacity: 0)
  /// The feed before the last reload; nil if it was not reloaded.
  package private(set) var previous: LoadedFeed?
  /// The numbers of rows in the view and in the feed, if only a page of rows was built.
  package private(set) var passedCounts: (view: Int, feed: Int)?

  /// The words that the last view that was shown searches in place of mistyped ones.
  package private(set) var searchCorrections: [SearchCorrection] = []

  package private(set) var catalog = Catalog.empty
  package private(set) var view = View()
  /// The rows of the view when it was last computed; their positions are the numbers that the user types.
  package private(set) var rows = Catalog.empty.sorted(by: .feed)
  /// The positions of the rows that were listed last.
  package private(set) var page = 0..<0
  /// The item that was shown last.
  package private(set) var lastShown: Shown?
  /// The steps that can be undone and redone.
  package private(set) var history = UndoHistory()

  let library: Library
  /// Returns the ingredients at home, which the filter `is:cookable` needs.
  package var ingredientsAtHome: () -> [IngredientKey] = { [] }
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
  /// The row that was shown last; nil if something else was shown after it.
  package var lastRow: Int? { if case .row(let row) = lastShown { row } else { nil } }

  /// The number of a row in the view; nil if the view does not contain it.
  package func number(of row: Int) -> Int? { rows.place(of: row).map { $0 + 1 } }

  private func replace(_ view: View, rows: RowList) {
    (self.view, self.rows, page) = (view, rows, 0..<0)
  }

  /// Replaces the catalog, and shows every row of it.
  private func start(with catalog: Catalog, ordering: Ordering? = nil) {
    (self.catalog, lastShown) = (catalog, nil)
    replace(View(ordering: ordering), rows: catalog.sorted(by: ordering ?? .feed))
  }
}

/// Adopting feeds.
extension Session {
  /// Adopts another feed; changes of the library can still be undone.
  package func adopt(_ published: LoadedFeed, ordering: Ordering?) {
    ownState.kinds = []
    install(withOwnValues(published), ordering: ordering)
  }

  private func install(_ new: LoadedFeed, ordering: Ordering?) {
    feed = new
    (previous, setAside, passedCounts) = (nil, nil, nil)
    feedNumber += 1
    history.forgetViews()
    start(with: new.catalog, ordering: ordering)
  }

  /// Marks the rows of the feed that were not there at the last look.
  package func noteNew(_ rows: RowSet) {
    new = rows
    knownMarks = nil
  }

  /// Takes what the user has given to rows since, in this shell or another, into the fields of the feed.
  package func takeOwnValues() {
    guard let old = feed, library.rememberedOwnValues() != ownState.own else { return }
    let new = withOwnValues(old)
    feed = new
    feedNumber += 1
    catalog = new.catalog
  }

  /// Takes complete records of rows into the feed; rows and fields keep their numbers.
  ///
  /// - Returns: Whether that is so; otherwise nothing has changed.
  package func complete(_ published: LoadedFeed) -> Bool {
    let before = catalog.schema.fields
    let new = withOwnValues(published)
    guard new.catalog.schema.fields.count >= before.count,
      zip(before, new.catalog.schema.fields).allSatisfy({ $0.name == $1.name })
    else { return false }
    feed = new
    feedNumber += 1
    catalog = new.catalog
    return true
  }

  /// Returns a feed with the fields of what the user has given to its rows.
  private func withOwnValues(_ published: LoadedFeed) -> LoadedFeed {
    let own = library.rememberedOwnValues()
    ownState.own = own
    if own.isEmpty, ownState.kinds.isEmpty {
      cooked = RowSet(capacity: published.catalog.count)
      return published
    }
    // A field stays, though its last value is gone: a view may depend on it.
    let columns = OwnColumns(own, in: published, always: ownState.kinds)
    for kind in OwnValue.Kind.allCases
    where columns.fields.contains(where: { $0.field.name == kind.fieldName }) {
      ownState.kinds.insert(kind)
    }
    cooked = columns.cooked
    return published.adding(columns.fields)
  }

  /// Adopts another state of the feed; retains the view and the undo history as far as the new rows allow.
  ///
  /// - Parameters:
  ///   - published: The new state.
  ///   - ordering: The order if the view has none.
  ///   - vocabulary: The words that clauses may use.
  ///   - isReload: Whether `diff` compares with the state before.
  /// - Returns: The parts of the view that no longer apply.
  package func adoptCarrying(
    _ published: LoadedFeed, ordering: Ordering?, vocabulary: FilterVocabulary, isReload: Bool
  ) -> [CarriedView.Misfit] {
    let new = withOwnValues(published)
    let before = setAside ?? SetAsideView(view: view, schema: catalog.schema)
    // No clause fails on an empty feed; the fields may come back with the next rows.
    let isEmpty = new.catalog.count == 0
    var carrier = CarriedView(to: new.catalog, vocabulary: vocabulary)
    let view = carrier.carried(before.view, from: before.schema, isReported: !isEmpty)
    let (old, schema) = (feed, catalog.schema)
    let steps = history.carried { carrier.carried($0, from: schema, isReported: false) }
    let shown = carried(lastShown, to: new)
    install(new, ordering: ordering)
    if isReload { previous = old }
    if isEmpty { setAside = before }
    (self.view, rows, history, lastShown) = (view, rows(of: view), steps, shown)
    return carrier.misfits
  }

  /// Adopts the page of rows that was found while the feed was read.
  package func adopt(
    page: LoadedFeed, view: View, rows: RowList, counts: (view: Int, feed: Int)
  ) {
    feed = page
    feedNumber += 1
    history = UndoHistory()
    start(with: page.catalog)
    replace(view, rows: rows)
    passedCounts = counts
  }

  /// Runs a function as if a catalog without rows were loaded.
  package func supposing<Result>(_ catalog: Catalog, _ body: () throws -> Result) rethrows -> Result
  {
    let before = (self.catalog, view, rows, page, lastShown)
    start(with: catalog)
    defer { (self.catalog, view, rows, page, lastShown) = before }
    return try body()
  }

  /// Marks the feed as fresh, after its server has confirmed it.
  package func noteFresh() { feed?.state = .fresh }

  /// Removes the state before the last reload, so that `diff` does not compare with it.
  package func forgetPrevious() { previous = nil }

  /// The item shown last, in another state of the feed; nil if it is gone.
  private func carried(_ shown: Shown?, to new: LoadedFeed) -> Shown? {
    let (key, name): (String?, String)
    switch shown {
    case nil: return nil
    case .remembered(let remembered): (key, name) = (remembered.key, remembered.name)
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
    return if case .remembered = shown { shown } else { nil }
  }
}

/// Changing the view.
extension Session {
  /// Shows another view.
  package func show(_ view: View) {
    setAside = nil
    let found = found(view)
    searchCorrections = found.corrections
    if view != self.view { history.record(.view(self.view)) }
    replace(view, rows: found.rows)
  }

  /// Computes the rows of the view again, because favorites and notes may have changed.
  package func refresh() { replace(view, rows: rows(of: view)) }

  /// Records which positions of the view were listed.
  package func noteListed(_ page: Range<Int>) { self.page = page }

  /// Records the item that was shown last.
  package func noteShown(_ shown: Shown) { lastShown = shown }

  /// Records a change of the library, so that it can be undone.
  package func record(_ change: Library.Change) {
    history.record(.library(change))
    takeOwnValues()
  }

  /// Records a change of the collection, so that it can be undone.
  ///
  /// - Parameters:
  ///   - change: The change of files.
  ///   - marks: The change of the library that belongs to it.
  package func record(_ change: RecipeCollection.Change, _ marks: Library.Change = .init()) {
    history.record(.collection(change, marks))
    takeOwnValues()
  }

  /// Moves the last step to the undone ones; the caller applies changes of the library and the collection.
  package func stepBack() { showStep(history.stepBack(from: view)) }

  /// Moves the last undone step back; the caller applies changes of the library and the collection.
  package func stepForward() { showStep(history.stepForward(from: view)) }

  private func showStep(_ view: View?) {
    guard let view else { return takeOwnValues() }
    setAside = nil
    replace(view, rows: rows(of: view))
  }
}

/// Rows of views, and their marks.
extension Session {
  /// The marks that a filter can ask for with `is:`.
  package static let markNames = ["favorite", "noted", "cookable", "cooked", "new", "malformed"]

  /// The rows with each mark that some clauses ask for.
  package func marks(for clauses: [FilterExpression]) -> RowMarks {
    var marks = marks()
    // Finding what can be cooked takes long the first time.
    if clauses.contains(where: { $0.asks(for: "cookable") }) { marks["cookable"] = cookableRows() }
    return marks
  }

  /// The favorites, the rows with notes, and the malformed ones.
  package func marks() -> RowMarks {
    let remembered = library.remembered()
    let stamp = stamp
    if let knownMarks, knownMarks.stamp == stamp { return knownMarks.marks }
    var marks = computedMarks(remembered.favorites, remembered.notes)
    marks["new"] = new.capacity == catalog.count ? new : RowSet(capacity: catalog.count)
    marks["cooked"] = cooked.count == 0 ? RowSet(capacity: catalog.count) : cooked
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
  package func rows(of view: View) -> RowList { found(view).rows }

  private func found(_ view: View) -> (rows: RowList, corrections: [SearchCorrection]) {
    view.rows(
      of: catalog, among: rows(matching: view), notes: view.search == nil ? [:] : notesByRow())
  }

  /// The rows for which the clauses of a view hold; those of the last view are cached.
  private func rows(matching view: View) -> RowSet {
    if view.clauses.isEmpty { return catalog.all }
    let marks = marks(for: view.clauses.map(\.expression))
    let stamp = stamp
    if let knownRows, knownRows.stamp == stamp, knownRows.clauses == view.clauses {
      return knownRows.rows
    }
    let rows = view.matching(of: catalog, marks: marks)
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
