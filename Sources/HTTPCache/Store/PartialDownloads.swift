import FoundationEssentials
import GRDB
import Synchronization
import World

/// Remembers when there were no partial downloads on disk, so that not every request must look for one.
struct PartialsSeen: Sendable {
  /// When there was none.
  private var none: Double?
  private var hasOwn = false

  /// Whether there was none a second ago, and this process has never stored one.
  func areNone(at time: Double) -> Bool {
    !hasOwn && none.map { abs(time - $0) < 1 } ?? false
  }

  mutating func noteNone(at time: Double) { none = time }

  mutating func noteOwn() { hasOwn = true }
}

/// Partial downloads: the first part of a response whose connection was lost, stored until a request resumes it.
extension CacheStore {
  /// Stores what was received of a response, replacing an earlier part.
  ///
  /// - Parameters:
  ///   - response: Its head; the digest and the size are set here.
  ///   - intake: The content so far.
  package func insertPartial(_ response: StoredResponse, _ intake: ContentIntake) {
    let content = intake.complete()
    defer { intake.abandon() }
    guard intake.isStorable, content.isReadable, content.count > 0 else { return }
    let new = NewResponse(response, content, replacing: [])
    let time = now()
    partialsSeen.withLock { $0.noteOwn() }
    if content.count <= limits.bytes / 4, folder != nil {
      let isStored: Void? = tiers.changeDisk(creating: true) { tier throws(TierError) in
        try makeRoom(for: content.count, in: tier)
        try tier.insertPartial(new, at: time, limit: limits.bytes / 4)
      }
      if isStored != nil { return }
    }
    if content.count <= limits.memoryBytes / 4 {
      _ = tiers.changeMemory { tier throws(TierError) in
        try tier.insertPartial(new, at: time, limit: limits.memoryBytes / 4)
      }
    }
  }

  /// Takes a partial download out of the store, so that no other request resumes it.
  ///
  /// - Returns: Its head, and an intake that continues after the content; nil if there is none, or it is damaged.
  package func takePartial(
    for key: CacheKey
  ) -> (response: StoredResponse, intake: ContentIntake)? {
    take(key) { work in tiers.inMemory(work) } ?? takeFromDisk(key)
  }

  private func takeFromDisk(
    _ key: CacheKey
  ) -> (response: StoredResponse, intake: ContentIntake)? {
    let time = now()
    if partialsSeen.withLock({ $0.areNone(at: time) }) { return nil }
    if let isEmpty = tiers.onDisk({ tier throws(TierError) in try tier.hasNoPartials() }), isEmpty {
      partialsSeen.withLock { $0.noteNone(at: time) }
      return nil
    }
    return take(key) { work in tiers.changeDisk(work) }
  }

  private typealias Taking = (CacheTier) throws(TierError) -> (CacheTier, CacheTier.Partial)?

  private func take(
    _ key: CacheKey, _ tier: (Taking) -> (CacheTier, CacheTier.Partial)??
  ) -> (response: StoredResponse, intake: ContentIntake)? {
    let taken = tier { tier throws(TierError) in
      try tier.takePartial(for: key).map { (tier, $0) }
    }
    guard let (tier, partial) = taken ?? nil else { return nil }
    let intake = intake(isStorable: true)
    if resume(intake, partial, in: tier) { return (partial.response, intake) }
    tier.bodies.discard(partial.path)
    activity.countDamage(host: key.host)
    return nil
  }

  /// Fills an intake with the content of a file.
  ///
  /// - Returns: Whether the content matches its digest.
  private func resume(
    _ intake: ContentIntake, _ partial: CacheTier.Partial, in tier: CacheTier
  ) -> Bool {
    // A part that cannot be read, or extended, is downloaded again.
    guard let file = try? tier.bodies.files.openRegular(partial.path),
      file.count == partial.response.count
    else { return false }
    let fitsInMemory = tier.isInMemory || file.count <= limits.bytesInMemory
    var hash = SHA256()
    var bytes: [UInt8] = []
    let isRead: Void? = try? file.forEachPiece { piece throws(FileError) in
      hash.update(piece)
      if fitsInMemory { bytes += piece }
    }
    guard isRead != nil, ContentDigest(hash) == partial.digest else { return false }
    if fitsInMemory {
      tier.bodies.discard(partial.path)
      intake.resume(hash, bytes)
      return true
    }
    guard let end = try? tier.bodies.files.extend(partial.path) else { return false }
    intake.resume(hash, count: file.count, end)
    return true
  }
}

/// The rows and files of partial downloads.
extension CacheTier {
  /// A part that was taken, in a temporary file.
  struct Partial {
    var response: StoredResponse
    var digest: ContentDigest
    var path: String
  }

  /// Stores a part, replacing the last one under its key.
  ///
  /// - Parameters:
  ///   - new: Its head with the content so far.
  ///   - time: The current time.
  ///   - limit: The maximum size of all parts, in bytes; the oldest are removed.
  /// - Throws: ``TierError`` if it is not stored.
  func insertPartial(_ new: NewResponse, at time: Double, limit: Int) throws(TierError) {
    let response = new.response
    let digest = new.content.digest
    try TierError.reporting {
      let file = try file(of: new.content) ?? bodies.temporary
      do {
        try index.write { database in
          let last = try Int64.fetchAll(
            database, sql: "DELETE FROM part WHERE address = ? AND partition = ? RETURNING id",
            arguments: [response.key.address, response.key.partition])
          try database.execute(
            sql: """
              INSERT INTO part(digest, count, purpose, kept, partition, address, host, head)
              VALUES(?, ?, ?, ?, ?, ?, ?, ?)
              """,
            arguments: [
              Data(digest.bytes), response.count, response.purpose.number, time,
              response.key.partition, response.key.address, response.key.host,
              Data(StoredHead.bytes(of: response, digest: digest)),
            ])
          try bodies.files.rename(file, to: bodies.partial(database.lastInsertedRowID))
          for id in try last + Self.deleteSurplus(limit, in: database) {
            bodies.discard(bodies.partial(id))
          }
        }
      } catch {
        bodies.discard(file)
        throw error
      }
    }
  }

  /// Whether the tier has no partial downloads.
  func hasNoPartials() throws(TierError) -> Bool {
    try index.read { database in
      try Int.fetchOne(database.cachedStatement(sql: "SELECT 1 FROM part LIMIT 1")) == nil
    }
  }

  /// Takes the part under a key out of the index.
  func takePartial(for key: CacheKey) throws(TierError) -> Partial? {
    let exists = try index.read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM part WHERE address = ? AND partition = ?")
      return try Int.fetchOne(statement, arguments: [key.address, key.partition]) != nil
    }
    guard exists else { return nil }
    return try index.write { database in
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
      let file = try bodies.files.beginFile(in: bodies.temporary)
      do {
        try bodies.files.rename(bodies.partial(response.id), to: file.path)
      } catch {
        // Without its file, the part is lost.
        bodies.discard(file.path)
        return nil
      }
      var partial = Partial(response: response, digest: digest, path: file.path)
      partial.response.id = 0
      return partial
    }
  }

  /// Deletes the oldest rows that are over the limit.
  private static func deleteSurplus(_ limit: Int, in database: Database) throws -> [Int64] {
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
