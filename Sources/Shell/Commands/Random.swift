import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import World

extension Command<Shell> {
  static var random: Self {
    Self(
      "random", Parameter("N", isOptional: true), summary: "Pick rows of the view by chance.",
      examples: ["random", "random 3"]
    ) { shell, arguments in
      try shell.pick(shell.session.presentRows(), arguments, emptyReason: "the view has no rows")
    }
  }

  static var discover: Self {
    Self(
      "discover", Parameter("N", isOptional: true),
      summary: "Pick rows of the view that are not favorites yet.", examples: ["discover"]
    ) { shell, arguments in
      try shell.demandMarks()
      let favorites = shell.session.marks()["favorite"]
      let viewed = shell.session.presentRows()
      let rows = viewed.filter { !(favorites?.contains($0) ?? false) }
      try shell.pick(
        rows, arguments,
        emptyReason: viewed.isEmpty
          ? "the view has no rows" : "every row of the view is a favorite already")
    }
  }
}

extension Shell {
  fileprivate func pick(
    _ rows: some RandomAccessCollection<Int>, _ arguments: Arguments, emptyReason: String
  ) throws {
    var count = 1
    if let word = arguments["N"] {
      guard let number = Int(word.text), number > 0 else {
        throw Failure("`\(word.text)` is not a number of rows", at: word.range, in: arguments.line)
      }
      count = number
    }
    let picked = world.chance.sample(count, of: rows)
    guard let first = picked.first else { throw Failure(emptyReason) }
    if picked.count == 1 { session.noteShown(.row(first)) }
    output.print(views.listing(picked))
  }
}
