import Assistance
import Cooking
import Diagnostics
import FeedLoading
import FoundationEssentials
import Interpreter
import Kitchen
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<KitchenContext> {
  static var plan: Self {
    Self(
      "plan", summary: "Plan dishes for the days of the week.",
      forms: [
        Form(
          "shop",
          summary:
            "Make the shopping list follow the plan: add and change dishes, remove those that left it."
        ) { try $0.shopPlan() },
        Form("last week", summary: "Show the plan of last week, up to yesterday.") {
          try $0.showLastWeek()
        },
        Form(
          "remove", Context.day, Context.plannedDish.optional,
          summary: "Remove a dish from a day, or all dishes."
        ) { kitchen, day, dish in try kitchen.removePlanned(dish, on: day) },
        Form("clear", summary: "Empty the plan.") { try $0.clearPlan() },
        Form(
          "export", Context.planFormat, Context.path.optional,
          summary: "Write the plan as a calendar or as Markdown."
        ) { kitchen, format, path in try kitchen.exportPlan(as: format, to: path) },
        Form(
          "", Context.day, Context.dishes.optional, Context.scale,
          summary: "Plan dishes for a day."
        ) { kitchen, day, rows, scale in
          if rows == nil, !scale.isAsked {
            return kitchen.show(try kitchen.kitchen.plan(on: day.date))
          }
          try kitchen.plan(rows ?? [kitchen.session.row(nil, in: "")], scale, on: day)
        },
        Form(summary: "Show the plan.") { $0.show(try $0.planned()) },
      ],
      examples: [
        Example("plan", prints: "Nothing is planned. plan mon ITEM plans a dish for Monday."),
        Example(
          "plan 2099-12-24 3 for 4", prints: "Thursday 2099-12-24: Butter chicken for 4."),
      ],
      details: [
        "A day is mon to sun, today, tomorrow, or a date such as 2026-12-24; a day of the week is the next one, today "
          + "included. plan shows the days from today on; past days stay: plan 2026-11-23, plan last week.",
        "cook takes the number of today's plan, and shop today and shop mon-wed shop for these days.",
      ])
  }
}

extension KitchenContext {
  fileprivate static var day: Parameter<KitchenContext, PlanDay> {
    choice(
      "DAY",
      [
        Candidate("today"), Candidate("tomorrow"), Candidate("mon", "Monday"),
        Candidate("tue", "Tuesday"), Candidate("wed", "Wednesday"), Candidate("thu", "Thursday"),
        Candidate("fri", "Friday"), Candidate("sat", "Saturday"), Candidate("sun", "Sunday"),
      ]
    ).map { PlanDay(date: try $0.date(of: $1), typed: $1) }
  }

  /// Rows to plan.
  fileprivate static var dishes: Parameter<KitchenContext, [Int]> {
    itemsText.map { context, argument in try context.rows(argument) }
  }

  /// A dish of the plan by its name.
  fileprivate static var plannedDish: Parameter<KitchenContext, Argument> {
    Parameter(
      "DISH", .statement,
      complete: { context, request in
        // If the library cannot be read, the command reports that.
        let planned = (try? context.planned()) ?? []
        return request.suggestions(
          planned.map { Candidate($0.dish.name, dayTitle($0.day)) }, endsStatement: true)
      })
  }

  fileprivate static var planFormat: Parameter<KitchenContext, PlanFormat> {
    choice("FORMAT", [Candidate("ics", "a calendar"), Candidate("markdown", "a list of days")])
      .map { _, argument in
        guard let format = PlanFormat(rawValue: argument.text) else {
          throw Failure(
            "`\(harmless(argument.text))` is not a form of the plan",
            hint: "one of: ics, markdown", at: argument.range, in: argument.line,
            code: .badArguments)
        }
        return format
      }
  }
}

/// A day that was typed.
private struct PlanDay: Sendable {
  let date: CalendarDate
  let typed: Argument
}

private let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
private let weekdayNames = [
  "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
]

/// The index of a day in the week; Monday is 0.
private func weekday(_ day: CalendarDate) -> Int {
  // 1970-01-01 was a Thursday.
  floored(day.daysSince1970 + 3, dividedBy: 7).rest
}

/// The title of a day, such as `Monday 2026-11-30`.
func dayTitle(_ day: CalendarDate) -> String {
  "\(weekdayNames[weekday(day)]) \(day.description)"
}

extension KitchenContext {
  /// The day that a text names: `today`, a day of the week, which is the next one, or a date; nil for other texts.
  private func day(_ text: String, from first: CalendarDate) -> CalendarDate? {
    let text = text.lowercased()
    if text == "today" { return kitchen.today }
    if text == "tomorrow" { return CalendarDate(daysSince1970: kitchen.today.daysSince1970 + 1) }
    let found = zip(weekdays, weekdayNames).enumerated().first { _, names in
      text.hasPrefix(names.0) && names.1.lowercased().hasPrefix(text)
    }
    if let found {
      let ahead = (found.offset - weekday(first) + 7) % 7
      return CalendarDate(daysSince1970: first.daysSince1970 + ahead)
    }
    let parts = text.split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let number = parts[2] else {
      return nil
    }
    return CalendarDate(year: year, month: month, day: number)
  }

  /// The days that a text names, such as `today` and `mon-wed`, in days since 1970; nil for other texts.
  func days(_ text: String) -> ClosedRange<Int>? {
    if let day = day(text, from: kitchen.today) { return day.daysSince1970...day.daysSince1970 }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = day(String(ends[0]), from: kitchen.today),
      let last = day(String(ends[1]), from: first), first.daysSince1970 <= last.daysSince1970
    else { return nil }
    return first.daysSince1970...last.daysSince1970
  }

  /// The rows that an argument names.
  ///
  /// - Throws: ``Failure``, which names the feed if the dish is planned from another one.
  func rows(_ argument: Argument) throws -> [Int] {
    do {
      return try session.rows(argument.word, in: argument.line)
    } catch let failure as Failure where failure.code == .noSuchRow {
      let name = folded(argument.word.unquoted)
      guard let planned = try kitchen.plan().last(where: { folded($0.dish.name) == name }),
        planned.dish.feed != session.feed.map({ $0.scope ?? $0.name })
      else { throw failure }
      throw Failure(
        "\(harmless(planned.dish.name)) is not among the rows",
        hint: "it is planned from the feed \(harmless(planned.dish.feed)); load that first",
        at: argument.range, in: argument.line, code: .noSuchRow)
    }
  }

  fileprivate func date(of argument: Argument) throws -> CalendarDate {
    if let day = day(argument.text, from: kitchen.today) { return day }
    throw Failure(
      "`\(harmless(argument.text))` is not a day",
      hint: "mon to sun, today, tomorrow, or a date such as \(kitchen.today.description)",
      at: argument.range, in: argument.line, code: .badArguments)
  }

  /// The planned dishes from today on, by day.
  func planned() throws -> [PlannedDish] {
    try kitchen.plan(from: kitchen.today)
  }

  fileprivate func plan(_ rows: [Int], _ scale: RequestedScale, on typed: PlanDay) throws {
    let day = typed.date
    guard day.daysSince1970 >= kitchen.today.daysSince1970 else {
      throw Failure(
        "\(day.description) is over", hint: "plan a day from today on, e.g. today or mon",
        at: typed.typed.range, in: typed.typed.line, code: .badArguments)
    }
    try feeds.complete(rows)
    let dishes = try rows.map { row in
      let keepsake = try session.keepsake(of: row)
      let dish = Dish(catalog, row, scale: scale.scale, feed: keepsake.feed)
      try views.requireScale(scale, of: dish)
      return (key: keepsake.key, dish: dish)
    }
    let change = try kitchen.plan(dishes, on: day)
    if !change.kitchen.isEmpty { session.record(change) }
    for dish in dishes { output.say("\(dayTitle(day)): \(harmless(dish.dish.title)).") }
  }

  /// Prints the plan from Monday of last week until yesterday.
  fileprivate func showLastWeek() throws {
    let today = kitchen.today.daysSince1970
    let monday = today - weekday(kitchen.today) - 7
    show(try kitchen.plan().filter { (monday..<today).contains($0.day.daysSince1970) })
  }

  /// Prints planned dishes, with the feed of those that are from another one.
  fileprivate func show(_ planned: [PlannedDish]) {
    if planned.isEmpty { output.say("Nothing is planned. plan mon ITEM plans a dish for Monday.") }
    let feed = session.feed.map { $0.scope ?? $0.name }
    let names = planned.map { folded($0.dish.name) }
    let hasTwins = Set(names).count < Set(planned.map(\.key)).count
    let numbers = rowNumbers(of: planned)
    output.print(
      Report(
        [
          .init("day", title: "Day"), .init("date", title: "Date"),
          .init("row", title: "#", isNumber: true, isShown: hasTwins),
          .init("dish", title: "Dish", isFlexible: true), .init("scale", title: "For"),
          .init(
            "feed", title: "Feed", isFlexible: true,
            isShown: planned.contains { $0.dish.feed != feed }),
        ],
        planned.map { entry in
          [
            Cell(weekdayNames[weekday(entry.day)]), Cell(entry.day.description),
            numbers[entry.key].map { Cell($0) } ?? Cell(optional: nil),
            Cell(entry.dish.name), Cell(optional: entry.dish.scale?.description),
            Cell(
              StyledText(entry.dish.feed == feed ? "" : entry.dish.feed),
              .string(entry.dish.feed)),
          ]
        }))
  }

  /// The numbers of the rows in the view, by the stored key of their record.
  private func rowNumbers(of planned: [PlannedDish]) -> [String: Int] {
    let rows = session.feed?.rows(of: planned.map(\.key)) ?? [:]
    return rows.compactMapValues { $0.first.flatMap { session.number(of: $0) } }
  }

  // MARK: - The shopping list

  /// Puts what is planned from today on on the shopping list, and removes what left the plan.
  fileprivate func shopPlan() throws {
    let planned = try planned()
    let keys = Set(try kitchen.plan().map(\.key))
    let left = try kitchen.shoppingList().dishes.filter {
      $0.dish.isPlanned && !keys.contains($0.key)
    }
    guard !planned.isEmpty || !left.isEmpty else {
      throw Failure("nothing is planned", hint: "plan mon ITEM plans a dish for Monday")
    }
    try shop(for: planned, removing: left)
  }

  /// Puts what is planned for some days on the shopping list.
  func shopPlan(on days: ClosedRange<Int>, _ typed: Argument, _ scale: RequestedScale) throws {
    guard !scale.isAsked else {
      throw Failure(
        "`shop \(typed.text)` takes the numbers of the plan",
        hint: "plan \(typed.text) ITEM for 4 changes one", at: typed.range, in: typed.line,
        code: .badArguments)
    }
    let planned = try kitchen.plan().filter { days.contains($0.day.daysSince1970) }
    guard !planned.isEmpty else {
      throw Failure(
        "nothing is planned for \(typed.text)", hint: "plan shows what is planned",
        at: typed.range, in: typed.line)
    }
    try shop(for: planned, removing: [])
  }

  private func shop(for planned: [PlannedDish], removing left: [(key: String, dish: Dish)]) throws {
    let before = try kitchen.shoppingList().dishes
    let dishes = Kitchen.sums(of: planned).map { plan in
      // What was put on the list by hand stays there when it leaves the plan.
      let isOwn = before.contains { $0.key == plan.key && !$0.dish.isPlanned }
      return (key: plan.key, dish: isOwn ? plan.dish : plan.dish.planned())
    }
    let change = try kitchen.shop(for: dishes, removing: left.map(\.key), aisles: aisles())
    if !change.kitchen.isEmpty { session.record(change) }
    for (key, dish) in dishes {
      output.say(remark(on: dish, insteadOf: before.first { $0.key == key }?.dish))
    }
    for dish in left.map(\.dish) {
      output.say("\(harmless(dish.name)) is not planned any more, and not on the list either.")
    }
  }

  // MARK: - Removing

  fileprivate func removePlanned(_ dish: Argument?, on typed: PlanDay) throws {
    let day = typed.date
    let onDay = try kitchen.plan(on: day)
    let removed = try dish.map { [try plannedDish($0, among: onDay, on: day)] } ?? onDay
    let change = try kitchen.removePlanned(removed)
    if !change.kitchen.isEmpty { session.record(change) }
    if removed.isEmpty { return output.say("\(dayTitle(day)): nothing was planned.") }
    let names = removed.map { harmless($0.dish.name) }.joined(separator: ", ")
    output.say("\(dayTitle(day)): \(names) is not planned any more.\(options.undoHint)")
    let shopped = Set(try kitchen.shoppingList().dishes.filter(\.dish.isPlanned).map(\.key))
    if removed.contains(where: { shopped.contains($0.key) }) {
      output.say("The shopping list is unchanged; plan shop makes it follow the plan.")
    }
  }

  /// The dish of a day with a name, its words or the start of one, or of a row in the view.
  private func plannedDish(
    _ argument: Argument, among planned: [PlannedDish], on day: CalendarDate
  ) throws -> PlannedDish {
    let word = argument.word
    let wanted = folded(word.unquoted)
    let names = zip(planned, Dish.distinctNames(of: planned.map(\.dish))).map {
      (dish: $0, name: folded($1))
    }
    let exact = names.filter { $0.name == wanted }
    if !word.isQuoted, ordinal(word.text) != nil, exact.isEmpty {
      let key = try session.keepsake(of: session.row(word, in: argument.line)).key
      if let found = planned.first(where: { $0.key == key }) { return found }
    } else {
      // A word of the name comes before the start of one.
      let words = names.filter { (" " + $0.name + " ").contains(" " + wanted + " ") }
      let starts = names.filter { (" " + $0.name).contains(" " + wanted) }
      let sameName = names.filter { folded($0.dish.dish.name) == wanted }
      let found = [exact, sameName, words, starts].first { !$0.isEmpty } ?? []
      if found.count > 1 { throw several(argument, found.map(\.dish)) }
      if let one = found.first { return one.dish }
    }
    throw Failure(
      "\(harmless(word.unquoted)) is not planned for \(dayTitle(day))",
      hint: nearest(to: word.unquoted, among: planned.map(\.dish.name)).map {
        "did you mean \(harmless($0))?"
      } ?? "plan \(day.description) shows the day",
      at: argument.range, in: argument.line)
  }

  /// The failure for a name of several dishes, with the numbers of their rows or their feeds.
  private func several(_ argument: Argument, _ found: [PlannedDish]) -> Failure {
    let numbers = rowNumbers(of: found)
    let names = found.map { entry in
      numbers[entry.key].map { "\($0) \(harmless(entry.dish.name))" }
        ?? "\(harmless(entry.dish.name)) of \(harmless(entry.dish.feed))"
    }
    return Failure(
      "`\(harmless(argument.word.unquoted))` could be \(found.count) dishes of the plan",
      hint: names.joined(separator: ", "), at: argument.range, in: argument.line)
  }

  fileprivate func clearPlan() throws {
    let change = try kitchen.clearPlan()
    if !change.kitchen.isEmpty { session.record(change) }
    output.say(
      change.kitchen.isEmpty ? "Nothing is planned." : "The plan is empty.\(options.undoHint)")
  }
}
