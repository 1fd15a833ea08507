import FeedLoading
import FoundationEssentials
import GRDB

/// Settings, aliases and named feeds.
extension Library {
  /// The stored values of changed settings, by name; another process may have written them.
  package func storedSettings() throws(LibraryError) -> [String: String] {
    try pairs(of: .setting)
  }

  /// Changes a setting, in the file and in this process; nil restores its standard value.
  package func set(_ name: String, to value: String?) throws(LibraryError) {
    if value != nil || exists {
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
    settings.change(name, to: value)
    settingsDidChange()
  }

  /// Reads the aliases again, which another process may have changed.
  ///
  /// - Returns: Whether they differ from the ones known before.
  @discardableResult
  package func readAliases() throws(LibraryError) -> Bool {
    let stored = try storedAliases()
    defer { aliases = stored }
    return stored != aliases
  }

  /// The stored aliases: the commands of each.
  package func storedAliases() throws(LibraryError) -> [String: String] {
    try pairs(of: .alias)
  }

  /// Changes an alias, in the file and in this process; nil removes it.
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
    aliases[name] = commands
  }

  private func pairs(of table: LibraryTable) throws(LibraryError) -> [String: String] {
    let pairs = try rows(of: table) { row throws(UnreadableRow) in try row.pair() }
    return pairs.reduce(into: [:]) { $0[$1.name] = $1.value }
  }

  /// The feeds that the user named, by name.
  package func feeds() throws(LibraryError) -> [NamedFeed] {
    try rows(of: .feed, "ORDER BY name") { row throws(UnreadableRow) in
      try NamedFeed(row)
    }
  }

  /// Stores a named feed; it replaces one of the same name.
  package func save(_ feed: NamedFeed) throws(LibraryError) {
    try write { try self.save(feed, $0) }
  }

  func save(_ feed: NamedFeed, _ database: Database) throws {
    let headers = String(decoding: try JSONEncoder().encode(feed.headers), as: UTF8.self)
    try database.execute(
      sql: "INSERT OR REPLACE INTO feed (name, source, profile, headers) VALUES (?, ?, ?, ?)",
      arguments: [feed.name, feed.source, feed.profile, headers])
  }

  /// Removes a named feed.
  package func removeFeed(_ name: String) throws(LibraryError) {
    try write { database in
      try database.execute(sql: "DELETE FROM feed WHERE name = ?", arguments: [name])
    }
  }

  /// The number of seconds within which visits of the same source count as one.
  private static let visitLength = 3600.0

  /// Records that a source was loaded, and with which profile; repeated visits within an hour are not stored.
  package func recordVisit(
    _ source: String, profile: String?, at date: Date
  ) throws(LibraryError) {
    if let last = try visitsLatestFirst().first, last.source == source, last.profile == profile,
      0..<Self.visitLength ~= date.timeIntervalSince(last.date)
    {
      return
    }
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO visit (source, profile, date) VALUES (?, ?, ?)",
        arguments: [source, profile, date.timeIntervalSince1970])
    }
  }

  /// The source that was loaded last, and its profile.
  package func lastVisit() throws(LibraryError) -> (source: String, profile: String?)? {
    try visitsLatestFirst().first.map { ($0.source, $0.profile) }
  }

  /// The time at which each source was loaded last.
  package func visits() throws(LibraryError) -> [String: Date] {
    try visitsLatestFirst().reduce(into: [:]) { $0[$1.source] = $1.date }
  }

  private func visitsLatestFirst() throws(LibraryError) -> [StoredVisit] {
    try rows(of: .visit, "ORDER BY date DESC, source") { row throws(UnreadableRow) in
      try StoredVisit(row)
    }
  }
}
