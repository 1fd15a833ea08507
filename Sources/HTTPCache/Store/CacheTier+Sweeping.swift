import FoundationEssentials
import GRDB
import Text
import World

/// Removing what nothing leads to any more: what a process left that was killed.
///
/// A sweep begins once a day and goes on step by step, whoever happens to be there.
extension CacheTier {
  /// How old a file must be before nobody can be about to use it, in seconds.
  private static let grace = 3600.0
  /// How long a broken-off download and an index set aside are kept, in seconds.
  private static let week = 7.0 * 86_400

  /// Goes on with a sweep, or begins one if the last was a day ago.
  func sweepSome(at now: Double) throws(TierError) {
    try TierError.reporting {
      let found = try read { database in
        try Row.fetchOne(database.cachedStatement(sql: "SELECT swept, shard FROM total"))
      }
      guard let row = found, let swept = Double.fromDatabaseValue(row[0]),
        let shard = Int.fromDatabaseValue(row[1])
      else { throw TierError.damaged("it has no totals") }
      // A clock that jumped makes a sweep come early, not late.
      guard shard > 0 || abs(now - swept) > 86_400 else { return }
      try files.whileLocked(folder) {
        let moment = try momentOnDisk()
        var shard = (0...256).contains(shard) ? shard : 0
        if shard == 0 {
          try sweepRows(now)
          try sweepFiles(moment)
        } else {
          // Some folders are looked at in one step, so that none of them takes long.
          var names = try sweepShard(shard - 1, moment)
          while names < 200, shard < 256 {
            shard += 1
            names += try sweepShard(shard - 1, moment)
          }
        }
        try write { database in
          if shard >= 256 { try recount(database) }
          try database.execute(
            sql: "UPDATE total SET swept = ?, shard = ?",
            arguments: [now, shard >= 256 ? 0 : shard + 1])
        }
      }
    }
  }

  /// The present moment by the clock that stamps the files, which need not be ours.
  private func momentOnDisk() throws(FileError) -> Double {
    let file = try files.beginFile(in: temporary)
    defer { discard(file.path) }
    return try files.status(of: file.path).modified
  }

  /// Whether a file was left alone for so long; one from the future was, too.
  private func isOlder(_ path: String, than age: Double, _ moment: Double) -> Bool {
    // What is gone by now was somebody's.
    guard let status = try? files.status(of: path) else { return false }
    return abs(moment - status.modified) > age
  }

  /// The names in a folder that need not be there.
  private func names(in folder: String) throws(FileError) -> [String] {
    files.kind(of: folder) == .folder ? try files.names(in: folder) : []
  }

  /// Removes bodies that no row needs from one of 256 folders.
  ///
  /// - Returns: How many files were there.
  private func sweepShard(_ shard: Int, _ moment: Double) throws -> Int {
    let folder = "\(folder)/b/\(hexadecimal([UInt8(shard)]))"
    let names = try names(in: folder)
    if names.isEmpty { return 0 }
    try write { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM response WHERE digest = ? LIMIT 1")
      for name in names {
        if let digest = ContentDigest(name),
          try Int.fetchOne(statement, arguments: [Data(digest.bytes)]) != nil
        {
          continue
        }
        if isOlder("\(folder)/\(name)", than: Self.grace, moment) { discard("\(folder)/\(name)") }
      }
    }
    return names.count
  }

  /// Removes what processes left that were ended in the middle of a download.
  ///
  /// - Parameter age: For how many seconds nobody has written to it; a process that cannot be seen from here does.
  /// - Returns: How many bytes that frees.
  /// - Throws: ``TierError`` if the folder cannot be read.
  func sweepAbandoned(olderThan age: Double = 0) throws(TierError) -> Int {
    try TierError.reporting {
      // Another machine's processes cannot be asked about.
      if try isInMemory || files.disk(of: folder).isRemote { return 0 }
      let names = try names(in: temporary).filter { files.isAbandoned($0) }
      let moment = names.isEmpty || age == 0 ? 0 : try momentOnDisk()
      return names.reduce(0) { freed, name in
        let path = "\(temporary)/\(name)"
        if age > 0, !isOlder(path, than: age, moment) { return freed }
        // What is gone by now was swept by somebody else.
        let count = (try? files.status(of: path))?.size ?? 0
        discard(path)
        return freed + count
      }
    }
  }

  /// Removes what nobody is writing any more.
  private func sweepFiles(_ moment: Double) throws {
    _ = try sweepAbandoned()
    try sweepPacks()
    for name in try names(in: temporary)
    where isOlder("\(temporary)/\(name)", than: Self.grace, moment) {
      discard("\(temporary)/\(name)")
    }
    let parts = try read { try Int64.fetchSet($0, sql: "SELECT id FROM part") }
    for name in try names(in: folder + "/part")
    where Int64(name).map({ !parts.contains($0) }) ?? true {
      let path = "\(folder)/part/\(name)"
      if isOlder(path, than: Self.grace, moment) { discard(path) }
    }
    for ending in ["", "-wal"] {
      let path = Self.index(in: folder) + ".aside" + ending
      if isOlder(path, than: Self.week, moment) { discard(path) }
    }
  }

  /// Removes rows that have had their time.
  private func sweepRows(_ now: Double) throws {
    try write { database in
      for id in try Int64.fetchAll(
        database, sql: "DELETE FROM part WHERE abs(? - kept) > ? RETURNING id",
        arguments: [now, Self.week])
      {
        discard(part(id))
      }
      try database.execute(
        sql: "DELETE FROM failure WHERE abs(? - until) > ?", arguments: [now, Self.week])
      try database.execute(
        sql: """
          DELETE FROM event WHERE abs(? - counted) > ? AND host <> ''
            AND host NOT IN (SELECT host FROM holding)
          """, arguments: [now, 12 * Self.week])
    }
  }

  /// Adds everything up anew, in case an index that was tampered with says nonsense.
  private func recount(_ database: Database) throws {
    try database.execute(
      sql: """
        UPDATE total SET
          content = (SELECT coalesce(sum(count), 0)
            FROM (SELECT max(count) AS count FROM response GROUP BY digest))
            + (SELECT coalesce(sum(length(bytes) + \(CacheSchema.rowCost)), 0) FROM thumbnail),
          heads = (SELECT coalesce(sum(length(head) + length(address) + \(CacheSchema.rowCost)), 0) FROM response)
        """)
  }
}
