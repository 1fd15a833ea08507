import Assistance
import Cooking
import Diagnostics
import Interpreter
import Kitchen
import Output
import SessionStore
import Terminal
import Text

extension Command<KitchenContext> {
  static var timer: Self {
    Self(
      "timer", summary: "Start a kitchen timer.",
      forms: [
        Form("", Context.duration) { kitchen, timer in try kitchen.start(timer) }
      ],
      examples: [Example("timer 8 min eggs", prints: "The timer 8 min (eggs) rings at 14:21.")],
      details: [
        "DURATION is a time such as 8 min, 1h30 or 90s, or a range, of which the shorter time rings; the rest is what "
          + "the timer is for. timers lists the running ones, and timers stop N stops one."
      ])
  }

  static var timers: Self {
    Self(
      "timers", summary: "List or stop the running kitchen timers.",
      forms: [
        Form("stop", Context.timer.optional, summary: "Stop a timer, or all of them.") {
          kitchen, timers in try kitchen.stop(timers)
        },
        Form("", summary: "List the running timers.") { try $0.listTimers() },
      ],
      examples: [
        Example(
          "timers",
          prints: "No timer is running. timer 8 min eggs starts one, t does while cooking.")
      ])
  }
}

/// The words of a text, each after a blank, so that the beginning of one is found.
private func spelt(_ text: String) -> String {
  folded(text).split { !$0.isLetter && !$0.isNumber }.map { " " + $0 }.joined()
}

extension KitchenContext {
  /// A duration with what it is for.
  fileprivate static var duration: Parameter<KitchenContext, (StepDuration, String)> {
    Parameter("DURATION", .statement) { _, argument in
      guard let (duration, rest) = StepDuration.leading(argument.text) else {
        throw Failure(
          "`\(harmless(argument.text))` does not begin with a time that a timer can have",
          hint: "e.g. timer 8 min eggs; the longest is two days", at: argument.range,
          in: argument.line, code: .badArguments)
      }
      return (duration, trimmingSpace(rest))
    }
  }

  /// Running timers: one by its number or by words of its name, or `all`.
  static var timer: Parameter<KitchenContext, [KitchenTimers.Running]> {
    Parameter(
      "TIMER", .statement,
      complete: { context, request in
        request.suggestions(
          zip(1..., context.timers.knownTimers()).map { Candidate("\($0)", $1.text) }
            + [Candidate("all", "every timer")],
          isWhole: true)
      },
      parse: { context, argument in
        let running = try context.timers.running()
        if let number = ordinal(argument.text), running.indices.contains(number - 1) {
          return [running[number - 1]]
        }
        let name = harmless(argument.word.unquoted)
        let found = running.filter { spelt($0.name).contains(spelt(name)) }
        if found.count == 1 { return found }
        if name == "all" { return running }
        throw Failure(
          found.isEmpty
            ? "there is no timer \(name)" : "`\(name)` could be \(found.count) timers",
          hint: running.isEmpty
            ? "none is running"
            : "one of: "
              + running.enumerated().map { "\($0 + 1) \($1.name)" }.joined(separator: ", "),
          at: argument.range, in: argument.line)
      })
  }

  fileprivate func start(_ timer: (duration: StepDuration, purpose: String)) throws {
    let change = try timers.start(timer.duration, of: timer.purpose)
    session.record(change)
    let started = try timers.running().first { $0.isChanged(by: change) }
    if let started { output.say("The timer \(timers.ringing(started)).") }
  }

  func listTimers() throws {
    let running = try timers.running()
    if running.isEmpty {
      output.say("No timer is running. timer 8 min eggs starts one, t does while cooking.")
    }
    output.print(
      Report(
        [
          .init("number", title: "#", isNumber: true), .init("left", title: "Left"),
          .init("timer", title: "Timer", isFlexible: true),
          .init("dish", title: "For", isFlexible: true),
        ],
        zip(1..., running).map { number, timer in
          [Cell(number), Cell(timer.clock), Cell(timer.timer.label), Cell(timer.timer.dish)]
        }))
  }

  /// Stops timers; all of them without any.
  func stop(_ some: [KitchenTimers.Running]?) throws {
    let stopped = try some ?? timers.running()
    guard !stopped.isEmpty else { return output.say("No timer is running.") }
    session.record(try timers.stop(stopped))
    for timer in stopped { output.say("The timer \(timer.name) is stopped.") }
  }
}
