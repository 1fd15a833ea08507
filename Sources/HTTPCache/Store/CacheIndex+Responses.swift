import FoundationEssentials
import GRDB
import World

/// The rows of responses.
extension CacheIndex {
  /// All responses under a key, and the numbers of damaged rows.
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

  /// The numbers of all rows of an address.
  func responseIDs(of address: String) throws(TierError) -> [Int64] {
    try read { database in
      try Int64.fetchAll(
        database, sql: "SELECT id FROM response WHERE address = ?", arguments: [address])
    }
  }

  /// Replaces the head of a row.
  ///
  /// - Returns: Whether the row exists, with the same content.
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

  /// Marks all rows of an address as invalidated.
  func invalidate(_ address: String) throws(TierError) {
    try write { database in
      try database.cachedStatement(sql: "UPDATE response SET isInvalidated = 1 WHERE address = ?")
        .execute(arguments: [address])
    }
  }

  /// Inserts a row as the most recently used one.
  ///
  /// - Parameters:
  ///   - response: The row.
  ///   - digest: The digest of its content.
  ///   - place: The place of its content in a pack; nil if it has its own file.
  ///   - time: The time of use.
  ///   - database: The index, in a write transaction.
  /// - Throws: `DatabaseError`.
  static func insert(
    _ response: StoredResponse, _ digest: ContentDigest, at place: PackPlace?, used time: Double,
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
    statement.bind(time)
    statement.bind(response.responseTime)
    statement.bind(response.key.partition)
    statement.bind(response.key.address)
    statement.bind(response.key.host)
    statement.bind(StoredHead.bytes(of: response, digest: digest))
    statement.bind(place?.pack)
    statement.bind(place.map { Int64($0.start) })
    _ = try statement.next()
  }

  /// Deletes the rows of responses.
  ///
  /// - Returns: The bodies of the deleted rows.
  static func delete(_ responses: [StoredResponse], in database: Database) throws -> [StoredBody] {
    if responses.isEmpty { return [] }
    // In an index that was recreated, the number alone may be that of another response.
    let statement = try database.cachedStatement(
      sql: """
        DELETE FROM response WHERE id = ? AND address = ? AND partition = ?
        RETURNING \(StoredBody.columns)
        """)
    return try responses.flatMap { response in
      try bodies(statement, [response.id, response.key.address, response.key.partition])
    }
  }

  /// Deletes rows by their numbers.
  ///
  /// - Returns: The bodies of the deleted rows.
  static func delete(ids: some Sequence<Int64>, in database: Database) throws -> [StoredBody] {
    let statement = try database.cachedStatement(
      sql: "DELETE FROM response WHERE id = ? RETURNING \(StoredBody.columns)")
    return try ids.flatMap { try bodies(statement, [$0]) }
  }

  /// Runs a statement that deletes rows and returns ``StoredBody/columns``.
  static func bodies(
    _ statement: Statement, _ arguments: StatementArguments
  ) throws -> [StoredBody] {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var bodies: [StoredBody] = []
    // All rows must be read, or not all are deleted.
    while let row = try rows.next() {
      if let body = StoredBody(row) { bodies.append(body) }
    }
    return bodies
  }
}

/// A row of a response as read, before its head is decoded.
struct ResponseRow {
  static let columns = "id, digest, count, isInvalidated, head, pack, start"

  let id: Int64
  private let digest: [UInt8]?
  private let count: Int64?
  private let isInvalidated: Int64?
  private let head: [UInt8]?
  private let place: PackPlace?

  /// Reads ``columns``; nil if not even the number is present.
  init?(_ row: borrowing IndexStatement) {
    // In a damaged index any column may be NULL.
    guard let id = row.number(0) else { return nil }
    self.id = id
    (digest, count, isInvalidated) = (row.bytes(1), row.number(2), row.number(3))
    (head, place) = (row.bytes(4), PackPlace(row, from: 5))
  }

  /// The response; nil if the row is damaged.
  func response(_ key: CacheKey) -> StoredResponse? {
    guard let digestBytes = digest, let count, let isInvalidated, let head,
      let digest = ContentDigest(bytes: digestBytes),
      var response = StoredHead.response(
        from: head, key: key, digest: digest, count: Int(count))
    else { return nil }
    response.id = id
    response.isInvalidated = isInvalidated != 0
    response.place = place
    return response
  }
}

extension CacheKey {
  /// The host of the address; empty if it is not an address.
  ///
  /// It is cut out of the text, as addresses are normalized, and a damaged index may contain any text.
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
  /// The number that represents it in the index.
  var number: Int { Purpose.allCases.firstIndex(of: self) ?? 0 }
}
