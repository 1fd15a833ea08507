import GRDB
import World

/// Removing what a selection means.
extension CacheTier {
  /// Removes some of what a selection means.
  ///
  /// - Returns: How many bytes of content that freed, and whether it was the last of it.
  func clear(
    _ selection: CacheSelection, at now: Double
  ) throws(TierError) -> (freed: Int, isDone: Bool) {
    let size = 500
    var unneeded: [StoredBody] = []
    var parts: [Int64] = []
    let freed = try write { database in
      let before = try Self.content(database)
      let arguments = selection.arguments(at: now)
      unneeded = try Self.bodies(
        database.cachedStatement(
          sql: """
            DELETE FROM response WHERE id IN (
              SELECT id FROM response WHERE \(selection.condition("arrived")) LIMIT \(size))
            RETURNING \(Self.bodyColumns)
            """), arguments)
      parts = try Int64.fetchAll(
        database, sql: "DELETE FROM part WHERE \(selection.condition("kept")) RETURNING id",
        arguments: arguments)
      // Those that are remembered are of pictures.
      if selection.purposes.contains(.picture), selection.olderThan == nil {
        try database.execute(
          sql: "DELETE FROM failure WHERE ?1 IS NULL OR host = ?1", arguments: [selection.host])
      }
      return before - (try Self.content(database))
    }
    collect(unneeded)
    for id in parts { discard(part(id)) }
    return (max(0, freed), unneeded.count < size)
  }

  /// Removes all bodies of a folder, whatever rows need them.
  ///
  /// It is for a disk so full that its index cannot even be opened: what has rows is damaged then, and they can go.
  ///
  /// - Throws: ``TierError`` if the folder must not be used, or something cannot be removed.
  static func removeBodies(of folder: String, _ files: any FileSystem) throws(TierError) {
    try TierError.reporting {
      let folder = files.absolute(folder)
      try check(try files.status(of: folder), folder)
      let shards = try files.names(in: folder + "/b").map { "\(folder)/b/\($0)" }
      for place in shards + ["\(folder)/pack"] where files.kind(of: place) == .folder {
        for name in try files.names(in: place) { try files.remove("\(place)/\(name)") }
      }
    }
  }

  private static func content(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT content + (SELECT coalesce(sum(count), 0) FROM part) FROM total") ?? 0
  }
}

extension CacheSelection {
  /// The condition that rows have to meet; `time` is the column that says when they came.
  fileprivate func condition(_ time: String) -> String {
    let numbers = purposes.map { "\($0.number)" }.sorted().joined(separator: ", ")
    return "purpose IN (\(numbers)) AND (?1 IS NULL OR host = ?1) AND (?2 IS NULL OR \(time) < ?2)"
  }

  /// What fills the places in the condition.
  fileprivate func arguments(at now: Double) -> StatementArguments {
    [host, olderThan.map { now - $0 }]
  }
}
