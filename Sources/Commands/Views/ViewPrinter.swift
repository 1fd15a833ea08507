import Catalog
import Cooking
import Diagnostics
import FeedLoading
import Feeds
import Kitchen
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

/// Prints rows and the state of the view; tracks what was reported about the feed.
package final class ViewPrinter {
  package let session: Session
  package let library: Library
  package let loader: FeedLoader
  package let directory: FeedDirectory
  package let output: Output
  package let pictures: PictureViews
  package let world: World
  package let options: RunOptions
  /// The layout of rows in lists.
  private(set) var rows: RowLayout

  /// Whether the last command changed the view without printing it.
  private(set) var isOutdated = false
  /// Whether the next command of the line lists the view.
  private var isBeforeListing = false
  /// Whether the view changed, and the next command of the line lists it.
  private var isPostponed = false
  /// Whether the last page showed pictures, so that the next one does, too.
  private(set) var showsPictures = false
  /// Hints to print if the view turns out to be empty.
  package var hints: [String] = []
  /// The reported state of the feed; fresh if there was nothing to report.
  private var reportedState = LoadedFeed.Staleness.fresh
  /// The report about the feed's pages.
  private var reportedPages: String?
  /// Whether it was reported that the feed is empty.
  private var hasReportedEmpty = false
  /// Whether it was reported that the setting `servings` leaves some recipes as published.
  private var hasReportedUnscaled = false

  package init(
    session: Session, library: Library, loader: FeedLoader, directory: FeedDirectory,
    output: Output, pictures: PictureViews, world: World, options: RunOptions
  ) {
    (self.session, self.library, self.loader) = (session, library, loader)
    (self.directory, self.output, self.pictures) = (directory, output, pictures)
    (self.world, self.options) = (world, options)
    rows = RowLayout(
      session: session, library: library, output: output, pictures: pictures, world: world)
  }

  package var catalog: Catalog { session.catalog }
  /// The layout of one row in full.
  var records: RecordLayout {
    RecordLayout(session: session, library: library, output: output, rows: rows, world: world)
  }

  /// Prints lists with certain columns.
  package func withColumns(_ columns: ListColumns, _ body: () throws -> Void) rethrows {
    rows.columnsOnce = columns
    defer { rows.columnsOnce = nil }
    try body()
  }

  /// Begins a command.
  package func beginCommand(isBeforeListing: Bool = false) {
    self.isBeforeListing = isBeforeListing
    isOutdated = false
    hints = []
  }

  /// Begins another feed.
  package func beginFeed() { hasReportedEmpty = false }

  /// Records that it was reported that the feed is empty.
  package func noteReportedEmpty() { hasReportedEmpty = true }

  /// Makes sure that a dish has the requested scale; says once which recipes the setting `servings` leaves as published.
  ///
  /// - Throws: ``Failure`` if the scale was typed, and the dish does not have it.
  func requireScale(_ requested: RequestedScale, of dish: Dish) throws {
    try dish.requireScale(requested)
    guard let wanted = requested.scale, dish.scale == nil, let yield = dish.yield, !yield.isPeople,
      !hasReportedUnscaled
    else { return }
    hasReportedUnscaled = true
    let makes = yield.text(scaledBy: .one) ?? ""
    output.say(
      "\(harmless(dish.name)) makes \(harmless(makes)), so it is not scaled \(wanted): such recipes "
        + "stay as published.")
  }

  /// Records that the view need not be printed, as after the load at the start.
  package func skipPrinting() { isOutdated = false }

  /// Prints the whole view if the last command changed it without printing it.
  package func printIfOutdated() { if isOutdated { listWhole() } }

  /// Ends a line whose last command failed before it listed a view that an earlier one changed.
  package func endPostponement(lists: Bool) {
    let wasPostponed = isPostponed
    (isBeforeListing, isPostponed) = (false, false)
    if lists, wasPostponed { viewChanged() }
  }

  /// Reports missing pages of the feed, unless that was reported.
  package func reportPages() {
    guard !options.isInteractive, let pageNote = session.feed?.pageNote else { return }
    output.say(pageNote, .faint)
    reportedPages = pageNote
  }
}

/// Changing and showing the view.
extension ViewPrinter {
  /// Shows another view, and lists it at a prompt.
  package func show(_ view: View) {
    session.show(view)
    viewChanged()
  }

  /// Lists the first page of a changed view, or leaves that to a later command of the line.
  package func viewChanged() {
    session.noteListed(0..<0)
    isPostponed = options.isInteractive && isBeforeListing
    if isPostponed { return }
    if options.isInteractive {
      listPage(from: 0)
    } else {
      isOutdated = true
    }
  }

  /// The number of rows on a page.
  package var pageSize: Int {
    if let number = Int(library.settings["page-size"]) { return max(1, min(number, 1_000_000)) }
    let room = world.console.size().rows - 4
    // Heard rather than seen, a few rows at a time are enough.
    return max(3, output.isPlain ? min(room, Self.plainPageSize) : room)
  }

  /// The maximum number of rows on a page of plain output.
  private static let plainPageSize = 10

  /// Lists a page of the view, with its position.
  package func listPage(from start: Int) {
    list(start..<min(start + pageSize, session.rows.count))
  }

  /// Lists the whole view.
  package func listWhole() {
    isOutdated = false
    list(0..<session.rows.count)
  }

  /// Lists some rows of the view.
  package func list(_ range: Range<Int>) {
    // `next` shows the rest.
    let range = output.stopsInParts ? range.prefix(pageSize) : range
    (isOutdated, isPostponed) = (false, false)
    showsPictures = false
    session.noteListed(range)
    if output.isPaging || !output.format.isStyled, range.count > Self.partSize {
      printParts(of: range)
    } else {
      let report = report(on: range)
      if report.rows.count < range.count { return }
      output.print(report)
    }
    if range.count == 1 { session.noteShown(.row(session.rows[range.lowerBound])) }
    for line in takeStatusLines() { output.sayBelowOutput(line) }
  }

  /// The number of rows of a long list that are laid out at a time.
  private static let partSize = 500

  /// Lists rows until the user has seen enough.
  private func printParts(of range: Range<Int>) {
    var widths: [Int] = []
    if output.format.isStyled { output.beginTable() }
    defer { output.endTable() }
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.partSize) {
      if output.isUnwanted { return }
      let end = min(start + Self.partSize, range.upperBound)
      var report = report(on: start..<end, isPart: true)
      if !output.format.isStyled {
        let (isFirst, isLast) = (start == range.lowerBound, end == range.upperBound)
        output.write(output.format.part(of: report, isFirst: isFirst, isLast: isLast))
        continue
      }
      // A column that is empty so far may have values in later parts.
      for column in report.columns.indices { report.columns[column].isAlwaysShown = true }
      if output.isPlain {
        output.print(report.sentences.map { StyledText($0) })
        continue
      }
      let isFirst = start == range.lowerBound
      output.print { [table = report.table] width in
        if isFirst { widths = [] }
        return table.lines(width: width, widening: &widths)
      }
    }
  }

  /// Shows the pictures of a page of the view, and loads those of the next one.
  package func showPictures(from start: Int) {
    isOutdated = false
    let start = min(start, max(0, session.rows.count - 1))
    let isAll = !options.isInteractive && !world.console.output.isTerminal
    let end = isAll ? session.rows.count : min(start + picturePageSize, session.rows.count)
    session.noteListed(start..<end)
    showsPictures = true
    pictures.show(session.page)
    takeStatusLines().forEach { output.say($0) }
    pictures.prepareNextPage(after: end)
  }

  /// The number of pictures on a page.
  package var picturePageSize: Int { pictures.pageSize ?? pageSize }

  /// Draws the pictures of the last command again, for a new window size.
  ///
  /// - Returns: Whether there were any.
  package func redrawPictures() -> Bool {
    guard pictures.redraw() else { return false }
    if showsPictures { takeStatusLines().forEach { output.say($0) } }
    return true
  }

  private func report(on range: Range<Int>, isPart: Bool = false) -> Report {
    rows.listing(session.rows[range], from: range.lowerBound + 1, isPart: isPart)
  }

  /// The state of the view: its rows, conditions, order and special states.
  package func takeStatusLines() -> [StyledText] {
    guard let loaded = session.feed else {
      let hint = loader.failed == nil ? "load one" : "load another, or reload to try again"
      return [StyledText("there is no feed: \(hint)", .warning)]
    }
    if catalog.count == 0 {
      let line = StyledText("\(loaded.name): \(loaded.emptiness)", .warning)
      defer { hasReportedEmpty = true }
      return (hasReportedEmpty && !options.isInteractive ? [] : [line]) + takeStateLines()
    }
    let (viewed, all) = session.passedCounts ?? (session.rows.count, catalog.count)
    var parts = ["\(grouped(viewed)) of \(grouped(all))"]
    if session.page.count < viewed, !session.page.isEmpty {
      parts[0] = pageName
    }
    parts += conditionNames
    if let ordering = session.view.ordering, !ordering.keys.isEmpty {
      parts.append("by " + name(of: ordering))
    }
    var lines = [StyledText(parts.joined(separator: " · "), .faint)]
    if session.rows.isEmpty {
      lines += (hints + serviceHints).map { StyledText($0, .warning) } + looseningLines
    }
    return lines + takeStateLines()
  }

  /// The range of listed rows, as in `1–20 of 64`.
  private var pageName: String {
    let (first, last) = (session.page.lowerBound + 1, session.page.upperBound)
    var name = first == last ? grouped(first) : "\(grouped(first))–\(grouped(last))"
    let (viewed, all) = session.passedCounts ?? (session.rows.count, catalog.count)
    name += " of \(grouped(viewed))"
    if viewed != all { name += " (\(grouped(all)) in all)" }
    if last < viewed, options.isInteractive { name += " · next for more" }
    return name
  }

  /// The conditions of the view, as they would be typed.
  package var conditionNames: [String] {
    session.view.clauses.map(\.text) + (session.view.search.map { [$0.description] } ?? [])
  }

  /// An order, as it would be typed.
  package func name(of ordering: Ordering) -> String {
    ordering.keys.map { catalog.schema.fields[$0.field].name + ($0.descending ? " desc" : "") }
      .joined(separator: ", ")
  }

  /// Reports that the feed is a stale copy or incomplete, if no list has shown it: counts and exports do not.
  package func reportUnshownState() {
    guard let state = session.feed?.state else { return }
    let isUnshown = state != .fresh && state != reportedState
    if isUnshown || session.feed?.pageNote != reportedPages {
      for line in takeStateLines() { output.say(line) }
    }
  }

  private func takeStateLines() -> [StyledText] {
    reportedState = session.feed?.state ?? .fresh
    var lines: [StyledText] = []
    switch session.feed?.state {
    case .stale(let since, let reason):
      let why = reason.isEmpty ? "" : "; \(reason)"
      lines.append(
        StyledText("stale: this copy is from \(world.minute(of: since))\(why)", .warning))
    case .offlineCopy(let since):
      lines.append(StyledText("offline: this copy is from \(world.minute(of: since))", .warning))
    case .fresh, nil: break
    }
    if let pageNote = session.feed?.pageNote,
      options.isInteractive || pageNote != reportedPages
    {
      lines.append(StyledText(pageNote, .faint))
    }
    reportedPages = session.feed?.pageNote
    return lines
  }

  /// Commands that let the feed's service search for the words, if no row contains them.
  private var serviceHints: [String] {
    // The name was resolved when the feed was loaded.
    guard let search = session.view.search, let source = session.feed?.request.source,
      case .service(let profile, _)? = (try? directory.namedFeed(source))?.origin,
      profile.service?.search != nil
    else { return [] }
    return ["load \(source) \(search.words) asks the service"]
  }
}

/// Hints for a view without rows.
extension ViewPrinter {
  /// The maximum number of conditions of which several are left out together.
  private static let mostTried = 10

  /// Suggestions which conditions to loosen if all of them together leave no row.
  private var looseningLines: [StyledText] {
    let conditions = conditions
    for count in 1...max(1, conditions.count) {
      if count > 1, conditions.count > Self.mostTried { break }
      var best: (without: [Int], left: Int)?
      for without in choices(of: count, among: conditions.count) {
        var left = catalog.all
        for place in conditions.indices where !without.contains(place) {
          left = left.intersection(conditions[place].rows)
        }
        if left.count > best?.left ?? 0 { best = (without, left.count) }
      }
      guard let best else { continue }
      let names = best.without.map { conditions[$0].text }.joined(separator: " and ")
      let verb = best.left == 1 ? "is" : "are"
      return [StyledText("No rows. Without `\(names)` there \(verb) \(best.left).", .warning)]
    }
    return []
  }

  /// Each condition of the view, with its rows.
  private var conditions: [(text: String, rows: RowSet)] {
    let view = session.view
    var conditions = view.clauses.map { clause in
      let marks = session.marks(for: [clause.expression])
      return (text: clause.text, rows: catalog.rows(where: clause.expression, marks: marks))
    }
    if let search = view.search {
      var alone = View()
      alone.search = search
      conditions.append((search.description, session.rows(of: alone).set(capacity: catalog.count)))
    }
    return conditions
  }
}

/// All combinations of a number of indices, in order.
private func choices(of count: Int, among total: Int) -> [[Int]] {
  if count == 0 { return [[]] }
  return (0..<total).flatMap { last in choices(of: count - 1, among: last).map { $0 + [last] } }
}
