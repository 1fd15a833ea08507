import FoundationEssentials
import GRDB

/// Where content lies among others: in which pack, and how many bytes stand before it there.
package struct PackPlace: Hashable, Sendable {
  var pack: Int64
  var start: Int

  init(pack: Int64, start: Int) {
    self.pack = pack
    self.start = start
  }

  /// Of how many bytes a block of the disk is, on most machines; where it has more, less is given back.
  private static let blockSize = 4096

  /// The first place behind some bytes where no block of the disk is shared with them.
  static func end(of count: Int) -> Int { (count + blockSize - 1) / blockSize * blockSize }

  /// The blocks that so many bytes have there; nil for a row that makes no sense.
  func room(for count: Int) -> Range<Int>? {
    let bounds = 0...1 << 40
    guard bounds.contains(start), bounds.contains(count), count > 0 else { return nil }
    return start..<Self.end(of: start + count)
  }

  /// A place from two columns of a row; nil if there is none in them.
  init?(_ row: borrowing IndexStatement, from column: CInt) {
    guard let pack = row.number(column), let start = row.number(column + 1) else { return nil }
    self.init(pack: pack, start: Int(start))
  }

  /// A place from two columns of a row; nil if there is none in them.
  init?(_ row: Row, from column: Int) {
    // As optional numbers, values of any type can be read: in a damaged index they may be.
    guard let pack = row[column] as Int64?, let start = row[column + 1] as Int64? else {
      return nil
    }
    self.init(pack: pack, start: Int(start))
  }
}

/// Content that a tier has, or should have, on its disk.
struct StoredBody: Hashable {
  var digest: ContentDigest
  var count: Int
  /// Where it lies among others; nil if it has a file of its own.
  var place: PackPlace?
}

extension StoredBody {
  /// A body from the columns of ``CacheTier/bodyColumns``; nil if they make no sense.
  init?(_ row: Row) {
    guard let digestBytes = row[0] as Data?, let digest = ContentDigest(bytes: digestBytes),
      let count = row[1] as Int64?
    else { return nil }
    self.init(digest: digest, count: Int(count), place: PackPlace(row, from: 2))
  }
}

extension StoredResponse {
  /// Its content; nil if what it says of that makes no sense.
  var body: StoredBody? {
    ContentDigest(digest).map { StoredBody(digest: $0, count: count, place: place) }
  }
}
