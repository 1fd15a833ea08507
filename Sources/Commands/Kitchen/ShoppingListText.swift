import Cooking
import Kitchen
import Output
import Terminal
import Text

extension ShoppingList.Entry {
  /// The amounts in words, such as `150 g + 1 tbsp`.
  var amountText: String { amounts.joined(separator: " + ") }
}

/// The shopping list as text.
extension ShoppingList {
  /// The list for people: numbered entries with boxes, by aisle.
  func lines(_ rows: [(Int, Entry)], titles: [String]) -> [StyledText] {
    var lines: [StyledText] = []
    if !titles.isEmpty {
      lines.append(
        StyledText("For ", .faint) + StyledText(titles.joined(separator: " · "), .strong))
    }
    let widest = min(rows.map { displayWidth(of: harmless($0.1.name)) }.max() ?? 0, 30)
    let digits = "\(rows.last?.0 ?? 0)".utf8.count
    var aisle: String?
    for (number, row) in rows {
      if row.aisle != aisle {
        aisle = row.aisle
        lines.append("")
        lines.append(StyledText(row.aisle, .strong))
      }
      let place = String(repeating: " ", count: digits - "\(number)".utf8.count) + "\(number)"
      var line = StyledText("\(place) ", .faint) + StyledText(row.isDone ? "[x] " : "[ ] ")
      line.append(
        StyledText(
          padded(clipped(harmless(row.name), to: 30), to: widest), row.isDone ? .faint : .plain))
      line.append(StyledText("  " + row.amountText, row.isDone ? .faint : .accent))
      if dishes.count > 1, !row.dishes.isEmpty {
        line.append(StyledText("  " + row.dishes.joined(separator: ", "), .faint))
      }
      lines.append(line)
    }
    return lines
  }

  /// The list for programs.
  func report(_ rows: [(Int, Entry)]) -> Report {
    Report(
      [
        .init("number", isNumber: true), .init("aisle"), .init("name"), .init("amounts"),
        .init("dishes"), .init("done"),
      ],
      rows.map { number, row in
        [
          Cell(number), Cell(row.aisle), Cell(row.name), Cell(row.amountText),
          Cell(
            StyledText(row.dishes.joined(separator: ", ")), .array(row.dishes.map { .string($0) })),
          Cell(StyledText(row.isDone ? "yes" : "no"), .bool(row.isDone)),
        ]
      })
  }

  /// The list as a file.
  func text(_ rows: [Entry], as format: ShoppingFormat) -> String {
    switch format {
    case .json: return json(rows).text(isPretty: true) + "\n"
    case .cooklang: return cooklang
    case .markdown, .text:
      var lines: [String] = []
      var aisle: String?
      for row in rows {
        if row.aisle != aisle {
          if aisle != nil { lines.append("") }
          aisle = row.aisle
          lines.append(format == .markdown ? "## \(row.aisle)\n" : row.aisle)
        }
        let amounts = row.amounts.isEmpty ? "" : " \(row.amountText)"
        let box = format == .markdown ? "- [\(row.isDone ? "x" : " ")] " : row.isDone ? "x " : "  "
        lines.append(box + harmless(row.name) + amounts)
      }
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private func json(_ rows: [Entry]) -> JSONValue {
    .object([
      .init(
        "dishes",
        .array(
          dishes.map { entry in
            .object([
              .init("name", .string(entry.dish.name)), .init("feed", .string(entry.dish.feed)),
              .init("scale", entry.dish.scale.map { .string($0.description) } ?? .null),
            ])
          })),
      .init(
        "entries", .array(report(Array(zip(1..., rows))).rows.map { report([]).object($0) })),
    ])
  }

  /// The `.shopping-list` of Cooklang: dishes with their scale as a decimal number, and items with amounts.
  private var cooklang: String {
    let dishLines = dishes.map { entry in
      let factor = entry.dish.factor
      return "./" + cooklangName(entry.dish.name)
        + (factor == .one ? "" : "{\(cooklangNumber(factor))}")
    }
    let itemLines = items.map { item in
      let line = IngredientLine(item)
      let amounts = line.amounts
      guard line.isAmountAndName, amounts.count == 1 else { return cooklangName(item) }
      let upper = amounts[0].upper.map { "-" + cooklangNumber($0) } ?? ""
      let unit = amounts[0].unit == .whole ? "" : "%\(amounts[0].unit.id)"
      return "\(cooklangName(line.name)){\(cooklangNumber(amounts[0].value))\(upper)\(unit)}"
    }
    return (dishLines + itemLines).map { $0 + "\n" }.joined()
  }
}

/// A number of Cooklang, with at most three decimals.
private func cooklangNumber(_ value: Rational) -> String {
  JSONValue.number((value.approximation * 1000).rounded() / 1000).text()
}

/// A name on one line of Cooklang, without the marks that would begin an amount, a comment or a recipe.
private func cooklangName(_ name: String) -> String {
  let name = harmless(name).replacing("{", with: "(").replacing("}", with: ")")
    .replacing("//", with: "/").replacing("--", with: "–")
  return String(trimmingSpace(name).drop { "./- ".contains($0) })
}
