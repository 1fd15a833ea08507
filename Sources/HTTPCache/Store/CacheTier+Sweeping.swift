import FoundationEssentials
import GRDB
import Text
import World

/// Sweeping: removing files that no row refers to, such as those of a process that was killed.
///
/// A sweep starts once a day, and proceeds in steps that any process may take.
extension CacheTier {
  /// The age from which on no process can be about to use a file, in seconds.
  private static let grace = 3600.0
  /// How long partial downloads and indexes set aside are retained, in seconds.
  private static let week = 7.0 * 86_400

  /// Takes the next step of a sweep; starts one if the last was a day ago.
  func sweepSome(at now: Double) throws(TierError) {
    try TierError.reporting {
      let found = try index.read { database in
        try Row.fetchOne(database.cachedStatement(sql: "SELECT swept, shard FROM total"))
      }
      guard let row = found, let swept = Double.fromDatabaseValue(row[0]),
        let shard = Int.fromDatabaseValue(row[1])
      else { throw TierError.damaged("it has no totals") }
      // A clock that jumped makes a sweep come early, not late.
      guard shard > 0 || abs(now - swept) > 86_400 else { return }
      try bodies.files.whileLocked(bodies.folder) {
        let moment = try timeOnDisk()
        var shard = (0...256).contains(shard) ? shard : 0
        if shard == 0 {
          try sweepRows(now)
          try sweepFiles(moment)
        } else {
          // A step covers several folders if they are small.
          var names = try sweepShard(shard - 1, moment)
          while names < 200, shard < 256 {
            shard += 1
            names += try sweepShard(shard - 1, moment)
          }
        }
        try index.write { database in
          if shard >= 256 { try recount(database) }
          try database.execute(
            sql: "UPDATE total SET swept = ?, shard = ?",
            arguments: [now, shard >= 256 ? 0 : shard + 1])
        }
      }
    }
  }

  /// Removes packs without rows.
  ///
  /// - Throws: ``TierError`` if the folder cannot be read, or the index cannot be locked now.
  func sweepPacks() throws(TierError) {
    try TierError.reporting {
      let names = try bodies.names(in: bodies.packs)
      if names.isEmpty { return }
      // A process that appends to a pack checks that it exists, and holds the same lock until its row is inserted.
      try index.write { database in
        let needed = try Int64.fetchSet(
          database, sql: "SELECT DISTINCT pack FROM response WHERE typeof(pack) = 'integer'")
        for name in names where Int64(name).map({ !needed.contains($0) }) ?? true {
          bodies.discard("\(bodies.packs)/\(name)")
        }
      }
    }
  }

  /// Removes the temporary files of processes that ended during a download.
  ///
  /// - Parameter age: The least age of their last change, in seconds; a process that runs in another container looks
  ///   as if it had ended.
  /// - Returns: How many bytes were freed.
  /// - Throws: ``TierError`` if the folder cannot be read.
  func sweepAbandoned(olderThan age: Double = 0) throws(TierError) -> Int {
    try TierError.reporting {
      // Whether a process of another machine has ended is not known.
      if try isInMemory || bodies.files.disk(of: bodies.folder).isRemote { return 0 }
      let names = try bodies.names(in: bodies.temporary).filter { bodies.files.isAbandoned($0) }
      let moment = names.isEmpty || age == 0 ? 0 : try timeOnDisk()
      return names.reduce(0) { freed, name in
        let path = "\(bodies.temporary)/\(name)"
        if age > 0, !isOlder(path, than: age, moment) { return freed }
        // A file that is gone was swept by another process.
        let count = (try? bodies.files.status(of: path))?.size ?? 0
        bodies.discard(path)
        return freed + count
      }
    }
  }

  /// The current time by the clock of the disk, which may be another machine's.
  private func timeOnDisk() throws(FileError) -> Double {
    let file = try bodies.files.beginFile(in: bodies.temporary)
    defer { bodies.discard(file.path) }
    return try bodies.files.status(of: file.path).modified
  }

  /// Whether a file was last modified more than so many seconds ago, or as far in the future.
  private func isOlder(_ path: String, than age: Double, _ moment: Double) -> Bool {
    // A file that is gone was removed by its owner.
    guard let status = try? bodies.files.status(of: path) else { return false }
    return abs(moment - status.modified) > age
  }

  /// Removes the bodies without rows from one of the 256 folders.
  ///
  /// - Returns: How many files the folder contained.
  private func sweepShard(_ number: Int, _ moment: Double) throws -> Int {
    let shard = bodies.shard(number)
    let names = try bodies.names(in: shard)
    if names.isEmpty { return 0 }
    try index.write { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM response WHERE digest = ? LIMIT 1")
      for name in names {
        if let digest = ContentDigest(name),
          try Int.fetchOne(statement, arguments: [Data(digest.bytes)]) != nil
        {
          continue
        }
        discard("\(shard)/\(name)", ifOlderThan: Self.grace, moment)
      }
    }
    return names.count
  }

  private func discard(_ path: String, ifOlderThan age: Double, _ moment: Double) {
    if isOlder(path, than: age, moment) { bodies.discard(path) }
  }

  /// Removes files that no process writes any more.
  private func sweepFiles(_ moment: Double) throws {
    _ = try sweepAbandoned()
    try sweepPacks()
    for name in try bodies.names(in: bodies.temporary) {
      discard("\(bodies.temporary)/\(name)", ifOlderThan: Self.grace, moment)
    }
    let partials = try index.read { try Int64.fetchSet($0, sql: "SELECT id FROM part") }
    for name in try bodies.names(in: bodies.partials)
    where Int64(name).map({ !partials.contains($0) }) ?? true {
      discard("\(bodies.partials)/\(name)", ifOlderThan: Self.grace, moment)
    }
    for ending in ["", "-wal"] {
      discard(Self.pathSetAside(in: bodies.folder) + ending, ifOlderThan: Self.week, moment)
    }
  }

  /// Deletes old rows of partial downloads, failures and events.
  private func sweepRows(_ now: Double) throws {
    try index.write { database in
      for id in try Int64.fetchAll(
        database, sql: "DELETE FROM part WHERE abs(? - kept) > ? RETURNING id",
        arguments: [now, Self.week])
      {
        bodies.discard(bodies.partial(id))
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

  /// Computes the totals again, in case another program has changed the index.
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
