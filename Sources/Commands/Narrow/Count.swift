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
      "count", Context.countedFields.optional, Context.each, aliases: ["co"],
      summary: "Count the rows of the view, in all or for each value of one or two fields.",
      streaming: { narrow, fields, _ in
        guard fields?.count ?? 0 < 2 else { return false }
        return narrow.question?.ask(for: fields.map { .counts(field: $0[0]) } ?? .count) ?? false
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
        Example(
          "filter cuisine=Thai; count by cuisine,servings",
          prints: """
              Cuisine  4  2  all
              Thai     3  1    4
            …
            """),
        Example(
          "count by time",
          prints: """
              Time              Count
              0 min to 29 min       6  ████████▌
            …
            """),
      ],
      details: [
        "Numbers and times with many different values are counted in ranges, with the quartiles below; --each counts each "
          + "value. Two fields make a table with a column for each of the most frequent values of the second one. Formats "
          + "for programs have each value, and each pair of values."
      ]
    ) { narrow, fields, isEach in
      guard let fields else {
        let count = narrow.session.presentRows().count
        return CountPrinter(narrow.output).print(count: count)
      }
      try narrow.countRows(by: fields, isEach: isEach)
    }
  }
}

extension NarrowContext {
  /// The flag `--each` at the end of the line.
  fileprivate static var each: Parameter<NarrowContext, Bool> { .flag("--each") }

  /// The one or two fields whose values are counted, after an optional `by`.
  fileprivate static var countedFields: Parameter<NarrowContext, [Int]> {
    Parameter(
      "by FIELD[,FIELD]", .statement, examine: { $0.examineCounted($1) },
      complete: { context, request in
        let fields = context.assistance.fieldCandidates
        if let comma = request.text.utf8.lastIndex(of: 0x2C) {
          let offset = request.text.utf8.distance(from: request.text.startIndex, to: comma) + 1
          let blanks = request.text.utf8.dropFirst(offset).prefix { $0 == 0x20 }.count
          return request.from(offset + blanks).suggestions(fields, isWhole: true)
        }
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
        let names = context.fieldNames(word, in: argument.line)
        guard names.count < 3 else {
          throw Failure(
            "`count` takes one or two fields", hint: "e.g. count by cuisine,time",
            at: names[2].range, in: argument.line)
        }
        return try names.map { try context.session.field($0, in: argument.line) }
      })
  }

  /// The names of fields with commas between them.
  private func fieldNames(_ word: Word, in line: String) -> [Word] {
    guard word.text.utf8.contains(0x2C), catalog.schema.index(of: word.text) == nil else {
      return [word]
    }
    var offset = word.range.lowerBound
    return word.text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let range = trimmed(line, offset..<offset + part.utf8.count)
      offset += part.utf8.count + 1
      return Word(text: slice(line, range), range: range, isQuoted: false)
    }
  }

  private func examineCounted(_ argument: Argument) -> Examination {
    let word = argument.word
    let fields = session.withoutBy(word, in: argument.line)
    if fields.text.lowercased() == "by" { return Examination(word, .keyword) }
    let names = fieldNames(fields, in: argument.line)
    var examination = Examination(
      spans: names.map { LineSpan($0.range, .field) },
      faults: names.compactMap { name in mistake { try session.field(name, in: "") } })
    if fields.range != word.range {
      let by = word.range.lowerBound..<word.range.lowerBound + 2
      examination.spans.insert(LineSpan(by, .keyword), at: 0)
    }
    return examination
  }
}

extension NarrowContext {
  fileprivate func countRows(by fields: [Int], isEach: Bool) throws {
    let rows = session.presentRows()
    let set = rows.set(capacity: catalog.count)
    if rows.isEmpty { output.say("the view has no rows") }
    let printer = CountPrinter(output)
    let progress = output.progress("counting")
    defer { progress.clear() }
    func mayGoOn(_ done: Int) -> Bool {
      progress.show(done, of: set.count)
      return !world.interruptions.isRaised
    }
    if fields.count == 2 {
      guard let counts = catalog.crossCounts(fields[0], fields[1], in: set, shouldContinue: mayGoOn)
      else { throw Failure.interrupted }
      progress.clear()
      printer.print(counts, of: fields.map { catalog.schema.fields[$0] })
      return
    }
    let field = fields[0]
    let missing = set.intersection(catalog.present(field).complement).count
    if !isEach, output.format.isStyled, let histogram = catalog.histogram(field, in: set) {
      return printer.print(histogram, missing: missing, of: catalog.schema.fields[field])
    }
    let counts = catalog.counts(field, in: set, shouldContinue: mayGoOn)
    progress.clear()
    if world.interruptions.isRaised { throw Failure.interrupted }
    printer.print(counts, missing: missing, of: catalog.schema.fields[field])
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
