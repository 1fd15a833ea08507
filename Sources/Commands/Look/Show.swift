import Assistance
import Catalog
import FeedLoading
import Feeds
import Interpreter
import Kitchen
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

extension Command<LookContext> {
  static var show: Self {
    Self(
      "show", Context.item, Context.scale, aliases: ["sh", "sho"],
      summary: "Show all fields of a row, laid out for cooking.",
      followUp: { $0.assistance.stepAfterShowing },
      examples: [
        Example(
          "show 1",
          prints: """
            1  Bánh mì
              Vietnamese · prep 30 min · cook 15 min · time 1 h 45 · servings 4
              pork, street food, snack
            …
            """),
        Example(
          "show Lasagne",
          prints: """
            32  Lasagne
              Italian · prep 40 min · cook 2 h 30 · time 3 h 25 · servings 8
              pasta, beef, baking, comfort food
            …
            """),
        Example(
          "show Lasagne for 2",
          prints: """
            32  Lasagne
              Italian · prep 40 min · cook 2 h 30 · time 3 h 25 · servings 2 (published: 8)
              pasta, beef, baking, comfort food

            Ingredients
              - 125 g minced beef
              - 37.5 g minced pork
              - ¼ onion, finely chopped
            …
            """),
      ],
      details: [
        "A scale at the end changes the amounts: `for 6` servings, or times a number: `x2`, `×½`, `2×`. Sizes of "
          + "packages, times and temperatures stay. set units and set servings apply to every recipe."
      ]
    ) { context, item, scale in
      guard case .row(let row) = item else {
        return try context.show(context.session.keepsake(of: item))
      }
      try context.feeds.complete([row], isNeeded: false)
      let dish = Dish(context.catalog, row, scale: scale.scale)
      try context.views.requireScale(scale, of: dish)
      context.session.noteShown(.row(row))
      if context.output.format.isStyled {
        let records = context.views.records
        let body = try records.body(row, dish)
        context.pictures.show(pictureOf: row) {
          // Notes that cannot be read any more when the window changes stay as they were.
          (records.head(row, dish), (try? records.body(row, dish)) ?? body)
        }
      } else if context.output.format == .markdown, context.views.records.showsRecipes {
        let notes = try context.views.records.shownNotes(of: row).map(\.text)
        context.output.write(context.views.records.markdown(row, dish, notes: notes))
      } else {
        let report = try context.views.records.report(row, dish)
        // A Markdown table as wide as a record would be unreadable.
        context.output.print(context.output.format.reader == .people ? report.upright : report)
      }
    }
  }

  static var raw: Self {
    Self(
      "raw", Context.row,
      summary: "Show the JSON of a row, and where it is in the feed.",
      followUp: { $0.assistance.stepAfterShowing },
      examples: [
        Example(
          "raw 1",
          prints: """
            {
                  "uuid": "852790ad-941a-5bec-aebb-1b76fdacabbb",
                  "name": "Bánh mì",
            …
            """)
      ]
    ) { context, row in
      context.session.noteShown(.row(row))
      let loaded = context.session.feedOfRows
      let (text, offset) = try loaded.lookingUp { (feed) throws(FileError) in
        try feed.source(of: row)
      }
      context.output.say(
        "record \(loaded.feed.index(of: row)), bytes \(offset)–\(offset + text.utf8.count)")
      context.output.write(
        (context.output.format.isLinePerRow ? onOneLine(printable(text)) : printable(text)) + "\n")
    }
  }

  static var similar: Self {
    Self(
      "similar", Context.row, summary: "List rows that are similar to a row.",
      examples: [
        Example(
          "similar Lasagne",
          prints: """
               #  Name                   Cuisine  ★  Links
              34  Minestrone             Italian     video
               4  Carbonara              Italian     source video
            …
            """)
      ]
    ) { context, row in
      let rows = context.catalog.similar(to: row, limit: 10)
      if rows.isEmpty { context.output.say("no row is similar to \(context.catalog.name(row))") }
      context.output.print(context.views.rows.listing(rows))
    }
  }
}

extension LookContext {
  /// Shows a stored record that the feed does not contain.
  fileprivate func show(_ remembered: Keepsake) throws {
    session.noteShown(.remembered(remembered))
    let notes = try library.notes(about: remembered.key).map(\.text)
    let links = remembered.links.sorted { $0.key < $1.key }
    guard output.format.isStyled else {
      return output.print(
        [],
        [
          "name": .string(remembered.name), "feed": .string(remembered.feed),
          "favorite": .bool(remembered.isFavorite),
          "links": .object(links.map { .init($0.key, .string($0.value)) }),
          "notes": .array(notes.map { .string($0) }),
        ])
    }
    output.print([StyledText(harmless(remembered.name), .strong)])
    output.print([
      StyledText("not among the rows; stored from \(harmless(remembered.feed)):", .faint)
    ])
    for (kind, link) in links {
      output.print([StyledText("  \(kind)  ", .faint) + StyledText(harmless(link), .accent)])
    }
    for note in notes {
      output.print([StyledText("  note  ", .faint) + StyledText(harmless(note))])
    }
  }
}

/// JSON on one line, without the white space between values.
private func onOneLine(_ json: String) -> String {
  json.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }.joined()
}

/// A document with its lines and tabs, and with other control characters escaped.
func printable(_ text: String) -> String {
  escapingHarmful(
    text.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n"),
    keeping: ["\n", "\t"])
}
