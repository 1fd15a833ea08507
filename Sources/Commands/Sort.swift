import Assistance
import Catalog
import Diagnostics
import Interpreter
import SessionStore
import Text

extension Command<CommandContext> {
  static var sort: Self {
    Self(
      "sort",
      .order,
      aliases: ["order"],
      summary: "Order the rows; `sort none` is the feed's own order, or a search's best first.",
      streaming: { context, arguments in
        context.stream(ordering: arguments[.order], in: arguments.line)
      }, followUp: { $0.assistance.stepAfterListing },
      examples: ["sort name", "sort cuisine, time desc", "sort none"]
    ) { context, arguments in
      guard let word = arguments[.order] else { return }
      var view = context.session.view
      view.ordering = try context.session.ordering(word, in: arguments.line)
      context.views.show(view)
    }
  }
}

extension Parameter<CommandContext> {
  /// The fields of an order.
  fileprivate static var order: Self {
    Parameter(
      "FIELD [desc], …", .statement, examine: { $0.assistance.examineOrder($1) },
      complete: { $0.orderSuggestions($1) })
  }
}

extension CommandContext {
  fileprivate func orderSuggestions(_ request: CompletionRequest) -> [Suggestion] {
    let bytes = Array(request.text.utf8)
    let comma = bytes.lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? 0
    let word = bytes.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
    let place = request.from(max(comma, word))
    let typed = bytes[comma...].split(separator: 0x20)
    let isSecond = typed.count == 2 || typed.count == 1 && bytes.last == 0x20
    if typed.count > 2 || typed.count == 2 && bytes.last == 0x20 { return [] }
    if isSecond {
      if typed[0].elementsEqual("none".utf8) { return [] }
      return place.suggestions([Candidate("desc", "the greatest first")], isWhole: true)
    }
    let none = comma == 0 ? [Candidate("none", "the feed's own order")] : []
    return place.suggestions(assistance.fieldCandidates + none, isWhole: true)
  }
}
