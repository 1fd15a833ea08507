import Assistance
import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<NarrowContext> {
  static var count: Self {
    Self(
      "count", Context.countedField.optional, aliases: ["co"],
      summary: "Count the rows of the view, in all or for each value of a field.",
      streaming: { narrow, field in
        narrow.question?.ask(for: field.map { .counts(field: $0) } ?? .count) ?? false
      },
      examples: [
        Example("count", prints: "64"),
        Example(
          "count by cuisine",
          prints: """
              Cuisine         Count
              Italian             6  ████████████████████████
              French              5  ████████████████████
            …
            """),
      ]
    ) { narrow, field in
      guard let field else {
        let count = narrow.session.presentRows().count
        return CountPrinter(narrow.output).print(count: count)
      }
      try narrow.countRows(by: field)
    }
  }
}

extension NarrowContext {
  /// The field whose values are counted, after an optional `by`.
  fileprivate static var countedField: Parameter<NarrowContext, Int> {
    Parameter(
      "by FIELD", .statement,
      examine: { context, argument in
        let word = argument.word
        let field = context.session.withoutBy(word, in: argument.line)
        if field.text.lowercased() == "by" { return Examination(word, .keyword) }
        let fault = mistake { try context.session.field(field, in: "") }
        var examination = Examination(field, .field, fault: fault)
        if field.range != word.range {
          let by = word.range.lowerBound..<word.range.lowerBound + 2
          examination.spans.insert(LineSpan(by, .keyword), at: 0)
        }
        return examination
      },
      complete: { context, request in
        let fields = context.assistance.fieldCandidates
        if request.text.lowercased().hasPrefix("by ") {
          return request.from(3).suggestions(fields, isWhole: true)
        }
        let by = [Candidate("by", "for each value of a field")]
        return request.suggestions(by, isWhole: true, isWord: true)
          + request.suggestions(fields, isWhole: true)
      },
      parse: { context, argument in
        let word = context.session.withoutBy(argument.word, in: argument.line)
        if word.text.lowercased() == "by", context.catalog.schema.index(of: "by") == nil {
          throw Failure(
            "`count by` needs a field", hint: "e.g. count by cuisine", at: word.range,
            in: argument.line)
        }
        return try context.session.field(word, in: argument.line)
      })
  }
}

extension NarrowContext {
  fileprivate func countRows(by field: Int) throws {
    let rows = session.presentRows()
    let set = rows.set(capacity: catalog.count)
    let progress = output.progress("counting")
    defer { progress.clear() }
    let counts = catalog.counts(field, in: set) { done in
      progress.show(done, of: set.count)
      return !world.interruptions.isRaised
    }
    progress.clear()
    if world.interruptions.isRaised { throw Failure.interrupted }
    if rows.isEmpty { output.say("the view has no rows") }
    let missing = set.intersection(catalog.present(field).complement).count
    CountPrinter(output).print(counts, missing: missing, of: catalog.schema.fields[field])
    if world.interruptions.isRaised { throw Failure.interrupted }
  }
}

extension Command<NarrowContext> {
  static var fields: Self {
    Self(
      "fields", summary: "List the fields of the feed.",
      examples: [
        Example(
          "fields",
          prints: """
              Field         Type      Rows  Distinct  Example
              id            text     100 %        64  852790ad-941a-5bec-aebb-1b76fdaca…
              name          text     100 %        64  Bánh mì
            …
            """)
      ]
    ) { context in
      let catalog = context.catalog
      let printer = CountPrinter(context.output)
      let rows = catalog.schema.fields.enumerated().map { number, field in
        let present = catalog.present(number)
        let share = catalog.count == 0 ? 0 : present.count * 100 / catalog.count
        return [
          Cell(field.name), Cell(field.kind.rawValue),
          Cell(
            StyledText(share == 0 && !present.isEmpty ? "<1 %" : "\(share) %"),
            .number(Double(present.count))),
          printer.cell(count: catalog.distinctCount(number)),
          example(of: number, in: catalog, present),
        ]
      }
      if rows.isEmpty { context.output.say("the feed has no fields") }
      context.output.print(
        Report(
          [
            .init("field", title: "Field"), .init("type", title: "Type"),
            .init("present", title: "Rows", isNumber: true),
            .init("distinct", title: "Distinct", isNumber: true),
            .init("example", title: "Example", isFlexible: true),
          ], rows))
    }
  }
}

/// A cell with a value of a field: whole for programs, its beginning for people.
private func example(of field: Int, in catalog: Catalog, _ present: RowSet) -> Cell {
  guard let row = present.first else { return Cell(optional: nil) }
  let value = catalog.shownValue(field, row)
  return Cell(StyledText(clipped(value, to: 60)), .string(value))
}
