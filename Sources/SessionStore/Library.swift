import Dispatch
import FoundationEssentials
import GRDB
import Synchronization
import World

/// The user's favorites, notes, settings, aliases, named feeds and kitchen lists, in one SQLite file.
///
/// The file is opened when it is first needed, and created with the first row. Several shells may use it at the same
/// time: each change is one transaction, on disk before the call returns.
package final class Library {
  /// The path of the file; nil for a library in memory.
  let path: String?
  let files: any FileSystem
  let now: @Sendable () -> Date
  var opened: DatabaseQueue? {
    // If the file cannot be identified, it is assumed to stay the same.
    didSet {
      identity = opened == nil ? nil : path.flatMap { try? files.status(of: $0).identity }
    }
  }
  /// Identifies the open file, to notice a replacement.
  private var identity: [UInt64]?
  /// Whether it was opened as immutable, because nothing can be written next to it.
  var isUnchanging = false
  /// Whether its pages were checked since it was opened.
  var isChecked = false
  /// Notices for the user that were not taken yet.
  package internal(set) var notices: [LibraryNotice] = []
  /// Whether the rows that cannot be decoded were reported.
  var hasReportedUnreadable = false
  /// The kitchen lists of which it was reported that some entries cannot be read.
  var reportedLists: Set<KitchenList> = []
  /// Whether rows may be missing, because the file was damaged or empty when it was opened.
  package internal(set) var isIncomplete = false
  /// Whether it was reported that the library cannot be read; until it can be, optional uses of it are skipped.
  package private(set) var isUnavailable = false {
    didSet { if isUnavailable != oldValue { ownEdition += 1 } }
  }
  /// Increases with each change by this process.
  private var ownEdition = 0
  /// Increases whenever favorites and notes are read again.
  private var readEdition = 0
  /// The favorites and notes that were read last.
  private var known: (version: Int, own: Int, remembered: Remembered)?
  /// The own values that were read last.
  private var knownOwn: (version: Int, own: Int, values: [String: [OwnValue]])?
  let patience: LibraryPatience
  /// Called after a setting was changed.
  package var settingsDidChange: () -> Void = {}
  /// The settings in force in this process.
  package internal(set) var settings = Settings()
  /// The commands of each alias, as this process last read or changed them.
  package internal(set) var aliases: [String: String] = [:]

  /// Creates a library in a file, or in memory if `path` is nil.
  package init(
    path: String?, files: any FileSystem, patience: LibraryPatience = LibraryPatience(),
    now: @escaping @Sendable () -> Date
  ) {
    self.path = path
    self.files = files
    self.patience = patience
    self.now = now
  }

  /// Whether there is a library to read.
  package var exists: Bool { opened != nil || path.map(fileExists) ?? false }

  /// Whether a file exists at a path; if that cannot be found out, opening it reports why.
  private func fileExists(_ path: String) -> Bool {
    if files.kind(of: path) != nil { return true }
    do throws(FileError) {
      _ = try files.status(of: path)
      // A symbolic link without a target.
      return false
    } catch {
      return error.reason == .notPermitted
    }
  }

  /// Opens the library, if it exists, so that the next use does not wait.
  package func prepare() throws(LibraryError) {
    if exists { _ = try reporting { try queue() } }
  }

  /// Runs work that fails at once, instead of waiting, if another shell locks the library.
  package func withoutWaiting(_ work: () throws(LibraryError) -> Void) throws(LibraryError) {
    let before = patience.seconds
    defer { patience.seconds = before }
    patience.seconds = 0.05
    try work()
  }

  /// Closes the file until it is needed again; the last process to do so merges the log.
  package func close() {
    if path == nil { return }
    opened = nil
  }

  /// Takes the notices, so that each is reported once.
  package func takeNotices() -> [LibraryNotice] {
    defer { notices = [] }
    return notices
  }

  /// Reads; if there is no library, returns `fallback` without creating one.
  ///
  /// A library that turns out to be damaged is set aside, and the rows that can be read are used.
  func read<Value>(
    _ fallback: Value, _ body: (Database) throws -> Value
  ) throws(LibraryError) -> Value {
    guard exists else { return fallback }
    return try reporting {
      do {
        let value = try queue().read(body)
        isUnavailable = false
        return value
      } catch let error as DatabaseError where isDamage(error) {
        try replace(because: error)
        return try queue().read(body)
      }
    }
  }

  /// Changes the library in one transaction; creates it if needed.
  ///
  /// The whole library is checked before the first change, so that nothing is written into a damaged one.
  func write<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    try demandPlace()
    return try reporting {
      if isUnchanging { try openAgain() }
      if !isChecked {
        do {
          try queue().read(Self.check)
        } catch let error as DatabaseError where isDamage(error) {
          try replace(because: error)
        }
        isChecked = true
      }
      let value = try queue().write(body)
      isUnavailable = false
      ownEdition += 1
      return value
    }
  }

  /// Makes sure that the open file is the one at its path: changes to a replaced file would be lost.
  private func demandPlace() throws(LibraryError) {
    guard opened != nil, let path, let identity else { return }
    do throws(FileError) {
      if try files.status(of: path).identity == identity { return }
    } catch {
      guard error.reason == .missing else { return }
    }
    throw LibraryError(
      path: path,
      reason:
        "was moved away or replaced while this shell uses it; quit and start again to use the one that is there now"
    )
  }

  /// Checks the pages of the file.
  ///
  /// A value that its table does not allow is not damage in this sense: the rest of the file is sound, and can be
  /// changed. SQLite reports such values after the pages, by these words (`pragma.c`).
  ///
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT` if a page is damaged.
  static func check(_ database: Database) throws {
    let values = ["ok", "NULL value in ", "NUMERIC value in ", "TEXT value in ", "non-"]
    let faults = try Row.fetchAll(database, sql: "PRAGMA quick_check").map { row in
      String.fromDatabaseValue(row[0]) ?? ""
    }
    if let fault = faults.first(where: { fault in !values.contains { fault.hasPrefix($0) } }) {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: fault)
    }
  }

  /// A number that changes when another process has changed the library.
  package var version: Int {
    // If the library cannot be read, the next read reports it.
    (try? read(0) { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }) ?? 0
  }

  func reporting<Value>(_ body: () throws -> Value) throws(LibraryError) -> Value {
    do {
      return try body()
    } catch let error as LibraryError {
      throw error
    } catch let error as DatabaseError
      where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
    {
      throw LibraryError(
        path: path ?? "library",
        reason: "another program has locked it; try again when that program has finished",
        isBusy: true, isStopped: patience.isOver)
    } catch let error as DatabaseError {
      let reason =
        switch error.resultCode {
        case .SQLITE_READONLY: "the file is read-only, so the change was not stored"
        case .SQLITE_FULL: "the disk is full, so this is not stored"
        default: error.message ?? "SQLite error"
        }
      throw LibraryError(path: path ?? "library", reason: reason)
    } catch {
      let path = path ?? "library"
      // The error may begin with the path.
      throw LibraryError(path: path, reason: String("\(error)".trimmingPrefix("\(path): ")))
    }
  }

  func queue() throws -> DatabaseQueue {
    if let opened { return opened }
    let queue = try open()
    opened = queue
    return queue
  }

  /// A number that changes whenever favorites or notes may have changed.
  package var edition: Int { ownEdition + readEdition }

  /// Reads settings and aliases, as at the start of a run.
  ///
  /// - Throws: ``LibraryError`` if the library cannot be read; then the standard settings hold, and ``isUnavailable``
  ///   is true.
  package func readSettings() throws(LibraryError) {
    do {
      settings = Settings(stored: try storedSettings())
      aliases = try storedAliases()
    } catch {
      isUnavailable = true
      throw error
    }
  }

  /// The favorites and notes; read again when the library has changed.
  ///
  /// Empty if the library cannot be read, which is reported once, in ``notices``.
  package func remembered() -> Remembered {
    guard exists, !isUnavailable else { return Remembered() }
    let version = version
    if let known, known.version == version, known.own == ownEdition { return known.remembered }
    let read = optionally { () throws(LibraryError) in
      var remembered = Remembered()
      remembered.favorites = try favoriteKeys()
      for note in try notes() { remembered.notes[note.key, default: ""] += note.text + "\n" }
      return remembered
    }
    guard let read else { return Remembered() }
    readEdition += 1
    known = (version, ownEdition, read)
    return read
  }
}

extension Library {
  /// The own values of each record by its key, the oldest first; read again when the library has changed.
  ///
  /// Empty if the library cannot be read, which is reported once, in ``notices``.
  package func rememberedOwnValues() -> [String: [OwnValue]] {
    guard exists, !isUnavailable else { return [:] }
    let version = version
    if let knownOwn, knownOwn.version == version, knownOwn.own == ownEdition {
      return knownOwn.values
    }
    let read = optionally { () throws(LibraryError) in
      var values: [String: [OwnValue]] = [:]
      for value in try ownValues() { values[value.key, default: []].append(value) }
      return values
    }
    guard let read else { return [:] }
    knownOwn = (version, ownEdition, read)
    return read
  }

  /// Reads something that a command can do without; after a failure nothing more is read so until the library can be read.
  ///
  /// - Parameter read: Reads the library.
  /// - Returns: What it returns; nil if the library cannot be read, which is reported once, in ``notices``.
  package func optionally<Value>(_ read: () throws(LibraryError) -> Value) -> Value? {
    if isUnavailable { return nil }
    do {
      return try read()
    } catch {
      isUnavailable = true
      notices.append(.unread(reason: error.description))
      return nil
    }
  }
}

/// The favorites and notes of records, by their keys.
package struct Remembered: Equatable, Sendable {
  package var favorites: Set<String> = []
  /// The notes of each record, a line each.
  package var notes: [String: String] = [:]
}

/// How long to wait for a library that another program has locked.
package final class LibraryPatience: Sendable {
  /// The time between two tries, in milliseconds.
  private static let pause = 10
  /// The time after which the user is told about the wait, in milliseconds.
  private static let silence = 500

  private let limit = Mutex(10.0)
  private let isStopped: @Sendable () -> Bool
  private let tell: @Sendable () -> Void

  /// Creates a patience of ten seconds.
  ///
  /// - Parameters:
  ///   - isStopped: Whether to stop waiting.
  ///   - tell: Called after half a second of waiting, to tell the user.
  package init(
    isStopped: @escaping @Sendable () -> Bool = { false },
    tell: @escaping @Sendable () -> Void = {}
  ) {
    self.isStopped = isStopped
    self.tell = tell
  }

  /// The number of seconds to wait.
  var seconds: Double {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }

  /// Whether to stop waiting.
  var isOver: Bool { isStopped() }

  /// Waits before the next try.
  ///
  /// - Returns: Whether to try again.
  func wait(after tries: Int) -> Bool {
    let waited = tries * Self.pause
    if isStopped() || Double(waited) >= 1000 * seconds { return false }
    if waited == Self.silence { tell() }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(Self.pause))
    return true
  }
}
