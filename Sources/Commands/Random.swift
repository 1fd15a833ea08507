import Assistance
import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import Text
import World

extension Command<CommandContext> {
  static var random: Self {
    Self(
      "random", .pickCount, summary: "Pick random rows of the view.",
      followUp: { $0.assistance.stepAfterPicking },
      examples: [
        Example(
          "random",
          prints: """
               #  Name       Cuisine   ★  Links
              25  Jambalaya  American     source video
            """),
        Example(
          "random 3",
          prints: """
               #  Name             Cuisine   ★  Links
              25  Jambalaya        American     source video
               3  Butter chicken   Indian       source video
              58  Tacos al pastor  Mexican      source video
            """),
      ]
    ) { context, arguments in
      try context.pick(
        context.session.presentRows(), arguments, emptyReason: "the view has no rows")
    }
  }

  static var discover: Self {
    Self(
      "discover", .pickCount,
      summary: "Pick random rows of the view that are not favorites.",
      followUp: { $0.assistance.stepAfterPicking },
      examples: [
        Example(
          "discover",
          prints: """
               #  Name       Cuisine   ★  Links
              25  Jambalaya  American     source video
            """)
      ]
    ) { context, arguments in
      try context.library.requireMarks()
      let favorites = context.session.marks()["favorite"]
      let viewed = context.session.presentRows()
      let rows = viewed.filter { !(favorites?.contains($0) ?? false) }
      try context.pick(
        rows, arguments,
        emptyReason: viewed.isEmpty
          ? "the view has no rows" : "every row of the view is a favorite already")
    }
  }
}

extension Parameter<CommandContext> {
  /// The number of rows to pick.
  fileprivate static var pickCount: Self { Parameter("N", isOptional: true) }
}

extension CommandContext {
  fileprivate func pick(
    _ rows: some RandomAccessCollection<Int>, _ arguments: Arguments, emptyReason: String
  ) throws {
    var count = 1
    if let word = arguments[.pickCount] {
      guard let number = ordinal(word.text) else {
        throw Failure("`\(word.text)` is not a number of rows", at: word.range, in: arguments.line)
      }
      count = number
    }
    let picked = world.random.sample(count, of: rows)
    guard let first = picked.first else { throw Failure(emptyReason) }
    if picked.count == 1 { session.noteShown(.row(first)) }
    output.print(views.listing(picked))
  }
}
