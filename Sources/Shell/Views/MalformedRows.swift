import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Output
import SessionStore
import Terminal
import Text
import World

extension Shell {
  /// The most malformed records that a listing shows.
  private static let malformedLimit = 1000

  /// Whether a person wants to see malformed records in listings, and this one is for the eye.
  var showsMalformedRows: Bool {
    settings["show-malformed"] == "on" && (output.format == .table || output.format == .markdown)
  }

  /// Adds the malformed records to the end of a listing for the eye, if a person wants to see them there.
  ///
  /// They have no number, so that no command takes them for rows; where conditions narrow the view they meet none.
  func addMalformed(to report: inout Report) {
    guard showsMalformedRows,
      session.view.clauses.isEmpty, session.view.search == nil,
      let feed = loaded?.feed, feed.malformedCount > 0
    else { return }
    do throws(FileError) {
      for record in try feed.malformedRecords(limit: Self.malformedLimit) {
        report.rows.append(report.columns.map { cell(of: record, in: $0) })
      }
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
}
