import FeedLoading
import FoundationEssentials
import GRDB

/// The whole library as one value.
extension Library {
  /// All rows that can be decoded.
  ///
  /// A note whose record cannot be decoded gets a placeholder for the record, so that it can be imported.
  package func contents() throws(LibraryError) -> LibraryContents {
    var contents = LibraryContents()
    contents.keepsakes = try keepsakes()
    contents.notes = try notes()
    contents.settings = try storedSettings()
    contents.aliases = try storedAliases()
    contents.feeds = try feeds()
    var entries: [KitchenEntry] = []
    for list in KitchenList.allCases where !list.isMomentary { entries += try kitchen(list) }
    contents.kitchen = entries.isEmpty ? nil : entries
    let own = try ownValues()
    contents.ownValues = own.isEmpty ? nil : own
    contents.addPlaceholders()
    return contents
  }

  /// Adds the rows of another library in one transaction; rows that exist here and can be decoded stay.
  ///
  /// - Returns: How many records, notes, and entries of the kitchen's lists were new.
  package func add(
    _ contents: LibraryContents
  ) throws(LibraryError) -> (items: Int, notes: Int, entries: Int) {
    let known = try self.contents()
    let knownNotes = Set(known.notes.map { [$0.key, $0.text] })
    let knownFeeds = Set(known.feeds.map(\.name))
    let knownEntries = Set((known.kitchen ?? []).map { [$0.list.rawValue, $0.key] })
    let newEntries = (contents.kitchen ?? []).filter {
      !$0.list.isMomentary && !knownEntries.contains([$0.list.rawValue, $0.key])
    }
    let newNotes = contents.notes.filter { !knownNotes.contains([$0.key, $0.text]) }
    try write { database in
      for keepsake in contents.keepsakes { try self.merge(keepsake, database) }
      for note in newNotes {
        try database.execute(
          sql: "INSERT INTO note (key, text, date) VALUES (?, ?, ?)",
          arguments: [note.key, withoutZeros(note.text), note.date.timeIntervalSince1970])
      }
      for (name, value) in contents.settings where known.settings[name] == nil {
        try database.execute(
          sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
          arguments: [name, value])
      }
      for (name, commands) in contents.aliases where known.aliases[name] == nil {
        try database.execute(
          sql: "INSERT OR REPLACE INTO alias (name, commands) VALUES (?, ?)",
          arguments: [name, commands])
      }
      for feed in contents.feeds where !knownFeeds.contains(feed.name) {
        try self.save(feed, database)
      }
      for entry in newEntries {
        try self.apply(KitchenChange(before: nil, after: entry), database)
      }
      for value in contents.ownValues ?? [] where !self.isRated(value, known) {
        _ = try self.add(value, at: self.now(), database)
      }
    }
    let items = Set(contents.keepsakes.map(\.key)).subtracting(known.keepsakes.map(\.key))
    return (items.count, newNotes.count, newEntries.count)
  }

  /// Whether a value is a rating of a record that has one.
  private func isRated(_ value: OwnValue, _ known: LibraryContents) -> Bool {
    value.kind == .rating
      && (known.ownValues ?? []).contains { $0.kind == .rating && $0.key == value.key }
  }

  /// Stores a record; it is a favorite if it is one in either library.
  private func merge(_ keepsake: Keepsake, _ database: Database) throws {
    var merged = keepsake
    if try self.keepsake(keepsake.key, database)?.isFavorite == true { merged.isFavorite = true }
    try save(merged, database)
  }
}

extension LibraryContents {
  /// The number of rows.
  package var rowCount: Int {
    keepsakes.count + notes.count + settings.count + aliases.count + feeds.count
      + (kitchen?.count ?? 0) + (ownValues?.count ?? 0)
  }

  /// Adds a placeholder for each record that only notes refer to: every note belongs to a record.
  mutating func addPlaceholders() {
    var keys = Set(keepsakes.map(\.key))
    for note in notes where keys.insert(note.key).inserted {
      keepsakes.append(
        Keepsake(
          key: note.key, feed: "", name: nameText(ofKey: note.key) ?? note.key, links: [:],
          isFavorite: false, since: note.date))
    }
  }
}
