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
      shell.views.show(shell.session.view(searching: arguments["TEXT"]))
    }
  }
}
