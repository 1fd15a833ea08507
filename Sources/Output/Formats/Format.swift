/// An output format for results.
package struct Format: Sendable {
  /// The intended readers of a format.
  package enum Reader: Sendable {
    case people, programs
  }

  /// The name in `--format`, `set format` and `export`.
  package let name: String
  package let reader: Reader
  /// Whether ``Output`` lays results out for the terminal: in color, and as wide as the window.
  package var isStyled: Bool { writer == nil }
  /// Whether each row is one line, even if its value is usually written on several lines.
  package var isLinePerRow: Bool { writer?.isLinePerRow ?? false }
  /// Whether people open it in spreadsheets, which take some texts for formulas.
  package var isSpreadsheet: Bool { writer?.isSpreadsheet ?? false }
  private let writer: (any ReportWriter)?

  private init(_ name: String, for reader: Reader, _ writer: (any ReportWriter)?) {
    (self.name, self.reader, self.writer) = (name, reader, writer)
  }

  package static let table = Format("table", for: .people, nil)
  package static let json = Format("json", for: .programs, JSONWriter())
  package static let ndjson = Format("ndjson", for: .programs, NDJSONWriter())
  package static let csv = Format(
    "csv", for: .programs, SeparatedWriter(mark: ",", field: csvField))
  package static let tsv = Format(
    "tsv", for: .programs, SeparatedWriter(mark: "\t", field: tsvField))
  package static let markdown = Format("markdown", for: .people, MarkdownWriter())

  /// All formats, in the order in which they are offered.
  package static let all = [table, json, ndjson, csv, tsv, markdown]

  /// The formats of files.
  package static var exports: [Format] { all.filter { !$0.isStyled } }

  /// The format with a name; nil if there is none.
  package init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }
}

extension Format: Equatable {
  package static func == (one: Format, other: Format) -> Bool { one.name == other.name }
}

extension Format {
  /// Formats a whole report.
  ///
  /// - Parameter report: The report.
  /// - Returns: Complete lines.
  /// - Precondition: The format is not one that is laid out for the terminal.
  package func text(of report: Report) -> String { required.text(of: report) }

  /// Formats some rows of a report that is written in parts.
  ///
  /// - Parameters:
  ///   - report: The rows.
  ///   - isFirst: Whether the part begins the report.
  ///   - isLast: Whether the part ends the report.
  /// - Returns: The text of the part; in JSON, its last line is incomplete, except in the last part.
  /// - Precondition: The format is not one that is laid out for the terminal.
  package func part(of report: Report, isFirst: Bool, isLast: Bool) -> String {
    required.part(of: report, isFirst: isFirst, isLast: isLast)
  }

  private var required: any ReportWriter {
    guard let writer else { preconditionFailure("Output lays out \(name) itself.") }
    return writer
  }
}

/// Writes reports in a format, as a whole or in parts.
protocol ReportWriter: Sendable {
  var isLinePerRow: Bool { get }
  var isSpreadsheet: Bool { get }
  func text(of report: Report) -> String
  func part(of report: Report, isFirst: Bool, isLast: Bool) -> String
}

extension ReportWriter {
  var isLinePerRow: Bool { false }
  var isSpreadsheet: Bool { false }

  func text(of report: Report) -> String { part(of: report, isFirst: true, isLast: true) }
}
