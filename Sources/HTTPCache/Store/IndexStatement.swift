import GRDB
import GRDBSQLite

/// The sole user of a statement of the index, which takes arguments and gives columns as they are.
///
/// GRDB prepares it, and keeps it for the next time. It would also make a value of each argument, and a list of
/// all, which takes longer than most of what is asked for every download.
@safe
struct IndexStatement: ~Copyable {
  private let statement: Statement
  private var argumentCount: CInt = 0

  /// A statement that has no arguments yet.
  ///
  /// - Throws: `DatabaseError` if it cannot be prepared.
  init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
  }

  deinit {
    // What went wrong was thrown when it did.
    _ = unsafe sqlite3_reset(statement.sqliteStatement)
    _ = unsafe sqlite3_clear_bindings(statement.sqliteStatement)
  }

  /// Goes on to the next row, or does all that it is to do if it gives none.
  ///
  /// - Returns: Whether there is one.
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

/// Its arguments, in their order; the last call gives the last one.
extension IndexStatement {
  /// Tells SQLite to copy what it is given.
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
        // No bytes need not have an address, and what has none is no value to SQLite.
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

/// The columns of the row that ``next()`` went on to, from 0 on.
///
/// In a damaged index there may be values of any type: what is asked for is made of them as SQLite does.
extension IndexStatement {
  func number(_ column: CInt) -> Int64? {
    let raw = unsafe statement.sqliteStatement
    guard unsafe sqlite3_column_type(raw, column) != SQLITE_NULL else { return nil }
    return unsafe sqlite3_column_int64(raw, column)
  }

  func bytes(_ column: CInt) -> [UInt8]? {
    let raw = unsafe statement.sqliteStatement
    guard unsafe sqlite3_column_type(raw, column) != SQLITE_NULL else { return nil }
    // The bytes first: to ask for their number after that changes nothing.
    let start = unsafe sqlite3_column_blob(raw, column)
    let count = Int(unsafe sqlite3_column_bytes(raw, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
