import Assistance
import Catalog
import Diagnostics
import Interpreter
import Kitchen
import Output
import SessionStore
import Text

extension Command<GiveContext> {
  static var pick: Self {
    .asking(
      "pick", Context.row,
      summary: "Choose a row for the program that started `larder FEED --pick`, and end.",
      examples: ["pick 3"],
      details: [
        "The prompt of --pick is on the terminal itself; standard output gets the name of the row, or the field that --pick "
          + "names. A number alone picks that row, too. ^C chooses nothing, with the status 130."
      ]
    ) { context, row in
      guard let field = try context.pickedField() else {
        throw Failure(
          "`pick` works at the prompt of larder FEED --pick only", hint: "show \(row) shows a row")
      }
      let unscaled = RequestedScale(scale: nil, isAsked: false)
      guard let text = try context.text(of: field, row, unscaled) else {
        let title = context.catalog.schema.fields[field].name
        throw Failure("\(harmless(context.catalog.name(row))) has no \(title)")
      }
      return .choose(text)
    }
  }
}

extension GiveContext {
  /// The field that `--pick` prints; nil without that option.
  fileprivate func pickedField() throws -> Int? {
    try options.picks.map { try session.pickedField($0) }
  }
}
