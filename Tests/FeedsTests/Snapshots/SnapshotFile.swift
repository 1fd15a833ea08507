import Feeds
import TestSupport
import World

@testable import Catalog

/// A feed with an identity, and its snapshot in a temporary folder.
struct SnapshotFile {
  let folder: TemporaryFolder
  let document: NamedBytes
  let place: FeedSnapshot

  /// Reads a feed and writes its snapshot.
  init(
    _ bytes: [UInt8], as profile: Profile? = nil, options: ScanOptions = ScanOptions()
  ) throws {
    folder = try TemporaryFolder()
    document = NamedBytes(name: "a feed", held: InMemoryFile(bytes))
    let path = folder.path + "/" + FeedSnapshot.fileName(for: "a feed")
    guard let place = FeedSnapshot(path, of: document, FeedReading(as: profile)) else {
      throw FileError(path: path, reason: .missing)
    }
    self.place = place
    _ = try Feed(document, FeedReading(as: profile, options: options), snapshot: place)
  }

  /// Opens the snapshot.
  func reopened() -> Feed? { Feed(place, of: document) }

  /// Returns the bytes of the snapshot.
  func bytes() throws -> [UInt8] { try contents(of: place.path) }

  /// Replaces the snapshot by a new file.
  ///
  /// Existing mappings still show the old file.
  func replace(by bytes: [UInt8]) throws { try replaceFile(place.path, by: bytes) }
}

/// Bytes in memory with an identity.
struct NamedBytes: ReadableFile {
  var name: String
  var held: InMemoryFile

  var count: Int { held.count }
  var identity: [UInt8]? { Array(name.utf8) }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    try held.read(at: offset, into: &buffer, range)
  }
}
