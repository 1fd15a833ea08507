import Assistance
import Cooking
import Diagnostics
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
        Form("shop", summary: "Put the planned dishes on the shopping list.") {
          try $0.shopPlan()
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
          "", Context.day, Context.rows.optional, Context.scale, summary: "Plan dishes for a day."
        ) { kitchen, day, rows, scale in
          if rows == nil, !scale.isAsked { return try kitchen.showPlan(of: day.date) }
          try kitchen.plan(rows ?? [kitchen.session.row(nil, in: "")], scale, on: day)
        },
        Form(summary: "Show the plan.") { try $0.showPlan() },
      ],
      examples: [
        Example("plan", prints: "Nothing is planned. plan mon ITEM plans a dish for Monday."),
        Example(
          "plan 2099-12-24 3 for 4", prints: "Thursday 2099-12-24: Butter chicken for 4."),
      ],
      details: [
        "A day is mon to sun, today, tomorrow, or a date such as 2026-12-24; a day of the week is the next one, today "
          + "included. Past days are not shown."
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

  /// A dish of the plan by its name.
  fileprivate static var plannedDish: Parameter<KitchenContext, Argument> {
    Parameter(
      "DISH", .statement,
      complete: { context, request in
        // If the library cannot be read, the command reports that.
        let planned = (try? context.planned()) ?? []
        return request.suggestions(
          planned.map { Candidate($0.dish.name, context.dayTitle($0.day)) }, endsStatement: true)
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

/// A format of the plan.
private enum PlanFormat: String {
  case ics, markdown
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

extension KitchenContext {
  /// The index of a day in the week; Monday is 0.
  private func weekday(_ day: CalendarDate) -> Int {
    // 1970-01-01 was a Thursday.
    floored(day.daysSince1970 + 3, dividedBy: 7).rest
  }

  fileprivate func date(of argument: Argument) throws -> CalendarDate {
    let text = argument.text.lowercased()
    let today = kitchen.today
    if text == "today" { return today }
    if text == "tomorrow" { return CalendarDate(daysSince1970: today.daysSince1970 + 1) }
    let found = weekdays.firstIndex {
      text.hasPrefix($0)
        && weekdayNames[weekdays.firstIndex(of: $0) ?? 0].lowercased().hasPrefix(text)
    }
    if let found {
      let ahead = (found - weekday(today) + 7) % 7
      return CalendarDate(daysSince1970: today.daysSince1970 + ahead)
    }
    let parts = text.split(separator: "-").map { Int($0) }
    if parts.count == 3, let year = parts[0], let month = parts[1], let number = parts[2],
      let date = CalendarDate(year: year, month: month, day: number)
    {
      return date
    }
    throw Failure(
      "`\(harmless(argument.text))` is not a day",
      hint: "mon to sun, today, tomorrow, or a date such as \(today.description)",
      at: argument.range, in: argument.line, code: .badArguments)
  }

  /// The planned dishes from today on, by day.
  fileprivate func planned() throws -> [PlannedDish] {
    try kitchen.plan(from: kitchen.today)
  }

  fileprivate func dayTitle(_ day: CalendarDate) -> String {
    "\(weekdayNames[weekday(day)]) \(day.description)"
  }

  fileprivate func plan(_ rows: [Int], _ scale: RequestedScale, on typed: PlanDay) throws {
    let day = typed.date
    guard day.daysSince1970 >= kitchen.today.daysSince1970 else {
      throw Failure(
        "\(day.description) is over", hint: "plan a day from today on, e.g. today or mon",
        at: typed.typed.range, in: typed.typed.line, code: .badArguments)
    }
    let dishes = try rows.map { row in
      let keepsake = try session.keepsake(of: row)
      let dish = Dish(catalog, row, scale: scale.scale, feed: keepsake.feed)
      try dish.requireScale(scale)
      return (key: keepsake.key, dish: dish)
    }
    let change = try kitchen.plan(dishes, on: day)
    if !change.kitchen.isEmpty { session.record(change) }
    for dish in dishes { output.say("\(dayTitle(day)): \(harmless(dish.dish.title)).") }
  }

  /// Prints the plan, or the dishes of one day.
  fileprivate func showPlan(of day: CalendarDate? = nil) throws {
    let planned = try planned().filter { day == nil || $0.day == day }
    if planned.isEmpty { output.say("Nothing is planned. plan mon ITEM plans a dish for Monday.") }
    output.print(
      Report(
        [
          .init("day", title: "Day"), .init("date", title: "Date"),
          .init("dish", title: "Dish", isFlexible: true), .init("scale", title: "For"),
          .init("feed", title: "Feed", isFlexible: true, isShown: false),
        ],
        planned.map { entry in
          [
            Cell(weekdayNames[weekday(entry.day)]), Cell(entry.day.description),
            Cell(entry.dish.name), Cell(optional: entry.dish.scale?.description),
            Cell(entry.dish.feed),
          ]
        }))
  }

  fileprivate func shopPlan() throws {
    let planned = try planned()
    guard !planned.isEmpty else {
      throw Failure("nothing is planned", hint: "plan mon ITEM plans a dish for Monday")
    }
    let dishes = Kitchen.sums(of: planned)
    let aisles = try AisleFile(world: world, output: output).aisles(library.settings["aisles"])
    let change = try kitchen.shop(for: dishes.map { ($0.key, $0.dish) }, aisles: aisles)
    if !change.kitchen.isEmpty { session.record(change) }
    for plan in dishes { output.say("\(harmless(plan.dish.title)) is on the list.") }
  }

  fileprivate func removePlanned(_ dish: Argument?, on typed: PlanDay) throws {
    let day = typed.date
    let onDay = try planned().filter { $0.day == day }
    let removed = try dish.map { [try plannedDish($0, among: onDay, on: day)] } ?? onDay
    let change = try kitchen.removePlanned(removed)
    if !change.kitchen.isEmpty { session.record(change) }
    if removed.isEmpty { return output.say("\(dayTitle(day)): nothing was planned.") }
    let names = removed.map { harmless($0.dish.name) }.joined(separator: ", ")
    output.say("\(dayTitle(day)): \(names) is not planned any more.\(options.undoHint)")
  }

  /// The dish of a day with a name, or of a row in the view.
  private func plannedDish(
    _ argument: Argument, among planned: [PlannedDish], on day: CalendarDate
  ) throws -> PlannedDish {
    let word = argument.word
    let wanted = folded(word.unquoted)
    let found =
      planned.first { folded($0.dish.name) == wanted }
      ?? planned.first { ordinal(wanted) == nil && folded($0.dish.name).contains(wanted) }
    if let found { return found }
    if !word.isQuoted, ordinal(word.text) != nil {
      let key = try session.keepsake(of: session.row(word, in: argument.line)).key
      if let found = planned.first(where: { $0.key == key }) { return found }
    }
    throw Failure(
      "\(harmless(word.unquoted)) is not planned for \(dayTitle(day))",
      hint: nearest(to: word.unquoted, among: planned.map(\.dish.name)).map {
        "did you mean \(harmless($0))?"
      } ?? "plan \(day.description) shows the day",
      at: argument.range, in: argument.line)
  }

  fileprivate func clearPlan() throws {
    let change = try kitchen.clearPlan()
    if !change.kitchen.isEmpty { session.record(change) }
    output.say(
      change.kitchen.isEmpty ? "Nothing is planned." : "The plan is empty.\(options.undoHint)")
  }

  // MARK: - Files

  fileprivate func exportPlan(as format: PlanFormat, to path: Argument?) throws {
    let planned = try planned()
    let text =
      switch format {
      case .ics: calendar(planned)
      case .markdown: markdown(planned)
      }
    try ExportWriter(world: world, output: output, options: options)
      .write(Array(text.utf8), to: path, what: "the plan is")
  }

  private func markdown(_ planned: [PlannedDish]) -> String {
    var lines: [String] = []
    for (number, entry) in planned.enumerated() {
      if number == 0 || planned[number - 1].day != entry.day {
        lines.append((number == 0 ? "" : "\n") + "## \(dayTitle(entry.day))\n")
      }
      lines.append("- \(harmless(entry.dish.title))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The plan as iCalendar (RFC 5545), with an all-day event for each dish.
  private func calendar(_ planned: [PlannedDish]) -> String {
    let stamp = world.now().formatted(.iso8601).filter { !"-:".contains($0) }
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Larder//Larder//EN"]
    for entry in planned {
      lines += [
        "BEGIN:VEVENT", "UID:\(FNVHash(entry.entryKey.utf8).value)@larder", "DTSTAMP:\(stamp)",
        "DTSTART;VALUE=DATE:\(entry.day.description.filter { $0 != "-" })",
      ]
      lines += calendarLines(of: "SUMMARY:" + escaped(harmless(entry.dish.title)))
      lines.append("END:VEVENT")
    }
    lines.append("END:VCALENDAR")
    return lines.map { $0 + "\r\n" }.joined()
  }

  private func escaped(_ text: String) -> String {
    String(text.flatMap { ",;\\".contains($0) ? ["\\", $0] : [$0] })
  }

  /// A line of iCalendar, folded into parts of at most 75 bytes.
  private func calendarLines(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    for letter in text {
      if part.utf8.count + letter.utf8.count > 74 {
        parts.append(part)
        part = " "
      }
      part.append(letter)
    }
    return parts + [part]
  }
}
