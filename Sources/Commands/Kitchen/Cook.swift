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
      "cook",
      summary: "Show a recipe one step at a time, with its ingredients and timers.",
      forms: [
        Form(
          "timers stop", Context.timer.optional, summary: "Stop a timer, or all of them."
        ) { kitchen, timer in try kitchen.stop(timer.map { [$0] } ?? kitchen.timers.running()) },
        Form("timers", summary: "List the running timers.") { try $0.listTimers() },
        Form("", Context.cookedRow, Context.scale, Context.plain) { kitchen, row, scale, isPlain in
          try kitchen.cook(row, kitchen.planned(scale, for: row), isPlain: isPlain)
        },
      ],
      examples: [
        Example(
          "cook Lasagne for 4",
          prints: """
            Lasagne for 4, step 1 of 7
            …
            """),
        Example("cook timers", prints: "No timer is running. t starts one while cooking."),
      ],
      details: [
        "Space, Enter, → and ↓ show the next step, ←, ↑ and Backspace the one before. t starts the timer that the "
          + "step names; several can run. q leaves, and timers continue. cook resumes at the step where you left.",
        "Without a scale, a dish of today's plan is cooked for the number of the plan; cook today cooks that dish.",
        "--plain at the end prints a step each time Enter is pressed, for screen readers; without a terminal, all steps "
          + "are printed.",
      ])
  }
}

extension KitchenContext {
  /// One row, or `today` for the dish that is planned for today; without words, the row shown last.
  fileprivate static var cookedRow: Parameter<KitchenContext, Int> {
    itemText.map { context, argument in
      guard argument.text.lowercased() == "today", !context.isRowName("today") else {
        return try context.session.row(argument.word, in: argument.line)
      }
      return try context.rowPlannedForToday(argument)
    }.or { try $0.session.row(nil, in: "") }
  }

  /// The flag `--plain` at the end of the line.
  fileprivate static var plain: Parameter<KitchenContext, Bool> {
    @Sendable func start(_ text: String) -> Int? {
      let words = words(of: text, in: 0..<text.utf8.count).words
      guard let last = words.last, last.text == "--plain", !last.isQuoted else { return nil }
      return last.range.lowerBound
    }
    return Parameter(
      "--plain", ending: StatementEnding(start: start, split: { start($1.text) }),
      parse: { $1 != nil })
  }

  /// A running timer, by its number.
  fileprivate static var timer: Parameter<KitchenContext, KitchenTimers.Running> {
    Parameter(
      "N",
      complete: { context, request in
        request.suggestions(
          zip(1..., context.timers.knownTimers()).map { Candidate("\($0)", $1.text) },
          isWhole: true)
      },
      parse: { context, argument in
        let running = try context.timers.running()
        guard let number = ordinal(argument.text), running.indices.contains(number - 1) else {
          throw Failure(
            "there is no timer \(harmless(argument.text))",
            hint: running.isEmpty ? "none is running" : "cook timers lists them",
            at: argument.range, in: argument.line)
        }
        return running[number - 1]
      })
  }
}

extension KitchenContext {
  private func isRowName(_ text: String) -> Bool {
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
    guard let row = session.feed?.rows(of: [planned.key])[planned.key]?.first else {
      throw Failure(
        "\(harmless(planned.dish.name)) is not among the rows",
        hint: "it is from the feed \(harmless(planned.dish.feed)); load that first",
        at: argument.range, in: argument.line)
    }
    return row
  }

  /// The scale that was typed, otherwise that of today's plan for the row, which is reported, otherwise the standard one.
  fileprivate func planned(_ scale: RequestedScale, for row: Int) throws -> RequestedScale {
    guard !scale.isAsked, let key = session.feed?.key(of: row)?.text,
      let planned = try kitchen.plan(on: kitchen.today).first(where: { $0.key == key })?.dish,
      let wanted = planned.scale
    else { return scale }
    output.say("\(harmless(planned.title)), as planned for today.")
    return RequestedScale(scale: wanted, isAsked: false)
  }

  fileprivate func cook(_ row: Int, _ scale: RequestedScale, isPlain: Bool) throws {
    let dish = Dish(catalog, row, scale: scale.scale)
    try dish.requireScale(scale)
    session.noteShown(.row(row))
    guard !dish.steps.isEmpty else {
      throw Failure(
        "\(harmless(dish.name)) has no instructions to cook by",
        hint: "open ITEM opens its page, show ITEM shows its fields")
    }
    if let keys = output.takeKeys(), !isPlain {
      let key = session.feed?.key(of: row)?.text ?? dish.name
      try showSteps(of: dish, key, keys)
    } else if output.format.isStyled {
      try printSteps(of: dish, waits: isPlain && options.isInteractive)
    } else {
      output.print(report(dish))
    }
  }

  private func title(of dish: Dish) -> String {
    dish.name + (dish.scale.map { " \($0)" } ?? "")
  }

  private func page(
    _ step: Int, of dish: Dish, timers: [String], remarks: [String] = []
  ) -> CookPage {
    let choice = views.unitChoice
    return CookPage(
      title: title(of: dish), step: step, stepCount: dish.steps.count,
      text: views.text(of: dish.steps[step], in: dish),
      ingredients: dish.steps[step].ingredients.map { dish.lines[$0].text(in: choice) },
      durations: dish.steps[step].durations, timers: timers, remarks: remarks)
  }

  // MARK: - The view

  /// Shows the steps, and handles keys until the user leaves.
  private func showSteps(of dish: Dish, _ key: String, _ keys: OutputKeys) throws {
    var step = timers.lastStep.flatMap { $0.key == key ? $0.step : nil } ?? 0
    step = min(step, dish.steps.count - 1)
    var part = 0
    var started: [Int: Int] = [:]
    let over = Remarks()
    timers.tick()
    defer {
      timers.lastStep = (key, step)
      timers.schedule()
    }
    keys.begin()
    defer { keys.end() }
    var parts = 1
    while !output.isUnwanted {
      let (shownStep, shownPart) = (step, part)
      keys.draw { columns, rows in
        over.texts += timers.takeOver()
        let page = page(
          shownStep, of: dish, timers: timers.knownTimers().map(\.text), remarks: over.texts)
        parts = page.partCount(columns: columns, rows: rows)
        return page.lines(columns: columns, rows: rows, part: shownPart)
      }
      timers.tick()
      let key = keys.next()
      over.texts = []
      switch key {
      case .enter, .right, .down, .pageDown, .character(" "), .character("n"), .character("j"):
        if part + 1 < parts {
          part += 1
        } else if step + 1 < dish.steps.count {
          (step, part) = (step + 1, 0)
        }
      case .left, .up, .pageUp, .erase, .character("b"), .character("p"), .character("k"):
        (step, part) = part > 0 ? (step, part - 1) : (max(0, step - 1), 0)
      case .home, .character("g"): (step, part) = (0, 0)
      case .end, .character("G"): (step, part) = (dish.steps.count - 1, 0)
      case .character("t"), .character("T"):
        over.texts = [try startTimer(of: dish, step, &started)]
      case .escape, .endOfInput, .character("q"), .character("Q"): return
      case .character, .other: break
      }
    }
  }

  /// Messages that the view shows until the next key.
  private final class Remarks { var texts: [String] = [] }

  /// Starts the next timer that a step names; after the last one, the first again.
  ///
  /// - Returns: A message about it.
  private func startTimer(of dish: Dish, _ step: Int, _ started: inout [Int: Int]) throws -> String
  {
    let durations = dish.steps[step].durations
    guard !durations.isEmpty else { return "This step names no time." }
    let number = started[step, default: 0] % durations.count
    started[step] = number + 1
    session.record(try timers.start(durations[number], of: "\(dish.name), step \(step + 1)"))
    return "The timer for \(durations[number].text) runs."
  }

  // MARK: - As text

  private func printSteps(of dish: Dish, waits: Bool) throws {
    for step in dish.steps.indices {
      if output.isUnwanted { return }
      let page = page(step, of: dish, timers: [])
      let width = min(output.width ?? 80, 80)
      var lines = [
        StyledText("\(page.title), step \(step + 1) of \(page.stepCount)", .accent)
      ]
      lines += wrapped(harmless(page.text), to: width - 2).map { StyledText("  " + $0) }
      lines += page.ingredients.map { StyledText("  • " + harmless($0), .faint) }
      output.print(lines)
      if waits, try !wantsNext(page, of: dish, step) { return }
    }
  }

  /// Asks whether to continue; starts timers in between.
  ///
  /// - Returns: Whether to show the next step.
  private func wantsNext(_ page: CookPage, of dish: Dish, _ step: Int) throws -> Bool {
    let timer = page.durations.first.map { "t and Enter for a timer of \($0.text), " } ?? ""
    let isLast = step + 1 == dish.steps.count
    var started: [Int: Int] = [:]
    while true {
      timers.sayOver()
      let question =
        "\(isLast ? "Enter to leave" : "Enter for the next step"), \(timer)q to leave: "
      let answer = (output.ask?(question) ?? "q").lowercased()
      timers.sayOver()
      guard answer.hasPrefix("t") else { return !answer.hasPrefix("q") }
      output.say(try startTimer(of: dish, step, &started))
    }
  }

  private func report(_ dish: Dish) -> Report {
    Report(
      [.init("step", isNumber: true), .init("text"), .init("ingredients"), .init("timers")],
      zip(dish.steps.indices, views.plainSteps(of: dish)).map { step, text in
        let page = page(step, of: dish, timers: [])
        return [
          Cell(step + 1), Cell(text),
          Cell(
            StyledText(page.ingredients.joined(separator: "; ")),
            .array(page.ingredients.map { .string($0) })),
          Cell(
            StyledText(page.durations.map(\.text).joined(separator: "; ")),
            .array(page.durations.map { .number(Double($0.seconds)) })),
        ]
      })
  }

  // MARK: - Timers

  fileprivate func listTimers() throws {
    let running = try timers.running()
    if running.isEmpty { output.say("No timer is running. t starts one while cooking.") }
    output.print(
      Report(
        [
          .init("number", title: "#", isNumber: true), .init("left", title: "Left"),
          .init("timer", title: "Timer", isFlexible: true),
          .init("dish", title: "Dish", isFlexible: true),
        ],
        zip(1..., running).map { number, timer in
          [Cell(number), Cell(timer.clock), Cell(timer.timer.label), Cell(timer.timer.dish)]
        }))
  }

  fileprivate func stop(_ stopped: [KitchenTimers.Running]) throws {
    guard !stopped.isEmpty else { return output.say("No timer is running.") }
    session.record(try timers.stop(stopped))
    for timer in stopped { output.say("The timer \(timer.timer.label) is stopped.") }
  }
}
