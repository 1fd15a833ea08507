import Text

extension IngredientLine {
  /// The line as one JSON object: `input`, `amounts`, `name`, `note`, `optional` and the scaled `text`.
  ///
  /// Values are exact fractions in strings, such as `"3/2"`. A heading has no name.
  package func json(in choice: UnitChoice = UnitChoice()) -> JSONValue {
    let amounts = amounts.map { amount in
      JSONValue.object([
        .init("value", .string(amount.value.description)),
        .init("upper", amount.upper.map { .string($0.description) } ?? .null),
        .init("unit", .string(amount.unit.id)),
        .init("scales", .bool(amount.scales)),
        .init("group", .number(Double(amount.group))),
      ])
    }
    return .object([
      .init("input", .string(published)), .init("amounts", .array(amounts)),
      .init("name", .string(isHeading ? "" : name)), .init("note", .string(note)),
      .init("optional", .bool(isOptional)), .init("text", .string(text(in: choice))),
    ])
  }
}
