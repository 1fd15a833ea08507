import Assistance
import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<CommandContext> {
  static var count: Self {
    Self(
      "count", summary: "Count the rows of the view, or its rows by a field.",
      forms: [
        Form(
          "by", parameters: [.field()], summary: "Count the rows by a field.",
          streaming: { $0.stream(countingBy: $1[.field()]) }
        ) {
          try $0.countBy($1)
        },
        Form(streaming: { context, _ in context.question?.ask(for: .count) ?? false }) {
          context, _ in
          context.print(count: context.session.presentRows().count)
        },
      ], examples: ["count", "count by cuisine"])
  }
}

extension CommandContext {
  fileprivate func countBy(_ arguments: Arguments) throws {
    guard let word = arguments[.field()] else { return }
    let field = try session.field(word, in: arguments.line)
    let rows = session.presentRows()
    let set = rows.set(capacity: catalog.count)
    let progress = Progress("counting", on: world)
    defer { progress.clear() }
    let counts = catalog.counts(field, in: set) { done in
      progress.show(done, of: set.count)
      return !world.interruptions.isRaised
    }
    progress.clear()
    if world.interruptions.isRaised { throw Failure.interrupted }
    if rows.isEmpty { output.say("the view has no rows") }
    let missing = set.intersection(catalog.present(field).complement).count
    print(counts, missing: missing, of: catalog.schema.fields[field])
    if world.interruptions.isRaised { throw Failure.interrupted }
  }
}
