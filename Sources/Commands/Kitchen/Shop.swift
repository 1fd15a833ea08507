import Assistance
import Catalog
import Cooking
import Diagnostics
import Interpreter
import Kitchen
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<KitchenContext> {
  static var shop: Self {
    Self(
      "shop", summary: "Keep a shopping list of dishes and items.",
      forms: [
        Form(
          "add", Context.ownItems, summary: "Add items, such as candles, with commas between them."
        ) {
          kitchen, texts in try kitchen.addItems(texts)
        },
        Form("done", Context.listEntries, summary: "Tick entries off.") {
          kitchen, entries in try kitchen.tick(entries)
        },
        Form(
          "undone", Context.listEntries.optional,
          summary: "Take the tick off entries, or off all."
        ) { kitchen, entries in try kitchen.untick(entries) },
        Form("left", summary: "Show what is not ticked off.") { try $0.showList(isLeft: true) },
        Form(
          "remove", Context.dishOrEntry, summary: "Remove a dish or an item from the list."
        ) { kitchen, entry in try kitchen.remove(entry) },
        Form("clear", summary: "Empty the list.") { try $0.clearList() },
        Form(
          "export --left", Context.listFormat, Context.path.optional,
          summary: "Write what is not ticked off."
        ) { kitchen, format, path in try kitchen.exportList(as: format, to: path, isLeft: true) },
        Form(
          "export", Context.listFormat, Context.path.optional,
          summary: "Write the list as text, Markdown, JSON or for Cooklang."
        ) { kitchen, format, path in try kitchen.exportList(as: format, to: path) },
        Form(
          "favorites",
          Context.scaleAlone(
            otherwise: "`shop favorites` takes a scale or nothing",
            hint: "e.g. shop favorites for 4"), summary: "Add all favorites of this feed."
        ) { kitchen, scale in try kitchen.shopFavorites(scale) },
        Form(
          "", Context.shoppedRows.optional, Context.scale,
          summary: "Add dishes, or show the list."
        ) { kitchen, rows, scale in
          switch rows {
          case .days(let days, let typed): try kitchen.shopPlan(on: days, typed, scale)
          case .rows(let rows): try kitchen.addDishes(rows, scale)
          case nil where scale.isAsked:
            try kitchen.addDishes([kitchen.session.row(nil, in: "")], scale)
          case .list, nil: try kitchen.showList()
          }
        },
      ],
      examples: [
        Example(
          "shop Lasagne for 4",
          prints: "Lasagne for 4 is on the list: 14 ingredients. shop shows the list."),
        Example(
          "shop 3; shop add candles; shop done garlic; shop",
          prints: """
            For Butter chicken

            Fruit and vegetables
             1 [x] garlic                   5 cloves
             2 [ ] ginger                   20 g
            …
            """),
      ],
      details: [
        "The list holds dishes with their servings, and items of your own. Each good has one line with the sum of its "
          + "amounts, which says what is special of it: flour 2 cups (1 of it whole wheat). Lines are in the order of the "
          + "aisles of a shop; set aisles reads a Cooklang aisle.conf. A dish that is on the list gets the new servings. "
          + "undo takes back every change.",
        "shop today and shop mon-wed add the dishes that are planned for these days.",
        "What is at home is subtracted and sorted behind: set shop-pantry hide leaves it out, and set "
          + "shop-fills-pantry on puts what is ticked off into the pantry.",
        "Commas separate items; a text in quotes is one item. done and undone take numbers, such as 1-3,5, or names.",
        "The words add, done, undone, left, remove, clear, export and favorites are subcommands: quote a dish of such a "
          + "name.",
      ])
  }
}

extension KitchenContext {
  /// Items, with commas between them; a text in quotes is one item.
  fileprivate static var ownItems: Parameter<KitchenContext, [String]> {
    Parameter("ITEM, …", .statement) { _, argument in
      let text = argument.word.unquoted
      let items = (text == argument.text ? separated(text) : [text]).map { trimmingSpace($0) }
        .filter { !$0.isEmpty }
      guard !items.isEmpty else {
        throw Failure(
          "the item has no text", hint: "e.g. shop add candles", at: argument.range,
          in: argument.line, code: .badArguments)
      }
      if let twice = items.enumerated().first(where: { items[..<$0.offset].contains($0.element) }) {
        throw Failure(
          "\(harmless(twice.element)) is there twice", hint: "write the sum, e.g. 12 eggs",
          at: argument.range, in: argument.line, code: .badArguments)
      }
      return items
    }
  }

  /// Entries of the list: numbers such as `1-3,5`, or names with commas between them.
  fileprivate static var listEntries: Parameter<KitchenContext, [ShoppingList.Entry]> {
    Parameter(
      "ENTRY, …", .statement, complete: { $0.shoppingSuggestions($1) },
      parse: { context, argument in
        let list = try context.kitchen.shoppingList()
        return try ListSearch(argument, list, list.entries(context.listOptions())).entries()
      })
  }

  /// A dish of the list by its name, or an entry with an item.
  fileprivate static var dishOrEntry: Parameter<KitchenContext, RemovedEntry> {
    Parameter(
      "ENTRY", .statement, complete: { $0.removableSuggestions($1) },
      parse: { context, argument in
        let list = try context.kitchen.shoppingList()
        return try ListSearch(argument, list, list.entries(context.listOptions())).removed()
      })
  }

  fileprivate static var listFormat: Parameter<KitchenContext, ShoppingFormat> {
    choice("FORMAT", ShoppingFormat.allCases.map { Candidate($0.rawValue, $0.summary) })
      .map { _, argument in
        guard let format = ShoppingFormat(rawValue: argument.text) else {
          throw Failure(
            "`\(argument.text)` is not a form of the shopping list",
            hint: "one of: " + ShoppingFormat.allCases.map(\.rawValue).joined(separator: ", "),
            at: argument.range, in: argument.line, code: .badArguments)
        }
        return format
      }
  }

  /// Rows to shop for, or days of the plan; the words of other forms need an argument.
  fileprivate static var shoppedRows: Parameter<KitchenContext, ShoppedDishes> {
    itemsText.map { context, argument in
      if let needed = needed[argument.text] {
        throw Failure(
          "`shop \(argument.text)` needs \(needed)",
          hint: "quote the word if it is the name of a dish",
          at: argument.range, in: argument.line, code: .badArguments)
      }
      if ["list", "print", "show"].contains(argument.text), !argument.word.isQuoted,
        !context.isRowName(argument.text)
      {
        return .list
      }
      if let meant = argument.text.split(separator: " ").first.flatMap({ otherNames[String($0)] }),
        !argument.word.isQuoted, !context.isRowName(argument.text)
      {
        let word = argument.text.prefix { $0 != " " }
        let range = argument.range.lowerBound..<argument.range.lowerBound + word.utf8.count
        throw Failure(
          Diagnostic(
            "`shop \(word)` is called `shop \(meant)`", at: range, in: argument.line,
            hint: "did you mean shop \(meant)?", correction: meant
          ).coded(FailureCode.badArguments.rawValue))
      }
      if let days = context.days(argument.text), !argument.word.isQuoted,
        !context.isRowName(argument.text)
      {
        return .days(days, argument)
      }
      return .rows(try context.rows(argument))
    }
  }

  /// What other programs call a form.
  private static var otherNames: [String: String] {
    [
      "tick": "done", "check": "done", "buy": "done", "bought": "done", "untick": "undone",
      "uncheck": "undone", "delete": "remove", "rm": "remove",
    ]
  }

  /// The missing argument of each form, by its first word.
  private static var needed: [String: String] {
    [
      "add": "the text of an item", "done": "an entry of the list", "remove": "an entry or a dish",
      "export": "a form: text, markdown, json or cooklang",
    ]
  }
}

/// What `shop` adds: rows, or the dishes that are planned for days, in days since 1970; or the word for the list.
private enum ShoppedDishes: Sendable {
  case list
  case rows([Int])
  case days(ClosedRange<Int>, Argument)
}

/// A format of the shopping list.
enum ShoppingFormat: String, CaseIterable {
  case text, markdown, json, cooklang

  var summary: String {
    switch self {
    case .text: "plain text"
    case .markdown: "a list of check boxes"
    case .json: "an object with dishes and entries"
    case .cooklang: "a .shopping-list of Cooklang"
    }
  }
}

extension KitchenContext {
  fileprivate func shoppingSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // If the library cannot be read, the command reports that.
    let list = try? kitchen.shoppingList()
    return request.suggestions(
      (list?.entries(ShoppingList.Options()) ?? []).map { Candidate($0.name, $0.amountText) },
      endsStatement: true)
  }

  /// What `shop remove` can remove: dishes, and entries with own items.
  fileprivate func removableSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // If the library cannot be read, the command reports that.
    guard let list = try? kitchen.shoppingList() else { return [] }
    let items = list.entries(ShoppingList.Options()).filter { !$0.items.isEmpty }
    return request.suggestions(
      Dish.distinctNames(of: list.dishes.map(\.dish)).map { Candidate($0, "a dish") }
        + items.map { Candidate($0.name, $0.amountText) }, endsStatement: true)
  }

  // MARK: - Adding

  fileprivate func shopFavorites(_ scale: RequestedScale) throws {
    let rows = (session.marks()["favorite"] ?? RowSet(capacity: 0)).rows
    guard !rows.isEmpty else {
      throw Failure("this feed has no favorites yet", hint: "favorite ITEM makes one")
    }
    try addDishes(rows, scale)
  }

  fileprivate func addDishes(_ rows: [Int], _ scale: RequestedScale) throws {
    try feeds.complete(rows)
    let before = try kitchen.shoppingList()
    var dishes: [(key: String, dish: Dish)] = []
    var remarks: [String] = []
    var skipped: [String] = []
    for row in rows {
      let keepsake = try session.keepsake(of: row)
      let dish = Dish(catalog, row, scale: scale.scale, feed: keepsake.feed)
      try views.requireScale(scale, of: dish)
      guard !dish.lines.isEmpty else {
        skipped.append(harmless(dish.name))
        continue
      }
      dishes.append((keepsake.key, dish))
      let old = before.dishes.first { $0.key == keepsake.key }?.dish
      remarks.append(remark(on: dish, insteadOf: old))
    }
    if dishes.isEmpty, let name = skipped.first {
      throw Failure(
        skipped.count == 1
          ? "\(name) has no ingredients to shop for"
          : "these dishes have no ingredients to shop for",
        hint: "shop add \(name) adds it as an item")
    }
    let change = try kitchen.shop(for: dishes, aisles: aisles())
    if !change.kitchen.isEmpty { session.record(change) }
    for remark in remarks { output.say(remark) }
    guard !skipped.isEmpty else { return }
    output.say(
      "Without ingredients, so not on the list: " + skipped.prefix(5).joined(separator: ", ")
        + (skipped.count > 5 ? ", and \(skipped.count - 5) more." : "."), .warning)
  }

  /// The message about a dish that was put on the list.
  func remark(on dish: Dish, insteadOf old: Dish?) -> String {
    let title = harmless(dish.title)
    guard let old else {
      let count = counted(dish.lines.filter { !$0.isHeading }.count, "ingredient")
      return "\(title) is on the list: \(count). shop shows the list."
    }
    return old.scale == dish.scale
      ? "\(title) is on the list already."
      : "\(title)\(dish.scale == nil ? " as published" : "") is on the list now, "
        + "instead of \(old.scale?.description ?? "as published")."
  }

  fileprivate func addItems(_ texts: [String]) throws {
    let names = texts.map { harmless($0) }.joined(separator: ", ")
    let verb = texts.count == 1 ? "is" : "are"
    try record(kitchen.addItems(texts, aisles: aisles())) {
      $0 ? "\(names) \(verb) on the list." : "\(names) \(verb) on the list already."
    }
  }

  /// Records a change for `undo`, and prints a message.
  private func record(_ change: Library.Change, _ message: (Bool) -> String) {
    if !change.kitchen.isEmpty { session.record(change) }
    output.say(message(!change.kitchen.isEmpty))
  }

  // MARK: - Ticking and removing

  fileprivate func tick(_ entries: [ShoppingList.Entry]) throws {
    let new = entries.filter { !$0.isDone }
    guard !new.isEmpty else {
      return output.say("\(named(entries)) ticked off already.")
    }
    let fillsPantry = library.settings["shop-fills-pantry"] == "on"
    try record(kitchen.tick(new, fillsPantry: fillsPantry)) { _ in
      "\(named(new)) ticked off\(fillsPantry ? " and in the pantry" : "")."
    }
  }

  fileprivate func untick(_ entries: [ShoppingList.Entry]?) throws {
    let (change, retained) = try kitchen.untick(entries)
    record(change) { isChanged in
      guard let entries else {
        return isChanged ? "No entry is ticked off any more." : "No entry was ticked off."
      }
      let names = entries.map { harmless($0.name) }.joined(separator: ", ")
      return isChanged
        ? "\(named(entries)) not ticked off any more."
        : "\(names) \(entries.count == 1 ? "was" : "were") not ticked off."
    }
    let texts = change.kitchen.filter { $0.before?.list == .pantry }
      .compactMap { $0.before.map { harmless($0.details) } }
    if !texts.isEmpty { output.say("Out of the pantry: \(texts.joined(separator: ", ")).") }
    if !retained.isEmpty {
      let names = retained.map { harmless($0) }.joined(separator: ", ")
      output.say("The pantry has changed since, and keeps \(names).")
    }
  }

  /// The names of entries with a verb, as in `garlic is`.
  private func named(_ entries: [ShoppingList.Entry]) -> String {
    entries.map { harmless($0.name) }.joined(separator: ", ")
      + (entries.count == 1 ? " is" : " are")
  }

  fileprivate func remove(_ entry: RemovedEntry) throws {
    switch entry {
    case .dish(let key, let dish):
      try record(kitchen.removeDish(key)) { _ in
        "\(harmless(dish.name)) is not on the list any more."
      }
    case .items(let row):
      try record(kitchen.removeItems(of: row)) { _ in
        let items = row.items.map { harmless($0) }.joined(separator: ", ")
        return row.dishes.isEmpty
          ? "\(items) is not on the list any more."
          : "\(items) is removed; \(row.dishes.joined(separator: ", ")) still needs \(harmless(row.name))."
      }
    }
  }

  fileprivate func clearList() throws {
    let list = try kitchen.shoppingList()
    let unreadable = try kitchen.shoppingCount() - list.dishes.count - list.items.count
    guard !list.isEmpty || unreadable > 0 else { return output.say("The list is empty.") }
    let counts = [
      (list.dishes.count, counted(list.dishes.count, "dish", plural: "dishes")),
      (list.items.count, counted(list.items.count, "item")),
      (unreadable, counted(unreadable, "entry", plural: "entries") + " that cannot be read"),
    ]
    let what = counts.filter { $0.0 > 0 }.map(\.1).joined(separator: " and ")
    guard output.confirms("Remove \(what) from the list?") else {
      if options.isInteractive { return output.say("The list is unchanged.") }
      throw Failure("the list is unchanged")
    }
    try record(kitchen.clearShoppingList()) { _ in
      "The list is empty.\(options.undoHint)"
    }
  }
}
