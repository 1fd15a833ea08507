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

  /// Prints the number of rows in each range of a field's numbers with bars, and the quartiles.
  func print(_ histogram: Histogram, missing: Int, of field: Field) {
    let most = histogram.bins.map(\.count).max() ?? 1
    var rows = histogram.bins.map { bin in
      [
        Cell(label(of: bin, histogram, field)), cell(count: bin.count),
        barCell(bin.count, of: most, .accent),
      ]
    }
    if missing > 0 { rows.append([Cell("(none)", .faint), cell(count: missing), Cell("")]) }
    output.print(
      Report(
        [
          .init(field.name, isFlexible: true), .init("count", isNumber: true),
          .init("bar", title: ""),
        ], rows))
    let numbers = [
      ("minimum", histogram.minimum), ("lower quartile", histogram.lowerQuartile),
      ("median", histogram.median), ("upper quartile", histogram.upperQuartile),
      ("maximum", histogram.maximum),
    ]
    output.sayBelowOutput(
      StyledText(numbers.map { "\($0) \(shown($1, field))" }.joined(separator: " · "), .faint))
  }

  private func label(of bin: Histogram.Bin, _ histogram: Histogram, _ field: Field) -> String {
    guard let upper = bin.upper else { return "from \(shown(bin.lower, field))" }
    guard histogram.isWhole else {
      return "\(shown(bin.lower, field)) to under \(shown(upper, field))"
    }
    return upper - bin.lower == 1
      ? shown(bin.lower, field) : "\(shown(bin.lower, field)) to \(shown(upper - 1, field))"
  }

  private func shown(_ number: Double, _ field: Field) -> String {
    field.kind == .minutes ? shownMinutes(number) : Value.number(number).text
  }

  private func barCell(_ count: Int, of most: Int, _ style: Style) -> Cell {
    let widest = output.width.map { max(4, min(24, $0 / 4)) } ?? 24
    return Cell(
      StyledText(bar(Double(count) / Double(max(1, most)), width: widest), style), .null)
  }

  /// The maximum width of a value of the second field as the heading of a column.
  private static let widestHeading = 16

  /// Prints the number of rows with each pair of values: for people in a table, for programs each pair.
  func print(_ counts: CrossCounts, of fields: [Field]) {
    guard output.format.isStyled else { return print(pairs: counts, of: fields) }
    func text(_ entry: CrossCounts.Entry, _ field: Field) -> String {
      entry.value.map { shown($0, field) } ?? "(none)"
    }
    let names = counts.firsts.map { text($0, fields[0]) }
    let headings = counts.seconds.map {
      clipped(harmless(text($0, fields[1])), to: Self.widestHeading)
    }
    // Headings that fit; the last column has the other values together.
    var room = (output.width ?? 100) - min(24, names.map { displayWidth(of: $0) }.max() ?? 0) - 18
    var shownCount = 0
    while shownCount < headings.count, room >= displayWidth(of: headings[shownCount]) + 2 {
      room -= max(6, displayWidth(of: headings[shownCount]) + 2)
      shownCount += 1
    }
    shownCount = max(1, shownCount)
    let (columns, others) = (
      counts.seconds.prefix(shownCount), counts.seconds.dropFirst(shownCount)
    )
    let rows = zip(counts.firsts, names).map { first, name -> [Cell] in
      let cells = columns.map { number(counts.count(first, $0)) }
      let rest = others.reduce(0) { $0 + counts.count(first, $1) }
      return [Cell(name)] + cells + [number(rest), cell(count: first.count)]
    }
    output.print(
      Report(
        [.init(fields[0].name, isFlexible: true, need: .essential)]
          + headings.prefix(shownCount).enumerated().map {
            .init("\($0)", title: $1, isNumber: true, isAlwaysShown: true)
          } + [
            .init("others", title: "others", isNumber: true),
            .init("all", title: "all", isNumber: true, need: .essential),
          ], rows))
    if !others.isEmpty {
      output.sayBelowOutput(
        StyledText(
          "others: \(counted(others.count, "more value")) of \(fields[1].name); --format csv has each pair",
          .faint))
    }
  }

  /// A number of rows; empty for none, so that the others stand out.
  private func number(_ count: Int) -> Cell { count == 0 ? Cell("") : cell(count: count) }

  private func print(pairs counts: CrossCounts, of fields: [Field]) {
    func cell(_ entry: CrossCounts.Entry, _ field: Field) -> Cell {
      guard let value = entry.value else { return Cell(StyledText("(none)"), .null) }
      let isNumber = [.number, .minutes].contains(field.kind)
      return Cell(
        StyledText(shown(value, field)),
        isNumber ? .number(Double(value) ?? 0) : JSONValue(.text(value), of: field))
    }
    let rows = counts.firsts.flatMap { first in
      counts.seconds.compactMap { second -> [Cell]? in
        let count = counts.count(first, second)
        return count == 0 ? nil : [cell(first, fields[0]), cell(second, fields[1]), Cell(count)]
      }
    }
    let keys = fields.map(\.name)
    let second = keys[0] == keys[1] ? keys[1] + "-2" : keys[1]
    output.print(
      Report(
        [
          .init(keys[0]), .init(second),
          .init(keys.contains("count") ? "rows" : "count", isNumber: true),
        ], rows))
  }

  /// Prints the number of rows with each value of a field, and of those without one, with bars.
  package func print(_ counts: [ValueCount], missing: Int, of field: Field) {
    let most = max(missing, counts.map(\.count).max() ?? 1)
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
        cell(count: entry.count), barCell(entry.count, of: most, .accent),
      ])
    }
    if missing > 0 {
      rows.append([
        Cell(StyledText("(none)", .faint), .null), cell(count: missing),
        barCell(missing, of: most, .faint),
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
