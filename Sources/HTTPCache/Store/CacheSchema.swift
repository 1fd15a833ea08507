import GRDB

/// The tables of the index.
///
/// Triggers update the totals, in the transaction of each change.
enum CacheSchema {
  /// The version of an index file; a file with an unknown one is set aside.
  static let version = 3

  /// The statements that create an index, exactly as SQLite stores them.
  static let statements = [responseTable(packColumns)] + countedStatements + thumbnailStatements

  /// The place of a body in a pack, added in version 3.
  private static let packColumns = ["pack INTEGER", "start INTEGER"]

  /// The table of responses of version 1, with added columns.
  private static func responseTable(_ added: [String] = []) -> String {
    """
    CREATE TABLE response(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      digest BLOB NOT NULL CHECK(length(digest) = 32),
      count INTEGER NOT NULL CHECK(count >= 0),
      isInvalidated INTEGER NOT NULL,
      purpose INTEGER NOT NULL,
      turn INTEGER NOT NULL,
      used REAL NOT NULL,
      arrived REAL NOT NULL,
      partition TEXT NOT NULL,
      address TEXT NOT NULL,
      host TEXT NOT NULL,
      head BLOB NOT NULL
    \(added.map { ", " + $0 }.joined())) STRICT
    """
  }

  /// The other tables and triggers of version 1.
  private static let countedStatements = [
    "CREATE INDEX responseByAddress ON response(address, partition)",
    "CREATE INDEX responseByDigest ON response(digest)",
    "CREATE INDEX responseByTurn ON response(turn)",
    """
    CREATE TABLE part(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      digest BLOB NOT NULL CHECK(length(digest) = 32),
      count INTEGER NOT NULL CHECK(count >= 0),
      purpose INTEGER NOT NULL,
      kept REAL NOT NULL,
      partition TEXT NOT NULL,
      address TEXT NOT NULL,
      host TEXT NOT NULL,
      head BLOB NOT NULL,
      UNIQUE(address, partition)
    ) STRICT
    """,
    """
    CREATE TABLE failure(
      address TEXT NOT NULL,
      partition TEXT NOT NULL,
      host TEXT NOT NULL,
      status INTEGER,
      reason TEXT NOT NULL,
      until REAL NOT NULL,
      times INTEGER NOT NULL,
      PRIMARY KEY(address, partition)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE event(
      host TEXT PRIMARY KEY NOT NULL,
      hits INTEGER NOT NULL,
      misses INTEGER NOT NULL,
      revalidations INTEGER NOT NULL,
      stale INTEGER NOT NULL,
      damaged INTEGER NOT NULL,
      received INTEGER NOT NULL,
      counted REAL NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE holding(
      host TEXT NOT NULL,
      purpose INTEGER NOT NULL,
      entries INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY(host, purpose)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE total(
      id INTEGER PRIMARY KEY CHECK(id = 0),
      content INTEGER NOT NULL,
      heads INTEGER NOT NULL,
      swept REAL NOT NULL,
      shard INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TRIGGER responseAdded AFTER INSERT ON response BEGIN
      INSERT INTO holding VALUES(new.host, new.purpose, 1, new.count)
        ON CONFLICT DO UPDATE SET entries = entries + 1, bytes = bytes + new.count;
      UPDATE total SET
        content = content + new.count * NOT EXISTS(
          SELECT 1 FROM response WHERE digest = new.digest AND id <> new.id),
        heads = heads + length(new.head) + length(new.address) + \(rowCost);
    END
    """,
    """
    CREATE TRIGGER responseRemoved AFTER DELETE ON response BEGIN
      UPDATE holding SET entries = entries - 1, bytes = bytes - old.count
        WHERE host = old.host AND purpose = old.purpose;
      DELETE FROM holding
        WHERE host = old.host AND purpose = old.purpose AND entries <= 0;
      UPDATE total SET
        content = content - old.count * NOT EXISTS(
          SELECT 1 FROM response WHERE digest = old.digest),
        heads = heads - length(old.head) - length(old.address) - \(rowCost);
    END
    """,
    """
    CREATE TRIGGER responseChanged AFTER UPDATE OF head, purpose ON response BEGIN
      UPDATE holding SET entries = entries - 1, bytes = bytes - old.count
        WHERE host = old.host AND purpose = old.purpose;
      INSERT INTO holding VALUES(new.host, new.purpose, 1, new.count)
        ON CONFLICT DO UPDATE SET entries = entries + 1, bytes = bytes + new.count;
      DELETE FROM holding
        WHERE host = old.host AND purpose = old.purpose AND entries <= 0;
      UPDATE total SET heads = heads + length(new.head) - length(old.head);
    END
    """,
  ]

  /// Thumbnails, added in version 2: a few for each content, removed with it.
  private static let thumbnailStatements = [
    """
    CREATE TABLE thumbnail(
      id INTEGER PRIMARY KEY,
      digest BLOB NOT NULL CHECK(length(digest) = 32),
      form TEXT NOT NULL,
      sum BLOB NOT NULL,
      bytes BLOB NOT NULL,
      UNIQUE(digest, form)
    ) STRICT
    """,
    """
    CREATE TRIGGER thumbnailAdded AFTER INSERT ON thumbnail BEGIN
      UPDATE total SET content = content + length(new.bytes) + \(rowCost);
      DELETE FROM thumbnail WHERE digest = new.digest AND id NOT IN (
        SELECT id FROM thumbnail WHERE digest = new.digest ORDER BY id DESC LIMIT 4);
    END
    """,
    """
    CREATE TRIGGER thumbnailRemoved AFTER DELETE ON thumbnail BEGIN
      UPDATE total SET content = content - length(old.bytes) - \(rowCost);
    END
    """,
    """
    CREATE TRIGGER thumbnailUnneeded AFTER DELETE ON response
    WHEN NOT EXISTS(SELECT 1 FROM response WHERE digest = old.digest) BEGIN
      DELETE FROM thumbnail WHERE digest = old.digest;
    END
    """,
  ]

  /// The approximate size of a row without its head and its address, in bytes.
  static let rowCost = 400

  /// Creates the tables in an empty file; its first response gets a given number.
  static func create(_ database: Database, firstID: Int64) throws {
    for statement in statements { try database.execute(sql: statement) }
    try database.execute(sql: "INSERT INTO total VALUES(0, 0, 0, 0, 0)")
    try database.execute(
      sql: "INSERT INTO sqlite_sequence VALUES('response', ?)", arguments: [firstID - 1])
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Whether a file has no tables.
  static func isEmpty(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Whether a file is an index of this version with row numbers left.
  static func isCurrent(_ database: Database) throws -> Bool {
    guard try has(statements, version: version, database) else { return false }
    return try Bool.fetchOne(
      database,
      sql: """
        SELECT (SELECT count(*) FROM total) = 1
          AND (SELECT coalesce(max(seq), 0) FROM sqlite_sequence) < ?
        """, arguments: [CacheIndex.firstInMemory]) == true
  }

  /// Upgrades an index of an earlier version; leaves any other file unchanged.
  static func upgrade(_ database: Database) throws {
    let first = [responseTable()] + countedStatements
    if try has(first, version: 1, database) {
      for statement in thumbnailStatements { try database.execute(sql: statement) }
    } else {
      guard try has(first + thumbnailStatements, version: 2, database) else { return }
    }
    for column in packColumns {
      try database.execute(sql: "ALTER TABLE response ADD COLUMN \(column)")
    }
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  private static func has(
    _ statements: [String], version: Int, _ database: Database
  ) throws -> Bool {
    guard try Int.fetchOne(database, sql: "PRAGMA user_version") == version else { return false }
    let tables = try String.fetchSet(
      database,
      sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'")
    return tables == Set(statements)
  }
}
