import FeedLoading
import FoundationEssentials
import GRDB

/// A table of the library.
package enum LibraryTable: String, CaseIterable, Sendable {
  case keepsake, note, ownValue, setting, alias, feed, visit
  case shoppingDish, shoppingItem, shoppingTick, pantry, plan, timer, cooking

  /// The columns to read, in this order.
  var columns: String {
    switch self {
    case .keepsake: "key, feed, name, links, isFavorite, since"
    case .note: "id, key, text, date"
    case .ownValue: "key, kind, value, date"
    case .setting: "name, value"
    case .alias: "name, commands"
    case .feed: "name, source, profile, headers"
    case .visit: "source, profile, date"
    case .shoppingDish, .shoppingItem, .shoppingTick, .pantry, .plan, .timer, .cooking:
      "key, details, date"
    }
  }

  /// Whether one row of ``columns`` can be decoded.
  func canDecode(_ row: StoredRow) -> Bool {
    do throws(UnreadableRow) {
      switch self {
      case .keepsake: _ = try Keepsake(row)
      case .note: _ = try Note(row)
      case .ownValue: _ = try OwnValue(row)
      case .setting, .alias: _ = try row.pair()
      case .feed: _ = try NamedFeed(row)
      case .visit: _ = try StoredVisit(row)
      case .shoppingDish, .shoppingItem, .shoppingTick, .pantry, .plan, .timer, .cooking:
        _ = try KitchenEntry(.pantry, row)
      }
      return true
    } catch {
      return false
    }
  }
}

/// A row has a value that its table does not allow, such as NULL where text belongs.
struct UnreadableRow: Error {}

/// The values of one row.
///
/// A damaged file can have a value of any type in any column, so every value is checked when it is read.
/// GRDB's subscripts of `Row` end the process on a value of another type.
struct StoredRow {
  /// The dates that a calendar can show: the years 1 to 9999, in seconds since 1970.
  private static let dates = -62_135_596_800..<253_402_300_800.0

  let values: [DatabaseValue]

  private func value(_ column: Int) throws(UnreadableRow) -> DatabaseValue.Storage {
    guard values.indices.contains(column) else { throw UnreadableRow() }
    return values[column].storage
  }

  func text(_ column: Int) throws(UnreadableRow) -> String {
    guard case .string(let text) = try value(column) else { throw UnreadableRow() }
    return text
  }

  func optionalText(_ column: Int) throws(UnreadableRow) -> String? {
    if case .null = try value(column) { return nil }
    return try text(column)
  }

  func integer(_ column: Int) throws(UnreadableRow) -> Int64 {
    guard case .int64(let number) = try value(column) else { throw UnreadableRow() }
    return number
  }

  func date(_ column: Int) throws(UnreadableRow) -> Date {
    let seconds: Double
    switch try value(column) {
    case .double(let number): seconds = number
    case .int64(let number): seconds = Double(number)
    default: throw UnreadableRow()
    }
    guard Self.dates.contains(seconds) else { throw UnreadableRow() }
    return Date(timeIntervalSince1970: seconds)
  }

  /// A value stored as JSON.
  func json<Value: Decodable>(_ column: Int) throws(UnreadableRow) -> Value {
    let text = try text(column)
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw UnreadableRow()
    }
  }

  /// A name and its value.
  func pair() throws(UnreadableRow) -> (name: String, value: String) {
    (try text(0), try text(1))
  }
}

/// A source that was loaded, with which profile, and when.
struct StoredVisit {
  var source: String
  var profile: String?
  var date: Date

  init(_ row: StoredRow) throws(UnreadableRow) {
    (source, profile, date) = (try row.text(0), try row.optionalText(1), try row.date(2))
  }
}

extension Keepsake {
  /// A row of ``LibraryTable/keepsake``.
  init(_ row: StoredRow) throws(UnreadableRow) {
    self.init(
      key: try row.text(0), feed: try row.text(1), name: try row.text(2), links: try row.json(3),
      isFavorite: try row.integer(4) != 0, since: try row.date(5))
  }
}

extension Note {
  /// A row of ``LibraryTable/note``.
  init(_ row: StoredRow) throws(UnreadableRow) {
    self.init(
      id: try row.integer(0), key: try row.text(1), text: try row.text(2), date: try row.date(3))
  }
}

extension NamedFeed {
  /// A row of ``LibraryTable/feed``.
  init(_ row: StoredRow) throws(UnreadableRow) {
    self.init(
      name: try row.text(0), source: try row.text(1), profile: try row.optionalText(2),
      headers: try row.json(3))
  }
}

/// Reading the rows of a table.
extension Library {
  /// The rows of a table that can be decoded; those that cannot are reported once, in ``notices``.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: What to select; nil for the columns of the table.
  ///   - clauses: What follows the name of the table in the query.
  ///   - arguments: The values of `?` in the clauses.
  ///   - decode: Decodes one row.
  /// - Returns: The decoded rows; none without a library.
  /// - Throws: ``LibraryError`` if the library cannot be read.
  func rows<Value>(
    of table: LibraryTable, columns: String? = nil, _ clauses: String = "",
    _ arguments: [String] = [], decode: (StoredRow) throws(UnreadableRow) -> Value
  ) throws(LibraryError) -> [Value] {
    let stored = try values(
      "SELECT \(columns ?? table.columns) FROM \(table.rawValue) \(clauses)", arguments)
    let decoded = Self.decoded(stored, decode)
    if decoded.count < stored.count { try reportUnreadable() }
    return decoded
  }

  /// The values of each row of a query; none without a library.
  private func values(
    _ query: String, _ arguments: [String] = []
  ) throws(LibraryError) -> [[DatabaseValue]] {
    try read([]) { database in
      try Row.fetchAll(database, sql: query, arguments: StatementArguments(arguments)).map { row in
        Array(row.databaseValues)
      }
    }
  }

  private static func decoded<Value>(
    _ stored: [[DatabaseValue]], _ decode: (StoredRow) throws(UnreadableRow) -> Value
  ) -> [Value] {
    var decoded: [Value] = []
    decoded.reserveCapacity(stored.count)
    for values in stored {
      do throws(UnreadableRow) {
        decoded.append(try decode(StoredRow(values: values)))
      } catch {
        // The caller notices from the number of rows that one is missing.
        continue
      }
    }
    return decoded
  }

  /// How many rows of each table cannot be decoded; only tables that have such rows.
  package func unreadableRows() throws(LibraryError) -> [LibraryTable: Int] {
    var counts: [LibraryTable: Int] = [:]
    // A library that can only be read may have an older version, without some tables.
    let tables = try read(Set()) { database in
      Set(try LibraryTable.allCases.filter { try database.tableExists($0.rawValue) })
    }
    for table in LibraryTable.allCases where tables.contains(table) {
      let stored = try values("SELECT \(table.columns) FROM \(table.rawValue)")
      let count = stored.count { !table.canDecode(StoredRow(values: $0)) }
      if count > 0 { counts[table] = count }
    }
    return counts
  }

  /// Reports entries of a kitchen list whose details cannot be read, once for each list.
  ///
  /// - Parameters:
  ///   - count: The number of these entries.
  ///   - list: The list.
  package func reportUnreadable(_ count: Int, in list: KitchenList) {
    guard count > 0, reportedLists.insert(list).inserted else { return }
    notices.append(.unreadable(path: path ?? "library", rows: [list.table: count]))
  }

  /// Reports the rows that cannot be decoded, of all tables in one notice.
  private func reportUnreadable() throws(LibraryError) {
    if hasReportedUnreadable { return }
    hasReportedUnreadable = true
    notices.append(.unreadable(path: path ?? "library", rows: try unreadableRows()))
  }
}

/// The tables of the library, version by version.
enum LibrarySchema {
  /// The number of the last migration, which is also stored in the file.
  static let version = 4

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          PRAGMA user_version = 1;
          CREATE TABLE keepsake (
            key TEXT PRIMARY KEY NOT NULL,
            feed TEXT NOT NULL,
            name TEXT NOT NULL,
            links TEXT NOT NULL,
            isFavorite INTEGER NOT NULL,
            since REAL NOT NULL
          );
          CREATE TABLE note (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL REFERENCES keepsake(key),
            text TEXT NOT NULL,
            date REAL NOT NULL
          );
          CREATE INDEX noteByKey ON note(key);
          CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL);
          CREATE TABLE alias (name TEXT PRIMARY KEY NOT NULL, commands TEXT NOT NULL);
          CREATE TABLE feed (
            name TEXT PRIMARY KEY NOT NULL,
            source TEXT NOT NULL,
            profile TEXT,
            headers TEXT NOT NULL
          );
          CREATE TABLE visit (source TEXT PRIMARY KEY NOT NULL, profile TEXT, date REAL NOT NULL);
          """)
    }
    migrator.registerMigration("2") { database in
      try database.execute(sql: "PRAGMA user_version = 2")
      let lists: [KitchenList] = [
        .shoppingDish, .shoppingItem, .shoppingTick, .pantry, .plan, .timer,
      ]
      for list in lists { try create(list, in: database) }
    }
    migrator.registerMigration("3") { database in
      try database.execute(sql: "PRAGMA user_version = 3")
      try create(.cooking, in: database)
    }
    migrator.registerMigration("4") { database in
      try database.execute(
        sql: """
          PRAGMA user_version = 4;
          CREATE TABLE ownValue (
            key TEXT NOT NULL,
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            date REAL NOT NULL,
            UNIQUE (key, kind, value)
          );
          CREATE TABLE syncMachine (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            time INTEGER NOT NULL,
            isThis INTEGER NOT NULL
          );
          CREATE TABLE syncEntry (
            machine TEXT NOT NULL,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            added INTEGER NOT NULL,
            value TEXT NOT NULL,
            removed TEXT NOT NULL,
            PRIMARY KEY (machine, kind, id)
          );
          """)
    }
    return migrator
  }

  private static func create(_ list: KitchenList, in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE \(list.table.rawValue) (
          key TEXT PRIMARY KEY NOT NULL,
          details TEXT NOT NULL,
          date REAL NOT NULL
        )
        """)
  }
}
