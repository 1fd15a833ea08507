import Cooking
import Kitchen
import Output
import Terminal
import Text

extension ShoppingList.Entry {
  /// The amounts in words, such as `150 g + 1 tbsp`.
  var amountText: String { amounts.joined(separator: " + ") }

  /// The amounts with what is special of them and what is at home, as in `2 cups (1 of it whole wheat), 500 g at home`.
  var detailText: String {
    let special = remark.isEmpty ? "" : "(\(remark))"
    let amounts = [amountText, special].filter { !$0.isEmpty }.joined(separator: " ")
    return [amounts, atHome].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The name of its group: its aisle, or what is at home.
  var group: String { isAtHome ? ShoppingList.atHome : aisle }
}

/// The shopping list as text.
extension ShoppingList {
  /// The list for people: numbered entries with boxes, by aisle, in lines of at most `width` cells.
  func lines(_ rows: [(Int, Entry)], titles: [String], width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    if !titles.isEmpty {
      let title =
        StyledText("For ", .faint) + StyledText(titles.joined(separator: " · "), .strong)
      lines += title.wrapped(to: width)
    }
    let names = rows.map { firstWords(harmless($0.1.name), to: 30) }
    let widest = names.map { displayWidth(of: $0) }.max() ?? 0
    let digits = "\(rows.last?.0 ?? 0)".utf8.count
    var group: String?
    for ((number, row), name) in zip(rows, names) {
      if row.group != group {
        group = row.group
        lines.append("")
        lines.append(StyledText(row.group, .strong))
      }
      let place = String(repeating: " ", count: digits - "\(number)".utf8.count) + "\(number)"
      let box = StyledText("\(place) ", .faint) + StyledText(row.isDone ? "[x] " : "[ ] ")
      let need = details(of: row)
      guard need.width > 0 else {
        lines.append(box + StyledText(name, row.isDone ? .faint : .plain))
        continue
      }
      let left = box + StyledText(padded(name, to: widest) + "  ", row.isDone ? .faint : .plain)
      // Where there is little room beside the name, the rest is below it.
      let isBeside = width - left.width >= 12
      let indent = isBeside ? left.width : box.width
      let parts = need.wrapped(to: max(width - indent, 12))
      let hanging = parts.dropFirst(isBeside ? 1 : 0).map {
        StyledText(String(repeating: " ", count: indent)) + $0
      }
      lines.append(isBeside ? left + (parts.first ?? "") : left)
      lines += hanging
    }
    return lines
  }

  /// The list in sentences: each aisle, then its entries with their numbers, amounts and dishes.
  func sentences(_ rows: [(Int, Entry)], titles: [String]) -> [StyledText] {
    var lines = titles.isEmpty ? [] : ["For \(titles.joined(separator: ", "))."]
    var group: String?
    for (number, row) in rows {
      if row.group != group {
        group = row.group
        lines.append("\(row.group):")
      }
      let names = dishes.count > 1 ? row.dishes.map { harmless($0) }.joined(separator: ", ") : ""
      let parts = [
        "\(number)", harmless(row.name), row.detailText, names.isEmpty ? "" : "For \(names)",
        row.isDone ? "Ticked off" : "",
      ]
      lines.append(parts.filter { !$0.isEmpty }.map { $0 + "." }.joined(separator: " "))
    }
    return lines.map { StyledText($0) }
  }

  private func details(of row: Entry) -> StyledText {
    let amount = StyledText(row.detailText, row.isDone ? .faint : .accent)
    guard dishes.count > 1, !row.dishes.isEmpty else { return amount }
    let names = row.dishes.map { firstWords(harmless($0), to: 24) }.joined(separator: ", ")
    return amount + StyledText((row.detailText.isEmpty ? "" : "  ") + names, .faint)
  }

  /// The first words of a name that fit; `…` stands for the others.
  private func firstWords(_ name: String, to width: Int) -> String {
    guard displayWidth(of: name) > width else { return name }
    var text = ""
    for word in name.split(separator: " ") {
      let longer = text.isEmpty ? String(word) : text + " " + word
      if displayWidth(of: longer) > width - 2 { break }
      text = longer
    }
    return text.isEmpty ? clipped(name, to: width) : text + " …"
  }

  /// The list for programs.
  func report(_ rows: [(Int, Entry)]) -> Report {
    Report(
      [
        .init("number", isNumber: true), .init("aisle"), .init("name"), .init("amounts"),
        .init("remark"), .init("home"), .init("dishes"), .init("done"),
      ],
      rows.map { number, row in
        [
          Cell(number), Cell(row.aisle), Cell(row.name), Cell(row.amountText), Cell(row.remark),
          Cell(row.atHome),
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
      var group: String?
      for row in rows {
        if row.group != group {
          if group != nil { lines.append("") }
          group = row.group
          lines.append(format == .markdown ? "## \(row.group)\n" : row.group)
        }
        let box = format == .markdown ? "- [\(row.isDone ? "x" : " ")] " : row.isDone ? "x " : "  "
        lines.append(
          box + [harmless(row.name), row.detailText].filter { !$0.isEmpty }.joined(separator: " "))
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
