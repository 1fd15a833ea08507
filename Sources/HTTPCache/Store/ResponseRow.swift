/// A row of the index as it stands there: what a response is made from.
struct ResponseRow {
  static let columns = "id, digest, count, isInvalidated, head, pack, start"

  let id: Int64
  private let digest: [UInt8]?
  private let count: Int64?
  private let isInvalidated: Int64?
  private let head: [UInt8]?
  private let place: PackPlace?

  /// Reads ``columns``; nil if not even a number is there.
  init?(_ row: borrowing IndexStatement) {
    // In a damaged index any of them may be missing.
    guard let id = row.number(0) else { return nil }
    self.id = id
    (digest, count, isInvalidated) = (row.bytes(1), row.number(2), row.number(3))
    (head, place) = (row.bytes(4), PackPlace(row, from: 5))
  }

  /// The response; nil if what stands there makes no sense.
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
