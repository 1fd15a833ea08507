import GRDB

/// What the index knows of how it was used.
extension CacheTier {
  /// Writes down uses and events, and removes what was passed over while nothing could be removed.
  func note(
    _ uses: [CacheUses.Use], _ events: [String: EventCounts], passedOver: Set<Int64>,
    at time: Double
  ) throws(TierError) {
    let unneeded = try write { (database) -> [StoredBody] in
      try Self.touch(uses, in: database)
      for (host, counts) in events { try Self.add(counts, host, time, in: database) }
      // With its triggers it is long to prepare.
      if passedOver.isEmpty { return [] }
      let statement = try database.cachedStatement(
        sql: "DELETE FROM response WHERE id = ? RETURNING \(Self.bodyColumns)")
      return try passedOver.flatMap { try Self.bodies(statement, [$0]) }
    }
    collect(unneeded)
  }

  /// Writes down when rows were last used.
  func touch(_ uses: [CacheUses.Use]) throws(TierError) {
    try write { try Self.touch(uses, in: $0) }
  }

  /// Adds what is kept here, and what happened, to what is known from elsewhere.
  func add(to statistics: inout CacheStatistics) throws(TierError) {
    var sum = statistics
    try read { database in
      let holdings = try Row.fetchCursor(
        database.cachedStatement(sql: "SELECT host, purpose, entries, bytes FROM holding"))
      while let row = try holdings.next() {
        let purpose = Int.fromDatabaseValue(row[1]) ?? -1
        guard Purpose.allCases.indices.contains(purpose) else { continue }
        let (entries, bytes) = (Self.count(row, 2), Self.count(row, 3))
        sum.total.entries += entries
        sum.hosts[Self.host(row), default: CacheCounts()].add(entries, bytes)
        sum.purposes[Purpose.allCases[purpose], default: CacheCounts()].add(entries, bytes)
      }
      sum.total.bytes += try Int.fetchOne(database, sql: "SELECT content FROM total") ?? 0
      let events = try Row.fetchCursor(
        database.cachedStatement(
          sql: "SELECT host, hits, misses, revalidations, stale, damaged, received FROM event"))
      while let row = try events.next() {
        let counts = EventCounts(
          events: (1...4).map { Self.count(row, $0) }, damaged: Self.count(row, 5),
          received: Self.count(row, 6))
        sum.total.add(counts)
        let host = Self.host(row)
        if !host.isEmpty { sum.hosts[host, default: CacheCounts()].add(counts) }
      }
    }
    statistics = sum
  }

  private static func touch(_ uses: [CacheUses.Use], in database: Database) throws {
    if uses.isEmpty { return }
    var turn = try Int64.fetchOne(database, sql: "SELECT coalesce(max(turn), 0) FROM response") ?? 0
    let statement = try database.cachedStatement(
      sql: "UPDATE response SET turn = ?, used = ? WHERE id = ?")
    for use in uses {
      turn &+= 1
      try statement.execute(arguments: [turn, use.used, use.id])
    }
  }

  private static func add(
    _ counts: EventCounts, _ host: String, _ time: Double, in database: Database
  ) throws {
    let numbers = counts.events + [counts.damaged, counts.received]
    try database.cachedStatement(
      sql: """
        INSERT INTO event VALUES(?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET hits = hits + excluded.hits,
            misses = misses + excluded.misses,
            revalidations = revalidations + excluded.revalidations,
            stale = stale + excluded.stale, damaged = damaged + excluded.damaged,
            received = received + excluded.received, counted = excluded.counted
        """
    ).execute(arguments: [host] + StatementArguments(numbers) + [time])
  }

  /// A number of things, which is never negative and never so large that adding it up fails.
  private static func count(_ row: Row, _ column: Int) -> Int {
    min(max(0, Int.fromDatabaseValue(row[column]) ?? 0), 1 << 50)
  }

  private static func host(_ row: Row) -> String { String.fromDatabaseValue(row[0]) ?? "" }
}

extension CacheCounts {
  fileprivate mutating func add(_ entries: Int, _ bytes: Int) {
    self.entries += entries
    self.bytes += bytes
  }
}
