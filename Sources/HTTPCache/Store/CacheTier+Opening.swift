import GRDB
import World

/// Opening a folder: as it is, or anew after an index that is no use was set aside.
extension CacheTier {
  /// A folder that was opened, and what a person should know of how.
  struct Opening {
    var tier: CacheTier
    /// What was wrong with the index before; nil if nothing was.
    var damage: String?
  }

  /// Opens the folder.
  ///
  /// - Parameters:
  ///   - folder: Where it is, or is to be.
  ///   - files: What reaches it.
  ///   - making: Whether to make what is not there.
  /// - Returns: nil if there is no index, and none was to be made.
  /// - Throws: ``TierError`` if the folder cannot be used, or must not be.
  static func open(
    _ folder: String, _ files: any FileSystem, making: Bool
  ) throws(TierError) -> Opening? {
    try TierError.reporting {
      if making {
        try files.makeFolder(folder)
      } else if files.kind(of: index(in: folder)) == nil {
        return nil
      }
      let folder = files.absolute(folder)
      try check(try files.status(of: folder), folder)
      // All open it one after the other, so that none opens what another one is setting aside.
      return try files.whileLocked(folder) {
        if making { try furnish(folder, files) }
        let isEmptied = try isEmptied(folder, files)
        do {
          let tier = try openIndex(of: folder, files)
          return Opening(tier: tier, damage: isEmptied ? "nothing was in it" : nil)
        } catch {
          guard case .damaged(let damage) = TierError(error) else { throw error }
          try setAside(folder, files)
          return Opening(tier: try openIndex(of: folder, files), damage: damage)
        }
      }
    }
  }

  /// Refuses a folder that others could put something into.
  static func check(_ status: FileStatus, _ folder: String) throws(TierError) {
    if status.kind != .folder { throw .refused("it is not a folder") }
    if !status.isOwn { throw .refused("it belongs to somebody else") }
    if status.permissions & 0o022 != 0 {
      throw .refused("others may write there; chmod go-w makes it safe")
    }
  }

  /// Whether an index has nothing in it though there are bodies that it has known.
  private static func isEmptied(_ folder: String, _ files: any FileSystem) throws(FileError) -> Bool
  {
    guard try files.status(of: index(in: folder)).size == 0 else { return false }
    // What cannot be listed is found out about when it is needed.
    return ["b", "pack"].contains { (try? files.names(in: "\(folder)/\($0)"))?.isEmpty == false }
  }

  private static func furnish(_ folder: String, _ files: any FileSystem) throws(FileError) {
    for name in ["b", "pack", "tmp", "part"] { try files.makeFolder("\(folder)/\(name)") }
    let tag = folder + "/CACHEDIR.TAG"
    if files.kind(of: tag) == nil {
      // The first line is the one that programs look for: https://bford.info/cachedir/
      let text = """
        Signature: 8a477f597d28d172789f06886806bc55
        # Larder keeps here what it fetched; all of it can be fetched again.

        """
      try make(tag, Array(text.utf8), in: folder, files)
    }
    if files.kind(of: index(in: folder)) == nil {
      // What an index that is gone has left behind would be taken for a part of the new one.
      for ending in ["-wal", "-shm", "-journal"]
      where files.kind(of: index(in: folder) + ending) != nil {
        try files.remove(index(in: folder) + ending)
      }
      try make(index(in: folder), [], in: folder, files)
    }
  }

  /// Makes a file without waiting for the disk.
  private static func make(
    _ path: String, _ bytes: [UInt8], in folder: String, _ files: any FileSystem
  ) throws(FileError) {
    let file = try files.beginFile(in: folder + "/tmp")
    try file.append(bytes)
    try files.rename(file.path, to: path)
  }

  private static func openIndex(of folder: String, _ files: any FileSystem) throws -> CacheTier {
    let path = index(in: folder)
    let status = try files.status(of: path)
    if status.kind != .file { throw TierError.damaged("it is not a file") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let isRemote = try files.disk(of: folder).isRemote
    try queue.inDatabase { database in
      // Nothing is lost with an index that has nothing in it yet, and a disk takes long to be sure.
      if status.size == 0 { try database.execute(sql: "PRAGMA synchronous = OFF") }
      // Write-ahead logging needs memory that all who use the index share.
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
    return CacheTier(
      folder: folder, files: files, index: queue, identity: status.identity, hasLog: !isRemote)
  }

  static var configuration: Configuration {
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

  /// Gives an index that is no use another name; the one that had it is lost.
  ///
  /// The index goes first: what is left of its log is removed before a new one is made.
  static func setAside(_ folder: String, _ files: any FileSystem) throws(FileError) {
    let path = index(in: folder)
    for ending in ["", "-wal"] where files.kind(of: path + ending) != nil {
      try files.rename(path + ending, to: path + ".aside" + ending)
    }
    try furnish(folder, files)
  }

  /// Sets the index aside unless somebody else has done so.
  ///
  /// - Returns: Whether it was done here.
  func setAside() throws(TierError) -> Bool {
    try TierError.reporting {
      try files.whileLocked(folder) {
        guard isInPlace else { return false }
        try Self.setAside(folder, files)
        return true
      }
    }
  }
}
