import Catalog
import Diagnostics
import FeedLoading
import Interpreter
import SessionStore
import Text

/// A command that ran, and how it went.
struct LastCommand {
  /// What it is called; nothing if the line could not be read.
  var name = ""
  /// The statement as it was typed.
  var statement = ""
  /// Why it failed; nil if it did not.
  var failure: Diagnostic?

  init() {}

  init(_ invocation: Invocation<Shell>) {
    name = invocation.command.name
    statement = slice(
      invocation.arguments.line, trimmed(invocation.arguments.line, invocation.range))
  }
}

/// What a person may want to do next.
extension Shell {
  /// Commands that list rows.
  private static let listing: Set = [
    "filter", "list", "load", "next", "pictures", "previous", "redo", "reload", "search", "sort",
    "undo",
  ]

  /// The sensible next line after what was done last; nil if nothing is.
  var nextStep: Proposal? {
    guard let last = advice.lastCommand else { return firstStep }
    guard let step = step(after: last) else { return nil }
    return Proposal(
      range: 0..<0, text: harmless(step.line), description: harmless(step.reason))
  }

  /// What somebody is shown who has never entered a line.
  private var firstStep: Proposal? {
    guard !history.hasLines, session.feed != nil, loader.pending == nil, !session.rows.isEmpty
    else {
      return nil
    }
    return Proposal(
      range: 0..<0, text: "list", description: "the rows of \(session.feed?.name ?? "")")
  }

  /// A line, and what it would do.
  private typealias Step = (line: String, reason: String)

  private func step(after last: LastCommand) -> Step? {
    if let failure = last.failure { return step(after: failure, of: last) }
    if Self.listing.contains(last.name) { return stepAfterListing }
    guard let row = session.lastRow, let number = session.number(of: row) else { return nil }
    switch last.name {
    case "show", "picture", "raw":
      return opening(row, number) ?? liking(row, number)
    case "open": return liking(row, number)
    case "random", "discover": return ("show \(number)", catalog.name(row))
    case "favorite": return ("note \(number) ", "write something about \(catalog.name(row))")
    default: return nil
    }
  }

  private func step(after failure: Diagnostic, of last: LastCommand) -> Step? {
    if ["load", "reload"].contains(last.name), loader.failed != nil {
      let again = session.feed == nil ? "reload" : last.statement
      return (again, "try again")
    }
    guard let meant = failure.correction, let span = failure.span, let source = failure.source,
      span.upperBound <= source.utf8.count, !source.contains(where: \.isNewline)
    else { return nil }
    let end = slice(source, span.upperBound..<source.utf8.count)
    return (slice(source, 0..<span.lowerBound) + meant + end, failure.message)
  }

  private var stepAfterListing: Step? {
    guard session.feed != nil, catalog.count > 0 else { return nil }
    if session.rows.isEmpty {
      guard case .view? = session.lastDone else { return nil }
      return ("undo", "go back to the view before")
    }
    let place = session.page.isEmpty ? 0 : session.page.lowerBound
    return ("show \(place + 1)", catalog.name(session.rows[place]))
  }

  private func opening(_ row: Int, _ number: Int) -> Step? {
    guard let field = session.preferredLink(of: row) else { return nil }
    let kind = catalog.schema.fields[field].name
    let isNamed = kind == "source"
    return (isNamed ? "open \(number)" : "open \(kind) \(number)", catalog.name(row))
  }

  private func liking(_ row: Int, _ number: Int) -> Step? {
    session.isFavorite(row) ? nil : ("favorite \(number)", catalog.name(row))
  }
}
