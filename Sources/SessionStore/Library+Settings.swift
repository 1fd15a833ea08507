import FeedLoading
import FoundationEssentials
import GRDB

/// Settings, aliases and named feeds.
extension Library {
  /// The settings that a person changed, by name.
  package func settings() throws(LibraryError) -> [String: String] {
    try pairs("SELECT name, value FROM setting")
  }

  /// Keeps a setting; nil forgets it.
  package func set(_ name: String, to value: String?) throws(LibraryError) {
    if value == nil, !exists { return }
    try write { database in
      if let value {
        try database.execute(
          sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
          arguments: [name, value])
      } else {
        try database.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
      }
    }
  }

  /// What the person's own words stand for.
  package func aliases() throws(LibraryError) -> [String: String] {
    try pairs("SELECT name, commands FROM alias")
  }

  /// Keeps an alias; nil forgets it.
  package func setAlias(_ name: String, to commands: String?) throws(LibraryError) {
    try write { database in
      if let commands {
        try database.execute(
          sql: "INSERT OR REPLACE INTO alias (name, commands) VALUES (?, ?)",
          arguments: [name, commands])
      } else {
        try database.execute(sql: "DELETE FROM alias WHERE name = ?", arguments: [name])
      }
    }
  }

  private func pairs(_ query: String) throws(LibraryError) -> [String: String] {
    Dictionary(
      try texts(query).map { ($0[0] ?? "", $0[1] ?? "") }, uniquingKeysWith: { $1 })
  }

  /// The feeds that the person named, by name.
  package func feeds() throws(LibraryError) -> [NamedFeed] {
    let rows = try texts("SELECT name, source, profile, headers FROM feed ORDER BY name")
    return try reporting {
      try rows.map { row in
        NamedFeed(
          name: row[0] ?? "", source: row[1] ?? "", profile: row[2],
          headers: try JSONDecoder().decode(
            [NamedFeed.Header].self, from: Data((row[3] ?? "").utf8)))
      }
    }
  }

  /// Keeps a named feed in place of any of that name.
  package func save(_ feed: NamedFeed) throws(LibraryError) {
    try write { try self.save(feed, $0) }
  }

  private func save(_ feed: NamedFeed, _ database: Database, replacing: Bool = true) throws {
    let headers = String(decoding: try JSONEncoder().encode(feed.headers), as: UTF8.self)
    try database.execute(
      sql:
        "INSERT OR \(replacing ? "REPLACE" : "IGNORE") INTO feed (name, source, profile, headers) VALUES (?, ?, ?, ?)",
      arguments: [feed.name, feed.source, feed.profile, headers])
  }

  /// Forgets a named feed.
  package func removeFeed(_ name: String) throws(LibraryError) {
    try write { database in
      try database.execute(sql: "DELETE FROM feed WHERE name = ?", arguments: [name])
    }
  }

  /// How many seconds a visit is like the one before.
  private static let visitLength = 3600.0

  /// Remembers that a source answered, and how it was read; nothing is written of one that was the last to answer
  /// within the hour.
  package func recordVisit(
    _ source: String, profile: String?, at date: Date
  ) throws(LibraryError) {
    let isKnown = try read(false) { database in
      guard
        let last = try Row.fetchOne(
          database,
          sql: "SELECT source, profile, date FROM visit ORDER BY date DESC, source LIMIT 1")
      else { return false }
      let age = date.timeIntervalSince1970 - (last[2] as Double)
      return last[0] == source && last[1] == profile && 0..<Self.visitLength ~= age
    }
    if isKnown { return }
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO visit (source, profile, date) VALUES (?, ?, ?)",
        arguments: [source, profile, date.timeIntervalSince1970])
    }
  }

  /// The source that answered last, and the profile it was to be read by.
  package func lastVisit() throws(LibraryError) -> (source: String, profile: String?)? {
    try texts("SELECT source, profile FROM visit ORDER BY date DESC, source LIMIT 1")
      .first.map { ($0[0] ?? "", $0[1]) }
  }

  /// When each source answered last.
  package func visits() throws(LibraryError) -> [String: Date] {
    try read([:]) { database in
      let rows = try Row.fetchAll(database, sql: "SELECT source, date FROM visit")
      return Dictionary(
        rows.map { ($0[0], Date(timeIntervalSince1970: $0[1])) }, uniquingKeysWith: { $1 })
    }
  }
}

/// The whole library as one value.
extension Library {
  /// Everything that the person owns.
  package func contents() throws(LibraryError) -> LibraryContents {
    var contents = LibraryContents()
    contents.keepsakes = try keepsakes()
    contents.notes = try notes()
    contents.settings = try settings()
    contents.aliases = try aliases()
    contents.feeds = try feeds()
    return contents
  }

  /// Adds everything of another library, all or nothing; what is here already stays.
  ///
  /// - Returns: How many records and notes were new.
  package func add(_ contents: LibraryContents) throws(LibraryError) -> (items: Int, notes: Int) {
    let known = Set(try keepsakes().map(\.key))
    let knownNotes = Set(try notes().map { [$0.key, $0.text] })
    let newNotes = contents.notes.filter { !knownNotes.contains([$0.key, $0.text]) }
    try write { database in
      for keepsake in contents.keepsakes { try self.merge(keepsake, database) }
      for note in newNotes {
        try database.execute(
          sql: "INSERT INTO note (key, text, date) VALUES (?, ?, ?)",
          arguments: [note.key, withoutZeros(note.text), note.date.timeIntervalSince1970])
      }
      for (name, value) in contents.settings {
        try database.execute(
          sql: "INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)",
          arguments: [name, value])
      }
      for (name, commands) in contents.aliases {
        try database.execute(
          sql: "INSERT OR IGNORE INTO alias (name, commands) VALUES (?, ?)",
          arguments: [name, commands])
      }
      for feed in contents.feeds { try self.save(feed, database, replacing: false) }
    }
    return (Set(contents.keepsakes.map(\.key)).subtracting(known).count, newNotes.count)
  }

  /// Keeps a record's star if either library has it.
  private func merge(_ keepsake: Keepsake, _ database: Database) throws {
    let isFavorite =
      try Bool.fetchOne(
        database, sql: "SELECT isFavorite FROM keepsake WHERE key = ?", arguments: [keepsake.key])
      ?? false
    var merged = keepsake
    merged.isFavorite = keepsake.isFavorite || isFavorite
    try save(merged, database)
  }
}
