import FoundationEssentials
import GRDB
import SessionStore

/// A value that a damaged file can have where another type belongs.
enum WrongValue: String, CaseIterable, Sendable {
  case null, blob, type

  /// The value as SQL, of a type that a column of `type` does not allow.
  func sql(in type: String) -> String {
    switch self {
    case .null: "NULL"
    case .blob: "x'FF00FE'"
    case .type: type == "TEXT" ? "7" : "'seven'"
    }
  }
}

/// Makes libraries as a bad disk leaves them: every page is sound, and values are of the wrong type.
enum DamagedLibrary {
  /// The columns of each table with their types.
  static let columns: [(table: LibraryTable, name: String, type: String)] = [
    (.keepsake, "key", "TEXT"), (.keepsake, "feed", "TEXT"), (.keepsake, "name", "TEXT"),
    (.keepsake, "links", "TEXT"), (.keepsake, "isFavorite", "INTEGER"),
    (.keepsake, "since", "REAL"), (.note, "id", "INTEGER"), (.note, "key", "TEXT"),
    (.note, "text", "TEXT"), (.note, "date", "REAL"), (.setting, "name", "TEXT"),
    (.setting, "value", "TEXT"), (.alias, "name", "TEXT"), (.alias, "commands", "TEXT"),
    (.feed, "name", "TEXT"), (.feed, "source", "TEXT"), (.feed, "profile", "TEXT"),
    (.feed, "headers", "TEXT"), (.visit, "source", "TEXT"), (.visit, "profile", "TEXT"),
    (.visit, "date", "REAL"), (.shoppingDish, "key", "TEXT"), (.shoppingDish, "details", "TEXT"),
    (.shoppingDish, "date", "REAL"), (.ownValue, "key", "TEXT"), (.ownValue, "kind", "TEXT"),
    (.ownValue, "value", "TEXT"), (.ownValue, "date", "REAL"),
  ]

  /// Runs statements on a library whose tables allow any value meanwhile.
  ///
  /// - Parameters:
  ///   - path: The library, which no connection has open.
  ///   - keepingIDs: Whether a note's id stays SQLite's number of the row, which has no other type.
  ///   - statements: The statements.
  /// - Throws: `DatabaseError`.
  static func change(_ path: String, keepingIDs: Bool = true, _ statements: String...) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
    func run(_ work: (Database) throws -> Void) throws {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase(work)
      try queue.close()
    }
    var tables: [Row] = []
    try run { database in
      tables = try Row.fetchAll(
        database, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql NOTNULL")
      if !keepingIDs {
        // The id of a note is stored nowhere else than as the number of its row.
        try database.execute(sql: "CREATE TEMP TABLE number AS SELECT id FROM note")
      }
      for word in [" NOT NULL", " TEXT", " REAL", keepingIDs ? "" : " INTEGER", " AUTOINCREMENT"]
      where !word.isEmpty && (word != " AUTOINCREMENT" || !keepingIDs) {
        try database.execute(
          sql: """
            UPDATE sqlite_schema SET sql = replace(sql, ?, '') WHERE type = 'table'
              AND name IN ('keepsake', 'note', 'setting', 'alias', 'feed', 'visit', 'shoppingDish',
                'ownValue')
            """, arguments: [word])
      }
      if keepingIDs {
        try database.execute(
          sql: """
            UPDATE sqlite_schema SET sql = replace(sql, 'isFavorite INTEGER', 'isFavorite')
              WHERE type = 'table'
            """)
      } else {
        try database.execute(
          sql: """
            UPDATE sqlite_schema SET sql = replace(sql, 'id PRIMARY KEY', 'id')
              WHERE type = 'table' AND name = 'note'
            """)
      }
    }
    try run { database in
      if !keepingIDs { try database.execute(sql: "UPDATE note SET id = rowid") }
      for statement in statements { try database.execute(sql: statement) }
    }
    if !keepingIDs { return }
    try run { database in
      for table in tables {
        let (name, sql) = (table["name"] as String, table["sql"] as String)
        try database.execute(
          sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [sql, name])
      }
    }
  }
}
