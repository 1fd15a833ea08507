import Catalog
import Feeds
import FoundationEssentials
import Interpreter
import SessionStore
import Text
import World

extension Command<Shell> {
  static var save: Self {
    Self(
      "save", Parameter("ITEM|URL", .statement) { $0.itemSuggestions($1, endsStatement: true) },
      summary: "Keep a whole record in `mine`, an ordinary feed file of your own.",
      examples: ["save 1", "save Lasagne"],
      details: [
        "With an address, the one record that is published there is saved. `load mine` shows them."
      ]
    ) { shell, arguments in
      guard let word = arguments["ITEM|URL"] else { return }
      try shell.save(word, in: arguments.line)
    }
  }
}

extension Shell {
  fileprivate func save(_ word: Word, in line: String) throws {
    if options.isEphemeral { throw Failure("nothing is kept under --ephemeral") }
    let text = unquoted(word)
    if isHTTP(text) {
      let other = try read(FeedRequest(source: text, profile: nil))
      guard other.catalog.count == 1 else {
        throw Failure(
          "\(text) has \(other.catalog.count) records, not one",
          hint: "load it and save the row you want", at: word.range, in: line)
      }
      return try keep(try savedRecord(0, of: other), name: other.catalog.name(0))
    }
    let row = try row(word, in: line)
    guard let loaded else { return }
    if loaded.scope == Self.mine { return say("\(catalog.name(row)) is in mine already") }
    try keep(try savedRecord(row, of: loaded), name: catalog.name(row))
  }

  /// A row as it is written to `mine`: its fields by their names, where it is from, and the record as it was.
  private func savedRecord(_ row: Int, of feed: LoadedFeed) throws -> String {
    let catalog = feed.catalog
    var members: [JSONValue.Member] = []
    for (number, field) in catalog.schema.fields.enumerated() {
      switch catalog.value(number, row) {
      case .text(let text): members.append(.init(field.name, .string(text)))
      case .number(let value): members.append(.init(field.name, .number(value)))
      case .list(let items): members.append(.init(field.name, .array(items.map { .string($0) })))
      case nil: break
      }
    }
    members.append(.init("saved-from", .string(feed.scope ?? feed.name)))
    let fields = JSONValue.object(members).text().dropLast()
    return "\(fields),\"original\":\(try feed.feed.source(of: row).text)}"
  }

  /// Adds a record to the file, unless it is there already.
  private func keep(_ record: String, name: String) throws {
    let path = minePath
    let files = world.files
    try files.makeFolder(world.folders.data)
    let count = try files.whileLocked(world.folders.data) { () throws -> Int? in
      var records = try savedRecords(path)
      if records.contains(record) { return nil }
      records.append(record)
      let document = "[\n" + records.joined(separator: ",\n") + "\n]\n"
      try files.write(Array(document.utf8), to: path, replacing: true)
      return records.count
    }
    say(count.map { "\(name) is saved in mine (\($0) in all)" } ?? "\(name) is in mine already")
  }

  private func savedRecords(_ path: String) throws -> [String] {
    if world.files.kind(of: path) == nil { return [] }
    let bytes = try world.files.contents(of: path, limit: Self.feedLimit)
    do {
      // What an original looks like does not make the file another kind of feed.
      let feed = try Feed(bytes, FeedReading(as: .records))
      let isList = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == 0x5B
      guard isList, feed.malformedCount == 0 else {
        throw Failure(
          "\(path) is not the list of records that save writes",
          hint: "move it away, and save begins a new one", status: .disk)
      }
      return try feed.catalog.sorted(by: .feed).map { try feed.source(of: $0).text }
    } catch let error as FeedError {
      throw Failure("\(path): \(error.message)", hint: "repair it or move it away", status: .disk)
    }
  }
}
