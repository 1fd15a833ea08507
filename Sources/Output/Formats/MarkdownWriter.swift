import Terminal

/// Writes a Markdown table of the columns that tables show.
struct MarkdownWriter: ReportWriter {
  func part(of report: Report, isFirst: Bool, isLast: Bool) -> String {
    let columns = report.columns
    let shown = columns.indices.filter { columns[$0].isShown }
    let head = "| " + shown.map { columns[$0].title }.joined(separator: " | ") + " |\n"
    let rule = "|" + shown.map { columns[$0].isNumber ? "---:|" : "---|" }.joined() + "\n"
    return (isFirst ? head + rule : "")
      + report.rows.map { row in
        "| " + shown.map { markdownField(row[$0].text.plain) }.joined(separator: " | ") + " |\n"
      }.joined()
  }
}

private func markdownField(_ text: String) -> String {
  var escaped = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if "|\\`*_<>[]&".unicodeScalars.contains(scalar) { escaped.append("\\") }
    escaped.append(scalar)
  }
  return String(escaped)
}
