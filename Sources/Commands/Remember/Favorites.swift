import Assistance
import Catalog
import Diagnostics
import FeedLoading
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<RememberContext> {
  static var favorite: Self {
    Self(
      "favorite", Context.keepsakes, aliases: ["fav", "star", "favourite"],
      summary: "Add rows to your favorites: ITEM, the row shown last, or all of a narrowed view.",
      changes: .view,
      followUp: { $0.assistance.stepAfterLiking },
      examples: [
        Example("favorite 3", prints: "★ Butter chicken"),
        Example(
          "favorite 1,4-6",
          prints: """
            ★ Bánh mì
            ★ Carbonara
            ★ Chana masala
            ★ Chilaquiles
            """),
      ]
    ) { context, items in try context.setFavorite(true, items) }
  }

  static var unfavorite: Self {
    Self(
      "unfavorite", Context.favoriteKeepsakes, aliases: ["unfav", "unstar", "unfavourite"],
      summary: "Remove rows from your favorites; their notes stay.",
      changes: .view,
      examples: [
        Example(
          "favorite 3; unfavorite 3",
          prints: """
            ★ Butter chicken
            ☆ Butter chicken
            """)
      ]
    ) { context, items in try context.setFavorite(false, items) }
  }

  static var favorites: Self {
    Self(
      "favorites",
      Context.all,
      aliases: ["favourites", "stars"],
      summary: "List the favorites of this feed, or of all feeds.", needsFeed: false,
      examples: [
        Example("favorites", prints: "no favorites in this feed yet: favorite ITEM makes one"),
        Example("favorites all", prints: "no favorites yet: favorite ITEM makes one"),
      ]
    ) { context, isAll in try context.listFavorites(all: isAll) }
  }
}

extension RememberContext {
  /// The word `all`.
  fileprivate static var all: Parameter<RememberContext, Bool> {
    choice("all", [Candidate("all", "of every feed")]).map { _, argument in
      guard argument.text == "all" else {
        throw Failure(
          "`favorites` takes `all` or nothing", at: argument.range, in: argument.line)
      }
      return true
    }.or { _ in false }
  }

  /// Several rows or a stored record; without words, the row shown last, otherwise all rows of a narrowed view.
  fileprivate static var keepsakes: Parameter<RememberContext, [Keepsake]> {
    itemsText.map { try $0.keepsakes($1.word, in: $1.line) }.or { context in
      if context.session.view.isNarrowed, !context.isShownInView {
        return try context.keepsakesOfView()
      }
      return [try context.session.keepsake(of: try context.session.meant(nil, in: ""))]
    }
  }

  /// The same, with completion that offers the favorites.
  fileprivate static var favoriteKeepsakes: Parameter<RememberContext, [Keepsake]> {
    Parameter(
      "ITEM…", .statement, examine: { $0.assistance.examineItems($1.word) },
      complete: {
        let favorites = $0.session.marks()["favorite"] ?? RowSet(capacity: $0.catalog.count)
        return $0.assistance.itemSuggestions($1, endsStatement: true, among: favorites)
      },
      parse: { try $0.keepsakes($1.word, in: $1.line) }
    ).or { [try $0.session.keepsake(of: try $0.session.meant(nil, in: ""))] }
  }
}

extension RememberContext {
  /// Whether the view has the row that was shown last.
  private var isShownInView: Bool {
    guard case .row(let row) = session.lastShown else { return session.lastShown != nil }
    return session.number(of: row) != nil
  }

  /// The records of all rows of the view, after a question.
  private func keepsakesOfView() throws -> [Keepsake] {
    let rows = Array(session.presentRows())
    if rows.isEmpty { throw Failure("the view has no rows", hint: "undo goes back") }
    guard
      output.confirms("Make \(everyRow(of: rows)) \(rows.count == 1 ? "a favorite" : "favorites")?")
    else {
      if options.isInteractive {
        output.say("no row became a favorite")
        return []
      }
      throw Failure("no row became a favorite")
    }
    return try rows.map { try session.keepsake(of: $0) }
  }

  fileprivate func setFavorite(_ isFavorite: Bool, _ items: [Keepsake]) throws {
    let change = try library.setFavorite(isFavorite, items)
    if !change.after.isEmpty { session.record(change) }
    for item in items {
      if change.after[item.key] != nil {
        output.say(StyledText(isFavorite ? "★ " : "☆ ", .warning) + StyledText(item.name))
      } else {
        output.say("\(item.name) is \(isFavorite ? "a favorite already" : "not a favorite")")
      }
    }
  }

  /// The records of an argument: rows of the feed, otherwise a stored one.
  func keepsakes(_ word: Word, in line: String) throws -> [Keepsake] {
    do {
      return try session.rows(word, in: line).map { try session.keepsake(of: $0) }
    } catch {
      guard let remembered = try session.remembered(word) else { throw error }
      return [remembered]
    }
  }

  fileprivate func listFavorites(all: Bool) throws {
    let scope = session.feed.map { $0.scope ?? $0.name } ?? missingScope
    let remembered = try library.keepsakes()
    let favorites = remembered.filter(\.isFavorite)
    let rowsByKey = session.rows(of: favorites)
    let items = favorites.filter {
      (all || rowsByKey[$0.key] != nil || $0.feed == scope)
    }
    var lastNotes: [String: String] = [:]
    for note in try library.notes() { lastNotes[note.key] = note.text }
    if items.isEmpty {
      output.say(
        all
          ? "no favorites yet: favorite ITEM makes one"
          : "no favorites in this feed yet: favorite ITEM makes one")
    }
    let handles = RememberedHandles(of: remembered.map(\.key))
    output.print(favoritesReport(items, rowsByKey, lastNotes, handles, scope: scope))
  }

  /// The scope of a feed that is still loading, or could not be loaded while none is shown.
  private var missingScope: String? {
    // A feed that cannot be found has no favorites.
    (loader.pending?.request ?? loader.failed?.request).flatMap {
      try? directory.origin(of: $0).scope
    }
  }

  private func favoritesReport(
    _ items: [Keepsake], _ rows: [String: Int], _ notes: [String: String],
    _ handles: RememberedHandles, scope: String?
  ) -> Report {
    Report(
      [
        .init("row", title: "#", isNumber: true), .init("name", title: "Name", isFlexible: true),
        .init("feed", title: "Feed", isFlexible: true), .init("links", title: "Links"),
        .init("state", title: "State"), .init("note", title: "Last note", isFlexible: true),
        .init("since", title: "Since"), .init("id", isShown: false),
        .init("handle", isShown: false),
      ],
      items.map { item in
        let row = rows[item.key]
        let number = row.flatMap { session.number(of: $0) }
        let handle = handles.shown(ofKey: item.key)
        let isGone = session.feed != nil && row == nil && item.feed == scope
        let link = output.showsLinks ? row.flatMap { session.openLink(of: $0) } : nil
        let kinds = item.links.keys.sorted().filter { $0 != "photo" && $0 != "thumbnail" }
        return [
          number.map { Cell($0) } ?? Cell(StyledText(handle, .faint), .null),
          Cell(StyledText(item.name, .strong).linked(to: link), .string(item.name)),
          Cell(item.feed),
          Cell(
            StyledText(kinds.joined(separator: " "), .faint),
            .object(item.links.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
          isGone ? Cell(StyledText("gone", .warning), .string("gone")) : Cell(optional: nil),
          Cell(optional: notes[item.key]), Cell(world.day(of: item.since)),
          Cell(optional: idText(ofKey: item.key, scope: item.feed)), Cell(handle),
        ]
      })
  }
}
