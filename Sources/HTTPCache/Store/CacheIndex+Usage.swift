import FoundationEssentials
import GRDB
import World

/// Uses of responses, and counts of requests.
extension CacheIndex {
  /// Records uses and events, and deletes responses that could not be deleted earlier.
  ///
  /// - Returns: The bodies of the deleted rows.
  func record(
    _ uses: [ResponseUse], _ events: [String: EventCounts], deleting ids: Set<Int64>,
    at time: Double
  ) throws(TierError) -> [StoredBody] {
    try write { database in
      try Self.record(uses, in: database)
      for (host, counts) in events { try Self.add(counts, host, time, in: database) }
      // Preparing the statement takes long, because of its triggers.
      return ids.isEmpty ? [] : try Self.delete(ids: ids, in: database)
    }
  }

  /// Records uses of responses.
  func record(_ uses: [ResponseUse]) throws(TierError) {
    try write { try Self.record(uses, in: $0) }
  }

  /// Adds the entries and events of this index to statistics.
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

  private static func record(_ uses: [ResponseUse], in database: Database) throws {
    if uses.isEmpty { return }
    var turn = try Int64.fetchOne(database, sql: "SELECT coalesce(max(turn), 0) FROM response") ?? 0
    let statement = try database.cachedStatement(
      sql: "UPDATE response SET turn = ?, used = ? WHERE id = ?")
    for use in uses {
      turn &+= 1
      try statement.execute(arguments: [turn, use.time, use.id])
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

  /// A count, limited to a range in which sums cannot overflow.
  private static func count(_ row: Row, _ column: Int) -> Int {
    min(max(0, Int.fromDatabaseValue(row[column]) ?? 0), 1 << 50)
  }

  private static func host(_ row: Row) -> String { String.fromDatabaseValue(row[0]) ?? "" }
}

/// Remembered failures.
extension CacheIndex {
  /// Stores a failure, replacing the last one under its key.
  func remember(_ failure: RememberedFailure) throws(TierError) {
    try write { database in
      try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO failure VALUES(?, ?, ?, ?, ?, ?, ?)"
      )
      .execute(arguments: [
        failure.key.address, failure.key.partition, failure.key.host, failure.status,
        failure.reason, failure.until, failure.times,
      ])
    }
  }

  /// The failure stored under a key, whether or not its time is over.
  func failure(for key: CacheKey) throws(TierError) -> RememberedFailure? {
    try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT status, reason, until, times FROM failure WHERE address = ? AND partition = ?")
      guard let row = try Row.fetchOne(statement, arguments: [key.address, key.partition]),
        let reason = String.fromDatabaseValue(row[1]), let until = Double.fromDatabaseValue(row[2]),
        let times = Int.fromDatabaseValue(row[3])
      else { return nil }
      return RememberedFailure(
        key: key, status: Int.fromDatabaseValue(row[0]), reason: reason, until: until, times: times)
    }
  }

  /// Deletes the failure under a key, or all failures if the key is nil.
  ///
  /// Usually there is none, which a read finds out without a transaction.
  func forgetFailures(for key: CacheKey?) throws(TierError) {
    if let key {
      if try failure(for: key) == nil { return }
      try write { database in
        try database.cachedStatement(
          sql: "DELETE FROM failure WHERE address = ? AND partition = ?"
        ).execute(arguments: [key.address, key.partition])
      }
    } else {
      try write { try $0.execute(sql: "DELETE FROM failure") }
    }
  }
}

/// Thumbnails.
extension CacheIndex {
  func removeThumbnail(_ digest: ContentDigest, _ form: String) throws(TierError) {
    try write { database in
      try database.cachedStatement(sql: "DELETE FROM thumbnail WHERE digest = ? AND form = ?")
        .execute(arguments: [Data(digest.bytes), form])
    }
  }

  func thumbnail(
    _ digest: ContentDigest, _ form: String
  ) throws(TierError) -> [UInt8]? {
    let row = try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT sum, bytes FROM thumbnail WHERE digest = ? AND form = ?")
      return try Row.fetchOne(statement, arguments: [Data(digest.bytes), form])
    }
    // A damaged index may contain values of any type, for which a typed subscript traps.
    guard let row, let sum = Data.fromDatabaseValue(row[0]),
      let bytes = Data.fromDatabaseValue(row[1]), Self.sum(of: bytes) == sum
    else { return nil }
    return [UInt8](bytes)
  }

  func insertThumbnail(
    _ bytes: [UInt8], _ digest: ContentDigest, _ form: String
  ) throws(TierError) {
    try write { database in
      // REPLACE would not run the trigger that counts.
      try database.cachedStatement(sql: "DELETE FROM thumbnail WHERE digest = ? AND form = ?")
        .execute(arguments: [Data(digest.bytes), form])
      try database.cachedStatement(
        sql: """
          INSERT INTO thumbnail(digest, form, sum, bytes)
          SELECT ?1, ?2, ?3, ?4 WHERE EXISTS(SELECT 1 FROM response WHERE digest = ?1)
          """
      ).execute(arguments: [Data(digest.bytes), form, Self.sum(of: Data(bytes)), Data(bytes)])
    }
  }

  /// A checksum: the first bytes of the SHA-256 digest.
  private static func sum(of bytes: Data) -> Data { Data(SHA256.digest(of: bytes).prefix(8)) }
}

extension CacheCounts {
  fileprivate mutating func add(_ entries: Int, _ bytes: Int) {
    self.entries += entries
    self.bytes += bytes
  }
}
