import FeedLoading
import GRDB
import World

/// Reads the intact rows of a damaged library, without changing it.
///
/// A table is read from both ends, so that a damaged page costs only the rows on it.
struct LibrarySalvage {
  private(set) var contents = LibraryContents()
  /// The number of rows in each table that cannot be decoded; rows on damaged pages are not counted.
  private(set) var unreadable: [LibraryTable: Int] = [:]
  /// The number of rows that could be read.
  private(set) var rowCount = 0

  /// Reads a file; if it cannot be opened, there are no rows.
  init(of path: String, in files: any FileSystem) {
    var configuration = Configuration()
    configuration.readonly = true
    // Without a log, SQLite needs no files next to this one, which would stay there.
    let hasLog = ["-wal", "-journal"].contains { ending in
      (try? files.status(of: path + ending)).map { $0.size > 0 } ?? false
    }
    let name = hasLog ? path : Library.unchangingName(of: path)
    // The reason is known: it is why the library is set aside.
    guard let queue = try? DatabaseQueue(path: name, configuration: configuration) else { return }
    contents.keepsakes = rows(of: .keepsake, queue) { row throws(UnreadableRow) in
      try Keepsake(row)
    }
    contents.notes = rows(of: .note, queue) { row throws(UnreadableRow) in try Note(row) }
    contents.settings = pairs(of: .setting, queue)
    contents.aliases = pairs(of: .alias, queue)
    contents.feeds = rows(of: .feed, queue) { row throws(UnreadableRow) in try NamedFeed(row) }
    var entries: [KitchenEntry] = []
    for list in KitchenList.allCases {
      entries += rows(of: list.table, queue) { row throws(UnreadableRow) in
        try KitchenEntry(list, row)
      }
    }
    contents.kitchen = entries.isEmpty ? nil : entries
    let own = rows(of: .ownValue, queue) { row throws(UnreadableRow) in try OwnValue(row) }
    contents.ownValues = own.isEmpty ? nil : own
    rowCount = contents.rowCount
    contents.addPlaceholders()
  }

  private mutating func pairs(of table: LibraryTable, _ queue: DatabaseQueue) -> [String: String] {
    let pairs = rows(of: table, queue) { row throws(UnreadableRow) in try row.pair() }
    return pairs.reduce(into: [:]) { $0[$1.name] = $1.value }
  }

  private mutating func rows<Value>(
    of table: LibraryTable, _ queue: DatabaseQueue,
    _ decode: (StoredRow) throws(UnreadableRow) -> Value
  ) -> [Value] {
    var rows: [Int64: Value] = [:]
    for order in ["ASC", "DESC"] {
      var failures = 0
      // An error ends the rows that can be reached in this order.
      try? queue.read { database in
        let cursor = try Row.fetchCursor(
          database,
          sql: "SELECT \(table.columns), rowid FROM \(table.rawValue) ORDER BY rowid \(order)")
        while let row = try cursor.next() {
          let stored = StoredRow(values: Array(row.databaseValues))
          do throws(UnreadableRow) {
            rows[try stored.integer(stored.values.count - 1)] = try decode(stored)
          } catch {
            failures += 1
          }
        }
      }
      if failures > 0 { unreadable[table] = max(failures, unreadable[table] ?? 0) }
    }
    return rows.sorted { $0.key < $1.key }.map(\.value)
  }
}
