import Assistance
import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<CommandContext> {
  static var count: Self {
    Self(
      "count", summary: "Count the rows of the view, or its rows by a field.",
      forms: [
        Form(
          "by", parameters: [.field()], summary: "Count the rows by a field.",
          streaming: { $0.stream(countingBy: $1[.field()]) }
        ) {
          try $0.countBy($1)
        },
        Form(streaming: { context, _ in context.question?.ask(for: .count) ?? false }) {
          context, _ in
          context.print(count: context.session.presentRows().count)
        },
      ], examples: ["count", "count by cuisine"])
  }
}

extension CommandContext {
  /// Prints how many rows there are.
  package func print(count: Int) {
    guard !output.format.isStyled else { return output.print([StyledText("\(count)")]) }
    output.print(Report([.init("count", isNumber: true)], [[Cell(count)]], isSingle: true))
  }

  /// A value as tables show it.
  private func shown(_ value: String, _ field: Field) -> String {
    guard field.kind == .minutes else { return value }
    return Double(value).map { shownMinutes($0) } ?? value
  }

  fileprivate func countBy(_ arguments: Arguments) throws {
    guard let word = arguments[.field()] else { return }
    let field = try session.field(word, in: arguments.line)
    let rows = session.presentRows()
    let set = rows.set(capacity: catalog.count)
    let progress = Progress("counting", on: world)
    defer { progress.clear() }
    let counts = catalog.counts(field, in: set) { done in
      progress.show(done, of: set.count)
      return !world.interruptions.isRaised
    }
    progress.clear()
    if world.interruptions.isRaised { throw Failure.interrupted }
    if rows.isEmpty { output.say("the view has no rows") }
    let missing = set.intersection(catalog.present(field).complement).count
    print(counts, missing: missing, of: catalog.schema.fields[field])
    if world.interruptions.isRaised { throw Failure.interrupted }
  }

  /// Prints how many rows have each value of a field, and how many have none, with bars.
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
        Cell(entry.count),
        Cell(StyledText(bar(Double(entry.count) / Double(most), width: widest), .accent), .null),
      ])
    }
    if missing > 0 {
      rows.append([
        Cell(StyledText("(none)", .faint), .null), Cell(missing),
        Cell(
          StyledText(bar(Double(missing) / Double(max(most, missing)), width: widest), .faint),
          .null),
      ])
    }
    var columns = [
      Report.Column(field.name, isFlexible: true),
      // Two of one name would be one to a program.
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
