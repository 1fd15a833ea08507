import Terminal
import Text

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

/// Returns a text as a paragraph of Markdown, in which no character has a meaning (CommonMark, 2.4).
package func markdownText(_ text: String) -> String {
  let escaped = markdownField(harmless(text))
    .replacing("#", with: "\\#").replacing("~", with: "\\~")
  guard let first = escaped.first else { return "" }
  if "-+=".contains(first) { return "\\" + escaped }
  // A number would begin a list.
  let digits = escaped.prefix { $0.isASCII && $0.isNumber }
  guard !digits.isEmpty, let mark = escaped.dropFirst(digits.count).first, ".)".contains(mark)
  else { return escaped }
  return digits + "\\" + escaped.dropFirst(digits.count)
}

private func markdownField(_ text: String) -> String {
  var escaped = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if "|\\`*_<>[]&".unicodeScalars.contains(scalar) { escaped.append("\\") }
    escaped.append(scalar)
  }
  return String(escaped)
}
