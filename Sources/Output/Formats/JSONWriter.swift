import Text

/// Writes a list of objects in JSON, or one object for a single-object report.
struct JSONWriter: ReportWriter {
  func text(of report: Report) -> String {
    if report.rows.isEmpty { return "[]\n" }
    if report.isSingle { return report.object(report.rows[0]).text(isPretty: true) + "\n" }
    return part(of: report, isFirst: true, isLast: true)
  }

  func part(of report: Report, isFirst: Bool, isLast: Bool) -> String {
    let objects = report.rows.map { "  " + report.object($0).text() }.joined(separator: ",\n")
    return (isFirst ? "[\n" : ",\n") + objects + (isLast ? "\n]\n" : "")
  }
}

/// Writes each row as a JSON object on one line.
struct NDJSONWriter: ReportWriter {
  let isLinePerRow = true

  func part(of report: Report, isFirst: Bool, isLast: Bool) -> String {
    report.rows.map { report.object($0).text() + "\n" }.joined()
  }
}
