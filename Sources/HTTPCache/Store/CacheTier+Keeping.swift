import FoundationEssentials
import GRDB
import World

/// Putting responses and their bodies in, and taking them out.
extension CacheTier {
  /// Puts bodies in their places and rows into the index, and takes out the rows that they replace.
  ///
  /// All of it is one transaction: a row costs less than the transaction that it comes in.
  ///
  /// - Parameters:
  ///   - arrivals: The rows with their bodies; of what they replace, only rows of this tier are taken out.
  ///   - time: When this is.
  ///   - limit: The most content that lies together with others.
  /// - Throws: ``TierError`` if nothing has changed.
  func keep(
    _ arrivals: [Arrival], at time: Double, packing limit: Int = 0
  ) throws(TierError) {
    let unneeded = try TierError.reporting {
      let limit = canPack ? limit : 0
      var files: [String?] = []
      do {
        for arrival in arrivals {
          files.append(arrival.whole.isInMemory(limit) ? nil : try file(of: arrival.whole))
        }
        return try write { database in
          do {
            let unneeded = try zip(arrivals, files).flatMap { arrival, file in
              try keep(arrival, file, at: time, in: database)
            }
            try finishPack()
            return unneeded
          } catch {
            // Later the pack may hold what somebody else adds.
            endPack()
            throw error
          }
        }
      } catch {
        for case let file? in files { discard(file) }
        throw error
      }
    }
    collect(unneeded)
  }

  /// Puts one body in its place and its row into the index.
  ///
  /// - Parameters:
  ///   - arrival: The row with its body.
  ///   - file: The body, if it has a file of its own.
  ///   - time: When this is.
  ///   - database: The index, in a transaction that writes.
  /// - Returns: The bodies of the rows that it replaced.
  /// - Throws: ``FileError``, and what the index cannot do; nothing is kept then.
  private func keep(
    _ arrival: Arrival, _ file: String?, at time: Double, in database: Database
  ) throws -> [StoredBody] {
    let digest = arrival.whole.digest
    var (file, packPlace, damaged) = (file, PackPlace?.none, StoredBody?.none)
    if file == nil, case .bytes(let bytes) = arrival.whole.content, !bytes.isEmpty {
      (packPlace, damaged) = try pack(bytes, digest, in: database)
      if packPlace == nil { file = try write(arrival.whole.content) }
    }
    do {
      try Self.insert(arrival.response, digest, at: packPlace, used: time, in: database)
      if let file { try place(file, in: bodies(digest), as: digest.text) }
    } catch {
      if let file { discard(file) }
      throw error
    }
    let own = arrival.replaced.filter { $0.isInMemory == isInMemory }
    return try Self.remove(own, in: database) + [damaged].compactMap(\.self)
  }

  /// Takes rows out, and those bodies that no other row needs.
  ///
  /// - Returns: Whether any of them was still there.
  func remove(_ responses: [StoredResponse]) throws(TierError) -> Bool {
    let (unneeded, isChanged) = try write { database in
      let before = database.totalChangesCount
      let unneeded = try Self.remove(responses, in: database)
      return (unneeded, database.totalChangesCount > before)
    }
    collect(unneeded)
    return isChanged
  }

  /// What a response takes in a tier, about.
  static func weight(of response: StoredResponse) -> Int {
    let fields = response.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    return response.count + fields + response.key.address.utf8.count
  }

  /// A file of this tier that holds the content and has no place yet; nil if there is no content.
  func file(of whole: WholeContent) throws(FileError) -> String? {
    if whole.count == 0 { return nil }
    if !isInMemory, let path = whole.path, files.kind(of: path) == .file { return path }
    return try write(whole.content)
  }

  private static func remove(
    _ responses: [StoredResponse], in database: Database
  ) throws -> [StoredBody] {
    if responses.isEmpty { return [] }
    // A number alone may be that of another response by now, in an index that was begun anew.
    let statement = try database.cachedStatement(
      sql: """
        DELETE FROM response WHERE id = ? AND address = ? AND partition = ? RETURNING \(bodyColumns)
        """)
    return try responses.flatMap { response in
      try bodies(statement, [response.id, response.key.address, response.key.partition])
    }
  }

  /// Runs a statement that removes rows, and takes the bodies it returns.
  static func bodies(
    _ statement: Statement, _ arguments: StatementArguments
  ) throws -> [StoredBody] {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var bodies: [StoredBody] = []
    // It has to be read to its end, or not all is removed.
    while let row = try rows.next() {
      if let body = StoredBody(row) { bodies.append(body) }
    }
    return bodies
  }
}
