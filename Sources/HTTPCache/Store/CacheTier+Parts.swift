import FoundationEssentials
import GRDB
import World

/// What is kept of downloads that broke off.
extension CacheTier {
  /// A part that was taken, in a file that only its taker knows.
  struct Part {
    var response: StoredResponse
    var digest: ContentDigest
    var path: String
  }

  /// Keeps a part in the place of the last one under its key.
  ///
  /// - Parameters:
  ///   - response: Its head.
  ///   - whole: What came so far.
  ///   - time: When this is.
  ///   - limit: The most that all parts may take; the oldest ones have to go.
  /// - Throws: ``TierError`` if it is not kept.
  func keepPart(
    _ response: StoredResponse, _ whole: WholeContent, at time: Double, limit: Int
  ) throws(TierError) {
    try TierError.reporting {
      let file = try file(of: whole) ?? temporary
      do {
        try write { database in
          let last = try Int64.fetchAll(
            database, sql: "DELETE FROM part WHERE address = ? AND partition = ? RETURNING id",
            arguments: [response.key.address, response.key.partition])
          try database.execute(
            sql: """
              INSERT INTO part(digest, count, purpose, kept, partition, address, host, head)
              VALUES(?, ?, ?, ?, ?, ?, ?, ?)
              """,
            arguments: [
              Data(whole.digest.bytes), response.count, response.purpose.number, time,
              response.key.partition, response.key.address, response.key.host,
              Data(StoredHead.bytes(of: response, digest: whole.digest)),
            ])
          try files.rename(file, to: part(database.lastInsertedRowID))
          for id in try last + Self.surplus(limit, in: database) { discard(part(id)) }
        }
      } catch {
        discard(file)
        throw error
      }
    }
  }

  /// Whether nobody has kept a part.
  func hasNoParts() throws(TierError) -> Bool {
    try read { database in
      try Int.fetchOne(database.cachedStatement(sql: "SELECT 1 FROM part LIMIT 1")) == nil
    }
  }

  /// Takes the part under a key out of the index, and out of everybody's sight.
  func takePart(for key: CacheKey) throws(TierError) -> Part? {
    let isThere = try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM part WHERE address = ? AND partition = ?")
      return try Int.fetchOne(statement, arguments: [key.address, key.partition]) != nil
    }
    guard isThere else { return nil }
    return try write { database in
      var rows = try IndexStatement(
        """
        DELETE FROM part WHERE address = ? AND partition = ?
        RETURNING id, digest, count, 0, head, NULL, NULL
        """, in: database)
      rows.bind(key.address)
      rows.bind(key.partition)
      guard try rows.next(), let row = ResponseRow(rows), let response = row.response(key),
        let digest = ContentDigest(response.digest)
      else { return nil }
      let file = try files.beginFile(in: temporary)
      do {
        try files.rename(part(response.id), to: file.path)
      } catch {
        // Without its file a part is nothing, and its row may go.
        discard(file.path)
        return nil
      }
      var part = Part(response: response, digest: digest, path: file.path)
      part.response.id = 0
      return part
    }
  }

  /// Removes the oldest rows while all parts together take too much.
  private static func surplus(_ limit: Int, in database: Database) throws -> [Int64] {
    try Int64.fetchAll(
      database,
      sql: """
        DELETE FROM part WHERE id IN (
          SELECT id FROM (SELECT id, sum(count) OVER (ORDER BY id DESC) AS sum FROM part)
          WHERE sum > ?)
        RETURNING id
        """, arguments: [limit])
  }
}
