import Assistance
import Catalog
import Diagnostics
import Interpreter
import Kitchen
import Output
import SessionStore
import Text
import World

extension Command<KitchenContext> {
  static var suggest: Self {
    Self(
      "suggest", Context.suggestionCount,
      summary: "Propose dishes of the view to cook, and say why.",
      examples: [
        Example(
          "favorite Lasagne; suggest 1",
          prints: """
               #  Name     Why
              32  Lasagne  a favorite
            ★ Lasagne
            """)
      ],
      details: [
        "Favorites, dishes that you rated well, those whose ingredients are in the pantry, and those that you "
          + "cooked at this time of an earlier year come first; what you cooked in the last ten days "
          + "is left out (`cooked` notes it). Of equals, chance decides."
      ]
    ) { context, count in context.suggest(count) }
  }
}

extension KitchenContext {
  /// The number of dishes to propose: five unless one is given.
  fileprivate static var suggestionCount: Parameter<KitchenContext, Int> {
    Parameter("N") { _, argument in
      guard let count = ordinal(argument.text) else {
        throw Failure(
          "`\(argument.text)` is not a number of dishes", at: argument.range, in: argument.line)
      }
      return count
    }.or { _ in 5 }
  }

  fileprivate func suggest(_ count: Int) {
    let rows = Array(session.presentRows())
    let mixed = world.random.sample(rows.count, of: rows)
    let best = session.suggestions(among: mixed, on: kitchen.today, count: count)
    if best.isEmpty {
      return output.say(
        rows.isEmpty ? "the view has no rows" : "every dish of the view was cooked lately")
    }
    if best.count == 1 { session.noteShown(.row(best[0].row)) }
    output.print(
      Report(
        [
          .init("row", title: "#", isNumber: true), .init("name", title: "Name", isFlexible: true),
          .init("why", title: "Why", isFlexible: true),
        ],
        best.map { dish in
          [
            session.number(of: dish.row).map { Cell($0) } ?? Cell(session.shortHandle(dish.row)),
            Cell(catalog.name(dish.row)), Cell(dish.reasons.joined(separator: ", ")),
          ]
        }))
  }
}
