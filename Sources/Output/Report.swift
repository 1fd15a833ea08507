import Terminal
import Text

/// The note that some findings are counted, and not listed.
package func notListed(_ count: Int) -> String {
  "\(count) more \(count == 1 ? "is" : "are") not listed"
}

/// How results are written.
package enum Format: String, Sendable, CaseIterable {
  case table, json, ndjson, csv, tsv, markdown
}

/// Rows of named values, as every command that lists something gives them.
package struct Report {
  /// A named value of each row.
  package struct Column {
    /// Its name in JSON, csv and tsv.
    package var key: String
    /// Its heading in a table.
    package var title: String
    package var isNumber: Bool
    package var isFlexible: Bool
    /// Whether tables show it.
    package var isShown: Bool
    /// Whether tables show it even where every row leaves it empty.
    package var isKept: Bool

    package init(
      _ key: String, title: String? = nil, isNumber: Bool = false, isFlexible: Bool = false,
      isShown: Bool = true, isKept: Bool = false
    ) {
      self.isKept = isKept
      self.key = key
      self.title = title ?? key.prefix(1).uppercased() + key.dropFirst()
      self.isNumber = isNumber
      self.isFlexible = isFlexible
      self.isShown = isShown
    }
  }

  package var columns: [Column]
  package var rows: [[Cell]]
  /// Whether the report is one object rather than a list of them.
  package var isSingle = false

  package init(_ columns: [Column], _ rows: [[Cell]], isSingle: Bool = false) {
    self.columns = columns
    self.rows = rows
    self.isSingle = isSingle
  }

  /// Adds rows that say how many others are left out, and a column of these numbers; nothing if none are.
  package mutating func addOmitted(_ omitted: [(cells: [Cell], count: Int)]) {
    if omitted.isEmpty { return }
    columns.append(Column("omitted", isNumber: true))
    rows = rows.map { $0 + [Cell(optional: nil)] } + omitted.map { $0.cells + [Cell($0.count)] }
  }

  /// The columns that tables show, with their rows.
  package var table: TextTable {
    let shown = columns.indices.filter { columns[$0].isShown }
    return TextTable(
      columns: shown.map { number in
        let column = columns[number]
        return .init(
          column.title, isNumber: column.isNumber, isFlexible: column.isFlexible,
          isKept: column.isKept)
      },
      rows: rows.map { row in shown.map { row[$0].text } })
  }

  /// The values of a row as one JSON object.
  package func object(_ row: [Cell]) -> JSONValue {
    .object(zip(columns, row).map { JSONValue.Member($0.key, $1.value) })
  }

  /// The report in a format that is not for the eye.
  ///
  /// - Parameter format: Any but ``Format/table``.
  /// - Returns: Whole lines.
  package func text(_ format: Format) -> String {
    if format == .json, rows.isEmpty { return "[]\n" }
    if format == .json, isSingle { return object(rows[0]).text(isPretty: true) + "\n" }
    return part(in: format, isFirst: true, isLast: true)
  }

  /// Some rows of a report that is written part after part.
  ///
  /// - Parameters:
  ///   - format: Any but ``Format/table``.
  ///   - isFirst: Whether what comes before all rows belongs to the part.
  ///   - isLast: Whether what comes behind all rows does.
  /// - Returns: As much of the report's text; of JSON the last line has no end yet, unless it is the last part.
  package func part(in format: Format, isFirst: Bool, isLast: Bool) -> String {
    switch format {
    case .table, .json:
      let objects = rows.map { "  " + object($0).text() }.joined(separator: ",\n")
      return (isFirst ? "[\n" : ",\n") + objects + (isLast ? "\n]\n" : "")
    case .ndjson: return rows.map { object($0).text() + "\n" }.joined()
    case .csv: return separated(by: ",", isFirst, field: csvField)
    case .tsv: return separated(by: "\t", isFirst, field: tsvField)
    case .markdown: return markdown(isFirst)
    }
  }

  /// The values of the first row, one below the other, without those that are missing.
  package var upright: Report {
    let values = zip(columns, rows.first ?? []).compactMap { column, cell in
      cell.flat.isEmpty ? nil : [Cell(column.title), Cell(harmless(cell.flat))]
    }
    return Report([.init("field"), .init("value")], values)
  }

  private func separated(
    by mark: String, _ isFirst: Bool, field: (String) -> String
  ) -> String {
    var text = isFirst ? columns.map { field($0.key) }.joined(separator: mark) + "\n" : ""
    for row in rows {
      for (place, cell) in row.enumerated() {
        if place > 0 { text += mark }
        text += field(cell.flat)
      }
      text += "\n"
    }
    return text
  }

  private func markdown(_ isFirst: Bool) -> String {
    let shown = columns.indices.filter { columns[$0].isShown }
    let head = "| " + shown.map { columns[$0].title }.joined(separator: " | ") + " |\n"
    let rule = "|" + shown.map { columns[$0].isNumber ? "---:|" : "---|" }.joined() + "\n"
    return (isFirst ? head + rule : "")
      + rows.map { row in
        "| " + shown.map { markdownField(row[$0].text.plain) }.joined(separator: " | ") + " |\n"
      }.joined()
  }
}

/// Whether a text begins with a visible letter and has no bytes but printable ones of ASCII, some of them aside; an
/// empty one is plain, too.
private func isPlain(_ text: String, without others: UInt8...) -> Bool {
  text.utf8.first != 0x20
    && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !others.contains($0) }
}

/// A field by RFC 4180; controls other than line feeds are escaped.
private func csvField(_ text: String) -> String {
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

/// A field of tab-separated values: tabs, line feeds and backslashes are escaped.
private func tsvField(_ text: String) -> String {
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

private func markdownField(_ text: String) -> String {
  var escaped = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if "|\\`*_<>[]&".unicodeScalars.contains(scalar) { escaped.append("\\") }
    escaped.append(scalar)
  }
  return String(escaped)
}
