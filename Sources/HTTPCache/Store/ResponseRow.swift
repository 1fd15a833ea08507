import FoundationEssentials
import GRDB

/// A row of the index as it stands there: what a response is made from.
///
/// Its columns are read by their places, as one value: to learn their names first, as a general row does, takes
/// longer than to find that there is none.
struct ResponseRow {
  static let columns = "id, digest, count, isInvalidated, head, pack, start"

  let id: Int64
  private let digest: Data?
  private let count: Int64?
  private let isInvalidated: Int64?
  private let head: Data?
  private let place: PackPlace?

  /// The response; nil if what stands there makes no sense.
  func response(_ key: CacheKey) -> StoredResponse? {
    guard let digestBytes = digest, let count, let isInvalidated, let head,
      let digest = ContentDigest(bytes: digestBytes),
      var response = StoredHead.response(
        from: [UInt8](head), key: key, digest: digest, count: Int(count))
    else { return nil }
    response.id = id
    response.isInvalidated = isInvalidated != 0
    response.place = place
    return response
  }
}

extension ResponseRow: DatabaseValueConvertible, StatementColumnConvertible {
  /// Reads ``columns``, the first of which is at a place.
  init?(sqliteStatement statement: SQLiteStatement, index: CInt) {
    // In a damaged index any of them may be missing.
    func number(_ column: CInt) -> Int64? {
      unsafe Int64.fromStatement(statement, atUncheckedIndex: index + column)
    }
    func bytes(_ column: CInt) -> Data? {
      unsafe Data.fromStatement(statement, atUncheckedIndex: index + column)
    }
    guard let id = number(0) else { return nil }
    self.id = id
    (digest, count, isInvalidated, head) = (bytes(1), number(2), number(3), bytes(4))
    place = number(5).flatMap { pack in
      number(6).map { PackPlace(pack: pack, start: Int($0)) }
    }
  }

  /// Nothing writes such a row, nor reads it from anything but a statement.
  var databaseValue: DatabaseValue { id.databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Self? { nil }
}
