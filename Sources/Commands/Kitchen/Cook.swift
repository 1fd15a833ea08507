import Assistance
import Catalog
import Cooking
import Diagnostics
import FeedLoading
import Interpreter
import Kitchen
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<KitchenContext> {
  static var cook: Self {
    Self(
      "cook", aliases: ["coo"],
      summary: "Show recipes one step at a time, with their ingredients and timers.",
      forms: [
        Form(
          "timers stop", Context.timer.optional, summary: "Stop a timer, or all of them."
        ) { kitchen, timer in try kitchen.stop(timer) },
        Form("timers", summary: "List the running timers.") { try $0.listTimers() },
        Form(
          "stop", Context.unfinishedDish.optional,
          summary: "Finish the dishes of the feed that you began to cook, or one of them."
        ) { kitchen, dish in try kitchen.finish(dish) },
        Form("", Context.cookedRows, Context.scale, Context.plain) {
          kitchen, rows, scale, isPlain in
          try kitchen.cook(rows, scale, isPlain: isPlain)
        },
      ],
      examples: [
        Example(
          "cook Lasagne for 4",
          prints: """
            Lasagne for 4, step 1 of 7
            …
            """),
        Example(
          "cook timers",
          prints: "No timer is running. timer 8 min eggs starts one, t does while cooking."),
      ],
      details: [
        "Space, Enter, → and ↓ show the next step, ←, ↑ and Backspace the one before, Home and 0 the first. t starts the "
          + "timer that the step names, 1, 2 … one of several; s stops one. q leaves, and timers continue.",
        "A dish is finished after its last step, or by cook stop. Until then, cook goes on at its step and for its number, "
          + "in every shell. A number that you type wins, then that of the unfinished dish, then that of today's plan. "
          + "cook today cooks the dish that is planned for today.",
        "cook 1,8 cooks two dishes at once: Tab, 1 and 2 change between them, each at its own step.",
        "--plain at the end prints a step each time Enter is pressed, for screen readers, as set plain on does; without a "
          + "terminal, all steps are printed.",
      ])
  }
}

extension KitchenContext {
  /// Rows, or `today` for the dish that is planned for today.
  ///
  /// Without words, it is the row shown last, otherwise the dish that was cooked last and is not finished, with those that
  /// are cooked at once.
  fileprivate static var cookedRows: Parameter<KitchenContext, [Int]> {
    itemsText.map { context, argument in
      guard argument.text.lowercased() == "today", !context.isRowName("today") else {
        return try context.rows(argument)
      }
      return [try context.rowPlannedForToday(argument)]
    }.or { try $0.rowsToGoOn() }
  }

  /// The flag `--plain` at the end of the line.
  fileprivate static var plain: Parameter<KitchenContext, Bool> { .flag("--plain") }

  /// An unfinished dish, by its name or the beginning of it.
  fileprivate static var unfinishedDish: Parameter<KitchenContext, UnfinishedDish> {
    Parameter(
      "DISH", .statement,
      complete: { context, request in
        // Completion says nothing of a library that cannot be read.
        let dishes = (try? context.unfinished()) ?? []
        return request.suggestions(dishes.map { Candidate($0.dish.name) }, isWhole: true)
      },
      parse: { context, argument in
        let dishes = try context.unfinished()
        let wanted = folded(argument.word.unquoted)
        let found =
          dishes.first { folded($0.dish.name) == wanted }
          ?? dishes.first { folded($0.dish.name).hasPrefix(wanted) }
        if let found { return found }
        throw Failure(
          "\(harmless(argument.text)) is not being cooked",
          hint: dishes.isEmpty
            ? "no dish is"
            : "one of: " + dishes.map { harmless($0.dish.name) }.joined(separator: ", "),
          at: argument.range, in: argument.line)
      })
  }

  fileprivate typealias UnfinishedDish = (key: String, dish: CookedDish)
}

extension KitchenContext {
  func isRowName(_ text: String) -> Bool {
    !catalog.rows(nameMatching: Pattern(text), .whole).isEmpty
  }

  /// The row of the one dish that is planned for today.
  private func rowPlannedForToday(_ argument: Argument) throws -> Int {
    let dishes = try kitchen.plan(on: kitchen.today)
    guard let planned = dishes.first else {
      throw Failure(
        "nothing is planned for today", hint: "plan today ITEM plans a dish", at: argument.range,
        in: argument.line)
    }
    guard dishes.count == 1 else {
      throw Failure(
        "\(dishes.count) dishes are planned for today",
        hint: "cook one of: "
          + dishes.map { harmless($0.dish.name) }.joined(separator: ", "), at: argument.range,
        in: argument.line)
    }
    guard let row = row(of: planned.key) else {
      throw Failure(
        "\(harmless(planned.dish.name)) is not among the rows",
        hint: "it is from the feed \(harmless(planned.dish.feed)); load that first",
        at: argument.range, in: argument.line)
    }
    return row
  }

  private func row(of key: String) -> Int? { session.feed?.rows(of: [key])[key]?.first }

  // MARK: - Unfinished dishes

  fileprivate func unfinished() throws -> [UnfinishedDish] { try kitchen.unfinishedDishes() }

  /// The row shown last, otherwise the unfinished dish that was cooked last, each with the dishes that are cooked at once.
  private func rowsToGoOn() throws -> [Int] {
    let dishes = try unfinished()
    let shown: Int? = if case .row(let row) = session.lastShown { row } else { nil }
    guard let first = shown ?? dishes.lazy.compactMap({ row(of: $0.key) }).first else {
      if let other = dishes.first {
        throw Failure(
          "no dish of this feed is being cooked", hint: "\(named(other)) is; load that first",
          code: .noSuchRow)
      }
      return [try session.row(nil, in: "")]
    }
    guard let keys = dishes.first(where: { row(of: $0.key) == first })?.dish.together else {
      return [first]
    }
    let others = keys.filter { key in
      dishes.contains { $0.key == key && $0.dish.together == keys }
    }
    return others.compactMap { row(of: $0) }
  }

  /// An unfinished dish with its feed.
  private func named(_ unfinished: UnfinishedDish) -> String {
    let feed = unfinished.dish.feed.map { " of the feed \(harmless($0))" } ?? ""
    return harmless(unfinished.dish.name) + feed
  }

  /// Finishes a dish, or all of this feed.
  fileprivate func finish(_ dish: UnfinishedDish?) throws {
    let all = try unfinished()
    let dishes = dish.map { [$0] } ?? all.filter { row(of: $0.key) != nil }
    guard !dishes.isEmpty else {
      guard let other = all.first else { return output.say("No dish is being cooked.") }
      return output.say(
        "No dish of this feed is being cooked; \(named(other)) is. "
          + "cook stop \(harmless(other.dish.name)) finishes it.")
    }
    session.record(try kitchen.finish(dishes.map(\.key)))
    for (_, dish) in dishes {
      output.say("\(harmless(dish.name)) is finished; it was at step \(dish.step + 1).")
    }
  }

  // MARK: - Dishes

  fileprivate func cook(_ rows: [Int], _ scale: RequestedScale, isPlain: Bool) throws {
    let keepsPlace = options.isInteractive && output.format.isStyled
    var dishes = try rows.map { try dish($0, scale, keepsPlace: keepsPlace) }
    let keys = dishes.map(\.key)
    for place in dishes.indices where dishes.count > 1 { dishes[place].together = keys }
    if let row = rows.last { session.noteShown(.row(row)) }
    let isPlain = isPlain || output.isPlain
    if !isPlain, let keys = output.takeKeys() {
      let view = CookView(dishes, in: self, keys)
      try view.show()
      offerNote(of: view.finished)
    } else if isPlain, keepsPlace {
      var cooking = PlainCooking(dishes, in: self)
      try cooking.run()
      offerNote(of: cooking.finished)
    } else if output.format.isStyled {
      for dish in dishes { printSteps(of: dish) }
    } else {
      output.print(report(dishes))
    }
  }

  /// Says how to note that dishes were cooked.
  private func offerNote(of dishes: [DishOnStove]) {
    for dish in dishes {
      let name = harmless(dish.dish.name)
      output.say("to note that \(name) was cooked today, enter: cooked \(name)", .faint)
    }
  }

  /// The dish of a row, at the step and for the number that it is cooked for.
  private func dish(
    _ row: Int, _ typed: RequestedScale, keepsPlace: Bool
  ) throws -> DishOnStove {
    try feeds.complete([row])
    let key = session.feed?.key(of: row)?.text ?? catalog.name(row)
    let unfinished = keepsPlace ? try self.unfinished().first { $0.key == key }?.dish : nil
    var scale = typed
    var remark: String?
    if !typed.isAsked, let unfinished {
      scale = RequestedScale(scale: unfinished.scale, isAsked: false)
    } else if !typed.isAsked,
      let planned = try kitchen.plan(on: kitchen.today).first(where: { $0.key == key })?.dish,
      let wanted = planned.scale
    {
      remark = "\(harmless(planned.title)), as planned for today."
      scale = RequestedScale(scale: wanted, isAsked: false)
    }
    let dish = Dish(catalog, row, scale: scale.scale)
    try views.requireScale(scale, of: dish)
    guard !dish.steps.isEmpty else {
      throw Failure(
        "\(harmless(dish.name)) has no instructions to cook by",
        hint: "open ITEM opens its page, show ITEM shows its fields")
    }
    let step = min(unfinished?.step ?? 0, dish.steps.count - 1)
    if let unfinished {
      let number = typed.isAsked ? nil : unfinished.scale.map { ", \($0)" }
      if step > 0 || number != nil {
        remark = "You were at step \(step + 1)\(number ?? ""). Home or 0: from the beginning."
      }
    } else if let remark {
      output.say(remark)
    }
    return DishOnStove(
      dish: dish, key: key, step: step, hasTypedScale: typed.isAsked,
      remark: unfinished == nil ? nil : remark)
  }

  // MARK: - As text

  private func printSteps(of dish: DishOnStove) {
    for step in dish.dish.steps.indices {
      if output.isUnwanted { return }
      var dish = dish
      dish.step = step
      output.print(lines(of: page(dish)))
    }
  }

  /// A step as lines of text, without regard to the height of a window.
  func lines(of page: CookPage) -> [StyledText] {
    let width = min(output.width ?? 80, 80)
    var lines = [StyledText("\(page.title), step \(page.step + 1) of \(page.stepCount)", .accent)]
    if output.isPlain {
      lines.append(StyledText(harmless(page.text)))
      let ingredients = page.ingredients.map { harmless($0) }.joined(separator: "; ")
      return lines + (ingredients.isEmpty ? [] : [StyledText("Ingredients: \(ingredients).")])
    }
    lines += wrapped(harmless(page.text), to: width - 2).map { StyledText("  " + $0) }
    return lines + page.ingredients.map { StyledText("  • " + harmless($0), .faint) }
  }

  /// The page of the step that a dish is at.
  func page(_ dish: DishOnStove) -> CookPage {
    let units = library.settings.units
    let step = dish.isFinished ? nil : dish.dish.steps[dish.step]
    return CookPage(
      title: dish.dish.title, step: dish.step, stepCount: dish.dish.steps.count,
      text: step.map { dish.dish.text(of: $0, in: units) } ?? "\(dish.dish.name) is finished.",
      ingredients: step?.ingredients.map { dish.dish.lines[$0].text(in: units) } ?? [],
      durations: step?.durations ?? [])
  }

  private func report(_ dishes: [DishOnStove]) -> Report {
    let columns: [Report.Column] = [
      .init("step", isNumber: true), .init("text"), .init("ingredients"), .init("timers"),
    ]
    let isOne = dishes.count == 1
    return Report(
      (isOne ? [] : [.init("dish")]) + columns,
      dishes.flatMap { dish in
        zip(dish.dish.steps.indices, dish.dish.plainSteps(in: library.settings.units)).map {
          step, text in
          var dish = dish
          dish.step = step
          let page = page(dish)
          let cells = [
            Cell(step + 1), Cell(text),
            Cell(
              StyledText(page.ingredients.joined(separator: "; ")),
              .array(page.ingredients.map { .string($0) })),
            Cell(
              StyledText(page.durations.map(\.text).joined(separator: "; ")),
              .array(page.durations.map { .number(Double($0.seconds)) })),
          ]
          return (isOne ? [] : [Cell(dish.dish.title)]) + cells
        }
      })
  }

  // MARK: - The place

  /// Stores the step that a dish is at, or that it is finished.
  ///
  /// - Returns: A message if that is not possible.
  func store(_ dish: DishOnStove) -> String? {
    do {
      if dish.isFinished {
        _ = try kitchen.finish([dish.key])
      } else {
        try kitchen.store(
          CookedDish(
            name: dish.dish.name, step: dish.step, scale: dish.dish.scale,
            feed: session.feed.map { $0.scope ?? $0.name }, together: dish.together), dish.key)
      }
      return nil
    } catch {
      return "The step is not stored: \(error)"
    }
  }

  /// Starts a timer of the step that a dish is at.
  ///
  /// - Returns: A message about it.
  func startTimer(_ number: Int, of dish: DishOnStove) throws -> String {
    let durations = page(dish).durations
    guard durations.indices.contains(number) else { return "This step names no such time." }
    session.record(
      try timers.start(durations[number], of: "\(dish.dish.name), step \(dish.step + 1)"))
    return "The timer for \(durations[number].text) runs."
  }
}

/// A dish that is being cooked, with its place.
struct DishOnStove {
  let dish: Dish
  /// The stored key of its record.
  let key: String
  /// The step, counted from 0; the number of steps once it is finished.
  var step: Int
  /// Whether its number was typed, which is stored at once.
  let hasTypedScale: Bool
  /// The stored keys of the dishes that are cooked at once, which are stored at once, too; nil if it is alone.
  var together: [String]?
  /// The message about the step where it goes on; nil if it begins.
  let remark: String?
  /// The part of the step that is shown, if it is longer than the window.
  var part = 0
  /// The timer of the step that `t` starts next.
  var nextTimer = 0

  var isFinished: Bool { step >= dish.steps.count }

  /// The timer that `t` starts next, and which of several it is: `5 minutes (2 of 2)`; nil for a step without timers.
  func nextTimerText(of timers: [String]) -> String? {
    if timers.isEmpty { return nil }
    let number = nextTimer % timers.count
    return timers[number] + (timers.count > 1 ? " (\(number + 1) of \(timers.count))" : "")
  }

  /// Whether it is stored before its step changes.
  var isStoredAtOnce: Bool { hasTypedScale || together != nil }

  /// Shows another step, from its start.
  mutating func move(to step: Int) {
    (self.step, part, nextTimer) = (max(0, min(step, dish.steps.count)), 0, 0)
  }
}
