import FoundationEssentials
import GRDB
import World

/// The rows of the index.
extension CacheTier {
  /// All responses under a key, and the numbers of rows that make no sense.
  func responses(for key: CacheKey) throws(TierError) -> (sound: [StoredResponse], damaged: [Int64])
  {
    try read { database in
      var rows = try IndexStatement(
        "SELECT \(ResponseRow.columns) FROM response WHERE address = ? AND partition = ?",
        in: database)
      rows.bind(key.address)
      rows.bind(key.partition)
      var sound: [StoredResponse] = []
      var damaged: [Int64] = []
      while try rows.next() {
        guard let row = ResponseRow(rows) else { continue }
        if let response = row.response(key) {
          sound.append(response)
        } else {
          damaged.append(row.id)
        }
      }
      return (sound, damaged)
    }
  }

  /// Puts a row into the index.
  static func insert(
    _ response: StoredResponse, _ digest: ContentDigest, at place: PackPlace?, used: Double,
    in database: Database
  ) throws {
    var statement = try IndexStatement(
      """
      INSERT INTO response(
        digest, count, isInvalidated, purpose, turn, used, arrived, partition, address, host, head,
        pack, start)
      VALUES(
        ?, ?, ?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM response), ?, ?, ?, ?, ?, ?, ?, ?)
      """, in: database)
    statement.bind(digest.bytes)
    statement.bind(Int64(response.count))
    statement.bind(response.isInvalidated ? 1 : 0 as Int64)
    statement.bind(Int64(response.purpose.number))
    statement.bind(used)
    statement.bind(response.responseTime)
    statement.bind(response.key.partition)
    statement.bind(response.key.address)
    statement.bind(response.key.host)
    statement.bind(StoredHead.bytes(of: response, digest: digest))
    statement.bind(place?.pack)
    statement.bind(place.map { Int64($0.start) })
    _ = try statement.next()
  }

  /// Gives a row another head.
  ///
  /// - Returns: Whether the row is there, with the same content.
  func update(_ response: StoredResponse, _ digest: ContentDigest) throws(TierError) -> Bool {
    try write { database in
      try database.cachedStatement(
        sql: """
          UPDATE response SET isInvalidated = ?, purpose = ?, arrived = ?, head = ?
          WHERE id = ? AND address = ? AND partition = ? AND digest = ?
          """
      ).execute(arguments: [
        response.isInvalidated, response.purpose.number, response.responseTime,
        Data(StoredHead.bytes(of: response, digest: digest)), response.id, response.key.address,
        response.key.partition, Data(digest.bytes),
      ])
      return database.changesCount > 0
    }
  }

  /// Marks all rows of an address.
  func invalidate(_ address: String) throws(TierError) {
    try write { database in
      try database.cachedStatement(sql: "UPDATE response SET isInvalidated = 1 WHERE address = ?")
        .execute(arguments: [address])
    }
  }

  /// The numbers of all rows of an address.
  func responseIDs(of address: String) throws(TierError) -> [Int64] {
    try read { database in
      try Int64.fetchAll(
        database, sql: "SELECT id FROM response WHERE address = ?", arguments: [address])
    }
  }
}

extension CacheKey {
  /// The host that the address names; empty if it is no address.
  ///
  /// An index that somebody else wrote may name anything; what is normalised is only cut.
  var host: String {
    let afterScheme = address.utf8.drop { $0 != UInt8(ascii: "/") }
    guard afterScheme.starts(with: "//".utf8) else { return "" }
    let authority = afterScheme.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
    let colon = authority.lastIndex(of: UInt8(ascii: ":"))
    guard let colon, authority.last != UInt8(ascii: "]") else {
      return String(Substring(authority))
    }
    return String(Substring(authority[..<colon]))
  }
}

extension Purpose {
  /// Its place in the list, which stands for it in the index.
  var number: Int { Purpose.allCases.firstIndex(of: self) ?? 0 }
}
