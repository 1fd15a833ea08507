import FoundationEssentials
import GRDB
import Synchronization
import World

/// The lists of the kitchen; each is a table of the library.
package enum KitchenList: String, CaseIterable, Codable, Sendable {
  /// Dishes to shop for, by the stored key of the record; details are a dish in JSON.
  case shoppingDish
  /// Free items to buy, such as candles; without details.
  case shoppingItem
  /// Ingredients and items that were bought, by the key under which the list shows them; details are the shown name, or
  /// that in JSON with what was put in the pantry.
  case shoppingTick
  /// Ingredients at home, by the key of the ingredient; details are the words that were typed.
  case pantry
  /// Dishes of days, by day and key of the record; details are a dish in JSON.
  case plan
  /// Running timers; details are a timer in JSON.
  case timer
  /// Dishes that are being cooked, by the stored key of the record; details are the step and the scale in JSON.
  case cooking

  /// Whether its entries belong to the moment, so that no export has them.
  var isMomentary: Bool { self == .timer || self == .cooking }

  var table: LibraryTable {
    switch self {
    case .shoppingDish: .shoppingDish
    case .shoppingItem: .shoppingItem
    case .shoppingTick: .shoppingTick
    case .pantry: .pantry
    case .plan: .plan
    case .timer: .timer
    case .cooking: .cooking
    }
  }
}

/// One entry of a list of the kitchen.
package struct KitchenEntry: Codable, Equatable, Sendable {
  package var list: KitchenList
  /// Identifies the entry in its list.
  package var key: String
  /// Other data, in the form that the list prescribes.
  package var details: String
  package var date: Date

  package init(list: KitchenList, key: String, details: String = "", date: Date) {
    (self.list, self.key, self.details, self.date) = (list, key, details, date)
  }

  /// Creates an entry whose details are an encoded value.
  package init(list: KitchenList, key: String, value: some Encodable, date: Date) throws {
    let details = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    self.init(list: list, key: key, details: details, date: date)
  }

  /// The details as a value; nil if they do not encode one.
  package func value<Value: Decodable>(_ type: Value.Type) -> Value? {
    // The caller counts and reports what cannot be decoded.
    try? JSONDecoder().decode(type, from: Data(details.utf8))
  }
}

/// The lists of the kitchen: shopping, pantry, plan and timers.
extension Library {
  /// A change of one entry: its state before and after, nil if it is not there.
  package struct KitchenChange: Equatable, Sendable {
    package var before: KitchenEntry?
    package var after: KitchenEntry?

    var inverse: KitchenChange { KitchenChange(before: after, after: before) }
  }

  /// The entries of a list, the oldest first; none without a library.
  package func kitchen(_ list: KitchenList) throws(LibraryError) -> [KitchenEntry] {
    // A library that can only be read may have an older version.
    guard try read(false, { try $0.tableExists(list.table.rawValue) }) else { return [] }
    return try rows(of: list.table, "ORDER BY date, rowid") { row throws(UnreadableRow) in
      try KitchenEntry(list, row)
    }
  }

  /// Adds or replaces entries, and removes others, in one transaction.
  ///
  /// - Parameters:
  ///   - entries: The entries to add or replace.
  ///   - removed: The entries to remove, by list and key.
  /// - Returns: The changes; empty if nothing changed.
  /// - Throws: ``LibraryError`` if the library cannot be changed.
  package func put(
    _ entries: [KitchenEntry], removing removed: [(list: KitchenList, key: String)] = []
  ) throws(LibraryError) -> Change {
    try edit { database in
      try entries.map { (before: try self.entry($0.list, $0.key, database), after: $0) }
        + removed.map { (before: try self.entry($0.list, $0.key, database), after: nil) }
    }
  }

  /// Removes entries, in one transaction; unknown keys are ignored.
  ///
  /// - Returns: The changes.
  package func remove(_ keys: [String], from list: KitchenList) throws(LibraryError) -> Change {
    guard exists else { return Change() }
    return try edit { database in
      try keys.map { (before: try self.entry(list, $0, database), after: nil) }
    }
  }

  /// Removes all entries of lists, in one transaction.
  package func removeAll(from lists: [KitchenList]) throws(LibraryError) -> Change {
    var entries: [KitchenEntry] = []
    for list in lists { entries += try kitchen(list) }
    let removed = entries
    guard !removed.isEmpty else { return Change() }
    return try edit { _ in removed.map { (before: $0, after: nil) } }
  }

  /// Returns, on any thread, whether the files of the library have changed since the last call.
  ///
  /// It reads only their status: opening and closing them would release the locks that SQLite has on them.
  package var fileState: @Sendable () -> Bool {
    guard let path else { return { false } }
    let files = self.files
    @Sendable func state() -> [Double] {
      [path, path + "-wal"].flatMap { name -> [Double] in
        // A missing file has no status.
        (try? files.status(of: name)).map { [Double($0.size), $0.modified] } ?? []
      }
    }
    let known = Mutex(state())
    return {
      let present = state()
      return known.withLock { last in
        defer { last = present }
        return last != present
      }
    }
  }

  /// Removes an entry if it is still there.
  ///
  /// - Returns: Whether this call removed it: of several shells that try, one does.
  package func claim(_ entry: KitchenEntry) throws(LibraryError) -> Bool {
    guard exists else { return false }
    return try write { database in
      try database.execute(
        sql: "DELETE FROM \(entry.list.table.rawValue) WHERE key = ? AND details = ?",
        arguments: [entry.key, entry.details])
      return database.changesCount > 0
    }
  }

  private func edit(
    _ edits: (Database) throws -> [(before: KitchenEntry?, after: KitchenEntry?)]
  ) throws(LibraryError) -> Change {
    try write { database in
      var change = Change()
      change.kitchen = try edits(database).filter { $0.before != $0.after }
        .map { KitchenChange(before: $0.before, after: $0.after) }
      for edit in change.kitchen { try self.apply(edit, database) }
      return change
    }
  }

  /// Applies a change of an entry.
  func apply(_ change: KitchenChange, _ database: Database) throws {
    if let entry = change.after {
      try database.execute(
        sql: """
          INSERT INTO \(entry.list.table.rawValue) (key, details, date) VALUES (?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET details = excluded.details, date = excluded.date
          """,
        arguments: [
          withoutZeros(entry.key), withoutZeros(entry.details), entry.date.timeIntervalSince1970,
        ])
    } else if let entry = change.before {
      try database.execute(
        sql: "DELETE FROM \(entry.list.table.rawValue) WHERE key = ?", arguments: [entry.key])
    }
  }

  /// The stored entry; nil if there is none, or one that cannot be decoded.
  private func entry(
    _ list: KitchenList, _ key: String, _ database: Database
  ) throws -> KitchenEntry? {
    let table = list.table
    let sql = "SELECT \(table.columns) FROM \(table.rawValue) WHERE key = ?"
    guard let row = try Row.fetchOne(database, sql: sql, arguments: [key]) else { return nil }
    do throws(UnreadableRow) {
      return try KitchenEntry(list, StoredRow(values: Array(row.databaseValues)))
    } catch {
      return nil
    }
  }
}

extension KitchenEntry {
  /// A row of the table of a list.
  init(_ list: KitchenList, _ row: StoredRow) throws(UnreadableRow) {
    self.init(list: list, key: try row.text(0), details: try row.text(1), date: try row.date(2))
  }
}
