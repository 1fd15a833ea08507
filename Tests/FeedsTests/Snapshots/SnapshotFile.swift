import Feeds
import TestSupport
import World

@testable import Catalog

/// A feed whose bytes are known by a name, and the snapshot of its rows in a folder of its own.
struct SnapshotFile {
  let folder: TemporaryFolder
  let document: NamedBytes
  let place: FeedSnapshot

  /// Reads a feed and keeps its rows.
  init(
    _ bytes: [UInt8], as profile: Profile? = nil, options: ScanOptions = ScanOptions()
  ) throws {
    folder = try TemporaryFolder()
    document = NamedBytes(name: "a feed", held: HeldBytes(bytes))
    let path = folder.path + "/" + FeedSnapshot.fileName(for: "a feed")
    guard let place = FeedSnapshot(path, of: document, FeedReading(as: profile)) else {
      throw FileError(path: path, reason: .missing)
    }
    self.place = place
    _ = try Feed(document, FeedReading(as: profile, options: options), snapshot: place)
  }

  /// The feed as it is opened the next time.
  func reopened() -> Feed? { Feed(place, of: document) }

  /// The bytes of the snapshot.
  func bytes() throws -> [UInt8] { try contents(of: place.path) }

  /// Puts other bytes in the place of the snapshot, in a file of their own.
  ///
  /// What is mapped still shows the old file.
  func replace(by bytes: [UInt8]) throws { try replaceFile(place.path, by: bytes) }
}

/// Bytes in memory with a name to know them by.
struct NamedBytes: ReadableFile {
  var name: String
  var held: HeldBytes

  var count: Int { held.count }
  var identity: [UInt8]? { Array(name.utf8) }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    try held.read(at: offset, into: &buffer, range)
  }
}
