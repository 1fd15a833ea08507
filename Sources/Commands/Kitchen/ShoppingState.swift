import Cooking
import Output
import SessionStore
import Terminal
import Text

/// The stored shopping list.
struct ShoppingState {
  let dishes: [(key: String, dish: KitchenDish)]
  /// The free items, in the order in which they were added.
  let items: [String]
  private let ticks: Set<String>

  /// The keys of the entries that are ticked off.
  var ticked: [String] { ticks.sorted() }

  /// Reads the list.
  ///
  /// - Throws: ``LibraryError`` if the library cannot be read.
  init(_ library: Library) throws {
    dishes = try library.kitchen(.shoppingDish).compactMap { entry in
      entry.value(KitchenDish.self).map { (entry.key, $0) }
    }
    items = try library.kitchen(.shoppingItem).map(\.key)
    ticks = Set(try library.kitchen(.shoppingTick).map(\.key))
  }

  var isEmpty: Bool { dishes.isEmpty && items.isEmpty }

  /// An entry of the displayed list.
  struct Row {
    /// The key under which its tick is stored.
    let key: String
    let name: String
    /// The amounts with their units; empty if there are none.
    let amounts: String
    let aisle: String
    /// The dishes that need it.
    let dishes: [String]
    let isDone: Bool
    /// The user's own items that are part of it.
    let items: [String]
  }

  /// The entries in the order of the aisles; items that are not ingredients come last.
  func rows(aisles: Aisles) -> [Row] {
    let lines = items.map { IngredientLine($0) }
    // Items that belong to no aisle, such as candles, stay as they were typed.
    let isIngredient = lines.map { line in
      aisles.aisle(of: aisles.key(of: IngredientKey(line.name))) != Aisles.other
    }
    let own = zip(lines, isIngredient).filter(\.1).map(\.0)
    // Own items belong to a dish without a name.
    let list = ShoppingList(
      of: dishes.map { ShoppingDish(name: $0.dish.name, lines: $0.dish.scaledLines) }
        + own.map { ShoppingDish(name: "", lines: [$0]) }, aisles: aisles)
    let ingredients = list.entries.map { entry in
      Row(
        key: entry.key.text, name: entry.name, amounts: entry.amounts.joined(separator: " + "),
        aisle: entry.aisle, dishes: entry.dishes.filter { !$0.isEmpty },
        isDone: ticks.contains(entry.key.text),
        items: own.filter { aisles.key(of: IngredientKey($0.name)) == entry.key }.map(\.published))
    }
    let free = zip(items, isIngredient).filter { !$1 }.map(\.0).map { item in
      Row(
        key: "item " + item, name: item, amounts: "", aisle: "Your items", dishes: [],
        isDone: ticks.contains("item " + item), items: [item])
    }
    return ingredients + free
  }

  /// The list for people: numbered entries with boxes, by aisle.
  func lines(_ rows: [Row], titles: [String]) -> [StyledText] {
    var lines: [StyledText] = []
    if !titles.isEmpty {
      lines.append(
        StyledText("For ", .faint) + StyledText(titles.joined(separator: " · "), .strong))
    }
    let widest = min(rows.map { displayWidth(of: harmless($0.name)) }.max() ?? 0, 30)
    let digits = "\(rows.count)".utf8.count
    var aisle: String?
    for (number, row) in zip(1..., rows) {
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
      line.append(StyledText("  " + row.amounts, row.isDone ? .faint : .accent))
      if dishes.count > 1, !row.dishes.isEmpty {
        line.append(StyledText("  " + row.dishes.joined(separator: ", "), .faint))
      }
      lines.append(line)
    }
    return lines
  }

  /// The list for programs.
  func report(_ rows: [Row]) -> Report {
    Report(
      [
        .init("number", isNumber: true), .init("aisle"), .init("name"), .init("amounts"),
        .init("dishes"), .init("done"),
      ],
      zip(1..., rows).map { number, row in
        [
          Cell(number), Cell(row.aisle), Cell(row.name), Cell(row.amounts),
          Cell(
            StyledText(row.dishes.joined(separator: ", ")), .array(row.dishes.map { .string($0) })),
          Cell(StyledText(row.isDone ? "yes" : "no"), .bool(row.isDone)),
        ]
      })
  }

  /// The list as a file.
  func text(_ rows: [Row], as format: ShoppingFormat) -> String {
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
        let amounts = row.amounts.isEmpty ? "" : " \(row.amounts)"
        let box = format == .markdown ? "- [\(row.isDone ? "x" : " ")] " : row.isDone ? "x " : "  "
        lines.append(box + harmless(row.name) + amounts)
      }
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private func json(_ rows: [Row]) -> JSONValue {
    .object([
      .init(
        "dishes",
        .array(
          dishes.map { entry in
            .object([
              .init("name", .string(entry.dish.name)), .init("feed", .string(entry.dish.feed)),
              .init("scale", entry.dish.scale.map { .string($0) } ?? .null),
            ])
          })),
      .init(
        "entries", .array(report(rows).rows.map { report([]).object($0) })),
    ])
  }

  /// The `.shopping-list` of Cooklang: dishes with their scale, and items with amounts.
  private func cooklang(_ rows: [Row]) -> String {
    var lines = dishes.map { entry -> String in
      let factor = Rational(entry.dish.factor) ?? .one
      return "./\(harmless(entry.dish.name))" + (factor == .one ? "" : "{\(factor)}")
    }
    lines += items.map { harmless($0) }
    return lines.map { $0 + "\n" }.joined()
  }
}
