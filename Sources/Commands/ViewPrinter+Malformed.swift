import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Output
import SessionStore
import Terminal
import Text
import World

extension ViewPrinter {
  /// The most malformed records that a listing shows.
  private static let malformedLimit = 1000

  /// Whether a person wants to see malformed records in listings, and this one is for the eye.
  package var showsMalformedRows: Bool {
    library.settings["show-malformed"] == "on"
      && output.format.reader == .people
  }

  /// Adds the malformed records to the end of a listing for the eye, if a person wants to see them there.
  ///
  /// They have no number, so that no command takes them for rows; where conditions narrow the view they meet none.
  func addMalformed(to report: inout Report) {
    guard showsMalformedRows,
      session.view.clauses.isEmpty, session.view.search == nil,
      let feed = session.feed?.feed, feed.malformedCount > 0
    else { return }
    do throws(FileError) {
      let records = try feed.malformedRecords(limit: Self.malformedLimit)
      for record in records {
        report.rows.append(report.columns.map { cell(of: record, in: $0) })
      }
      let rest = feed.malformedCount - records.count
      let isCut =
        records.count == Self.malformedLimit
        || feed.omittedProblems.contains { $0.severity == .error }
      if rest > 0, isCut { report.rows.append(report.columns.map { cell(omitting: rest, in: $0) }) }
    } catch {
      output.say(Diagnostic(error.description, severity: .warning))
    }
  }

  private func cell(of record: MalformedRecord, in column: Report.Column) -> Cell {
    switch column.key {
    case "row": Cell("✗", .bad)
    case "name":
      Cell("\(harmless(record.name ?? "(no name)")) – \(harmless(record.reason))", .faint)
    default: Cell(harmless(record.values[column.key] ?? ""), .faint)
    }
  }

  /// A part of the row that says how many malformed records are not shown.
  private func cell(omitting count: Int, in column: Report.Column) -> Cell {
    switch column.key {
    case "row": Cell("✗", .bad)
    case "name": Cell("\(count) more malformed", .faint)
    default: Cell("")
    }
  }
}
