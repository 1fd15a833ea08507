import Terminal
import Text
import World

/// Writes a Markdown table of the columns that tables show.
struct MarkdownWriter: ReportWriter {
  func part(of report: Report, isFirst: Bool, isLast: Bool) -> String {
    let columns = report.columns
    let shown = columns.indices.filter { columns[$0].isShown }
    let head = "| " + shown.map { columns[$0].title }.joined(separator: " | ") + " |\n"
    let rule = "|" + shown.map { columns[$0].isNumber ? "---:|" : "---|" }.joined() + "\n"
    return (isFirst ? head + rule : "")
      + report.rows.map { row in
        "| " + shown.map { markdownCell(row[$0].text.plain) }.joined(separator: " | ") + " |\n"
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

/// Returns an address as a link between angle brackets (CommonMark, 6.5); as text if `open` would refuse it or warn of a
/// user name.
package func markdownLink(_ address: String) -> String {
  guard let link = try? CheckedLink(address).hyperlink else { return markdownText(address) }
  return "<\(link)>"
}

/// Returns the text of a cell, as a link if it is one.
private func markdownCell(_ text: String) -> String {
  isHTTP(text) ? markdownLink(text) : markdownField(text)
}

/// Returns a text in which no character has a meaning, nor is an address a link (GitHub's extension of CommonMark).
private func markdownField(_ text: String) -> String {
  var escaped = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if "|\\`*_<>[]&".unicodeScalars.contains(scalar) { escaped.append("\\") }
    escaped.append(scalar)
  }
  return String(escaped).replacing("://", with: "\\://")
}
