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

extension Command<CommandContext> {
  static var save: Self {
    Self(
      "save", .savedItem,
      summary: "Save rows with all their fields in `mine`, a feed file of your own.",
      examples: [
        Example("save 1", prints: "Bánh mì is saved in mine (1 in all)"),
        Example("save Lasagne", prints: "Lasagne is saved in mine (1 in all)"),
      ],
      details: [
        "With an address, the one record that is published there is saved. `load mine` shows them."
      ]
    ) { context, arguments in
      guard let word = arguments[.savedItem] else { return }
      try context.save(word, in: arguments.line)
    }
  }
}

extension Parameter<CommandContext> {
  /// A row, or the address of a record.
  fileprivate static var savedItem: Self {
    Parameter("ITEM|URL", .statement) { $0.assistance.itemSuggestions($1, endsStatement: true) }
  }
}

extension CommandContext {
  fileprivate func save(_ word: Word, in line: String) throws {
    if options.isEphemeral { throw Failure("nothing is kept under --ephemeral") }
    let text = word.unquoted
    if isHTTP(text) {
      let other = try feeds.read(FeedRequest(source: text, profile: nil))
      guard other.catalog.count == 1 else {
        throw Failure(
          "\(text) has \(other.catalog.count) records, not one",
          hint: "load it and save the row you want", at: word.range, in: line)
      }
      return try keep(0, of: other)
    }
    let row = try session.row(word, in: line)
    guard let loaded = session.feed else { return }
    if loaded.scope == FeedDirectory.mine {
      return output.say("\(catalog.name(row)) is in mine already")
    }
    try keep(row, of: loaded)
  }

  /// A row as it is written to `mine`: its fields by their names, perhaps with another id, where it is from, and the
  /// record as it was.
  private func record(_ row: Int, of feed: LoadedFeed, as id: String? = nil) throws -> String {
    let catalog = feed.catalog
    let idField = catalog.schema.index(of: .id)
    var members: [JSONValue.Member] = []
    for (number, field) in catalog.schema.fields.enumerated() {
      if let id, number == idField {
        members.append(.init(field.name, .string(id)))
        continue
      }
      // As texts, or what was saved by an earlier version would be saved once more.
      var textual = field
      textual.isFlag = false
      if let value = catalog.value(number, row) {
        members.append(
          .init(Self.savedName(field, in: catalog.schema), JSONValue(value, of: textual)))
      }
    }
    members.append(.init(SavedRecord.source, .string(feed.scope ?? feed.name)))
    let fields = JSONValue.object(members).text().dropLast()
    let (original, _) = try feed.lookingUp { (feed) throws(FileError) in try feed.source(of: row) }
    return "\(fields),\"\(SavedRecord.original)\":\(original)}"
  }

  /// Adds a row to the file, unless it is there already.
  ///
  /// Favorites and notes of `mine` tell rows by their ids. One that a row of another feed has there gets the name of
  /// its feed before it; as it was, it stands in the record.
  private func keep(_ row: Int, of feed: LoadedFeed) throws {
    let name = feed.catalog.name(row)
    let path = directory.minePath
    let files = world.files
    try files.makeFolder(world.folders.data)
    let count = try files.whileLocked(world.folders.data) { () throws -> Int? in
      var (records, owners) = try savedRecords(path)
      let record = try unsaved(row, of: feed, among: records, owners)
      guard let record else { return nil }
      records.append(record)
      let document = "[\n" + records.joined(separator: ",\n") + "\n]\n"
      try files.write(Array(document.utf8), to: path, replacing: true)
      return records.count
    }
    output.say(
      count.map { "\(name) is saved in mine (\($0) in all)" } ?? "\(name) is in mine already")
  }

  /// A row as it is to be written: with the first id that no row of another feed has; nil if it is there already.
  private func unsaved(
    _ row: Int, of feed: LoadedFeed, among records: [String], _ owners: [String: Set<String>]
  ) throws -> String? {
    let plain = try record(row, of: feed)
    if records.contains(plain) { return nil }
    guard let id = feed.catalog.text(.id, row), !isUUID(id), !isWebLink(id) else { return plain }
    let source = feed.scope ?? feed.name
    // What has no lasting place is another feed each time.
    func isFree(_ id: String) -> Bool {
      owners[id].map { $0 == [source] && feed.scope != nil } ?? true
    }
    var free = isFree(id) ? plain : nil
    for number in 1...records.count + 1 {
      let other = "\(source)#\(id)" + (number == 1 ? "" : "-\(number)")
      let named = try record(row, of: feed, as: other)
      if records.contains(named) { return nil }
      if isFree(other) { free = free ?? named }
      if owners[other] == nil { break }
    }
    return free
  }

  /// What names the feed of a row in `mine`, and what has its record as it was.

  /// The name under which a field is saved: its own, unless `mine` means something else by it.
  private static func savedName(_ field: Field, in schema: Schema) -> String {
    guard [SavedRecord.source, SavedRecord.original].contains(field.name) else { return field.name }
    let number = (2...).first { schema.index(of: "\(field.name)-\($0)") == nil } ?? 2
    return "\(field.name)-\(number)"
  }

  /// The records that are saved, and by their ids the feeds that they are from.
  private func savedRecords(
    _ path: String
  ) throws -> (records: [String], owners: [String: Set<String>]) {
    if world.files.kind(of: path) == nil { return ([], [:]) }
    let bytes = try world.files.contents(of: path, limit: FeedLoader.feedLimit)
    do {
      // What an original looks like does not make the file another kind of feed.
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
