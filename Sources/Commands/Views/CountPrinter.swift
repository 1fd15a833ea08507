import Catalog
import Output
import Terminal
import Text

/// Prints counts of rows, for commands and for streaming answers.
package struct CountPrinter {
  let output: Output

  package init(_ output: Output) { self.output = output }

  /// Prints the number of rows.
  package func print(count: Int) {
    guard !output.format.isStyled else { return output.print([StyledText(text(ofCount: count))]) }
    output.print(Report([.init("count", isNumber: true)], [[Cell(count)]], isSingle: true))
  }

  /// A count on the terminal with separators, and elsewhere without, where other programs may read it.
  private func text(ofCount count: Int) -> String {
    output.width == nil ? "\(count)" : grouped(count)
  }

  /// A count as a cell of a table.
  func cell(count: Int) -> Cell {
    Cell(StyledText(text(ofCount: count)), .number(Double(count)))
  }

  /// A value as tables show it.
  private func shown(_ value: String, _ field: Field) -> String {
    guard field.kind == .minutes else { return value }
    return Double(value).map { shownMinutes($0) } ?? value
  }

  /// Prints the number of rows with each value of a field, and of those without one, with bars.
  package func print(_ counts: [ValueCount], missing: Int, of field: Field) {
    let widest = output.width.map { max(4, min(24, $0 / 4)) } ?? 24
    let most = counts.map(\.count).max() ?? 1
    let isNumber = [.number, .minutes].contains(field.kind)
    var rows: [[Cell]] = []
    rows.reserveCapacity(counts.count + 1)
    for entry in counts {
      if rows.count & 0xFFF == 0xFFF, output.isUnwanted { return }
      rows.append([
        Cell(
          StyledText(shown(entry.value, field)),
          isNumber
            ? .number(Double(entry.value) ?? 0) : JSONValue(.text(entry.value), of: field)),
        cell(count: entry.count),
        Cell(StyledText(bar(Double(entry.count) / Double(most), width: widest), .accent), .null),
      ])
    }
    if missing > 0 {
      rows.append([
        Cell(StyledText("(none)", .faint), .null), cell(count: missing),
        Cell(
          StyledText(bar(Double(missing) / Double(max(most, missing)), width: widest), .faint),
          .null),
      ])
    }
    var columns = [
      Report.Column(field.name, isFlexible: true),
      // Names of columns must be unique for programs.
      Report.Column(field.name == "count" ? "rows" : "count", isNumber: true),
      Report.Column("bar", title: ""),
    ]
    if !output.format.isStyled {
      columns.removeLast()
      for row in rows.indices { rows[row].removeLast() }
    }
    output.print(Report(columns, rows))
  }
}
