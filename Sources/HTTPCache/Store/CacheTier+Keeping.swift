import FoundationEssentials
import GRDB
import World

/// Putting responses and their bodies in, and taking them out.
extension CacheTier {
  /// Puts a body in its place and a row into the index, and takes out the rows that it replaces.
  ///
  /// - Parameters:
  ///   - response: The row.
  ///   - whole: Its content.
  ///   - path: The file of this tier that the content lies in already; nil if there is none.
  ///   - time: When this is.
  ///   - replaced: Rows of this tier.
  /// - Throws: ``TierError`` if nothing has changed.
  func keep(
    _ response: StoredResponse, _ whole: WholeContent, _ path: String?, at time: Double,
    replacing replaced: [StoredResponse]
  ) throws(TierError) {
    let unneeded = try TierError.reporting {
      let file = try file(of: whole, path)
      do {
        return try write { database in
          _ = try Self.insert(response, whole.digest, used: time, in: database)
          if let file { try place(file, whole.digest) }
          return try Self.remove(replaced, in: database)
        }
      } catch {
        if let file { discard(file) }
        throw error
      }
    }
    collect(unneeded.filter { $0 != whole.digest })
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

  /// A file that holds the content and has no place yet; nil if there is no content.
  func file(of whole: WholeContent, _ path: String?) throws(FileError) -> String? {
    if whole.count == 0 { return nil }
    if let path, files.kind(of: path) == .file { return path }
    return try write(whole.content)
  }

  private static func remove(
    _ responses: [StoredResponse], in database: Database
  ) throws -> [ContentDigest] {
    if responses.isEmpty { return [] }
    // A number alone may be that of another response by now, in an index that was begun anew.
    let statement = try database.cachedStatement(
      sql: "DELETE FROM response WHERE id = ? AND address = ? AND partition = ? RETURNING digest")
    return try responses.flatMap { response in
      try digests(statement, [response.id, response.key.address, response.key.partition])
    }
  }

  /// Runs a statement that removes rows, and takes the digests it returns.
  static func digests(
    _ statement: Statement, _ arguments: StatementArguments
  ) throws -> [ContentDigest] {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var digests: [ContentDigest] = []
    // It has to be read to its end, or not all is removed.
    while let row = try rows.next() {
      if case .blob(let bytes) = (row[0] as DatabaseValue).storage,
        let digest = ContentDigest(bytes: bytes)
      {
        digests.append(digest)
      }
    }
    return digests
  }
}
