import FoundationEssentials
import GRDB

/// A value that the user gives a record beside those that its feed publishes.
package struct OwnValue: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// A word of the user's own; a record may have several.
    case tag
    /// A number from 1 to 5; a record has at most one.
    case rating
    /// A day on which the dish was cooked, as in `2026-11-27`; a record may have several.
    case cooked
  }

  /// The stored text of the record's key.
  package var key: String
  package var kind: Kind
  package var value: String

  package init(key: String, kind: Kind, value: String) {
    (self.key, self.kind, self.value) = (key, kind, value)
  }
}

/// Tags, ratings and days of cooking.
extension Library {
  /// All own values, the oldest first; none without a library.
  package func ownValues() throws(LibraryError) -> [OwnValue] {
    // A library that can only be read may have an older version.
    guard try read(false, { try $0.tableExists(LibraryTable.ownValue.rawValue) }) else { return [] }
    return try rows(of: .ownValue, "ORDER BY date, rowid") { row throws(UnreadableRow) in
      try OwnValue(row)
    }
  }

  /// Gives values to records, and takes others away.
  ///
  /// - Parameters:
  ///   - added: The values to give; a rating replaces the one that is there.
  ///   - removed: The values to take away; those that are not there are ignored.
  ///   - items: The records, which are remembered with their names.
  ///   - date: The present date.
  /// - Returns: The changes; empty if nothing changed.
  /// - Throws: ``LibraryError`` if the library cannot be changed.
  package func setOwnValues(
    _ added: [OwnValue], removing removed: [OwnValue] = [], about items: [Keepsake], at date: Date
  ) throws(LibraryError) -> Change {
    if added.isEmpty, !exists { return Change() }
    return try write { database in
      var change = Change()
      for item in items where added.contains(where: { $0.key == item.key }) {
        var new = item
        new.isFavorite = try self.keepsake(item.key, database)?.isFavorite ?? false
        try self.save(new, database)
      }
      for value in removed where try self.remove(value, database) {
        change.removedOwnValues.append(value)
      }
      for value in added {
        if value.kind == .rating {
          for old in try self.ratings(of: value.key, database) where old != value {
            _ = try self.remove(old, database)
            change.removedOwnValues.append(old)
          }
        }
        if try self.add(value, at: date, database) { change.addedOwnValues.append(value) }
      }
      return change
    }
  }

  /// The stored keys of all records that are favorites, or have notes or own values.
  package func markedKeys() throws(LibraryError) -> Set<String> {
    if !exists { return [] }
    var keys = try favoriteKeys()
    keys.formUnion(try notes().map(\.key))
    keys.formUnion(try ownValues().map(\.key))
    return keys
  }

  /// Gives records the favorites, notes and own values of others, which keep them.
  ///
  /// - Parameters:
  ///   - transfers: The records, each with the stored keys of the others.
  ///   - date: The present date.
  /// - Returns: The changes; empty if the records have everything.
  /// - Throws: ``LibraryError`` if the library cannot be changed.
  package func addMarks(
    _ transfers: [(keys: Set<String>, item: Keepsake)], at date: Date
  ) throws(LibraryError) -> Change {
    let wanted = transfers.filter { !$0.keys.subtracting([$0.item.key]).isEmpty }
    if wanted.isEmpty || !exists { return Change() }
    let marks = (notes: try notes(), own: try ownValues(), favorites: try favoriteKeys())
    return try write { database in
      var change = Change()
      for (keys, item) in wanted {
        let others = keys.subtracting([item.key])
        let known = Set(marks.notes.filter { $0.key == item.key }.map(\.text))
        let old = try self.keepsake(item.key, database)
        var new = item
        new.isFavorite = old?.isFavorite ?? false || !marks.favorites.isDisjoint(with: others)
        let notes = marks.notes.filter { others.contains($0.key) && !known.contains($0.text) }
        var isRated = marks.own.contains { $0.key == item.key && $0.kind == .rating }
        let values = marks.own.filter { value in
          guard others.contains(value.key), value.kind != .rating || !isRated else { return false }
          isRated = isRated || value.kind == .rating
          return true
        }
        if notes.isEmpty, values.isEmpty, new.isFavorite == old?.isFavorite ?? false { continue }
        try self.save(new, database)
        (change.before[item.key], change.after[item.key]) = (.some(old), new)
        for note in notes {
          try database.execute(
            sql: "INSERT INTO note (key, text, date) VALUES (?, ?, ?)",
            arguments: [item.key, note.text, note.date.timeIntervalSince1970])
          change.addedNotes.append(
            Note(
              id: database.lastInsertedRowID, key: item.key, text: note.text, date: note.date))
        }
        for value in values {
          let copy = OwnValue(key: item.key, kind: value.kind, value: value.value)
          if try self.add(copy, at: date, database) { change.addedOwnValues.append(copy) }
        }
      }
      return change
    }
  }

  private func ratings(of key: String, _ database: Database) throws -> [OwnValue] {
    try String.fetchAll(
      database, sql: "SELECT value FROM ownValue WHERE key = ? AND kind = 'rating'",
      arguments: [key]
    ).map { OwnValue(key: key, kind: .rating, value: $0) }
  }

  /// Adds a value; returns whether it was not there.
  func add(_ value: OwnValue, at date: Date, _ database: Database) throws -> Bool {
    try database.execute(
      sql: "INSERT OR IGNORE INTO ownValue (key, kind, value, date) VALUES (?, ?, ?, ?)",
      arguments: [
        value.key, value.kind.rawValue, withoutZeros(value.value), date.timeIntervalSince1970,
      ])
    return database.changesCount > 0
  }

  /// Removes a value; returns whether it was there.
  func remove(_ value: OwnValue, _ database: Database) throws -> Bool {
    try database.execute(
      sql: "DELETE FROM ownValue WHERE key = ? AND kind = ? AND value = ?",
      arguments: [value.key, value.kind.rawValue, withoutZeros(value.value)])
    return database.changesCount > 0
  }
}

extension OwnValue {
  /// A row of ``LibraryTable/ownValue``.
  init(_ row: StoredRow) throws(UnreadableRow) {
    guard let kind = Kind(rawValue: try row.text(1)) else { throw UnreadableRow() }
    self.init(key: try row.text(0), kind: kind, value: try row.text(2))
    _ = try row.date(3)
  }
}
