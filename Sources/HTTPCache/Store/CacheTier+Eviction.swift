import GRDB
import World

/// Evicting the least recently used entries, a few at a time.
extension CacheTier {
  /// How far to go in one step.
  struct EvictionStep {
    /// How many rows may be removed in any case.
    var rows = 8
    /// How many bytes may be removed in any case.
    var bytes = 0
    /// How many bytes are too many; nil if only unused entries are removed.
    var excess: Int?
    /// Entries that were last used before this time are unused.
    var usedBefore: Double
    /// The current time.
    var now: Double
    /// The entries that must not be removed.
    var held: Set<CacheKey>
  }

  /// The size of everything in the tier, in bytes.
  func weight() throws(TierError) -> Int {
    try index.read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT content + heads + (SELECT coalesce(sum(count), 0) FROM part) FROM total")
      return try Int.fetchOne(statement) ?? 0
    }
  }

  /// Removes the least recently used entries.
  ///
  /// One process at a time evicts, while all others may read and write.
  ///
  /// - Returns: About how many bytes were freed.
  func evict(_ step: EvictionStep) throws(TierError) -> Int {
    try TierError.reporting {
      try bodies.files.whileLocked(bodies.folder) {
        let (unneeded, freed) = try index.write { database in
          let (ids, freed) = try candidates(step, in: database)
          return (try CacheIndex.delete(ids: ids, in: database), freed)
        }
        removeUnneeded(unneeded)
        return freed
      }
    }
  }

  private func candidates(
    _ step: EvictionStep, in database: Database
  ) throws -> ([Int64], freed: Int) {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT id, count + length(head) + length(address) + 400, used, partition, address
          FROM response ORDER BY turn
          """))
    var ids: [Int64] = []
    var usedInFuture: [Int64] = []
    var freed = 0
    while ids.count < step.rows || freed < step.bytes, let row = try rows.next() {
      guard case .int64(let id) = (row[0] as DatabaseValue).storage else { break }
      let size = Int.fromDatabaseValue(row[1]) ?? 0
      let used = Double.fromDatabaseValue(row[2]) ?? 0
      if used > step.now { usedInFuture.append(id) }
      if !step.held.isEmpty, step.held.contains(Self.key(row, from: 3)) { continue }
      guard step.excess.map({ freed < $0 }) ?? false || used < step.usedBefore else { break }
      ids.append(id)
      freed += max(0, size)
    }
    // A clock that was ahead must not retain entries for longer.
    let statement = try database.cachedStatement(sql: "UPDATE response SET used = ? WHERE id = ?")
    for id in usedInFuture { try statement.execute(arguments: [step.now, id]) }
    return (ids, freed)
  }

  private static func key(_ row: Row, from column: Int) -> CacheKey {
    CacheKey(
      partition: String.fromDatabaseValue(row[column]) ?? "",
      address: String.fromDatabaseValue(row[column + 1]) ?? "")
  }
}

/// Clearing what the user selects.
extension CacheTier {
  /// Removes some of the selected entries.
  ///
  /// - Returns: How many bytes of content were freed, and whether nothing selected is left.
  func clear(
    _ selection: CacheSelection, at now: Double
  ) throws(TierError) -> (freed: Int, isDone: Bool) {
    let size = 500
    var unneeded: [StoredBody] = []
    var partials: [Int64] = []
    let freed = try index.write { database in
      let before = try Self.contentSize(database)
      let arguments = selection.arguments(at: now)
      unneeded = try CacheIndex.bodies(
        database.cachedStatement(
          sql: """
            DELETE FROM response WHERE id IN (
              SELECT id FROM response WHERE \(selection.condition("arrived")) LIMIT \(size))
            RETURNING \(StoredBody.columns)
            """), arguments)
      partials = try Int64.fetchAll(
        database, sql: "DELETE FROM part WHERE \(selection.condition("kept")) RETURNING id",
        arguments: arguments)
      // Only failures of pictures are remembered.
      if selection.purposes.contains(.picture), selection.olderThan == nil {
        try database.execute(
          sql: "DELETE FROM failure WHERE ?1 IS NULL OR host = ?1", arguments: [selection.host])
      }
      return before - (try Self.contentSize(database))
    }
    removeUnneeded(unneeded)
    for id in partials { bodies.discard(bodies.partial(id)) }
    return (max(0, freed), unneeded.count < size)
  }

  /// Removes all bodies of a folder, although rows refer to them.
  ///
  /// On a disk so full that the index cannot be opened, this frees the space for deleting the rows.
  ///
  /// - Throws: ``TierError`` if the folder cannot be used, or something cannot be removed.
  static func removeAllBodies(of folder: String, _ files: any FileSystem) throws(TierError) {
    try TierError.reporting {
      let folder = files.absolute(folder)
      try check(folder, files)
      try BodyFiles(folder: folder, files: files).removeAllBodies()
    }
  }

  private static func contentSize(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT content + (SELECT coalesce(sum(count), 0) FROM part) FROM total") ?? 0
  }
}

extension CacheSelection {
  /// The condition that selects rows, with two parameters; `time` is the column with the time of arrival.
  fileprivate func condition(_ time: String) -> String {
    let numbers = purposes.map { "\($0.number)" }.sorted().joined(separator: ", ")
    return "purpose IN (\(numbers)) AND (?1 IS NULL OR host = ?1) AND (?2 IS NULL OR \(time) < ?2)"
  }

  /// The arguments for the condition.
  fileprivate func arguments(at now: Double) -> StatementArguments {
    [host, olderThan.map { now - $0 }]
  }
}
