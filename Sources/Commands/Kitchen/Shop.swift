import Assistance
import Catalog
import Cooking
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<CommandContext> {
  static var shop: Self {
    Self(
      "shop", summary: "Keep a shopping list of dishes and items.",
      forms: [
        Form("add", parameters: [.shoppingText], summary: "Add an item, such as candles.") {
          try $0.addItem($1)
        },
        Form("done", parameters: [.shoppingEntry], summary: "Tick an entry off.") {
          try $0.tick(true, $1)
        },
        Form(
          "undone", parameters: [.optionalShoppingEntry],
          summary: "Take the tick off an entry, or off all."
        ) { try $0.tick(false, $1) },
        Form(
          "remove", parameters: [.shoppingEntry], summary: "Remove a dish or an item from the list."
        ) { try $0.removeFromList($1) },
        Form("clear", summary: "Empty the list.") { context, _ in try context.clearList() },
        Form(
          "export", parameters: [.shoppingFormat, .path(isOptional: true)],
          summary: "Write the list as text, Markdown, JSON or for Cooklang."
        ) { try $0.exportList($1) },
        Form(
          "favorites", parameters: [.shoppingScale], summary: "Add all favorites of this feed."
        ) { try $0.shopFavorites($1) },
        Form(parameters: [.scaledItems], summary: "Add dishes, or show the list.") {
          try $0.shop($1)
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
             1 [x] garlic                   5 clove
             2 [ ] ginger                   20 g
            …
            """),
      ],
      details: [
        "The list holds dishes with their servings, and items of your own. Each ingredient has one line; amounts "
          + "that can be added exactly are added. Lines are in the order of the aisles of a shop; set aisles reads a "
          + "Cooklang aisle.conf. A dish that is on the list gets the new servings. undo takes back every change.",
        "The words add, done, undone, remove, clear, export and favorites are subcommands: quote a dish of such a name.",
      ])
  }
}

extension Parameter<CommandContext> {
  fileprivate static var shoppingText: Self { Parameter("TEXT", .statement) }

  /// An entry of the list by its number or its name.
  fileprivate static var shoppingEntry: Self {
    Parameter("ENTRY", .statement, complete: { $0.shoppingSuggestions($1) })
  }

  fileprivate static var optionalShoppingEntry: Self {
    Parameter("ENTRY", .statement, isOptional: true, complete: { $0.shoppingSuggestions($1) })
  }

  fileprivate static var shoppingScale: Self {
    Parameter("SCALE", .statement, isOptional: true)
  }

  fileprivate static var shoppingFormat: Self {
    choice("FORMAT", ShoppingFormat.allCases.map { Candidate($0.rawValue, $0.summary) })
  }
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

extension CommandContext {
  fileprivate func shoppingSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    // If the library cannot be read, the command reports that.
    let list = try? ShoppingState(library)
    return request.suggestions(
      (list?.rows(aisles: .standard) ?? []).map { Candidate($0.name, $0.amounts) },
      endsStatement: true)
  }

  // MARK: - Adding

  /// The missing argument of each form, by its first word.
  private static var needed: [String: String] {
    [
      "add": "the text of an item", "done": "an entry of the list", "remove": "an entry or a dish",
      "export": "a form: text, markdown, json or cooklang",
    ]
  }

  fileprivate func shop(_ arguments: Arguments) throws {
    guard arguments[.scaledItems] != nil else { return try showList() }
    let word = arguments[.scaledItems]
    if let word, !word.isQuoted, let rest = Self.needed[word.text] {
      throw Failure(
        "`shop \(word.text)` needs \(rest)", hint: "quote the word if it is the name of a dish",
        at: word.range, in: arguments.line, code: .badArguments)
    }
    let (items, scale) = try splitScale(word, in: arguments.line)
    let rows = try session.rows(items, in: arguments.line)
    try addDishes(rows, scale: scale, isAsked: items?.range != word?.range)
  }

  fileprivate func shopFavorites(_ arguments: Arguments) throws {
    let word = arguments[.shoppingScale]
    let (rest, scale) = try splitScale(word, in: arguments.line)
    if let rest {
      throw Failure(
        "`shop favorites` takes a scale or nothing", hint: "e.g. shop favorites for 4",
        at: rest.range, in: arguments.line, code: .badArguments)
    }
    let rows = (session.marks()["favorite"] ?? RowSet(capacity: 0)).rows
    guard !rows.isEmpty else {
      throw Failure("this feed has no favorites yet", hint: "favorite ITEM makes one")
    }
    try addDishes(rows, scale: scale, isAsked: word != nil)
  }

  private func addDishes(_ rows: [Int], scale: Scale?, isAsked: Bool) throws {
    let before = try ShoppingState(library)
    var entries: [KitchenEntry] = []
    var remarks: [String] = []
    for row in rows {
      let dish = Dish(catalog, row, scale: scale)
      try requireScaled(dish, scale, isAsked: isAsked)
      guard !dish.lines.isEmpty else {
        throw Failure(
          "\(harmless(dish.name)) has no ingredients to shop for",
          hint: "shop add \(harmless(dish.name)) adds it as an item")
      }
      let keepsake = try session.keepsake(of: row)
      let stored = dish.stored(feed: keepsake.feed)
      entries.append(
        try KitchenEntry(list: .shoppingDish, key: keepsake.key, value: stored, date: world.now()))
      let count = counted(dish.lines.filter { !$0.isHeading }.count, "ingredient")
      let title = dishTitle(stored)
      if let old = before.dishes.first(where: { $0.key == keepsake.key })?.dish {
        remarks.append(
          old.scale == stored.scale
            ? "\(title) is on the list already."
            : "\(title)\(stored.scale == nil ? " as published" : "") is on the list now, "
              + "instead of \(old.scale ?? "as published").")
      } else {
        remarks.append("\(title) is on the list: \(count). shop shows the list.")
      }
    }
    // A tick means that enough was bought, which is no longer true for the ingredients of these dishes.
    let new = entries.compactMap { $0.value(KitchenDish.self) }
    let changed = zip(entries, new).filter { entry, dish in
      before.dishes.first { $0.key == entry.key }?.dish != dish
    }
    let lists = try aisles()
    let keys = Set(
      changed.flatMap { _, dish in
        dish.lines.map { lists.key(of: IngredientKey(IngredientLine($0).name)).text }
      })
    let change = try library.put(entries, removing: before.ticked.filter { keys.contains($0) })
    if !change.kitchen.isEmpty { session.record(change) }
    for remark in remarks { output.say(remark) }
  }

  private func dishTitle(_ dish: KitchenDish) -> String {
    harmless(dish.name) + (dish.scale.map { " \($0)" } ?? "")
  }

  fileprivate func addItem(_ arguments: Arguments) throws {
    guard let word = arguments[.shoppingText] else { return }
    let text = trimmingSpace(word.unquoted)
    guard !text.isEmpty else {
      throw Failure(
        "the item has no text", hint: "e.g. shop add candles", at: word.range, in: arguments.line,
        code: .badArguments)
    }
    let key = try aisles().key(of: IngredientKey(IngredientLine(text).name)).text
    let ticks = try ShoppingState(library).ticked.filter { $0 == key || $0 == "item " + text }
    let entry = KitchenEntry(list: .shoppingItem, key: text, date: world.now())
    try record(library.put([entry], removing: ticks)) {
      $0 ? "\(harmless(text)) is on the list." : "\(harmless(text)) is on the list already."
    }
  }

  /// Records a change for `undo`, and prints a message.
  private func record(_ change: Library.Change, _ message: (Bool) -> String) {
    if !change.kitchen.isEmpty { session.record(change) }
    output.say(message(!change.kitchen.isEmpty))
  }

  // MARK: - Ticking and removing

  fileprivate func tick(_ isDone: Bool, _ arguments: Arguments) throws {
    let list = try ShoppingState(library)
    let word = arguments[isDone ? .shoppingEntry : .optionalShoppingEntry]
    guard let word else {
      return try record(library.removeAll(from: [.shoppingTick])) {
        $0 ? "No entry is ticked off any more." : "No entry was ticked off."
      }
    }
    let row = try entry(word, among: list.rows(aisles: aisles()), in: arguments.line)
    let name = harmless(row.name)
    if isDone {
      let entry = KitchenEntry(list: .shoppingTick, key: row.key, date: world.now())
      guard !row.isDone else { return output.say("\(name) is ticked off already.") }
      try record(library.put([entry])) { _ in "\(name) is ticked off." }
    } else {
      try record(library.remove([row.key], from: .shoppingTick)) {
        $0 ? "\(name) is not ticked off any more." : "\(name) was not ticked off."
      }
    }
  }

  fileprivate func removeFromList(_ arguments: Arguments) throws {
    guard let word = arguments[.shoppingEntry] else { return }
    let list = try ShoppingState(library)
    let wanted = folded(word.unquoted)
    if let dish = list.dishes.first(where: { folded($0.dish.name) == wanted })
      ?? list.dishes.first(where: {
        folded($0.dish.name).contains(wanted) && ordinal(wanted) == nil
      })
    {
      return try record(library.remove([dish.key], from: .shoppingDish)) { _ in
        "\(harmless(dish.dish.name)) is not on the list any more."
      }
    }
    let row = try entry(word, among: list.rows(aisles: aisles()), in: arguments.line)
    guard !row.items.isEmpty else {
      throw Failure(
        "\(harmless(row.name)) belongs to \(row.dishes.map { harmless($0) }.joined(separator: ", "))",
        hint: "shop done \(row.name) ticks it off, shop remove DISH removes the dish",
        at: word.range, in: arguments.line)
    }
    try record(library.remove(row.items, from: .shoppingItem)) { _ in
      let items = row.items.map { harmless($0) }.joined(separator: ", ")
      return row.dishes.isEmpty
        ? "\(items) is not on the list any more."
        : "\(items) is removed; \(row.dishes.joined(separator: ", ")) still needs \(harmless(row.name))."
    }
  }

  /// The entry with a number or name.
  private func entry(_ word: Word, among rows: [ShoppingState.Row], in line: String) throws
    -> ShoppingState.Row
  {
    let text = word.unquoted
    if !word.isQuoted, let number = ordinal(text), rows.indices.contains(number - 1) {
      return rows[number - 1]
    }
    let wanted = folded(text)
    let key = IngredientKey(text)
    let found =
      rows.filter { folded($0.name) == wanted }.first
      ?? rows.filter { $0.key == key.text }.first
      ?? rows.filter { folded($0.name).contains(wanted) }.first
    if let found { return found }
    throw Failure(
      "the list has no \(harmless(text))",
      hint: nearest(to: text, among: rows.map(\.name)).map { "did you mean \($0)?" }
        ?? (rows.isEmpty ? "it is empty: shop ITEM adds a dish" : "shop shows the list"),
      at: word.range, in: line)
  }

  fileprivate func clearList() throws {
    let list = try ShoppingState(library)
    guard !list.isEmpty else { return output.say("The list is empty.") }
    let dishes = counted(list.dishes.count, "dish", plural: "dishes")
    guard
      output.confirms("Remove \(dishes) and \(counted(list.items.count, "item")) from the list?")
    else {
      if options.isInteractive { return output.say("The list is unchanged.") }
      throw Failure("the list is unchanged")
    }
    try record(library.removeAll(from: [.shoppingDish, .shoppingItem, .shoppingTick])) { _ in
      "The list is empty.\(undoHint)"
    }
  }

  // MARK: - Showing

  /// The aisles of the file in the setting `aisles`, or the built-in ones.
  func aisles() throws -> Aisles {
    let path = library.settings["aisles"]
    guard path != "auto" else { return .standard }
    do throws(FileError) {
      let bytes = try world.files.contents(of: world.expandingHome(path), limit: 1 << 20)
      return Aisles(cooklang: String(decoding: bytes, as: UTF8.self))
    } catch {
      output.say("The file of the setting aisles cannot be read: \(error.description)", .warning)
      return .standard
    }
  }

  /// Makes sure that a file of aisles can be read.
  func requireAisles(_ path: String) throws {
    guard path != "auto" else { return }
    _ = try world.files.contents(of: world.expandingHome(path), limit: 1 << 20)
  }

  fileprivate func showList() throws {
    let list = try ShoppingState(library)
    let rows = list.rows(aisles: try aisles())
    if list.isEmpty {
      output.say("The list is empty. shop ITEM adds a dish, shop add TEXT an item.")
    }
    if output.format.isStyled {
      output.print(list.lines(rows, titles: list.dishes.map { dishTitle($0.dish) }))
    } else if output.format == .markdown {
      output.write(list.text(rows, as: .markdown))
    } else {
      output.print(list.report(rows))
    }
  }

  fileprivate func exportList(_ arguments: Arguments) throws {
    guard let word = arguments[.shoppingFormat] else { return }
    guard let format = ShoppingFormat(rawValue: word.text) else {
      throw Failure(
        "`\(word.text)` is not a form of the shopping list",
        hint: "one of: " + ShoppingFormat.allCases.map(\.rawValue).joined(separator: ", "),
        at: word.range, in: arguments.line, code: .badArguments)
    }
    let list = try ShoppingState(library)
    let text = list.text(list.rows(aisles: try aisles()), as: format)
    try write(
      Array(text.utf8), to: arguments[.path(isOptional: true)], in: arguments.line,
      what: "the shopping list is")
  }
}
