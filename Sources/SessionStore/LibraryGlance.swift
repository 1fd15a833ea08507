import FoundationEssentials
import GRDB
import GRDBSQLite
import World

/// A connection to a library that only asks, which a start needs: it is there in a quarter of the time that
/// GRDB takes, which makes ready for changes too.
///
/// What is out of the ordinary, such as a library of another version, a damaged one, or one that another shell
/// keeps busy, has no answer here; who asks opens the library then, and learns why.
@safe final class LibraryGlance {
  /// The library as it was when this was opened.
  let state: LibraryState
  private let connection: OpaquePointer

  /// Opens a library that is in a given state, if it is of this version.
  ///
  /// Where no change waits beside it, it is read as a file that nobody changes: SQLite then makes neither of the
  /// files that tell others of a reader. Who asks has to look whether that held.
  init?(path: String, state: LibraryState) {
    self.state = state
    let name = state.hasLog ? path : Library.unchangingName(of: path)
    // Who finds a change that was broken off takes it back, so the connection may write.
    let flags = state.hasLog ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    var opened: OpaquePointer?
    let status = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened = unsafe opened else { return nil }
    unsafe connection = opened
    guard status == SQLITE_OK,
      rows("PRAGMA user_version") == [[LibrarySchema.version.databaseValue]]
    else {
      return nil
    }
  }

  deinit { unsafe sqlite3_close_v2(connection) }

  /// What a query without arguments finds, row by row; nil if it cannot be answered.
  func rows(_ query: String) -> [[DatabaseValue]]? {
    var prepared: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(connection, query, -1, &prepared, nil) == SQLITE_OK,
      let prepared = unsafe prepared
    else { return nil }
    defer { unsafe sqlite3_finalize(prepared) }
    var rows: [[DatabaseValue]] = []
    while true {
      switch unsafe sqlite3_step(prepared) {
      case SQLITE_ROW:
        let columns = unsafe 0..<sqlite3_column_count(prepared)
        rows.append(
          columns.map { unsafe Self.value(of: prepared, $0) })
      case SQLITE_DONE: return rows
      default: return nil
      }
    }
  }

  /// The value of a column as it is stored; a text is never made of a value of another type.
  private static func value(of statement: OpaquePointer, _ column: CInt) -> DatabaseValue {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return unsafe sqlite3_column_int64(statement, column).databaseValue
    case SQLITE_FLOAT: return unsafe sqlite3_column_double(statement, column).databaseValue
    case SQLITE_TEXT:
      guard let text = unsafe sqlite3_column_text(statement, column) else { return .null }
      return unsafe String(cString: text).databaseValue
    case SQLITE_BLOB:
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      guard let bytes = unsafe sqlite3_column_blob(statement, column) else {
        return Data().databaseValue
      }
      return unsafe Data(bytes: bytes, count: count).databaseValue
    default: return .null
    }
  }
}

/// What tells whether a library was changed while it was read: who changes it writes a log beside it first.
struct LibraryState: Equatable {
  var file: FileStatus
  /// Whether there are changes that wait to be merged into the file, or to be taken back.
  var hasLog: Bool

  /// The state of the library at `path`; nil if there is none, or a link in its place: the logs of what that
  /// leads to lie elsewhere.
  init?(of path: String, in files: any FileSystem) {
    // A log that cannot be seen lies in a folder where the library cannot be opened either.
    hasLog = ["-wal", "-journal"].contains { ending in
      (try? files.status(of: path + ending)).map { $0.size > 0 } ?? false
    }
    // What cannot be looked at is opened as a whole, which says why.
    // So is a file without bytes: a connection would delete the log that may be left of its library.
    guard let file = try? files.status(of: path), file.kind == .file, file.size > 0 else {
      return nil
    }
    self.file = file
  }
}

extension Library {
  /// What a query finds, row by row; nothing without a library.
  ///
  /// - Parameters:
  ///   - table: The table that the query reads.
  ///   - query: The query.
  ///   - arguments: The values of `?` in it.
  /// - Returns: The values of each row, of whatever types they are.
  /// - Throws: ``LibraryError`` if the library cannot be read.
  func values(
    of table: LibraryTable, _ query: String, _ arguments: [String] = []
  ) throws(LibraryError) -> [[DatabaseValue]] {
    if table.isReadAtStart, arguments.isEmpty, let rows = peek(query) { return rows }
    return try read([]) { database in
      try Row.fetchAll(database, sql: query, arguments: StatementArguments(arguments)).map { row in
        Array(row.databaseValues)
      }
    }
  }

  /// What a query finds, without opening more of the library than it takes to ask; nil if that cannot
  /// be, or need not, because the library is open.
  private func peek(_ query: String) -> [[DatabaseValue]]? {
    guard opened == nil, let path else { return nil }
    if glance == nil, let state = LibraryState(of: path, in: files) {
      glance = LibraryGlance(path: path, state: state)
    }
    guard let glance, let rows = glance.rows(query) else { return nil }
    if glance.state.hasLog || LibraryState(of: path, in: files) == glance.state { return rows }
    self.glance = nil
    return nil
  }
}
