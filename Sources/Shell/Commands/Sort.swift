import Catalog
import Diagnostics
import Interpreter
import SessionStore
import Text

extension Command<Shell> {
  static var sort: Self {
    Self(
      "sort",
      Parameter(
        "FIELD [desc], …", .statement, examine: { $0.examineOrder($1) },
        complete: { $0.orderSuggestions($1) }),
      aliases: ["order"],
      summary: "Order the rows; `sort none` is the feed's own order, or a search's best first.",
      examples: ["sort name", "sort cuisine, time desc", "sort none"]
    ) { shell, arguments in
      guard let word = arguments["FIELD [desc], …"] else { return }
      var view = shell.session.view
      view.ordering = try shell.session.ordering(word, in: arguments.line)
      shell.views.show(view)
    }
  }
}

extension Shell {
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
    return place.suggestions(fieldCandidates + none, isWhole: true)
  }
}
