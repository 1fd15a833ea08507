import Assistance
import Interpreter
import SessionStore

extension Command<CommandContext> {
  static var search: Self {
    Self(
      "search", .words,
      aliases: ["find"],
      summary: "Show rows that have all the words, best first; without words, drop the search.",
      changes: .view,
      streaming: { context, arguments in
        context.stream(searching: arguments[.words])
      }, followUp: { $0.assistance.stepAfterListing },
      examples: ["search creme brulee", "search rice chicken"],
      details: ["A new search replaces the old one; filters and an order that was asked for stay."]
    ) { context, arguments in
      context.views.show(context.session.view(searching: arguments[.words]))
    }
  }
}

extension Parameter<CommandContext> {
  /// The words of a search.
  fileprivate static var words: Self {
    Parameter("TEXT", .line, isOptional: true, examine: { $0.assistance.examineSearch($1) })
  }
}
