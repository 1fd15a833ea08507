import Crypto
import FoundationEssentials
import GRDB

/// What a small form of some content is kept under.
package struct ThumbnailKey: Hashable, Sendable {
  /// The SHA-256 digest of the content, 64 hexadecimal digits.
  package var digest: String
  /// The form: its size, and whatever else two forms of a content differ by.
  package var form: String

  package init(digest: String, form: String) {
    self.digest = digest
    self.form = form
  }
}

/// Small forms of contents that are kept, so that they need not be made again.
extension CacheStore {
  /// The most bytes that a form is kept with.
  package static let thumbnailLimit = 256 << 10

  /// A small form of some content as it was kept; nil if there is none on disk, or it is damaged.
  package func thumbnail(_ key: ThumbnailKey) -> [UInt8]? {
    guard let digest = ContentDigest(key.digest) else { return nil }
    let found = onDisk { tier throws(TierError) in try tier.thumbnail(digest, key.form) }
    return found ?? nil
  }

  /// Keeps a small form of some content beside it, as long as it is kept on disk itself.
  ///
  /// A content has four forms at most; the oldest makes room.
  package func keepThumbnail(_ bytes: [UInt8], for key: ThumbnailKey) {
    guard bytes.count <= Self.thumbnailLimit, let digest = ContentDigest(key.digest) else { return }
    settle()
    // What is not kept is made again the next time.
    _ = changingDisk { tier throws(TierError) in
      try tier.keepThumbnail(bytes, digest, key.form)
      try tidy(tier, after: bytes.count, in: 1)
    }
  }

  /// Keeps a small form of some content no longer.
  package func removeThumbnail(_ key: ThumbnailKey) {
    guard let digest = ContentDigest(key.digest) else { return }
    // What cannot be removed is there as before.
    _ = changingDisk { tier throws(TierError) in try tier.removeThumbnail(digest, key.form) }
  }
}

extension CacheTier {
  fileprivate func removeThumbnail(_ digest: ContentDigest, _ form: String) throws(TierError) {
    try write { database in
      try database.cachedStatement(sql: "DELETE FROM thumbnail WHERE digest = ? AND form = ?")
        .execute(arguments: [Data(digest.bytes), form])
    }
  }

  fileprivate func thumbnail(
    _ digest: ContentDigest, _ form: String
  ) throws(TierError) -> [UInt8]? {
    let row = try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT sum, bytes FROM thumbnail WHERE digest = ? AND form = ?")
      return try Row.fetchOne(statement, arguments: [Data(digest.bytes), form])
    }
    // In a damaged index, values of any type can be there, which a subscript of another type does not survive.
    guard let row, let sum = Data.fromDatabaseValue(row[0]),
      let bytes = Data.fromDatabaseValue(row[1]), Self.sum(of: bytes) == sum
    else { return nil }
    return [UInt8](bytes)
  }

  fileprivate func keepThumbnail(
    _ bytes: [UInt8], _ digest: ContentDigest, _ form: String
  ) throws(TierError) {
    try write { database in
      // To have it replaced would not run the trigger that counts.
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

  /// What tells damaged bytes: the beginning of their SHA-256 digest.
  private static func sum(of bytes: Data) -> Data { Data(SHA256.hash(data: bytes).prefix(8)) }
}
