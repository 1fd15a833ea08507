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
    case .cooklang: return cooklang(rows)
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

  /// The `.shopping-list` of Cooklang: dishes with their scale, and items with amounts.
  private func cooklang(_ rows: [Entry]) -> String {
    var lines = dishes.map { entry -> String in
      let factor = entry.dish.factor
      return "./\(harmless(entry.dish.name))" + (factor == .one ? "" : "{\(factor)}")
    }
    lines += items.map { harmless($0) }
    return lines.map { $0 + "\n" }.joined()
  }
}
