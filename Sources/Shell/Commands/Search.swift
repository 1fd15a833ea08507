import Interpreter
import SessionStore

extension Command<Shell> {
  static var search: Self {
    Self(
      "search", Parameter("TEXT", .line, isOptional: true, examine: { $0.examineSearch($1) }),
      aliases: ["find"],
      summary: "Show rows that have all the words, best first; without words, drop the search.",
      examples: ["search creme brulee", "search rice chicken"],
      details: ["A new search replaces the old one; filters and an order that was asked for stay."]
    ) { shell, arguments in
      shell.show(shell.view(searching: arguments["TEXT"]))
    }
  }
}

extension Shell {
  /// The present view with another search, or none.
  func view(searching text: Word?) -> View {
    var view = session.view
    view.search = text.flatMap { searched(for: $0) }
    return view
  }

  /// What is looked for where a text was typed; nil for nothing.
  func searched(for text: Word) -> String? {
    let wanted = text.unquoted
    return wanted.isEmpty ? nil : wanted
  }
}
