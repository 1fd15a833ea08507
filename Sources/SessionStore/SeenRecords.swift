import Catalog
import FeedLoading
import Text
import World

/// The records of each feed that were there at the last look, as hashes of their keys in files.
package struct SeenRecords {
  private let world: World
  /// The largest feed whose records are noted, in rows.
  private static let limit = 10_000

  package init(on world: World) { self.world = world }

  /// Returns the hashes of the keys of all rows; nil for a large feed, a bundled one, or one that does not persist.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  package func hashes(of feed: LoadedFeed) -> [UInt64]? {
    guard feed.scope != nil, feed.bundled == nil, feed.catalog.count <= Self.limit else {
      return nil
    }
    return (0..<feed.catalog.count).map { row in
      FNVHash((feed.key(of: row)?.text ?? "").utf8).value
    }
  }

  /// Returns the hashes that were stored for a feed; nil before its first look.
  package func stored(of scope: String) -> Set<UInt64>? {
    // Without the file, everything is seen for the first time.
    guard let bytes = try? world.files.contents(of: path(of: scope), limit: 8 * 2 * Self.limit)
    else { return nil }
    var hashes: Set<UInt64> = []
    for start in stride(from: 0, to: bytes.count - 7, by: 8) {
      hashes.insert(bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
    }
    return hashes
  }

  /// Stores the hashes of a feed.
  ///
  /// If that fails, the next look compares with an older one.
  package func store(_ hashes: Set<UInt64>, of scope: String) {
    let bytes = hashes.sorted().flatMap { hash in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: hash >> UInt64($0)) }
    }
    try? world.files.write(bytes, to: path(of: scope), replacing: true)
  }

  private func path(of scope: String) -> String {
    let hash = zeroPadded(FNVHash(scope.utf8).value, to: 16, radix: 16)
    return "\(world.folders.state)/seen/\(hash).keys"
  }
}
