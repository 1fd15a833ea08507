import Cooking
import Interpreter
import Kitchen
import Output
import SessionStore
import Terminal
import Text

/// The view of `cook`: a step at a time of one or several dishes, until the user leaves.
final class CookView {
  private let context: KitchenContext
  private let keys: OutputKeys
  private var dishes: [DishOnStove]
  private var place = 0
  /// Messages that are shown until the next key.
  private var remarks: [String]
  /// The number of screens that the step needs.
  private var partCount = 1
  /// Whether the next digit is that of a timer to stop.
  private var isStopping = false

  /// The dishes that were cooked to their end.
  var finished: [DishOnStove] { dishes.filter(\.isFinished) }

  init(_ dishes: [DishOnStove], in context: KitchenContext, _ keys: OutputKeys) {
    (self.dishes, self.context, self.keys) = (dishes, context, keys)
    remarks = dishes.compactMap { dish in
      dish.remark.map { dishes.count > 1 ? "\(dish.dish.name): \($0)" : $0 }
    }
  }

  func show() throws {
    defer { context.timers.schedule() }
    keys.begin()
    defer { keys.end() }
    for dish in dishes where dish.isStoredAtOnce { store(dish) }
    while !context.output.isUnwanted {
      keys.draw { [self] columns, rows in lines(columns, rows) }
      context.timers.tick()
      let key = keys.next()
      remarks = []
      if try !handle(key) { return }
    }
  }

  private func lines(_ columns: Int, _ rows: Int) -> [StyledText] {
    remarks += context.timers.takeOver()
    var page = context.page(dishes[place])
    page.timers = context.timers.knownTimers().map(\.text)
    page.remarks = remarks
    page.keys = keyNames(page)
    if dishes.count > 1 { page.title = "\(place + 1)/\(dishes.count) \(page.title)" }
    partCount = page.partCount(columns: columns, rows: rows)
    return page.lines(columns: columns, rows: rows, part: dishes[place].part)
  }

  private func keyNames(_ page: CookPage) -> [String] {
    let dish = dishes[place]
    var names =
      dish.isFinished
      ? ["← back"]
      : [dish.step + 1 == dish.dish.steps.count ? "space finish" : "space next", "← back"]
    if dishes.count > 1 { names.append("Tab " + harmless(dishes[next].dish.name)) }
    if page.durations.count > 1, dishes.count == 1 {
      names += page.durations.enumerated().map { "\($0 + 1) \($1.text)" }
    } else if let timer = dish.nextTimerText(of: page.durations.map(\.text)) {
      names.append("t \(timer)")
    }
    if !page.timers.isEmpty { names.append("s stop timer") }
    return names + ["q leave"]
  }

  /// The dish that Tab shows.
  private var next: Int { (place + 1) % dishes.count }

  // MARK: - Keys

  /// Returns whether the view stays open.
  private func handle(_ key: PagingKey) throws -> Bool {
    if isStopping {
      isStopping = false
      if case .character(let scalar) = key, let digit = digit(scalar) {
        try stopTimer(digit - 1)
        return true
      }
    }
    switch key {
    case .enter, .right, .down, .pageDown, .character(" "), .character("n"), .character("j"):
      return showNext()
    case .left, .up, .pageUp, .erase, .character("b"), .character("p"), .character("k"):
      if dishes[place].part > 0 {
        dishes[place].part -= 1
      } else {
        move(to: dishes[place].step - 1)
      }
    case .home, .character("g"), .character("0"): move(to: 0)
    case .end, .character("G"): move(to: dishes[place].dish.steps.count - 1)
    case .character("\t"): place = next
    case .character("t"), .character("T"):
      let count = context.page(dishes[place]).durations.count
      try startTimer(count == 0 ? 0 : dishes[place].nextTimer % count)
      dishes[place].nextTimer += 1
    case .character("s"), .character("S"): try askForTimer()
    case .escape, .endOfInput, .character("q"), .character("Q"): return false
    case .character(let scalar):
      guard let digit = digit(scalar) else { break }
      if dishes.count == 1 {
        try startTimer(digit - 1)
      } else if dishes.indices.contains(digit - 1) {
        place = digit - 1
      }
    case .other: break
    }
    return true
  }

  private func digit(_ scalar: Unicode.Scalar) -> Int? {
    ("1"..."9").contains(scalar) ? Int(scalar.value) - 48 : nil
  }

  /// Shows the next part or step; after the last one that the dish is finished, and then the next dish.
  ///
  /// - Returns: Whether the view stays open.
  private func showNext() -> Bool {
    if dishes[place].part + 1 < partCount {
      dishes[place].part += 1
    } else if !dishes[place].isFinished {
      move(to: dishes[place].step + 1)
    } else if let other = dishes.firstIndex(where: { !$0.isFinished }) {
      place = other
    } else {
      return false
    }
    return true
  }

  private func move(to step: Int) {
    let before = dishes[place].step
    dishes[place].move(to: step)
    if dishes[place].step != before { store(dishes[place]) }
  }

  private func store(_ dish: DishOnStove) {
    if let message = context.store(dish) { remarks.append(message) }
  }

  // MARK: - Timers

  private func startTimer(_ number: Int) throws {
    remarks = [try context.startTimer(number, of: dishes[place])]
  }

  /// Stops the only timer, or asks which one.
  private func askForTimer() throws {
    let timers = try context.timers.running()
    if timers.count < 2 { return try stopTimer(0) }
    isStopping = true
    let names = timers.prefix(9).enumerated().map { "\($0 + 1) \($1.name)" }
    remarks = ["Stop which timer? " + names.joined(separator: " · ")]
  }

  private func stopTimer(_ number: Int) throws {
    let timers = try context.timers.running()
    guard timers.indices.contains(number) else {
      remarks = [timers.isEmpty ? "No timer is running." : "There is no timer \(number + 1)."]
      return
    }
    context.session.record(try context.timers.stop([timers[number]]))
    remarks = ["The timer \(timers[number].name) is stopped."]
  }
}

/// `cook --plain` at a prompt: a step each time Enter is pressed, for screen readers.
struct PlainCooking {
  private let context: KitchenContext
  private var dishes: [DishOnStove]
  private var place = 0

  /// The dishes that were cooked to their end.
  var finished: [DishOnStove] { dishes.filter(\.isFinished) }

  init(_ dishes: [DishOnStove], in context: KitchenContext) {
    (self.dishes, self.context) = (dishes, context)
  }

  mutating func run() throws {
    // Each step is printed whole, before the question.
    context.output.endPaging()
    for dish in dishes where dish.isStoredAtOnce { store(dish) }
    for dish in dishes { if let remark = dish.remark { context.output.say(remark) } }
    while !context.output.isUnwanted {
      context.output.print(context.lines(of: context.page(dishes[place])))
      guard try goOn() else { return }
      if dishes[place].isFinished {
        context.output.say("\(harmless(dishes[place].dish.name)) is finished.")
        guard let other = dishes.firstIndex(where: { !$0.isFinished }) else { return }
        place = other
      }
    }
  }

  /// Asks what to show next; starts timers in between.
  ///
  /// - Returns: Whether a step is to be shown.
  private mutating func goOn() throws -> Bool {
    let page = context.page(dishes[place])
    let ready = dishes[place].nextTimerText(of: page.durations.map(\.text))
    let timer = ready.map { "t timer of \($0), " } ?? ""
    let others =
      dishes.count == 1
      ? ""
      : dishes.indices.filter { $0 != place }.map {
        "\($0 + 1) \(harmless(dishes[$0].dish.name)), "
      }.joined()
    let isLast = dishes[place].step + 1 == dishes[place].dish.steps.count
    while true {
      context.timers.sayOver()
      let next = isLast ? "Enter to finish" : "Enter for the next step"
      let answer =
        (context.output.ask?("\(next), b back, \(others)\(timer)q leave: ") ?? "q")
        .lowercased()
      context.timers.sayOver()
      switch answer.first {
      case "t":
        context.output.say(try context.startTimer(dishes[place].nextTimer, of: dishes[place]))
        dishes[place].nextTimer = (dishes[place].nextTimer + 1) % max(1, page.durations.count)
        continue
      case "q": return false
      case "b": move(by: -1)
      case let digit? where digit.isNumber:
        if let number = Int(answer), dishes.indices.contains(number - 1) { place = number - 1 }
      default: move(by: 1)
      }
      return true
    }
  }

  private mutating func move(by count: Int) {
    dishes[place].move(to: dishes[place].step + count)
    store(dishes[place])
  }

  private func store(_ dish: DishOnStove) {
    if let message = context.store(dish) { context.output.say(message) }
  }
}
