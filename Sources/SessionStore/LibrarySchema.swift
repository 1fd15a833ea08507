import GRDB

/// The tables of the library, version by version.
enum LibrarySchema {
  /// The number of the last migration, which stands in the file too.
  static let version = 1

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
    return migrator
  }
}
