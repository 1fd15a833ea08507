import FoundationEssentials
import GRDB
import World

/// Opening the file: as it is, brought up to date, or anew after a damaged one was set aside.
extension Library {
  func open() throws -> DatabaseQueue {
    isUnchanging = false
    guard let path else {
      let queue = try DatabaseQueue()
      try LibrarySchema.migrator.migrate(queue)
      return queue
    }
    if files.kind(of: path) != nil, let queue = try openCurrent(path) { return queue }
    glance = nil
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
    } catch let error as DatabaseError where isAboutWriting(error) {
      return try openUnchanged(path, because: error)
    }
  }

  /// Whether nothing can be written beside the library, as on a disk that is full or can only be read.
  private func isAboutWriting(_ error: DatabaseError) -> Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL].contains(error.resultCode)
      || [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_WRITE]
        .contains(error.extendedResultCode)
  }

  /// The library where nothing can be written, not even what says that somebody reads; what another shell left
  /// beside it cannot be taken in then.
  private func openUnchanged(_ path: String, because error: DatabaseError) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    // If it cannot be read either, the first error says why.
    guard
      let queue = try? DatabaseQueue(
        path: Self.unchangingName(of: path), configuration: configuration),
      let version = try? queue.read({ try Int.fetchOne($0, sql: "PRAGMA user_version") }),
      version == LibrarySchema.version
    else { throw error }
    // What is not there holds nothing.
    let isBehind =
      (try? files.status(of: path + "-wal")).map { $0.kind == .file && $0.size > 0 } ?? false
    let reason =
      error.resultCode == .SQLITE_IOERR
      ? "the disk takes nothing more" : error.message ?? "it cannot be opened"
    notice =
      "the library can only be read here (\(reason)); what is liked or "
      + "noted now is not kept" + (isBehind ? ", and the latest changes are not seen" : "")
    isUnchanging = true
    return queue
  }

  /// Opens a library to be changed that could only be read before: the disk may have room again.
  func openAgain() throws {
    let said = notice
    close()
    isChecked = false
    opened = try open()
    // What was said then is still so.
    if isUnchanging { notice = said }
  }

  /// What SQLite knows a file by that is read as if nobody could change it.
  static func unchangingName(of path: String) -> String {
    let name = path.utf8.flatMap { byte in
      switch byte {
      case UInt8(ascii: "%"): Array("%25".utf8)
      case UInt8(ascii: "?"): Array("%3f".utf8)
      case UInt8(ascii: "#"): Array("%23".utf8)
      default: [byte]
      }
    }
    // A path from the root follows a host without a name, for which two strokes would stand.
    let host = path.hasPrefix("/") ? "//" : ""
    return "file:\(host)\(String(decoding: name, as: UTF8.self))?immutable=1"
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
    configuration.busyMode = .callback { [patience] in patience.wait(after: $0) }
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // What was written and not merged yet, as by a shell that was killed, is read at each start.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 64")
    }
    return configuration
  }

  /// Sets a damaged library aside, unless another shell was faster, and opens what is there then.
  func replace(because error: DatabaseError) throws {
    close()
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

  func isDamage(_ error: DatabaseError) -> Bool {
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
    wasSetAside = true
    notice =
      "the library was damaged (\(error.message ?? "unreadable")); it is kept as \(aside), and a new one begins"
  }
}
