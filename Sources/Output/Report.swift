import Terminal
import Text

/// Returns the note that a number of findings are counted, but not listed.
package func notListed(_ count: Int) -> String {
  "\(grouped(count)) more \(count == 1 ? "is" : "are") not listed"
}

/// Rows of named values, the output of commands that list something.
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
    /// Whether tables show it even if it is empty in every row.
    package var isAlwaysShown: Bool
    /// Whether tables continue long values in further lines.
    package var isWrapped: Bool
    /// How much narrow tables need it.
    package var need: TextTable.Need

    package init(
      _ key: String, title: String? = nil, isNumber: Bool = false, isFlexible: Bool = false,
      isShown: Bool = true, isAlwaysShown: Bool = false, isWrapped: Bool = false,
      need: TextTable.Need = .normal
    ) {
      self.isAlwaysShown = isAlwaysShown
      (self.isWrapped, self.need) = (isWrapped, need)
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

  /// Adds rows with the numbers of omitted rows, and a column for these numbers; nothing if there are none.
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
          isAlwaysShown: column.isAlwaysShown, isWrapped: column.isWrapped, need: column.need)
      },
      rows: rows.map { row in shown.map { row[$0].text } })
  }

  /// The values of a row as one JSON object.
  package func object(_ row: [Cell]) -> JSONValue {
    .object(zip(columns, row).map { JSONValue.Member($0.key, $1.value) })
  }

  /// The values of the first row, one below the other, without missing ones.
  package var upright: Report {
    let values = zip(columns, rows.first ?? []).compactMap { column, cell in
      cell.flat.isEmpty ? nil : [Cell(column.title), Cell(harmless(cell.flat))]
    }
    return Report([.init("field"), .init("value")], values)
  }
}
