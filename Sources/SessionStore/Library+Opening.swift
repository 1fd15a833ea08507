import FoundationEssentials
import GRDB
import GRDBSQLite
import World

/// Opening the file: as it is, after an update, or after a damaged one was set aside.
extension Library {
  func open() throws -> DatabaseQueue {
    isUnchanging = false
    guard let path else {
      let queue = try DatabaseQueue()
      try LibrarySchema.migrator.migrate(queue)
      return queue
    }
    for file in [path, path + "-wal", path + "-shm"] { try claim(file) }
    if files.kind(of: path) != nil, !isEmptyFile(path), let queue = try openCurrent(path) {
      return queue
    }
    // Only one shell at a time creates the library, updates it, or sets it aside.
    return try files.whileLocked(try folder(of: path)) {
      if files.kind(of: path) == nil { try makeFile(path) }
      if isEmptyFile(path) { return try beginAnew(path) }
      return try openSound(path)
    }
  }

  /// Makes sure that a file and its folder are the user's own.
  private func claim(_ file: String) throws {
    do throws(FileError) {
      notices += try files.claimFile(file).map { .claimed(message: $0) }
    } catch {
      throw LibraryError(
        path: error.path, reason: String("\(error)".trimmingPrefix("\(error.path): ")))
    }
  }

  /// The updated library, or a new one in the place of one that is damaged.
  private func openSound(_ path: String) throws -> DatabaseQueue {
    do {
      return try openLatest(path)
    } catch let error as DatabaseError where isDamage(error) {
      try setAside(path, because: error.message ?? "unreadable")
      return try openLatest(path)
    }
  }

  /// Whether the file exists and has no bytes.
  ///
  /// Larder does not make such files: a new library is complete before it gets its name.
  private func isEmptyFile(_ path: String) -> Bool {
    // Only its status is read: when a process closes a file, it loses all locks that SQLite has on that file, and
    // another shell deletes the log ("How To Corrupt An SQLite Database File", section 2.2). What cannot be read
    // here is reported by SQLite.
    (try? files.status(of: path)).map { $0.kind == .file && $0.size == 0 } ?? false
  }

  /// Starts a library in an empty file.
  private func beginAnew(_ path: String) throws -> DatabaseQueue {
    // SQLite would delete the log, which may have the latest changes. A log without a status does not exist.
    if (try? files.status(of: path + "-wal")).map({ $0.size > 0 }) ?? false {
      try setAside(path, because: "the file has no bytes, only a log of changes")
      return try openLatest(path)
    }
    let queue = try openLatest(path)
    isIncomplete = true
    notices.append(.empty(path: path))
    return queue
  }

  private func folder(of path: String) throws -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try files.makeFolder(folder)
    return folder
  }

  /// The library, if it has the current version: the usual case, which needs no lock.
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
    } catch let error as DatabaseError where isAboutWriting(error) {
      return try openUnchanged(path, because: error)
    }
  }

  /// Whether an error says that files next to the library cannot be written, as on a disk that is full or read-only.
  private func isAboutWriting(_ error: DatabaseError) -> Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL].contains(error.resultCode)
      || [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_WRITE]
        .contains(error.extendedResultCode)
  }

  /// Opens the library where nothing can be written, not even a lock; the log of another shell cannot be read then.
  private func openUnchanged(_ path: String, because error: DatabaseError) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    // If that fails too, the first error gives the reason.
    guard
      let queue = try? DatabaseQueue(
        path: Self.unchangingName(of: path), configuration: configuration),
      let version = try? queue.read({ try Int.fetchOne($0, sql: "PRAGMA user_version") }),
      (1...LibrarySchema.version).contains(version)
    else { throw error }
    // A missing log has no changes.
    let isBehind =
      (try? files.status(of: path + "-wal")).map { $0.kind == .file && $0.size > 0 } ?? false
    let reason =
      error.resultCode == .SQLITE_IOERR
      ? "the disk cannot be written" : error.message ?? "it cannot be opened"
    notices.append(.readOnly(reason: reason, isOutdated: isBehind))
    isUnchanging = true
    return queue
  }

  /// Opens a library for writing that could only be read before: the disk may have space again.
  func openAgain() throws {
    let reported = notices
    close()
    isChecked = false
    opened = try open()
    // If it is still read-only, its notices were reported before.
    if isUnchanging { notices = reported }
  }

  /// The name under which SQLite reads a file as immutable.
  static func unchangingName(of path: String) -> String {
    let name = path.utf8.flatMap { byte in
      switch byte {
      case UInt8(ascii: "%"): Array("%25".utf8)
      case UInt8(ascii: "?"): Array("%3f".utf8)
      case UInt8(ascii: "#"): Array("%23".utf8)
      default: [byte]
      }
    }
    // In a URI, two slashes precede the host, which is empty here, and then the path.
    let host = path.hasPrefix("/") ? "//" : ""
    return "file:\(host)\(String(decoding: name, as: UTF8.self))?immutable=1"
  }

  /// The library after an update to the current version.
  private func openLatest(_ path: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read(Self.check)
    try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try LibrarySchema.migrator.migrate(queue)
    return queue
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback { [patience] in patience.wait(after: $0) }
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // The part of the log that is not merged yet is read at each start.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 64")
    }
    return configuration
  }

  /// Sets a damaged library aside, unless another shell was faster, and opens the new one.
  func replace(because error: DatabaseError) throws {
    close()
    guard let path else { throw error }
    opened = try files.whileLocked(try folder(of: path)) { try openSound(path) }
  }

  /// Creates a library that only the user can read, unless another shell was faster.
  ///
  /// The file gets its name when it is complete on disk, so that a killed process leaves no empty file.
  private func makeFile(_ path: String) throws {
    let image = try image(of: LibraryContents())
    do throws(FileError) {
      try files.write(image, to: path, replacing: false)
    } catch {
      guard error.reason == .exists else { throw error }
    }
  }

  /// The bytes of a library file in the mode with a write-ahead log, so that no process needs a lock to change the
  /// mode.
  private func image(of contents: LibraryContents) throws -> [UInt8] {
    let library = Library(path: nil, files: files, now: now)
    if contents.rowCount > 0 { _ = try library.add(contents) }
    return try library.queue().inDatabase { database in
      var count: sqlite3_int64 = 0
      guard
        let bytes = unsafe sqlite3_serialize(database.sqliteConnection, "main", &count, 0)
      else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
      defer { unsafe sqlite3_free(bytes) }
      var image = unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
      // The versions for writing and reading: 1 for a rollback journal, 2 for a write-ahead log ("Database File
      // Format", section 1.3.3). A database in memory cannot have a log.
      image.replaceSubrange(18..<20, with: [2, 2])
      return image
    }
  }

  func isDamage(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  /// Renames a damaged library, so that nothing is lost, and creates a new one with the rows that can be read.
  private func setAside(_ path: String, because reason: String) throws {
    let salvage = isEmptyFile(path) ? nil : LibrarySalvage(of: path, in: files)
    let stamp = now().formatted(.iso8601).filter { $0.isNumber || $0 == "T" }
    var aside = "\(path).damaged-\(stamp)"
    var number = 1
    while files.kind(of: aside) != nil {
      number += 1
      aside = "\(path).damaged-\(stamp)-\(number)"
    }
    // The new library is on disk before the old one is renamed.
    let new = path + ".new"
    try files.write(try image(of: salvage?.contents ?? LibraryContents()), to: new, replacing: true)
    try rename(path, to: aside)
    do {
      try files.rename(new, to: path)
    } catch {
      try rename(aside, to: path)
      throw error
    }
    isIncomplete = true
    hasReportedUnreadable = false
    reportedLists = []
    notices.append(
      .setAside(
        path: aside, reason: reason, saved: salvage?.rowCount ?? 0,
        unreadable: salvage?.unreadable ?? [:]))
  }

  /// Renames a library together with its log.
  private func rename(_ path: String, to newPath: String) throws(FileError) {
    for ending in ["-wal", "-shm"] where files.kind(of: path + ending) != nil {
      try files.rename(path + ending, to: newPath + ending)
    }
    try files.rename(path, to: newPath)
  }
}
