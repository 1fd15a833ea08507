import Commands
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import Interpreter
import Kitchen
import Output
import SessionStore
import Terminal
import Text
import World

/// Exports and imports the library as a JSON file.
struct LibraryTransfer {
  let library: Library
  let directory: FeedDirectory
  let collection: RecipeCollection
  let loader: FeedLoader
  let output: Output
  let world: World
  let options: RunOptions
  /// The names of commands.
  let commandNames: () -> [String]
  /// Reports the notices of the library and the history.
  let sayNotices: () -> Void

  /// Writes favorites, notes, settings, aliases and named feeds as JSON.
  func exportLibrary(to path: String) -> RunStatus {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      let contents = try library.contents()
      sayNotices()
      let unreadable = try library.unreadableRows().filter { $0.key != .visit }
      let isWhole = !library.isIncomplete && unreadable.isEmpty
      if library.isIncomplete, contents.rowCount == 0 { return .disk }
      let encoded = String(decoding: try encoder.encode(contents), as: UTF8.self)
      let text = escapingHarmful(encoded, keeping: ["\n"]) + "\n"
      if path == "-" {
        output.write(text)
        if output.isLost { return .disk }
        sayOmittedRecipes()
        return isWhole ? .success : sayMissing(unreadable, from: "the output")
      }
      let exists = world.files.kind(of: path) != nil
      if exists, !isWhole {
        throw Failure(
          "\(path) is not replaced: rows of the library cannot be read, and the file may have them",
          hint: "give another file", status: .disk)
      }
      guard
        try world.files.writeNamed(
          Array(text.utf8), to: path, isPrivate: true, mayReplace: output.confirms)
      else { return .failure }
      sayOmittedRecipes()
      return isWhole ? .success : sayMissing(unreadable, from: path)
    } catch {
      return output.report(error)
    }
  }

  /// Reports that the recipes in `mine` are not part of an export, if there are any.
  private func sayOmittedRecipes() {
    guard collection.exists else { return }
    output.say(
      "the recipes in mine are not in it: copy the folder \(collection.folder) as well, "
        + "and name it there by `set mine`")
  }

  /// Reports that rows are missing from an export.
  ///
  /// - Parameters:
  ///   - rows: The number of unreadable rows of each table.
  ///   - file: The name of the export.
  /// - Returns: The status of the export.
  private func sayMissing(_ rows: [LibraryTable: Int], from file: String) -> RunStatus {
    let count = rows.values.reduce(0, +)
    let message =
      count == 0
      ? "rows on damaged pages are missing from \(file)"
      : "\(counted(count, "row")) cannot be read and \(count == 1 ? "is" : "are") missing from \(file): "
        + words(for: rows)
    output.say(Diagnostic(message, hint: "all other rows of the library are there"))
    return .disk
  }

  /// Imports the library of a file, completely or not at all.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - trust: Which parts to add, in addition to favorites and notes.
  /// - Returns: The exit status.
  func importLibrary(from path: String, _ trust: ImportTrust) -> RunStatus {
    do {
      if options.isEphemeral {
        throw Failure("--ephemeral stores nothing, so nothing is imported", status: .usage)
      }
      let limit = 256 << 20
      let bytes =
        path == "-"
        ? try world.console.readInput(limit) : try world.files.contents(of: path, limit: limit)
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      var contents: LibraryContents
      do {
        contents = try decoder.decode(LibraryContents.self, from: Data(bytes))
      } catch {
        throw Failure(
          "\(path) is not an exported library: \(Self.explained(error))", status: .notAFeed)
      }
      guard contents.version == 1 else {
        throw Failure(
          "\(path) is of version \(contents.version), which this Larder does not know",
          status: .notAFeed)
      }
      try check(contents, from: path)
      for index in contents.feeds.indices { contents.feeds[index].bindHeaders() }
      var remarks = try withoutBuiltInFeeds(&contents)
      let before = try library.contents()
      defer { sayNotices() }
      var review = ImportReview(contents, new: before)
      review.decide(trust, output)
      if world.interruptions.isRaised { throw Failure.interrupted }
      contents = review.contents
      remarks += try conflicts(with: contents)
      let added = try library.add(contents)
      try noteHiddenCommands(of: contents.aliases, before)
      output.say("new: " + newThings(added, of: contents, before))
      for remark in remarks { output.say(remark) }
      let unreadable = Kitchen.unreadableCount(of: contents.kitchen ?? [])
      if unreadable > 0 {
        output.say(
          unreadable == 1
            ? "1 entry of the kitchen's lists cannot be read: it is stored, and not shown"
            : "\(unreadable) entries of the kitchen's lists cannot be read: they are stored, and not shown",
          .warning)
      }
      if let warning = review.warning { output.say(warning) }
      return .success
    } catch {
      return output.report(error)
    }
  }

  /// Removes feeds with the name of a built-in feed, for which `feeds add` would have asked.
  ///
  /// - Returns: A message about each of them.
  private func withoutBuiltInFeeds(_ contents: inout LibraryContents) throws -> [String] {
    let builtIn = Set(try directory.namedFeeds().filter { !$0.isOwn }.map(\.name))
    let meant = contents.feeds.filter { builtIn.contains($0.name) }
    contents.feeds.removeAll { builtIn.contains($0.name) }
    return meant.map { feed in
      "\(feed.name) is a built-in feed and was not replaced by \(shown(source: feed.source))"
    }
  }

  /// Notes the commands that new aliases hide, as those of an earlier version may, so that the next prompt says so.
  private func noteHiddenCommands(
    of aliases: [String: String], _ before: LibraryContents
  ) throws {
    let names = Set(commandNames())
    for name in aliases.keys where names.contains(name) && before.aliases[name] == nil {
      try library.set("alias.\(name)", to: "new")
    }
  }

  /// Returns messages about entries that differ from the file's, and about missing profiles of its feeds.
  private func conflicts(with contents: LibraryContents) throws -> [String] {
    var remarks: [String] = []
    let settings = try library.storedSettings()
    for (name, value) in contents.settings.sorted(by: { $0.key < $1.key }) {
      guard let own = settings[name], own != value else { continue }
      remarks.append(
        "the setting \(name) was not imported: it remains \(harmless(own)), not \(harmless(value))")
    }
    for (name, value) in contents.aliases.sorted(by: { $0.key < $1.key }) {
      guard let own = library.aliases[name], own != value else { continue }
      remarks.append(
        "the alias \(name) was not imported: it remains `\(harmless(own))`, not `\(harmless(value))`"
      )
    }
    let feeds = try library.feeds()
    for feed in contents.feeds {
      if let own = feeds.first(where: { $0.name == feed.name }) {
        guard own != feed else { continue }
        let (here, there) = (shown(source: own.source), shown(source: feed.source))
        remarks.append("the feed \(feed.name) was not imported: it remains \(here), not \(there)")
      } else if let profile = feed.profile, loader.profiles().known(profile) == nil {
        remarks.append(
          "the feed \(feed.name) needs the profile \(harmless(profile)), which is not here")
      }
    }
    return remarks
  }

  /// Returns a description of the entries that were new.
  private func newThings(
    _ added: (items: Int, notes: Int, entries: Int), of contents: LibraryContents,
    _ before: LibraryContents
  ) -> String {
    func words(_ count: Int, _ one: String, _ many: String) -> String {
      "\(count) \(count == 1 ? one : many)"
    }
    let starred = Set(contents.keepsakes.filter(\.isFavorite).map(\.key))
    let names = Set(before.feeds.map(\.name))
    let others = [
      (
        added.entries, "entry of shopping list, pantry and plan",
        "entries of shopping list, pantry and plan"
      ),
      (
        before.keepsakes.count { !$0.isFavorite && starred.contains($0.key) }, "favorite again",
        "favorites again"
      ),
      (contents.settings.keys.count { before.settings[$0] == nil }, "setting", "settings"),
      (contents.aliases.keys.count { before.aliases[$0] == nil }, "alias", "aliases"),
      (Set(contents.feeds.map(\.name)).subtracting(names).count, "feed", "feeds"),
    ]
    let parts = [words(added.items, "record", "records"), words(added.notes, "note", "notes")]
    return (parts + others.filter { $0.0 > 0 }.map { words($0.0, $0.1, $0.2) }).joined(
      separator: ", ")
  }

  /// Checks that commands would accept the contents.
  ///
  /// - Throws: ``Failure`` if they would not.
  private func check(_ contents: LibraryContents, from path: String) throws {
    func refuse(_ what: String) -> Failure {
      Failure("\(path): \(what); nothing was imported", status: .notAFeed)
    }
    for (name, value) in contents.settings {
      guard let setting = Setting.named(name) else { throw refuse("there is no setting `\(name)`") }
      if let fault = setting.fault(value) { throw refuse("the setting \(name) \(fault)") }
    }
    for name in contents.aliases.keys where !canNameAlias(name) {
      throw refuse("`\(name)` cannot name an alias")
    }
    for feed in contents.feeds {
      guard isName(feed.name) else { throw refuse("`\(feed.name)` cannot name a feed") }
      if let header = feed.headers.first(where: { !$0.value.contains("$") }) {
        throw refuse("the header \(header.name) of \(feed.name) names no environment variable")
      }
      let other = feed.headers.first { ![nil, feed.origin].contains($0.origin) }
      if let other {
        throw refuse(
          "the header \(other.name) of \(feed.name) was added for another server than the feed's")
      }
    }
    let known = Set(contents.keepsakes.map(\.key)).union(try library.keepsakes().map(\.key))
    if contents.notes.contains(where: { !known.contains($0.key) }) {
      throw refuse("a note belongs to no record")
    }
  }

  /// Whether a word is a valid name of a feed.
  private func isName(_ name: String) -> Bool {
    name.first?.isLetter == true
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }

  private static func explained(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "`\(key.stringValue)` is missing"
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      "it is not JSON"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is not a JSON object" : "`\(place(context.codingPath))` is wrong"
    default: "\(error)"
    }
  }

  /// Returns a path in a document, such as `notes[0].text`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce("") { place, key in
      if let index = key.intValue { return "\(place)[\(index)]" }
      return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
    }
  }
}

/// Messages for the notices of the library.
extension Diagnostic {
  init(_ notice: LibraryNotice) {
    switch notice {
    case .readOnly(let reason, let isOutdated):
      self.init(
        "the library is read-only (\(reason)); "
          + "changes to favorites and notes will not be saved"
          + (isOutdated ? ", and the latest changes are missing" : ""), severity: .warning)
    case .unreadable(let path, let rows):
      self.init(
        "\(counted(rows.values.reduce(0, +), "row")) of the library cannot be read: \(words(for: rows))",
        hint: "they stay in \(path); all other rows are used; "
          + "to save those, run larder library export FILE",
        severity: .warning)
    case .setAside(let path, let reason, let saved, let unreadable):
      self.init(
        "the library was damaged (\(reason)); it is saved as \(path), and a new one begins"
          + (saved == 0 ? "" : " with the \(counted(saved, "row")) that could be read")
          + (unreadable.isEmpty ? "" : ", without \(words(for: unreadable))"),
        severity: .warning)
    case .unread(let reason):
      self.init(reason, hint: "Larder continues without favorites and notes", severity: .warning)
    case .claimed(let message): self.init(message, severity: .warning)
    case .empty(let path):
      self.init(
        "the library \(path) was empty (0 bytes): earlier favorites, notes and settings may be lost",
        hint: "a new library is started there; larder library import FILE adds what you exported",
        severity: .warning)
    }
  }
}

/// Returns a text with the numbers of rows of tables, such as `1 favorite, 2 notes`.
func words(for rows: [LibraryTable: Int]) -> String {
  LibraryTable.allCases.compactMap { table in
    rows[table].map { "\($0) \(words(for: table, isOne: $0 == 1))" }
  }.joined(separator: ", ")
}

private func words(for table: LibraryTable, isOne: Bool) -> String {
  switch table {
  case .keepsake: isOne ? "favorite" : "favorites"
  case .note: isOne ? "note" : "notes"
  case .ownValue: isOne ? "tag, rating or day of cooking" : "tags, ratings and days of cooking"
  case .setting: isOne ? "setting" : "settings"
  case .alias: isOne ? "alias" : "aliases"
  case .feed: isOne ? "named feed" : "named feeds"
  case .visit: isOne ? "visit to a feed" : "visits to feeds"
  case .shoppingDish: isOne ? "dish to shop for" : "dishes to shop for"
  case .shoppingItem: isOne ? "shopping item" : "shopping items"
  case .shoppingTick: isOne ? "bought item" : "bought items"
  case .pantry: isOne ? "pantry item" : "pantry items"
  case .plan: isOne ? "planned dish" : "planned dishes"
  case .timer: isOne ? "timer" : "timers"
  case .cooking: isOne ? "dish being cooked" : "dishes being cooked"
  }
}
