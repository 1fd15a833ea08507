import Dispatch
import FoundationEssentials
import GRDB
import Synchronization
import World

/// What a person owns: favorites, notes, settings, aliases and named feeds, in one SQLite file.
///
/// The file is opened when it is first needed, and made only when there is something to keep. Several
/// shells may use it at the same time: each change is one transaction, on disk before the call returns.
package final class Library {
  /// Where the library is kept; nil for one in memory.
  let path: String?
  let files: any FileSystem
  let now: @Sendable () -> Date
  var opened: DatabaseQueue? {
    // Where it cannot be asked about it is taken to stay.
    didSet {
      identity = opened == nil ? nil : path.flatMap { try? files.status(of: $0).identity }
    }
  }
  /// What tells the file that is open from one that took its place.
  private var identity: [UInt64]?
  /// Whether it was opened as one that nobody can change, since nothing can be written beside it.
  var isUnchanging = false
  /// Whether all of the library was found sound since it was opened.
  var isChecked = false
  /// What happened that the person should know and was not taken yet.
  package internal(set) var notices: [LibraryNotice] = []
  /// Whether the rows that cannot be decoded were reported.
  var hasReportedUnreadable = false
  /// Whether rows may be missing, since the file was damaged or had no bytes when it was opened.
  package internal(set) var isIncomplete = false
  /// Whether it was said that the library cannot be read, so that who can do without it need not try; until it can be.
  package private(set) var isDoneWithout = false {
    didSet { if isDoneWithout != oldValue { ownEdition += 1 } }
  }
  /// Grows with each change that this process makes.
  private var ownEdition = 0
  /// Grows whenever favorites and notes are read anew.
  private var readEdition = 0
  /// Favorites and notes, as they were read last.
  private var known: (version: Int, own: Int, favorites: Set<String>, notes: [String: String])?
  let patience: LibraryPatience
  /// Runs when a setting was changed.
  package var settingsDidChange: () -> Void = {}
  /// The settings in force in this process.
  package internal(set) var settings = Settings()
  /// The commands that each alias stands for, as this process last read or changed them.
  package internal(set) var aliases: [String: String] = [:]

  /// A library in a file, or in memory if `path` is nil.
  package init(
    path: String?, files: any FileSystem, patience: LibraryPatience = LibraryPatience(),
    now: @escaping @Sendable () -> Date
  ) {
    self.path = path
    self.files = files
    self.patience = patience
    self.now = now
  }

  /// Whether there is anything to read.
  package var exists: Bool { opened != nil || path.map(isThere) ?? false }

  /// Whether something is at a path; what cannot be looked at is taken to be, and said when it is opened.
  private func isThere(_ path: String) -> Bool {
    if files.kind(of: path) != nil { return true }
    do throws(FileError) {
      _ = try files.status(of: path)
      // A link that leads nowhere.
      return false
    } catch {
      return error.reason == .notPermitted
    }
  }

  /// Opens the library, if there is one, so that who needs it next does not wait.
  package func prepare() throws(LibraryError) {
    if exists { _ = try reporting { try queue() } }
  }

  /// Does something that fails at once where another shell keeps the library busy.
  package func withoutWaiting(_ work: () throws(LibraryError) -> Void) throws(LibraryError) {
    let before = patience.seconds
    defer { patience.seconds = before }
    patience.seconds = 0.05
    try work()
  }

  /// Lets go of the file until it is needed again; who is the last to do so merges what was written into it.
  package func close() {
    if path == nil { return }
    opened = nil
  }

  /// Takes the notices, so that each is reported once.
  package func takeNotices() -> [LibraryNotice] {
    defer { notices = [] }
    return notices
  }

  /// Reads; without a library the answer is `fallback`, and none is made.
  ///
  /// A library that turns out to be damaged is set aside, and the answer comes from what could be read of it.
  func read<Value>(
    _ fallback: Value, _ body: (Database) throws -> Value
  ) throws(LibraryError) -> Value {
    guard exists else { return fallback }
    return try reporting {
      do {
        let value = try queue().read(body)
        isDoneWithout = false
        return value
      } catch let error as DatabaseError where isDamage(error) {
        try replace(because: error)
        return try queue().read(body)
      }
    }
  }

  /// Changes the library in one transaction, making it if need be.
  ///
  /// Before the first change all of it is checked, so that nothing is written into a damaged one.
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
      isDoneWithout = false
      ownEdition += 1
      return value
    }
  }

  /// Makes sure that the file that is open is the one at its path: what is written into another is found by nobody.
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
        "was moved away or replaced while this shell uses it; leave and start again to go on with what is there"
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

  /// A number that changes when another shell has changed the library.
  package var version: Int {
    // A library that cannot be read says so at the next reading, which asks for more than a number.
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
        reason: "another program keeps it locked; try again when that has ended", isBusy: true,
        isStopped: patience.isOver)
    } catch let error as DatabaseError {
      let reason =
        switch error.resultCode {
        case .SQLITE_READONLY: "it can only be read here, so this is not kept"
        case .SQLITE_FULL: "the disk is full, so this is not kept"
        default: error.message ?? "SQLite error"
        }
      throw LibraryError(path: path ?? "library", reason: reason)
    } catch {
      let path = path ?? "library"
      // An error of the file itself names it already.
      throw LibraryError(path: path, reason: String("\(error)".trimmingPrefix("\(path): ")))
    }
  }

  func queue() throws -> DatabaseQueue {
    if let opened { return opened }
    let queue = try open()
    opened = queue
    return queue
  }

  /// Differs from every earlier value once favorites or notes may be others than they were.
  package var edition: Int { ownEdition + readEdition }

  /// Reads settings and aliases, as at the start of a run.
  ///
  /// - Throws: ``LibraryError`` if the library cannot be read; then the standard settings hold, and ``isDoneWithout``
  ///   is true.
  package func readSettings() throws(LibraryError) {
    do {
      settings = Settings(stored: try storedSettings())
      aliases = try storedAliases()
    } catch {
      isDoneWithout = true
      throw error
    }
  }

  /// The keys of all favorites, and the notes by key; read again when the library has changed.
  ///
  /// Where the library cannot be read there are none, which is reported once, in ``notices``.
  package func remembered() -> (favorites: Set<String>, notes: [String: String]) {
    guard exists, !isDoneWithout else { return ([], [:]) }
    let version = version
    if let known, known.version == version, known.own == ownEdition {
      return (known.favorites, known.notes)
    }
    do {
      let favorites = try favoriteKeys()
      var notes: [String: String] = [:]
      for note in try self.notes() { notes[note.key, default: ""] += note.text + "\n" }
      readEdition += 1
      known = (version, ownEdition, favorites, notes)
      return (favorites, notes)
    } catch {
      isDoneWithout = true
      notices.append(.unread(reason: error.description))
      return ([], [:])
    }
  }
}

/// For how long a library is waited for that another program keeps busy.
package final class LibraryPatience: Sendable {
  /// How many milliseconds lie between two tries.
  private static let pause = 10
  /// After how many milliseconds a person is told why nothing happens.
  private static let silence = 500

  private let limit = Mutex(10.0)
  private let isStopped: @Sendable () -> Bool
  private let tell: @Sendable () -> Void

  /// The patience of ten seconds.
  ///
  /// - Parameters:
  ///   - isStopped: Whether nobody waits any more.
  ///   - tell: What says, after half a second, that somebody has to wait.
  package init(
    isStopped: @escaping @Sendable () -> Bool = { false },
    tell: @escaping @Sendable () -> Void = {}
  ) {
    self.isStopped = isStopped
    self.tell = tell
  }

  /// How many seconds to wait.
  var seconds: Double {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }

  /// Whether nobody waits any more.
  var isOver: Bool { isStopped() }

  /// Waits a moment after so many tries in vain.
  ///
  /// - Returns: Whether it is worth another one.
  func wait(after tries: Int) -> Bool {
    let waited = tries * Self.pause
    if isStopped() || Double(waited) >= 1000 * seconds { return false }
    if waited == Self.silence { tell() }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(Self.pause))
    return true
  }
}
