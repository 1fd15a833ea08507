import GRDB
import GRDBSQLite
import Synchronization
import World

/// The SQLite database that lists the contents of a tier: `index.db` in its folder, or a database in memory.
///
/// The tables are described in ``CacheSchema``. Several processes may use an index at the same time.
final class CacheIndex: Sendable {
  /// The first row number in memory; numbers on disk are lower, so that a number tells where its row is.
  static let firstInMemory: Int64 = 1 << 62

  /// The file of an index on disk.
  private struct File {
    let path: String
    let files: any FileSystem
    /// The device and file numbers, which another file at the same path does not have.
    let identity: [UInt64]
    /// Whether changes go to a write-ahead log, so that readers do not wait for writers.
    let hasLog: Bool
  }

  private let file: File?
  private let queue: DatabaseQueue
  /// A second connection, for reading while the first one writes; nil until ``readWhileWriting()``.
  private let reader = Mutex<DatabaseQueue?>(nil)

  private init(_ queue: DatabaseQueue, _ file: File?) { (self.queue, self.file) = (queue, file) }

  /// Makes an empty index in memory.
  static func inMemory() throws -> CacheIndex {
    let queue = try DatabaseQueue()
    try queue.write { try CacheSchema.create($0, firstID: firstInMemory) }
    return CacheIndex(queue, nil)
  }

  /// Opens the index of a folder, creates its tables in an empty file, and upgrades an earlier version.
  ///
  /// - Throws: ``TierError/damaged(_:)`` if the file is not an index of a known version, `DatabaseError`, or
  ///   ``FileError``.
  static func open(in folder: String, _ files: any FileSystem) throws -> CacheIndex {
    let path = path(in: folder)
    let status = try files.status(of: path)
    if status.kind != .file { throw TierError.damaged("it is not a file") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let isRemote = try files.disk(of: folder).isRemote
    try queue.inDatabase { database in
      // An empty index has nothing to lose, and waiting for the disk takes long.
      if status.size == 0 { try database.execute(sql: "PRAGMA synchronous = OFF") }
      // A write-ahead log needs memory that is shared by all processes, which a remote disk cannot provide.
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = \(isRemote ? "DELETE" : "WAL")")
      if try CacheSchema.isEmpty(database) {
        try database.inTransaction {
          try CacheSchema.create(database, firstID: 1)
          return .commit
        }
      }
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
      if try CacheSchema.isCurrent(database) { return }
      try database.inTransaction {
        try CacheSchema.upgrade(database)
        return .commit
      }
      guard try CacheSchema.isCurrent(database) else {
        throw TierError.damaged("it is of another version")
      }
    }
    return CacheIndex(
      queue, File(path: path, files: files, identity: status.identity, hasLog: !isRemote))
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "HTTPCache"
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA synchronous = NORMAL;
          PRAGMA wal_autocheckpoint = 4000;
          PRAGMA journal_size_limit = 4194304;
          PRAGMA cache_size = -8000;
          PRAGMA cell_size_check = ON;
          PRAGMA trusted_schema = OFF;
          """)
    }
    return configuration
  }

  /// The path of the index of a folder.
  static func path(in folder: String) -> String { folder + "/index.db" }

  /// The path of the write-ahead log of that index.
  static func logPath(in folder: String) -> String { path(in: folder) + "-wal" }

  var isInMemory: Bool { file == nil }

  /// Whether the opened file is still the one at its path.
  ///
  /// SQLite reads and writes a file that was removed or replaced as before, so only the path can tell.
  var isInPlace: Bool {
    guard let file else { return true }
    do throws(FileError) {
      return try file.files.status(of: file.path).identity == file.identity
    } catch {
      // A status that cannot be read does not mean that the file is gone.
      return error.reason != .missing
    }
  }

  /// Reads with one or more statements; several of them need not see the same state.
  func read<Value>(_ work: (Database) throws -> Value) throws(TierError) -> Value {
    let queue = reader.withLock { $0 } ?? queue
    return try TierError.reporting { try queue.unsafeRead(work) }
  }

  /// Opens a second connection, so that from now on reading does not wait for writing in this process.
  ///
  /// Opening it only pays off where much is written. Does nothing if it is open, or cannot be opened.
  func readWhileWriting() {
    reader.withLock { reader in
      guard reader == nil, let file, file.hasLog else { return }
      // Without it, reading waits.
      let second = try? DatabaseQueue(path: file.path, configuration: Self.configuration)
      if isInPlace { reader = second }
    }
  }

  /// Writes in one transaction, which excludes all other writers in all processes.
  ///
  /// - Throws: ``TierError/moved`` if the file is no longer in its place.
  func write<Value>(_ work: (Database) throws -> Value) throws(TierError) -> Value {
    if !isInPlace { throw .moved }
    return try TierError.reporting { try queue.write(work) }
  }

  /// Asks the disk to begin writing the log, so that closing the index does not wait as long for it.
  func startWriteback() { file.map { $0.files.startWriteback(of: $0.path + "-wal") } }
}

/// A cached statement of the index, with arguments and columns passed straight to SQLite.
///
/// GRDB prepares the statement and caches it. Its own way of passing values wraps each of them, which takes longer
/// than most of the statements that run for every download.
@safe
struct IndexStatement: ~Copyable {
  private let statement: Statement
  private var argumentCount: CInt = 0

  /// Prepares a statement without arguments.
  ///
  /// - Throws: `DatabaseError` if it cannot be prepared.
  init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
  }

  deinit {
    // An error was thrown by the step that failed.
    _ = unsafe sqlite3_reset(statement.sqliteStatement)
    _ = unsafe sqlite3_clear_bindings(statement.sqliteStatement)
  }

  /// Steps to the next row; a statement without rows runs to its end.
  ///
  /// - Returns: Whether there is a row.
  /// - Throws: `DatabaseError`.
  func next() throws -> Bool {
    switch unsafe sqlite3_step(statement.sqliteStatement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let connection = unsafe sqlite3_db_handle(statement.sqliteStatement)
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: unsafe String(cString: sqlite3_errmsg(connection)), sql: statement.sql)
    }
  }
}

/// Arguments, in their order: each call binds the next one.
extension IndexStatement {
  /// Tells SQLite to copy the bytes it is given.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  mutating func bind(_ number: Int64?) {
    unsafe bind { statement, place in
      guard let number else { return unsafe sqlite3_bind_null(statement, place) }
      return unsafe sqlite3_bind_int64(statement, place, number)
    }
  }

  mutating func bind(_ number: Double) {
    unsafe bind { unsafe sqlite3_bind_double($0, $1, number) }
  }

  mutating func bind(_ text: String) {
    var text = text
    unsafe bind { statement, place in
      text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { letters in
          unsafe sqlite3_bind_text(
            statement, place, letters.baseAddress, CInt(letters.count), Self.copied)
        }
      }
    }
  }

  mutating func bind(_ bytes: [UInt8]) {
    unsafe bind { statement, place in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        // An empty buffer may have no address, which SQLite would take for NULL.
        guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(statement, place, 0) }
        return unsafe sqlite3_bind_blob64(
          statement, place, bytes.baseAddress, sqlite3_uint64(bytes.count), Self.copied)
      }
    }
  }

  private mutating func bind(_ bind: (SQLiteStatement, CInt) -> CInt) {
    argumentCount += 1
    let code = unsafe bind(statement.sqliteStatement, argumentCount)
    precondition(code == SQLITE_OK, "the index takes no such argument (\(code))")
  }
}

/// Columns of the current row, counted from 0.
///
/// A damaged index may contain values of any type; SQLite converts them to the type that is asked for.
extension IndexStatement {
  func number(_ column: CInt) -> Int64? {
    let raw = unsafe statement.sqliteStatement
    guard unsafe sqlite3_column_type(raw, column) != SQLITE_NULL else { return nil }
    return unsafe sqlite3_column_int64(raw, column)
  }

  func bytes(_ column: CInt) -> [UInt8]? {
    let raw = unsafe statement.sqliteStatement
    guard unsafe sqlite3_column_type(raw, column) != SQLITE_NULL else { return nil }
    // The count must be asked for after the bytes, as these may be converted first.
    let start = unsafe sqlite3_column_blob(raw, column)
    let count = Int(unsafe sqlite3_column_bytes(raw, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
