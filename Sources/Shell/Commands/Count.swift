import Catalog
import Interpreter
import SessionStore
import Terminal
import Text

extension Command<Shell> {
  static var count: Self {
    Self(
      "count", summary: "Count the rows of the view, or its rows by a field.",
      forms: [
        Form("by", parameters: [.field()], summary: "Count the rows by a field.") {
          try $0.countBy($1)
        },
        Form { shell, _ in
          let count = shell.session.rows.count
          guard shell.format != .table else { return shell.print([StyledText("\(count)")]) }
          shell.print(Report([.init("count", isNumber: true)], [[Cell(count)]], isSingle: true))
        },
      ], examples: ["count", "count by cuisine"])
  }
}

extension Shell {
  /// A value as tables show it.
  private func shown(_ value: String, _ field: Int) -> String {
    guard catalog.schema.fields[field].kind == .minutes else { return value }
    return Double(value).map { shownMinutes($0) } ?? value
  }

  fileprivate func countBy(_ arguments: Arguments) throws {
    guard let word = arguments["FIELD"] else { return }
    let field = try field(word, in: arguments.line)
    var set = RowSet(capacity: catalog.count)
    for row in session.rows { set.insert(row) }
    let counts = catalog.counts(field, in: set)
    if session.rows.isEmpty { say("the view has no rows") }
    let widest = width.map { max(4, min(24, $0 / 4)) } ?? 24
    let most = counts.map(\.count).max() ?? 1
    let isNumber = [.number, .minutes].contains(catalog.schema.fields[field].kind)
    var rows = counts.map { entry in
      [
        Cell(
          StyledText(shown(entry.value, field)),
          isNumber ? .number(Double(entry.value) ?? 0) : .string(entry.value)),
        Cell(entry.count),
        Cell(StyledText(bar(Double(entry.count) / Double(most), width: widest), .accent), .null),
      ]
    }
    let missing = set.intersection(catalog.present(field).complement).count
    if missing > 0 {
      rows.append([
        Cell(StyledText("(none)", .faint), .null), Cell(missing),
        Cell(
          StyledText(bar(Double(missing) / Double(max(most, missing)), width: widest), .faint),
          .null),
      ])
    }
    var columns = [
      Report.Column(catalog.schema.fields[field].name, isFlexible: true),
      Report.Column("count", isNumber: true), Report.Column("bar", title: ""),
    ]
    if format != .table {
      columns.removeLast()
      for row in rows.indices { rows[row].removeLast() }
    }
    print(Report(columns, rows))
  }
}
