import Assistance
import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import Text
import World

extension Command<LookContext> {
  static var random: Self {
    Self(
      "random", Context.pickCount, summary: "Pick random rows of the view.",
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
    ) { context, count in
      try context.pick(
        count, of: context.session.presentRows(), emptyReason: "the view has no rows")
    }
  }

  static var discover: Self {
    Self(
      "discover", Context.pickCount,
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
    ) { context, count in
      try context.library.requireMarks()
      let favorites = context.session.marks()["favorite"]
      let viewed = context.session.presentRows()
      let rows = viewed.filter { !(favorites?.contains($0) ?? false) }
      try context.pick(
        count, of: rows,
        emptyReason: viewed.isEmpty
          ? "the view has no rows" : "every row of the view is a favorite already")
    }
  }
}

extension LookContext {
  /// The number of rows to pick.
  fileprivate static var pickCount: Parameter<LookContext, Int> {
    Parameter("N") { _, argument in
      guard let count = ordinal(argument.text) else {
        throw Failure(
          "`\(argument.text)` is not a number of rows", at: argument.range, in: argument.line)
      }
      return count
    }.or { _ in 1 }
  }
}

extension LookContext {
  fileprivate func pick(
    _ count: Int, of rows: some RandomAccessCollection<Int>, emptyReason: String
  ) throws {
    let picked = world.random.sample(count, of: rows)
    guard let first = picked.first else { throw Failure(emptyReason) }
    if picked.count == 1 { session.noteShown(.row(first)) }
    output.print(views.rows.listing(picked))
  }
}
