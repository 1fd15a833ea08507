import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<RememberContext> {
  static var save: Self {
    Self(
      "save", Context.savedItems.optional,
      summary: "Save rows with all their fields in `mine`, your own recipes.",
      examples: [
        Example("save 1", prints: "Bánh mì is saved in mine (1 in all)"),
        Example("save Lasagne", prints: "Lasagne is saved in mine (1 in all)"),
        Example("save 2-3", prints: "2 rows are saved in mine (2 in all)"),
      ],
      details: [
        "With an address or a file, the one record in it is saved; without a row, all rows "
          + "of the view are. `load mine` shows them, `edit` changes one, and `delete` removes it.",
        "Each is a file in Markdown, in the folder that `set mine` names.",
      ]
    ) { context, items in
      guard let items else { return try context.saveView() }
      try context.save(items)
    }
  }

  static var unsave: Self {
    Self(
      "unsave", Context.rows, aliases: ["delete"], summary: "Remove rows from `mine`.",
      examples: [
        Example("unsave 1", prints: "Bánh mì is not in mine")
      ],
      details: ["It asks before a file is removed that was written by hand; `undo` brings it back."]
    ) { context, rows in try context.remove(rows) }
  }
}

extension RememberContext {
  /// Rows, or the address or the file of a record.
  fileprivate static var savedItems: Parameter<RememberContext, SavedItems> {
    Parameter(
      "ITEM…|URL|FILE", .statement,
      complete: { $0.assistance.itemSuggestions($1, endsStatement: true) },
      parse: { context, argument in
        // Rows are looked up after the check whether anything can be saved.
        try context.requireStorage()
        let text = argument.word.unquoted
        let isFile = text.contains("/") && context.world.files.kind(of: text) != nil
        return isHTTP(text) || isFile
          ? .record(argument)
          : .rows(try context.session.rows(argument.word, in: argument.line))
      })
  }

  /// Makes sure that this run stores what the user saves.
  func requireStorage() throws {
    if options.isEphemeral { throw Failure("nothing is saved under --ephemeral") }
  }
}

/// What `save` saves.
private enum SavedItems: Sendable {
  /// The address or the path of a record.
  case record(Argument)
  case rows([Int])
}

extension RememberContext {
  fileprivate func save(_ items: SavedItems) throws {
    switch items {
    case .rows(let rows): try save(rows)
    case .record(let argument):
      let text = argument.word.unquoted
      let other = try feeds.read(FeedRequest(source: text, profile: nil))
      guard other.catalog.count == 1 else {
        throw Failure(
          "\(harmless(text)) has \(other.catalog.count) records, not one",
          hint: "load it and save the row you want", at: argument.range, in: argument.line)
      }
      let drafts = RecipeEditor.draftFolder(in: world)
      let isDraft = world.files.absolute(world.expandingHome(text)).hasPrefix(drafts + "/")
      try keep([0], of: other, asAnother: isDraft)
    }
  }

  /// Saves all rows of the view, after a question.
  fileprivate func saveView() throws {
    let rows = Array(session.presentRows())
    if rows.isEmpty { throw Failure("the view has no rows to save", hint: "undo goes back") }
    guard output.confirms("Save \(everyRow(of: rows)) in mine?") else {
      if options.isInteractive { return output.say("nothing is saved") }
      throw Failure("nothing is saved")
    }
    try save(rows)
  }

  /// The rows of the view in words, for a question.
  func everyRow(of rows: [Int]) -> String {
    rows.count == 1 ? harmless(catalog.name(rows[0])) : "all \(rows.count) rows of the view"
  }

  private func save(_ rows: [Int]) throws {
    try requireStorage()
    try feeds.complete(rows)
    let (loaded, first) = (session.feedOfRows, rows[0])
    if loaded.scope == RecipeCollection.name {
      let name = catalog.name(first)
      return output.say(
        rows.count == 1 ? "\(name) is in mine already" : "these rows are in mine already")
    }
    try keep(rows, of: loaded)
  }

  /// Saves rows, except those that are saved already.
  ///
  /// - Parameters:
  ///   - rows: At least one row.
  ///   - feed: Their feed.
  ///   - isOther: Whether they are others than those of the same ids or dishes.
  /// - Throws: An error if a file cannot be written.
  private func keep(_ rows: [Int], of feed: LoadedFeed, asAnother isOther: Bool = false) throws {
    let outcome = try collection.save(rows, of: feed, asOthers: isOther)
    if !outcome.change.files.isEmpty { session.record(outcome.change, outcome.marks) }
    let (added, count) = (outcome.added, outcome.count)
    let name = feed.catalog.name(rows[0])
    defer { report(outcome.lostPictures) }
    if rows.count == 1 {
      let isLinked = outcome.joined == 1 && !outcome.change.files.isEmpty
      return output.say(
        added == 1
          ? "\(name) is saved in mine (\(count) in all)"
          : "\(name) is in mine already"
            + (isLinked
              ? ", and has this link, too, now"
              : outcome.joined == 1
                ? ", as the same dish from elsewhere: doubles compares them" : ""))
    }
    let rest = rows.count - added
    let verb = added == 1 ? "is" : "are"
    let there =
      rest == 0 ? "" : "; \(rest) \(rest == 1 ? "other was" : "others were") there already"
    output.say("\(counted(added, "row")) \(verb) saved in mine (\(count) in all)\(there)")
  }

  /// Reports the pictures that could not be copied.
  private func report(_ faults: [StoredPicture.Fault]) {
    guard let first = faults.first else { return }
    output.say(
      "\(counted(faults.count, "picture")) could not be copied: \(harmless(first.reason))", .warning
    )
  }

  /// Removes rows, after a question if a file was written by hand.
  fileprivate func remove(_ rows: [Int]) throws {
    try requireStorage()
    let loaded = session.feedOfRows
    let what = rows.count == 1 ? catalog.name(rows[0]) : counted(rows.count, "row")
    let saved = try collection.files(of: rows, loaded)
    if saved.isEmpty {
      return output.say("\(what) \(rows.count == 1 ? "is" : "are") not in mine")
    }
    let written = saved.filter(\.isByHand)
    // At the prompt, `undo` brings back what Larder has written.
    if !written.isEmpty || !options.isInteractive {
      let path = written.first.map { harmless($0.path) } ?? ""
      let files = written.count == 1 ? path : counted(written.count, "file")
      guard
        output.confirms(
          written.isEmpty ? "Remove \(what) from mine?" : "Remove \(files), written by hand?")
      else {
        if options.isInteractive { return output.say("\(what) stays in mine") }
        throw Failure("\(what) stays in mine")
      }
    }
    let outcome = try collection.remove(saved)
    session.record(outcome.change)
    let removed = saved.count
    let subject = rows.count == 1 ? catalog.name(rows[0]) : counted(removed, "row")
    output.say(
      "\(subject) \(removed == 1 ? "is" : "are") no longer in mine (\(outcome.count) in all)")
    try feeds.reloadCollection()
  }
}
