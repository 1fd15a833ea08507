import FoundationEssentials
import GRDB
import Synchronization
import World

/// One place where responses are stored: a folder with bodies and an index, or the same in memory.
///
/// Equal bodies are stored once. A long body has a file named by its digest; a short one is in a pack. A body is in its
/// place before a row refers to it, and is removed after the last row that does. Both happen under the write lock of
/// the index, so that no process removes a body that another one has just come to need.
final class CacheTier: Sendable {
  let index: CacheIndex
  let bodies: BodyFiles
  private let packs: BodyPacks
  /// Whether entries are being evicted until the tier is well below its limit.
  private let isShrinking = Atomic(false)

  private init(_ index: CacheIndex, _ bodies: BodyFiles) {
    self.index = index
    self.bodies = bodies
    packs = BodyPacks(bodies, isSupported: !index.isInMemory)
  }

  /// Makes an empty tier in memory.
  static func inMemory() throws(TierError) -> CacheTier {
    try TierError.reporting {
      CacheTier(try CacheIndex.inMemory(), BodyFiles(folder: "", files: MemoryFileSystem()))
    }
  }

  var isInMemory: Bool { index.isInMemory }

  /// How far the tier must shrink, in bytes; 0 if it need not.
  ///
  /// A tier above its limit shrinks until it is a tenth below.
  func excess(over limit: Int) throws(TierError) -> Int {
    let weight = try weight()
    let target = limit / 10 * 9
    if weight > limit { isShrinking.store(true, ordering: .relaxed) }
    if weight <= target { isShrinking.store(false, ordering: .relaxed) }
    return isShrinking.load(ordering: .relaxed) ? weight - target : 0
  }

  /// The approximate size of a stored response, in bytes.
  static func weight(of response: StoredResponse) -> Int {
    let fields = response.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    return response.count + fields + response.key.address.utf8.count
  }
}

/// Opening a folder.
extension CacheTier {
  /// An opened folder.
  struct Opening {
    var tier: CacheTier
    /// Why the index was replaced by an empty one; nil if it was not.
    var damage: String?
  }

  /// Opens a folder; an index that is damaged is set aside, and replaced by an empty one.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - files: The file system.
  ///   - creating: Whether to create the folder and the index if they do not exist.
  /// - Returns: The tier; nil if there is no index, and none was to be created.
  /// - Throws: ``TierError`` if the folder cannot be used, or others can write to it.
  static func open(
    _ folder: String, _ files: any FileSystem, creating: Bool
  ) throws(TierError) -> Opening? {
    try TierError.reporting {
      if creating {
        try files.makeFolder(folder)
      } else if files.kind(of: CacheIndex.path(in: folder)) == nil {
        return nil
      }
      let folder = files.absolute(folder)
      try check(folder, files)
      // Processes open it one after the other, so that none opens an index that another one is setting aside.
      return try files.whileLocked(folder) {
        if creating { try createFiles(in: folder, files) }
        let isEmptied = try isEmptied(folder, files)
        do {
          let tier = try openIndex(of: folder, files)
          return Opening(tier: tier, damage: isEmptied ? "nothing was in it" : nil)
        } catch {
          guard case .damaged(let damage) = TierError(error) else { throw error }
          try setAsideIndex(of: folder, files)
          return Opening(tier: try openIndex(of: folder, files), damage: damage)
        }
      }
    }
  }

  private static func openIndex(of folder: String, _ files: any FileSystem) throws -> CacheTier {
    CacheTier(try CacheIndex.open(in: folder, files), BodyFiles(folder: folder, files: files))
  }

  /// Refuses a folder to which others could write.
  static func check(_ folder: String, _ files: any FileSystem) throws {
    let status = try files.status(of: folder)
    if status.kind != .folder { throw TierError.refused("it is not a folder") }
    if !status.isOwn { throw TierError.refused("it belongs to somebody else") }
    if status.permissions & 0o022 != 0 {
      throw TierError.refused("others may write there; chmod go-w makes it safe")
    }
  }

  /// Whether the index is an empty file although there are bodies that it has listed.
  private static func isEmptied(_ folder: String, _ files: any FileSystem) throws(FileError) -> Bool
  {
    guard try files.status(of: CacheIndex.path(in: folder)).size == 0 else { return false }
    // A folder that cannot be listed is reported when it is needed.
    return ["b", "pack"].contains { (try? files.names(in: "\(folder)/\($0)"))?.isEmpty == false }
  }

  private static func createFiles(
    in folder: String, _ files: any FileSystem
  ) throws(FileError) {
    for name in BodyFiles.subfolders { try files.makeFolder("\(folder)/\(name)") }
    let tag = folder + "/CACHEDIR.TAG"
    if files.kind(of: tag) == nil {
      // Backup programs look for the first line: https://bford.info/cachedir/
      let text = """
        Signature: 8a477f597d28d172789f06886806bc55
        # Larder keeps here what it fetched; all of it can be fetched again.

        """
      try createFile(tag, Array(text.utf8), in: folder, files)
    }
    let index = CacheIndex.path(in: folder)
    if files.kind(of: index) == nil {
      // SQLite would take the log of a removed index for a part of the new one.
      for ending in ["-wal", "-shm", "-journal"] where files.kind(of: index + ending) != nil {
        try files.remove(index + ending)
      }
      try createFile(index, [], in: folder, files)
    }
  }

  /// Creates a file without waiting for the disk.
  private static func createFile(
    _ path: String, _ bytes: [UInt8], in folder: String, _ files: any FileSystem
  ) throws(FileError) {
    let file = try files.beginFile(in: folder + "/tmp")
    try file.append(bytes)
    try files.rename(file.path, to: path)
  }

  /// The path of a damaged index that was set aside.
  static func pathSetAside(in folder: String) -> String { CacheIndex.path(in: folder) + ".aside" }

  /// Renames a damaged index, replacing one that was renamed earlier, and creates an empty one.
  ///
  /// The index is renamed first: the rest of its log is removed before the new one is created.
  private static func setAsideIndex(
    of folder: String, _ files: any FileSystem
  ) throws(FileError) {
    let path = CacheIndex.path(in: folder)
    for ending in ["", "-wal"] where files.kind(of: path + ending) != nil {
      try files.rename(path + ending, to: pathSetAside(in: folder) + ending)
    }
    try createFiles(in: folder, files)
  }

  /// Sets the damaged index aside, unless another process has done so.
  ///
  /// - Returns: Whether this process did it.
  func setAsideIndex() throws(TierError) -> Bool {
    try TierError.reporting {
      try bodies.files.whileLocked(bodies.folder) {
        guard index.isInPlace else { return false }
        try Self.setAsideIndex(of: bodies.folder, bodies.files)
        return true
      }
    }
  }
}

/// Inserting and removing responses with their bodies.
extension CacheTier {
  /// Stores bodies and inserts their rows, and removes the rows that they replace.
  ///
  /// All of it is one transaction, as a transaction takes longer than a row.
  ///
  /// - Parameters:
  ///   - responses: The responses with their content; only replaced rows of this tier are removed.
  ///   - time: The current time.
  ///   - limit: The largest body that goes into a pack, in bytes.
  /// - Throws: ``TierError``; nothing has changed then.
  func insert(
    _ responses: [NewResponse], at time: Double, packing limit: Int = 0
  ) throws(TierError) {
    let unneeded = try TierError.reporting {
      let limit = packs.isSupported ? limit : 0
      var files: [String?] = []
      do {
        for response in responses {
          files.append(response.content.isInMemory(limit) ? nil : try file(of: response.content))
        }
        return try index.write { database in
          do {
            let unneeded = try zip(responses, files).flatMap { response, file in
              try insert(response, file, at: time, in: database)
            }
            try packs.finish()
            return unneeded
          } catch {
            // The pack may contain bytes without rows.
            packs.close()
            throw error
          }
        }
      } catch {
        for case let file? in files { bodies.discard(file) }
        throw error
      }
    }
    removeUnneeded(unneeded)
  }

  /// Stores one body and inserts its row.
  ///
  /// - Parameters:
  ///   - new: The response with its content.
  ///   - file: The temporary file of its body, if that is not for a pack.
  ///   - time: The current time.
  ///   - database: The index, in a write transaction.
  /// - Returns: The bodies of the rows that it replaced.
  /// - Throws: ``FileError`` or `DatabaseError`; nothing is stored then.
  private func insert(
    _ new: NewResponse, _ file: String?, at time: Double, in database: Database
  ) throws -> [StoredBody] {
    let digest = new.content.digest
    var (file, packPlace, damaged) = (file, PackPlace?.none, StoredBody?.none)
    if file == nil, case .bytes(let bytes) = new.content.content, !bytes.isEmpty {
      (packPlace, damaged) = try packs.add(bytes, digest, in: database)
      if packPlace == nil { file = try bodies.write(new.content.content) }
    }
    do {
      try CacheIndex.insert(new.response, digest, at: packPlace, used: time, in: database)
      if let file { try bodies.move(file, to: bodies.shard(digest), as: digest.text) }
    } catch {
      if let file { bodies.discard(file) }
      throw error
    }
    let replaced = new.replaced.filter { $0.isInMemory == isInMemory }
    return try CacheIndex.delete(replaced, in: database) + [damaged].compactMap(\.self)
  }

  /// A temporary file with the content; nil if it is empty.
  func file(of content: CompleteContent) throws(FileError) -> String? {
    if content.count == 0 { return nil }
    if !isInMemory, let path = content.path, bodies.files.kind(of: path) == .file { return path }
    return try bodies.write(content.content)
  }

  /// Removes responses, and their bodies unless other rows need them.
  ///
  /// - Returns: Whether any of them was present.
  func remove(_ responses: [StoredResponse]) throws(TierError) -> Bool {
    let (unneeded, isChanged) = try index.write { database in
      let before = database.totalChangesCount
      let unneeded = try CacheIndex.delete(responses, in: database)
      return (unneeded, database.totalChangesCount > before)
    }
    removeUnneeded(unneeded)
    return isChanged
  }

  /// Removes the bodies of deleted rows, unless other rows need them.
  func removeUnneeded(_ deleted: [StoredBody]) {
    if deleted.isEmpty { return }
    // Bodies that cannot be removed now are swept later; their rows are deleted in any case.
    try? index.write { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM response WHERE digest = ? AND pack IS ? AND start IS ? LIMIT 1")
      for body in deleted
      where try Int.fetchOne(
        statement, arguments: [Data(body.digest.bytes), body.place?.pack, body.place?.start]) == nil
      {
        bodies.discard(body)
      }
    }
  }
}

/// Why a tier of the store could not do something.
enum TierError: Error, Equatable {
  /// The index is damaged.
  case damaged(String)
  /// The folder or its index was removed or replaced since it was opened.
  case moved
  /// Another process kept the index locked for too long.
  case busy
  /// The disk is full, or access is denied.
  case refused(String)
  /// The user interrupted it.
  case stopped

  init(_ error: any Error) {
    switch error {
    case let error as TierError: self = error
    case let error as FileError: self.init(error)
    case let error as DatabaseError: self.init(error)
    default: self = .damaged("\(error)")
    }
  }

  private init(_ error: FileError) {
    switch error.reason {
    case .missing: self = .moved
    case .stopped: self = .stopped
    default: self = .refused(error.description)
    }
  }

  private init(_ error: DatabaseError) {
    let words = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy
    case .SQLITE_FULL: self = .refused("the disk is full")
    case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED: self = .moved
    case .SQLITE_IOERR
    where [.SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS].contains(error.extendedResultCode):
      self = .damaged(words)
    case .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH,
      .SQLITE_NOLFS, .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_ABORT, .SQLITE_TOOBIG:
      self = .refused(words)
    default: self = .damaged(words)
    }
  }

  /// Runs something and converts its error.
  static func reporting<Value>(_ work: () throws -> Value) throws(TierError) -> Value {
    do {
      return try work()
    } catch {
      throw TierError(error)
    }
  }
}
