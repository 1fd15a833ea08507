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
  static var have: Self {
    Self(
      "have", Context.ingredients.optional,
      summary: "List dishes for what is at home, those with the fewest missing ingredients first.",
      examples: [
        Example(
          "have eggs, rice, onions",
          prints: """
            …
            """)
      ],
      details: [
        "Separate ingredients with commas; without any, the pantry is used. Amounts are allowed: 500 g spaghetti, "
          + "half a lemon; where a dish needs more, the rest is to buy. Staples such as salt and water are never missing: set staples lists them. Chicken thighs are "
          + "chicken, but chicken stock is not; egg does not match eggplant. If a recipe says \"or\", one of the two "
          + "ingredients is enough."
      ]
    ) { context, ingredients in try context.listFits(with: ingredients) }
  }

  static var pantry: Self {
    Self(
      "pantry", summary: "Keep a list of what is at home.", needsFeed: false,
      forms: [
        Form("add", Context.ingredients, summary: "Add ingredients.", changes: .view) {
          kitchen, ingredients in try kitchen.addToPantry(ingredients)
        },
        Form("remove", Context.pantryEntries, summary: "Remove ingredients.", changes: .view) {
          kitchen, ingredients in try kitchen.removeFromPantry(ingredients)
        },
        Form("list", summary: "List what is at home.") { try $0.listPantry() },
        Form(summary: "List what is at home.") { try $0.listPantry() },
      ],
      examples: [
        Example(
          "pantry add eggs, rice, onions", prints: "At home: eggs, rice, onions."),
        Example(
          "pantry add eggs; pantry remove eggs",
          prints: """
            At home: eggs.
            No longer at home: eggs.
            """),
      ],
      details: ["filter is:cookable shows the dishes for which everything is at home."])
  }
}

extension KitchenContext {
  fileprivate static var ingredients: Parameter<KitchenContext, NamedIngredients> {
    Parameter(
      "INGREDIENTS", .statement, complete: { $0.ingredientSuggestions($1) },
      parse: { NamedIngredients($1) })
  }

  fileprivate static var pantryEntries: Parameter<KitchenContext, NamedIngredients> {
    Parameter(
      "INGREDIENTS", .statement,
      complete: { context, request in
        // If the library cannot be read, the command reports that.
        let entries = (try? context.kitchen.pantry()) ?? []
        return request.suggestions(entries.map { Candidate($0.text) }, endsStatement: true)
      }, parse: { NamedIngredients($1) })
  }
}

/// Ingredients that were typed, with commas or `and` between them, such as `500 g spaghetti, half a lemon`.
private struct NamedIngredients: Sendable {
  let items: [(key: IngredientKey, text: String)]
  let typed: Argument

  init(_ argument: Argument) {
    typed = argument
    items = separated(argument.word.unquoted).flatMap { part in
      let words = part.split(separator: " ")
      // `half and half` is one.
      let isOne = Aisles.standard.lists(IngredientKey(part).text)
      return (isOne ? [words[...]] : words.split(separator: "and")).map {
        $0.joined(separator: " ")
      }
    }.compactMap { text in
      Good.goods(of: IngredientLine(text)).first.map { ($0.key, text) }
    }.filter { !$0.0.text.isEmpty }
  }
}

extension KitchenContext {
  /// The ingredients of the feed that complete the text after the last comma.
  fileprivate func ingredientSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let text = Array(request.text.utf8)
    let comma = text.lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? 0
    let start = text[comma...].firstIndex { $0 != UInt8(ascii: " ") } ?? text.count
    // Reading all ingredients takes too long after a key, but not after Tab.
    let index = request.isHasty ? session.readIngredients : session.ingredientIndex()
    let names = index?.ingredients.sorted() ?? []
    return request.from(start).suggestions(names.map { Candidate($0) }, endsStatement: true)
  }

  fileprivate func addToPantry(_ ingredients: NamedIngredients) throws {
    let items = ingredients.items
    guard !items.isEmpty else {
      throw Failure(
        "no ingredient is named", hint: "e.g. pantry add eggs, rice", at: ingredients.typed.range,
        in: ingredients.typed.line, code: .badArguments)
    }
    let twice = items.enumerated().first { place, item in
      items[..<place].contains { $0.key == item.key }
    }
    if let twice {
      throw Failure(
        "\(harmless(twice.element.key.text)) is there twice",
        hint: "write the sum, e.g. 500 g rice, or 2 cups + 500 g rice",
        at: ingredients.typed.range, in: ingredients.typed.line, code: .badArguments)
    }
    let change = try kitchen.addToPantry(items)
    if !change.kitchen.isEmpty { session.record(change) }
    let names = items.map { harmless($0.text) }.joined(separator: ", ")
    output.say(change.kitchen.isEmpty ? "At home already: \(names)." : "At home: \(names).")
    for old in change.kitchen.compactMap(\.before) {
      output.say("That is instead of \(harmless(old.details)).")
    }
  }

  fileprivate func removeFromPantry(_ ingredients: NamedIngredients) throws {
    let items = ingredients.items
    let change = try kitchen.removeFromPantry(items.map(\.key))
    let removed = Set(
      change.kitchen.compactMap(\.before).flatMap {
        [$0.key, Kitchen.pantryKey(of: $0.details).text]
      })
    if !removed.isEmpty { session.record(change) }
    // The whole entry is removed, whatever amount was typed.
    let gone = change.kitchen.compactMap(\.before).map { harmless($0.details) }
    if !gone.isEmpty { output.say("No longer at home: \(gone.joined(separator: ", ")).") }
    let others = items.filter { !removed.contains($0.key.text) }.map { harmless($0.text) }
    if !others.isEmpty {
      throw Failure(
        "the pantry has no \(others.joined(separator: ", "))", hint: "pantry lists what it has",
        at: ingredients.typed.range, in: ingredients.typed.line)
    }
  }

  fileprivate func listPantry() throws {
    let entries = try kitchen.pantry()
    if entries.isEmpty {
      output.say("The pantry is empty. pantry add eggs, rice puts something in.")
    }
    output.print(
      Report(
        [.init("name", title: "At home"), .init("since", title: "Since")],
        entries.map { [Cell($0.text), Cell(world.day(of: $0.since))] }))
  }

  // MARK: - Cookable recipes

  fileprivate func listFits(with ingredients: NamedIngredients?) throws {
    let named = ingredients?.items.map(\.key)
    let pantry = try named ?? kitchen.ingredientsAtHome()
    guard !pantry.isEmpty else {
      throw Failure(
        named == nil ? "the pantry is empty" : "no ingredient is named",
        hint: "e.g. have eggs, rice, onions, or pantry add eggs, rice", code: .badArguments)
    }
    guard catalog.schema.index(of: .ingredients) != nil else {
      throw Failure(
        "the rows of this feed have no ingredients", hint: "fields lists what they have")
    }
    guard let index = readIngredientsWithProgress() else { throw Failure.interrupted }
    let limit = options.isInteractive && output.format.isStyled ? views.pageSize : 50
    let fits = index.fits(
      pantry: pantry, staples: session.staples, among: Array(session.presentRows()), limit: limit)
    if fits.isEmpty {
      output.say("No dish of the view uses any of that. Commas separate ingredients.")
    }
    let texts = try ingredients?.items.map(\.text) ?? kitchen.pantry().map(\.text)
    output.print(report(fits, home: texts.flatMap { Good.goods(of: IngredientLine($0)) }))
  }

  /// Reads the ingredients of all rows; the first time with a progress line.
  private func readIngredientsWithProgress() -> IngredientIndex? {
    let progress = output.beginProgress("reading ingredients")
    defer { output.end(progress) }
    let count = catalog.count
    return session.ingredientIndex { row in
      progress.show(row, of: count)
      return !world.interruptions.isRaised
    }
  }

  /// The dishes with what they lack, also where less is at home than they need.
  private func report(_ fits: [IngredientIndex.Fit], home: [Good]) -> Report {
    let hasAmounts = home.contains { !$0.amounts.isEmpty }
    let rows = fits.map { fit in
      let names = ownNames(ofIngredientsIn: fit.recipe)
      let shortages =
        hasAmounts
        ? Dish(catalog, fit.recipe, scale: nil).shortages(with: home, in: library.settings.units)
        : []
      let parts = fit.used.compactMap { name in
        let key = IngredientKey(name)
        return shortages.first { $0.key == key }.map {
          "\(names[key] ?? name) (\($0.amounts.joined(separator: " + ")) more)"
        }
      }
      let own = { (name: String) in names[IngredientKey(name)] ?? name }
      return (fit: fit, used: fit.used.map(own), missing: fit.missing.map(own) + parts)
    }.sorted { $0.missing.count < $1.missing.count }
    return Report(
      [
        .init("row", title: "#", isNumber: true),
        .init("name", title: "Name", isFlexible: true, need: .essential),
        .init("missing", title: "Missing", isNumber: true),
        .init("ingredients", title: "To buy", isFlexible: true),
        .init("uses", title: "Uses", isFlexible: true),
        .init("used", title: "Used", isNumber: true, isShown: false),
        .init("total", title: "Of", isNumber: true), .init("handle", isShown: false),
      ],
      rows.map { fit, used, missing in
        [
          session.number(of: fit.recipe).map { Cell($0) } ?? Cell(optional: nil),
          Cell(StyledText(catalog.name(fit.recipe), .strong), .string(catalog.name(fit.recipe))),
          Cell(missing.count),
          Cell(
            StyledText(missing.map { harmless($0) }.joined(separator: ", ")),
            .array(missing.map { .string($0) })),
          Cell(
            StyledText(used.map { harmless($0) }.joined(separator: ", ")),
            .array(used.map { .string($0) })),
          Cell(used.count), Cell(fit.total), Cell(session.shortHandle(fit.recipe)),
        ]
      })
  }

  /// The names that a recipe itself has for its ingredients; the index has those of the first recipe with each.
  private func ownNames(ofIngredientsIn row: Int) -> [IngredientKey: String] {
    let lines = Dish(catalog, row, scale: nil).lines
    let named = lines.flatMap { line in
      Good.goods(of: line).map { ($0.key, $0.name) }
        + line.alternatives.map { (IngredientKey($0), $0) }
    }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
  }
}
