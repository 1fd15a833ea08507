import FoundationEssentials
import GRDB

/// Favorites and notes.
extension Library {
  /// What one command changed, in full, so that it can be taken back and done again.
  package struct Change: Equatable, Sendable {
    /// What was remembered before; nil for a record that was not.
    package var before: [String: Keepsake?] = [:]
    package var after: [String: Keepsake] = [:]
    package var addedNotes: [Note] = []
    package var removedNotes: [Note] = []

    package init() {}

    /// The change that takes this one back.
    package var inverse: Change {
      var inverse = Change()
      for (key, keepsake) in after {
        var gone = keepsake
        gone.isFavorite = false
        inverse.before[key] = keepsake
        inverse.after[key] = (before[key] ?? nil) ?? gone
      }
      inverse.addedNotes = removedNotes
      inverse.removedNotes = addedNotes
      return inverse
    }
  }

  /// Every record that is or was a favorite or has notes, the oldest first.
  package func keepsakes() throws(LibraryError) -> [Keepsake] {
    try read([]) { database in
      try Row.fetchAll(database, sql: "SELECT * FROM keepsake ORDER BY since, rowid").map(keepsake)
    }
  }

  /// The stored keys of all favorites.
  package func favoriteKeys() throws(LibraryError) -> Set<String> {
    try read([]) { database in
      try Set(String.fetchAll(database, sql: "SELECT key FROM keepsake WHERE isFavorite"))
    }
  }

  /// All notes, the oldest first; only those about one record if a key is given.
  package func notes(about key: String? = nil) throws(LibraryError) -> [Note] {
    try read([]) { database in
      let condition = key == nil ? "" : "WHERE key = :key"
      return try Row.fetchAll(
        database, sql: "SELECT * FROM note \(condition) ORDER BY date, id",
        arguments: key.map { ["key": $0] } ?? [:]
      ).map(note)
    }
  }

  /// Makes records favorites, or no longer so; their notes stay.
  ///
  /// - Returns: What changed; empty if all was so already.
  package func setFavorite(
    _ isFavorite: Bool, _ items: [Keepsake]
  ) throws(LibraryError) -> Change {
    // Where there is no library nothing is a favorite, and none is made to say so.
    if !isFavorite, !exists { return Change() }
    return try write { database in
      var change = Change()
      for item in items {
        let old = try self.keepsake(item.key, database)
        if (old?.isFavorite ?? false) == isFavorite { continue }
        var new = item
        new.isFavorite = isFavorite
        new.since = old?.since ?? item.since
        try self.save(new, database)
        change.before[item.key] = old
        change.after[item.key] = new
      }
      return change
    }
  }

  /// Adds a note about a record, which becomes a favorite by it.
  package func addNote(
    _ text: String, about item: Keepsake, at date: Date
  ) throws(LibraryError) -> Change {
    try write { database in
      var change = Change()
      let old = try self.keepsake(item.key, database)
      var new = item
      new.isFavorite = true
      new.since = old?.since ?? item.since
      try self.save(new, database)
      change.before[item.key] = old
      change.after[item.key] = new
      let text = withoutZeros(text)
      try database.execute(
        sql: "INSERT INTO note (key, text, date) VALUES (?, ?, ?)",
        arguments: [item.key, text, date.timeIntervalSince1970])
      let id = database.lastInsertedRowID
      change.addedNotes = [Note(id: id, key: item.key, text: text, date: date)]
      return change
    }
  }

  /// Removes a note.
  package func delete(_ note: Note) throws(LibraryError) -> Change {
    var change = Change()
    change.removedNotes = [note]
    try apply(change)
    return change
  }

  /// Carries out a change again, or an inverse one; what others changed meanwhile stays.
  package func apply(_ change: Change) throws(LibraryError) {
    try write { database in
      for (key, after) in change.after {
        var keepsake = after
        // A change that left it a favorite, or none, does not undo what made it so, or no longer so, since.
        if ((change.before[key] ?? nil)?.isFavorite ?? false) == after.isFavorite {
          keepsake.isFavorite = try self.keepsake(key, database)?.isFavorite ?? after.isFavorite
        }
        try self.save(keepsake, database)
      }
      for note in change.removedNotes {
        try database.execute(sql: "DELETE FROM note WHERE id = ?", arguments: [note.id])
      }
      for note in change.addedNotes {
        try database.execute(
          sql: "INSERT OR REPLACE INTO note (id, key, text, date) VALUES (?, ?, ?, ?)",
          arguments: [note.id, note.key, note.text, note.date.timeIntervalSince1970])
      }
    }
  }

  func save(_ keepsake: Keepsake, _ database: Database) throws {
    let links = String(decoding: try JSONEncoder().encode(keepsake.links), as: UTF8.self)
    try database.execute(
      sql: """
        INSERT INTO keepsake (key, feed, name, links, isFavorite, since) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET feed = excluded.feed, name = excluded.name,
          links = excluded.links, isFavorite = excluded.isFavorite
        """,
      arguments: [
        keepsake.key, keepsake.feed, withoutZeros(keepsake.name), links, keepsake.isFavorite,
        keepsake.since.timeIntervalSince1970,
      ])
  }

  private func keepsake(_ key: String, _ database: Database) throws -> Keepsake? {
    try Row.fetchOne(database, sql: "SELECT * FROM keepsake WHERE key = ?", arguments: [key])
      .map(keepsake)
  }

  private func keepsake(_ row: Row) throws -> Keepsake {
    let links: String = row["links"]
    return Keepsake(
      key: row["key"], feed: row["feed"], name: row["name"],
      links: try JSONDecoder().decode([String: String].self, from: Data(links.utf8)),
      isFavorite: row["isFavorite"], since: Date(timeIntervalSince1970: row["since"]))
  }

  private func note(_ row: Row) -> Note {
    Note(
      id: row["id"], key: row["key"], text: row["text"],
      date: Date(timeIntervalSince1970: row["date"]))
  }
}
