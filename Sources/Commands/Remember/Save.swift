import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import Text
import World

extension Command<RememberContext> {
  static var save: Self {
    Self(
      "save", Context.savedItems.optional,
      summary: "Save rows with all their fields in `mine`, a feed file of your own.",
      examples: [
        Example("save 1", prints: "Bánh mì is saved in mine (1 in all)"),
        Example("save Lasagne", prints: "Lasagne is saved in mine (1 in all)"),
        Example("save 2-3", prints: "2 rows are saved in mine (2 in all)"),
      ],
      details: [
        "With an address, the one record that is published there is saved; without a row, all rows "
          + "of the view are. `load mine` shows them, and `unsave` removes them."
      ]
    ) { context, items in
      guard let items else { return try context.saveView() }
      try context.save(items)
    }
  }

  static var unsave: Self {
    Self(
      "unsave", Context.rows, summary: "Remove rows from `mine`.",
      examples: [
        Example("unsave 1", prints: "Bánh mì is not in mine")
      ]
    ) { context, rows in try context.remove(rows) }
  }
}

extension RememberContext {
  /// Rows, or the address of a record.
  fileprivate static var savedItems: Parameter<RememberContext, SavedItems> {
    Parameter(
      "ITEM…|URL", .statement,
      complete: { $0.assistance.itemSuggestions($1, endsStatement: true) },
      parse: { context, argument in
        // Rows are looked up after the check whether anything can be saved.
        try context.requireStorage()
        return isHTTP(argument.word.unquoted)
          ? .address(argument)
          : .rows(try context.session.rows(argument.word, in: argument.line))
      })
  }

  /// Makes sure that this run stores what the user saves.
  private func requireStorage() throws {
    if options.isEphemeral { throw Failure("nothing is saved under --ephemeral") }
  }
}

/// What `save` saves.
private enum SavedItems: Sendable {
  case address(Argument)
  case rows([Int])
}

extension RememberContext {
  fileprivate func save(_ items: SavedItems) throws {
    switch items {
    case .rows(let rows): try save(rows)
    case .address(let argument):
      let text = argument.word.unquoted
      let other = try feeds.read(FeedRequest(source: text, profile: nil))
      guard other.catalog.count == 1 else {
        throw Failure(
          "\(text) has \(other.catalog.count) records, not one",
          hint: "load it and save the row you want", at: argument.range, in: argument.line)
      }
      try keep([0], of: other)
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
    guard let loaded = session.feed, let first = rows.first else { return }
    if loaded.scope == FeedDirectory.mine {
      let name = catalog.name(first)
      return output.say(
        rows.count == 1 ? "\(name) is in mine already" : "these rows are in mine already")
    }
    try keep(rows, of: loaded)
  }

  /// The saved form of a row: its fields by name, its source, and the original record, with another id if one is given.
  private func record(_ row: Int, of feed: LoadedFeed, as id: String? = nil) throws -> String {
    let catalog = feed.catalog
    let idField = catalog.schema.index(of: .id)
    var members: [JSONValue.Member] = []
    for (number, field) in catalog.schema.fields.enumerated() {
      if let id, number == idField {
        members.append(.init(field.name, .string(id)))
        continue
      }
      // As texts, because a record that an earlier version saved would otherwise be nested.
      var textual = field
      textual.isFlag = false
      if let value = catalog.value(number, row) {
        members.append(
          .init(Self.savedName(field, in: catalog.schema), JSONValue(value, of: textual)))
      }
    }
    members.append(
      .init(SavedRecord.source, .string(feed.feed.scope(of: row) ?? feed.scope ?? feed.name)))
    let fields = JSONValue.object(members).text().dropLast()
    let (original, _) = try feed.lookingUp { (feed) throws(FileError) in try feed.source(of: row) }
    return "\(fields),\"\(SavedRecord.original)\":\(original)}"
  }

  /// Adds rows to the file, except those that it contains.
  ///
  /// Favorites and notes of `mine` refer to ids. If a row of another feed has the same id, the name of the feed is
  /// added before it; the original record keeps its id.
  private func keep(_ rows: [Int], of feed: LoadedFeed) throws {
    var added = 0
    let count = try changingSavedRecords { records, owners in
      var known = Set(records)
      for row in rows {
        guard let new = try unsaved(row, of: feed, among: known, owners) else { continue }
        records.append(new.record)
        known.insert(new.record)
        if let id = new.id { owners[id, default: []].insert(feed.scope ?? feed.name) }
        added += 1
      }
    }
    let name = feed.catalog.name(rows[0])
    if rows.count == 1 {
      return output.say(
        added == 1 ? "\(name) is saved in mine (\(count) in all)" : "\(name) is in mine already")
    }
    let rest = rows.count - added
    let verb = added == 1 ? "is" : "are"
    let there = rest == 0 ? "" : "; \(rest) of them \(rest == 1 ? "is" : "are") there already"
    output.say("\(counted(added, "row")) \(verb) saved in mine (\(count) in all)\(there)")
  }

  /// Removes rows from the file, after a question.
  fileprivate func remove(_ rows: [Int]) throws {
    try requireStorage()
    guard let loaded = session.feed, let first = rows.first else { return }
    let name = catalog.name(first)
    let isMine = loaded.scope == FeedDirectory.mine
    let gone = Set(
      try rows.map { row in
        if !isMine { return try record(row, of: loaded, as: nil).withoutId }
        return try loaded.lookingUp { (feed) throws(FileError) in try feed.source(of: row).text }
          .withoutId
      })
    let what = rows.count == 1 ? name : counted(rows.count, "row")
    let isThere = try savedRecords(directory.minePath).records.contains {
      gone.contains($0.withoutId)
    }
    guard isThere else {
      return output.say("\(what) \(rows.count == 1 ? "is" : "are") not in mine")
    }
    guard output.confirms("Remove \(what) from mine?") else {
      if options.isInteractive { return output.say("\(what) stays in mine") }
      throw Failure("\(what) stays in mine")
    }
    var removed = 0
    let count = try changingSavedRecords { records, _ in
      let before = records.count
      records.removeAll { gone.contains($0.withoutId) }
      removed = before - records.count
    }
    let subject = rows.count == 1 ? name : counted(removed, "row")
    output.say("\(subject) \(removed == 1 ? "is" : "are") no longer in mine (\(count) in all)")
    if isMine, removed > 0 { try feeds.reload() }
  }

  /// Changes the records of the file, and returns their number.
  private func changingSavedRecords(
    _ change: (inout [String], inout [String: Set<String>]) throws -> Void
  ) throws -> Int {
    let path = directory.minePath
    let files = world.files
    try files.makeFolder(world.folders.data)
    return try files.whileLocked(world.folders.data) { () throws -> Int in
      var (records, owners) = try savedRecords(path)
      let before = records
      try change(&records, &owners)
      if records != before {
        let document = "[\n" + records.joined(separator: ",\n") + "\n]\n"
        try files.write(Array(document.utf8), to: path, replacing: true)
      }
      return records.count
    }
  }

  /// The saved form of a row, with the first id that no row of another feed has; nil if it is saved already.
  private func unsaved(
    _ row: Int, of feed: LoadedFeed, among records: Set<String>, _ owners: [String: Set<String>]
  ) throws -> (record: String, id: String?)? {
    let plain = try record(row, of: feed)
    if records.contains(plain) { return nil }
    guard let id = feed.catalog.text(.id, row), !isUUID(id), !isWebLink(id) else {
      return (plain, nil)
    }
    let source = feed.scope ?? feed.name
    // A pipe is another feed each time.
    func isFree(_ id: String) -> Bool {
      owners[id].map { $0 == [source] && feed.scope != nil } ?? true
    }
    var free = isFree(id) ? (plain, id) : nil
    for number in 1...records.count + 1 {
      let other = "\(source)#\(id)" + (number == 1 ? "" : "-\(number)")
      let named = try record(row, of: feed, as: other)
      if records.contains(named) { return nil }
      if isFree(other) { free = free ?? (named, other) }
      if owners[other] == nil { break }
    }
    return free
  }

  /// The name of a saved field: its own, unless `mine` uses it with another meaning.
  private static func savedName(_ field: Field, in schema: Schema) -> String {
    guard [SavedRecord.source, SavedRecord.original].contains(field.name) else { return field.name }
    let number = (2...).first { schema.index(of: "\(field.name)-\($0)") == nil } ?? 2
    return "\(field.name)-\(number)"
  }

  /// The saved records, and the feeds that they are from by their ids.
  private func savedRecords(
    _ path: String
  ) throws -> (records: [String], owners: [String: Set<String>]) {
    if world.files.kind(of: path) == nil { return ([], [:]) }
    try loader.claim(path)
    let bytes = try world.files.contents(of: path, limit: FeedLoader.feedLimit)
    do {
      // The form of an original record does not change the kind of the file.
      let feed = try Feed(bytes, FeedReading(as: .records))
      let isList = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == 0x5B
      guard isList, feed.malformedCount == 0 else {
        throw Failure(
          "\(path) is not the list of records that save writes",
          hint: "move it away, and save begins a new one", status: .disk)
      }
      let (catalog, rows) = (feed.catalog, feed.catalog.sorted(by: .feed))
      let source = catalog.schema.index(of: SavedRecord.source)
      var owners: [String: Set<String>] = [:]
      for row in rows {
        guard let id = catalog.text(.id, row) else { continue }
        owners[id, default: []].insert(source.flatMap { catalog.value($0, row)?.text } ?? "")
      }
      return (try rows.map { try feed.source(of: $0).text }, owners)
    } catch let error as FeedError {
      throw Failure("\(path): \(error.message)", hint: "repair it or move it away", status: .disk)
    }
  }
}

extension String {
  /// The original of a saved record, which does not depend on the given id; the record itself if it has none.
  fileprivate var withoutId: String {
    let record = JSONValue(json: Array(utf8))
    guard let original = record?[SavedRecord.original] else { return self }
    return original.text() + (record?[SavedRecord.source]?.text() ?? "")
  }
}
