import FoundationEssentials
import GRDB
import World

/// What a person owns: favorites, notes, settings, aliases and named feeds, in one SQLite file.
///
/// The file is opened when it is first needed, and made only when there is something to keep. Several
/// shells may use it at the same time: each change is one transaction, on disk before the call returns.
package final class Library {
  /// Where the library is kept; nil for one in memory.
  let path: String?
  private let files: any FileSystem
  private let now: @Sendable () -> Date
  private var opened: DatabaseQueue?
  /// Whether all of the library was found sound since it was opened.
  private var isChecked = false
  /// What happened at the opening that the person should know, such as a damaged file that was set aside.
  package private(set) var notice: String?

  /// A library in a file, or in memory if `path` is nil.
  package init(path: String?, files: any FileSystem, now: @escaping @Sendable () -> Date) {
    self.path = path
    self.files = files
    self.now = now
  }

  /// Whether there is anything to read.
  package var exists: Bool { opened != nil || path.map { files.kind(of: $0) != nil } ?? false }

  /// Takes the notice, so that it is said once.
  package func takeNotice() -> String? {
    defer { notice = nil }
    return notice
  }

  /// Reads; without a library the answer is `fallback`, and none is made.
  ///
  /// A library that turns out to be damaged is set aside; the answer is `fallback` then too.
  func read<Value>(
    _ fallback: Value, _ body: (Database) throws -> Value
  ) throws(LibraryError) -> Value {
    guard exists else { return fallback }
    return try reporting {
      do {
        return try queue().read(body)
      } catch let error as DatabaseError where isDamage(error) {
        try replace(because: error)
        return fallback
      }
    }
  }

  /// Changes the library in one transaction, making it if need be.
  ///
  /// Before the first change all of it is checked, so that nothing is written into a damaged one.
  func write<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    try reporting {
      if !isChecked {
        do {
          try queue().read(Self.check)
        } catch let error as DatabaseError where isDamage(error) {
          try replace(because: error)
        }
        isChecked = true
      }
      return try queue().write(body)
    }
  }

  private static func check(_ database: Database) throws {
    if let fault = try String.fetchOne(database, sql: "PRAGMA quick_check(1)"), fault != "ok" {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: fault)
    }
  }

  /// A number that changes when another shell has changed the library.
  package var version: Int {
    (try? read(0) { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }) ?? 0
  }

  private func reporting<Value>(_ body: () throws -> Value) throws(LibraryError) -> Value {
    do {
      return try body()
    } catch let error as LibraryError {
      throw error
    } catch let error as DatabaseError {
      throw LibraryError(path: path ?? "library", reason: error.message ?? "SQLite error")
    } catch {
      throw LibraryError(path: path ?? "library", reason: "\(error)")
    }
  }

  private func queue() throws -> DatabaseQueue {
    if let opened { return opened }
    let queue = try open()
    opened = queue
    return queue
  }

  private func open() throws -> DatabaseQueue {
    guard let path else {
      let queue = try DatabaseQueue()
      try LibrarySchema.migrator.migrate(queue)
      return queue
    }
    if files.kind(of: path) != nil, let queue = try openCurrent(path) { return queue }
    // One shell at a time makes the library, brings it up to date, or sets it aside.
    return try files.whileLocked(try folder(of: path)) {
      try makeFile(path)
      do {
        return try openLatest(path)
      } catch let error as DatabaseError where isDamage(error) {
        try setAside(path, because: error)
        return try openLatest(path)
      }
    }
  }

  private func folder(of path: String) throws -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try files.makeFolder(folder)
    return folder
  }

  /// The library as it is, if it is of this version: the usual case, which needs no lock.
  private func openCurrent(_ path: String) throws -> DatabaseQueue? {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let version = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
      if version > LibrarySchema.version {
        throw LibraryError(
          path: path, reason: "was written by a newer Larder; use that one, or --ephemeral")
      }
      return version == LibrarySchema.version ? queue : nil
    } catch let error as DatabaseError where isDamage(error) {
      return nil
    }
  }

  /// The library brought up to date.
  private func openLatest(_ path: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read(Self.check)
    try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try LibrarySchema.migrator.migrate(queue)
    return queue
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return configuration
  }

  /// Sets a damaged library aside, unless another shell was faster, and opens what is there then.
  private func replace(because error: DatabaseError) throws {
    opened = nil
    guard let path else { throw error }
    opened = try files.whileLocked(try folder(of: path)) {
      do {
        return try openLatest(path)
      } catch let error as DatabaseError where isDamage(error) {
        try setAside(path, because: error)
        return try openLatest(path)
      }
    }
  }

  /// Makes an empty library for the user alone, unless another shell was faster.
  private func makeFile(_ path: String) throws(FileError) {
    if files.kind(of: path) != nil { return }
    do throws(FileError) {
      try files.write([], to: path, replacing: false)
    } catch {
      guard error.reason == .exists else { throw error }
    }
  }

  private func isDamage(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  /// Gives a damaged library another name, so that nothing in it is lost, and says so.
  private func setAside(_ path: String, because error: DatabaseError) throws {
    let stamp = now().formatted(.iso8601).filter { $0.isNumber || $0 == "T" }
    var aside = "\(path).damaged-\(stamp)"
    var number = 1
    while files.kind(of: aside) != nil {
      number += 1
      aside = "\(path).damaged-\(stamp)-\(number)"
    }
    for ending in ["-wal", "-shm", ""] where files.kind(of: path + ending) != nil {
      try files.rename(path + ending, to: aside + ending)
    }
    try makeFile(path)
    notice =
      "the library was damaged (\(error.message ?? "unreadable")); it is kept as \(aside), and a new one begins"
  }
}

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
