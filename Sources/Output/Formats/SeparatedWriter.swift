import Terminal
import Text

/// Writes comma-separated or tab-separated values, after a line with the names of the columns.
struct SeparatedWriter: ReportWriter {
  let isSpreadsheet = true
  let mark: String
  /// Quotes or escapes the text of a field.
  let field: @Sendable (String) -> String

  func part(of report: Report, isFirst: Bool, isLast: Bool) -> String {
    var text = isFirst ? report.columns.map { field($0.key) }.joined(separator: mark) + "\n" : ""
    for row in report.rows {
      for (place, cell) in row.enumerated() {
        if place > 0 { text += mark }
        text += field(cell.separated)
      }
      text += "\n"
    }
    return text
  }
}

/// Whether a text consists of printable ASCII characters, without some of them, and does not begin with a space; true
/// for an empty text.
private func isPlain(_ text: String, without others: UInt8...) -> Bool {
  text.utf8.first != 0x20
    && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !others.contains($0) }
}

/// Returns a field as in RFC 4180; control characters other than line feeds are escaped.
@Sendable func csvField(_ text: String) -> String {
  if isPlain(text, without: 0x22, 0x2C) { return text }
  let safe = escapingHarmful(text, keeping: ["\n"])
  let needsQuotes = safe.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
  guard needsQuotes || safe.first == " " else { return safe }
  var quoted = String.UnicodeScalarView("\"".unicodeScalars)
  for scalar in safe.unicodeScalars {
    if scalar == "\"" { quoted.append(scalar) }
    quoted.append(scalar)
  }
  quoted.append("\"")
  return String(quoted)
}

/// Returns a field of tab-separated values; tabs, line feeds and backslashes are escaped.
@Sendable func tsvField(_ text: String) -> String {
  if isPlain(text, without: 0x5C) { return text }
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\t": out += "\\t"
    case "\n": out += "\\n"
    case "\r": out += "\\r"
    case "\\": out += "\\\\"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return escapingHarmful(out)
}

extension Report {
  /// Puts an apostrophe before each text that spreadsheets would take for a formula.
  ///
  /// These are texts that begin with `=`, `+`, `-`, `@`, a tab or a return: OWASP, "CSV Injection". Numbers stay.
  package mutating func quoteFormulas() {
    for column in columns.indices { columns[column].key = quotingFormula(columns[column].key) }
    for row in rows.indices {
      for column in rows[row].indices {
        switch rows[row][column].value {
        case .string, .array:
          let text = rows[row][column].flat
          let quoted = quotingFormula(text)
          if quoted != text { rows[row][column].value = .string(quoted) }
        case .null, .bool, .number, .object: break
        }
      }
    }
  }
}

private func quotingFormula(_ text: String) -> String {
  // Spreadsheets for Chinese and Japanese take the full-width forms for the others.
  guard let first = text.unicodeScalars.first,
    "=+-@\t\r\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  else { return text }
  return "'" + text
}

extension Cell {
  /// The value as one text, from which a list can be read again: lists are joined by `; `, or by line feeds if an item has
  /// a semicolon.
  fileprivate var separated: String {
    guard case .array(let items) = value else { return flat }
    let texts = items.map(\.flat)
    guard texts.contains(where: { $0.contains(";") }) else { return flat }
    return texts.joined(separator: "\n") + (texts.count == 1 ? "\n" : "")
  }
}
