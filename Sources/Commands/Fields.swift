import Catalog
import Interpreter
import Output
import Terminal
import Text

extension Command<CommandContext> {
  static var fields: Self {
    Self("fields", summary: "List the fields of the feed.", examples: ["fields"]) { context, _ in
      let catalog = context.catalog
      let rows = catalog.schema.fields.enumerated().map { number, field in
        let present = catalog.present(number)
        let share = catalog.count == 0 ? 0 : present.count * 100 / catalog.count
        return [
          Cell(field.name), Cell(field.kind.rawValue),
          Cell(
            StyledText(share == 0 && !present.isEmpty ? "<1 %" : "\(share) %"),
            .number(Double(present.count))),
          Cell(catalog.distinctCount(number)),
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

/// A value of a field: whole for programs, its beginning for people.
private func example(of field: Int, in catalog: Catalog, _ present: RowSet) -> Cell {
  guard let row = present.first else { return Cell(optional: nil) }
  let value = catalog.shownValue(field, row)
  return Cell(StyledText(clipped(value, to: 60)), .string(value))
}
