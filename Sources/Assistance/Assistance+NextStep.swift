import Catalog
import Diagnostics
import FeedLoading
import Interpreter
import SessionStore
import Text

/// The last command, and its result.
package struct LastCommand {
  /// The statement as it was typed; empty if the line could not be parsed.
  var statement = ""
  /// Whether the command loads a feed.
  var loadsFeed = false
  /// Returns a sensible next line.
  var followUp: () -> NextStep? = { nil }
  /// The error; nil if the command succeeded.
  var failure: Diagnostic?

  init() {}

  package init<Context>(_ invocation: Invocation<Context>, in context: Context) {
    statement = slice(
      invocation.arguments.line, trimmed(invocation.arguments.line, invocation.range))
    loadsFeed = invocation.form.change == .feed
    if let followUp = invocation.command.followUp { self.followUp = { followUp(context) } }
  }
}

/// Proposals for the next command.
extension Assistance {
  /// A sensible next line after the last command; nil if there is none.
  package var nextStep: Proposal? {
    guard let last = lastCommand else { return emptyFeedStep.map(Self.proposal(of:)) ?? firstStep }
    guard let step = step(after: last) else { return nil }
    return Self.proposal(of: step)
  }

  private static func proposal(of step: NextStep) -> Proposal {
    Proposal(range: 0..<0, text: harmless(step.line), description: harmless(step.reason))
  }

  /// Proposes to reload a feed without rows: it may have some now.
  private var emptyFeedStep: NextStep? {
    guard session.feed != nil, loader.pending == nil, catalog.count == 0 else { return nil }
    return NextStep("reload", "the feed is empty")
  }

  /// The proposal for users who have never entered a line.
  private var firstStep: Proposal? {
    guard !history.hasLines, session.feed != nil, loader.pending == nil, !session.rows.isEmpty
    else { return nil }
    return Proposal(
      range: 0..<0, text: "list", description: "the rows of \(session.feed?.name ?? "")")
  }

  private func step(after last: LastCommand) -> NextStep? {
    guard let failure = last.failure else { return last.followUp() }
    if last.loadsFeed, loader.failed != nil {
      return NextStep(session.feed == nil ? "reload" : last.statement, "try again")
    }
    guard let meant = failure.correction, let span = failure.span, let source = failure.source,
      span.upperBound <= source.utf8.count, !source.contains(where: \.isNewline)
    else { return nil }
    let end = slice(source, span.upperBound..<source.utf8.count)
    return NextStep(slice(source, 0..<span.lowerBound) + meant + end, failure.message)
  }

  /// The step after a listing: show the first row.
  package var stepAfterListing: NextStep? {
    guard session.feed != nil, catalog.count > 0 else { return emptyFeedStep }
    if session.rows.isEmpty {
      guard case .view? = session.history.lastDone else { return nil }
      return NextStep("undo", "go back to the view before")
    }
    let place = session.page.isEmpty ? 0 : session.page.lowerBound
    return NextStep("show \(place + 1)", catalog.name(session.rows[place]))
  }

  /// The step after a row was picked: show it.
  package var stepAfterPicking: NextStep? {
    shownRow.map { NextStep("show \($0.number)", catalog.name($0.row)) }
  }

  /// The step after a row was shown: open its link, or make it a favorite.
  package var stepAfterShowing: NextStep? {
    guard let (row, number) = shownRow else { return nil }
    guard let field = session.preferredLink(of: row) else { return stepAfterOpening }
    let kind = catalog.schema.fields[field].name
    return NextStep(
      kind == "source" ? "open \(number)" : "open \(kind) \(number)", catalog.name(row))
  }

  /// The step after a link was opened: make its row a favorite.
  package var stepAfterOpening: NextStep? {
    guard let (row, number) = shownRow, !session.isFavorite(row) else { return nil }
    return NextStep("favorite \(number)", catalog.name(row))
  }

  /// The step after a row became a favorite: write a note about it.
  package var stepAfterLiking: NextStep? {
    shownRow.map { NextStep("note \($0.number) ", "write something about \(catalog.name($0.row))") }
  }

  /// The row that was shown last, and its number in the view.
  private var shownRow: (row: Int, number: Int)? {
    session.lastRow.flatMap { row in session.number(of: row).map { (row, $0) } }
  }
}
