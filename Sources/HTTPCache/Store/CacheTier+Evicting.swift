import FoundationEssentials
import GRDB
import World

/// Making room, a few entries at a time.
extension CacheTier {
  /// How far to go in one step.
  struct Step {
    /// As many rows may go in any case.
    var rows = 8
    /// As many bytes may go in any case.
    var bytes = 0
    /// More than so many bytes need not go; nil if only what is out of date has to.
    var excess: Int?
    /// What was used last before this is out of date.
    var usedBefore: Double
    /// The present moment.
    var now: Double
    /// What must stay.
    var held: Set<CacheKey>
  }

  /// What everything in the tier takes, in bytes.
  func weight() throws(TierError) -> Int {
    try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT content + heads + (SELECT coalesce(sum(count), 0) FROM part) FROM total")
      return try Int.fetchOne(statement) ?? 0
    }
  }

  /// Removes entries that were used longest ago.
  ///
  /// One process at a time does so, while all others may read and write.
  ///
  /// - Returns: About how many bytes that freed.
  func evict(_ step: Step) throws(TierError) -> Int {
    try TierError.reporting {
      try files.whileLocked(folder) {
        let (unneeded, freed) = try write { database in
          let (ids, freed) = try candidates(step, in: database)
          let statement = try database.cachedStatement(
            sql: "DELETE FROM response WHERE id = ? RETURNING \(Self.bodyColumns)")
          return (try ids.flatMap { try Self.bodies(statement, [$0]) }, freed)
        }
        collect(unneeded)
        return freed
      }
    }
  }

  private func candidates(_ step: Step, in database: Database) throws -> ([Int64], freed: Int) {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT id, count + length(head) + length(address) + 400, used, partition, address
          FROM response ORDER BY turn
          """))
    var ids: [Int64] = []
    var ahead: [Int64] = []
    var freed = 0
    while ids.count < step.rows || freed < step.bytes, let row = try rows.next() {
      guard case .int64(let id) = (row[0] as DatabaseValue).storage else { break }
      let size = Int.fromDatabaseValue(row[1]) ?? 0
      let used = Double.fromDatabaseValue(row[2]) ?? 0
      if used > step.now { ahead.append(id) }
      if !step.held.isEmpty, step.held.contains(Self.key(row, from: 3)) { continue }
      guard step.excess.map({ freed < $0 }) ?? false || used < step.usedBefore else { break }
      ids.append(id)
      freed += max(0, size)
    }
    // A clock that was ahead must not keep anything for longer than others.
    let statement = try database.cachedStatement(sql: "UPDATE response SET used = ? WHERE id = ?")
    for id in ahead { try statement.execute(arguments: [step.now, id]) }
    return (ids, freed)
  }

  private static func key(_ row: Row, from column: Int) -> CacheKey {
    CacheKey(
      partition: String.fromDatabaseValue(row[column]) ?? "",
      address: String.fromDatabaseValue(row[column + 1]) ?? "")
  }
}
