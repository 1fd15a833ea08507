import FoundationEssentials
import GRDB

/// Favorites and notes.
extension Library {
  /// The changes of one command, which can be undone and redone.
  package struct Change: Equatable, Sendable {
    /// The records before the change; nil for those that were not stored.
    package var before: [String: Keepsake?] = [:]
    package var after: [String: Keepsake] = [:]
    package var addedNotes: [Note] = []
    package var removedNotes: [Note] = []
    package var addedOwnValues: [OwnValue] = []
    package var removedOwnValues: [OwnValue] = []
    package var kitchen: [KitchenChange] = []

    package init() {}

    /// The change that undoes this one.
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
      inverse.addedOwnValues = removedOwnValues
      inverse.removedOwnValues = addedOwnValues
      inverse.kitchen = kitchen.reversed().map(\.inverse)
      return inverse
    }
  }

  /// Every record that is or was a favorite or has notes, the oldest first.
  package func keepsakes() throws(LibraryError) -> [Keepsake] {
    try rows(of: .keepsake, "ORDER BY since, rowid") { row throws(UnreadableRow) in
      try Keepsake(row)
    }
  }

  /// The stored keys of all favorites.
  package func favoriteKeys() throws(LibraryError) -> Set<String> {
    // SQLite only checks the links: decoding them would take most of the time.
    let columns = """
      key, feed, name,
      CASE WHEN json_valid(links) THEN NOT EXISTS (
        SELECT 1 FROM json_each(links) WHERE type <> 'text') END,
      isFavorite, since
      """
    return Set(
      try rows(of: .keepsake, columns: columns, "WHERE isFavorite IS NOT 0") {
        row throws(UnreadableRow) in
        let key = try row.text(0)
        _ = (try row.text(1), try row.text(2), try row.integer(4), try row.date(5))
        if try row.integer(3) == 0 { throw UnreadableRow() }
        return key
      })
  }

  /// Makes sure that favorites and notes can be read.
  ///
  /// - Throws: ``LibraryError`` if the library cannot be read.
  package func requireMarks() throws(LibraryError) { _ = try favoriteKeys() }

  /// All notes, the oldest first; only those of one record if a key is given.
  package func notes(about key: String? = nil) throws(LibraryError) -> [Note] {
    try rows(
      of: .note, (key == nil ? "" : "WHERE key = ? ") + "ORDER BY date, id",
      key.map { [$0] } ?? []
    ) { row throws(UnreadableRow) in try Note(row) }
  }

  /// Adds records to the favorites or removes them; their notes stay.
  ///
  /// - Returns: The changes; empty if nothing changed.
  package func setFavorite(
    _ isFavorite: Bool, _ items: [Keepsake]
  ) throws(LibraryError) -> Change {
    // Without a library nothing is a favorite, and no library is made.
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

  /// Adds a note about a record, which becomes a favorite unless the setting `notes-favorite` is off.
  package func addNote(
    _ text: String, about item: Keepsake, at date: Date
  ) throws(LibraryError) -> Change {
    let makesFavorite = settings["notes-favorite"] == "on"
    return try write { database in
      var change = Change()
      let old = try self.keepsake(item.key, database)
      var new = item
      new.isFavorite = makesFavorite || old?.isFavorite ?? false
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

  /// Replaces the text of a note, which keeps its date.
  package func replace(_ note: Note, with text: String) throws(LibraryError) -> Change {
    var change = Change()
    change.removedNotes = [note]
    change.addedNotes = [
      Note(id: note.id, key: note.key, text: withoutZeros(text), date: note.date)
    ]
    try apply(change)
    return change
  }

  /// Applies a change again, or an inverse one; changes of other processes stay.
  package func apply(_ change: Change) throws(LibraryError) {
    try write { database in
      for (key, after) in change.after {
        var keepsake = after
        // A change that did not concern the favorite does not undo a later change of it.
        if ((change.before[key] ?? nil)?.isFavorite ?? false) == after.isFavorite {
          keepsake.isFavorite = try self.keepsake(key, database)?.isFavorite ?? after.isFavorite
        }
        try self.save(keepsake, database)
      }
      for edit in change.kitchen { try self.apply(edit, database) }
      for value in change.removedOwnValues { _ = try self.remove(value, database) }
      for value in change.addedOwnValues {
        _ = try self.add(value, at: self.now(), database)
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

  /// Stores a record; if it exists and can be decoded, it retains its date.
  func save(_ keepsake: Keepsake, _ database: Database) throws {
    let since = try self.keepsake(keepsake.key, database)?.since ?? keepsake.since
    let links = String(decoding: try JSONEncoder().encode(keepsake.links), as: UTF8.self)
    try database.execute(
      sql: """
        INSERT INTO keepsake (key, feed, name, links, isFavorite, since) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET feed = excluded.feed, name = excluded.name,
          links = excluded.links, isFavorite = excluded.isFavorite, since = excluded.since
        """,
      arguments: [
        keepsake.key, keepsake.feed, withoutZeros(keepsake.name), links, keepsake.isFavorite,
        since.timeIntervalSince1970,
      ])
  }

  /// The stored record; nil if there is none, or if it cannot be decoded and the next ``save(_:_:)`` replaces it.
  func keepsake(_ key: String, _ database: Database) throws -> Keepsake? {
    let table = LibraryTable.keepsake
    let row = try Row.fetchOne(
      database, sql: "SELECT \(table.columns) FROM \(table.rawValue) WHERE key = ?",
      arguments: [key])
    guard let row else { return nil }
    do throws(UnreadableRow) {
      return try Keepsake(StoredRow(values: Array(row.databaseValues)))
    } catch {
      return nil
    }
  }
}
