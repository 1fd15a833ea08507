import Text

extension IngredientLine {
  /// The line as one JSON object: `input`, `amounts`, `name`, `note`, `optional` and the scaled `text`.
  ///
  /// Values are exact fractions in strings, such as `"3/2"`. A heading has no name.
  package func json(in choice: UnitChoice = UnitChoice()) -> JSONValue {
    let amounts = amounts.map { amount in
      let marks: [JSONValue.Member] =
        amount.isApproximate ? [.init("approximate", .bool(true))] : []
      return JSONValue.object(
        [
          .init("value", .string(amount.value.description)),
          .init("upper", amount.upper.map { .string($0.description) } ?? .null),
          .init("unit", .string(amount.unit.id)),
          .init("scales", .bool(amount.scales)),
          .init("group", .number(Double(amount.group))),
        ] + marks)
    }
    var more: [JSONValue.Member] = []
    if !size.isEmpty { more.append(.init("size", .string(size))) }
    if !alternatives.isEmpty {
      more.append(.init("alternatives", .array(alternatives.map { .string($0) })))
    }
    return .object(
      [
        .init("input", .string(published)), .init("amounts", .array(amounts)),
        .init("name", .string(isHeading ? "" : name)), .init("note", .string(note)),
        .init("optional", .bool(isOptional)), .init("text", .string(text(in: choice))),
      ] + more)
  }
}
