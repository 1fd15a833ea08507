import TestSupport
import Testing

@testable import Catalog
@testable import Feeds

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private func file() throws -> SnapshotFile {
  try SnapshotFile(RandomFeed(seed: 5, count: 20).json)
}

@Test(arguments: [
  "", "{}", "larder catalogue", String(repeating: "x", count: 9000),
  "larder catalogue\r\n\u{1A}\u{1}" + String(repeating: "\u{0}", count: 9000),
])
func `a file of another kind is not opened`(text: String) throws {
  let file = try file()
  try file.replace(by: Array(text.utf8))
  #expect(file.reopened() == nil)
}

@Test
func `a symbolic link to a snapshot is not followed`() throws {
  let file = try file()
  #expect(file.reopened() != nil)
  let path = file.place.path
  #expect(unsafe rename(path, path + ".real") == 0)
  #expect(unsafe symlink(path + ".real", path) == 0)
  #expect(file.reopened() == nil)
}

@Test
func `a folder in place of a snapshot is neither opened nor replaced`() throws {
  let file = try file()
  unsafe unlink(file.place.path)
  #expect(unsafe mkdir(file.place.path, 0o700) == 0)
  #expect(file.reopened() == nil)
  let feed = try Feed(file.document, snapshot: file.place)
  #expect(feed.catalog.count == 20)
  #expect(try file.folder.names().count == 1)
}

@Test
func `a named pipe in place of a snapshot does not block`() throws {
  let file = try file()
  unsafe unlink(file.place.path)
  #expect(unsafe mkfifo(file.place.path, 0o600) == 0)
  #expect(file.reopened() == nil)
}

@Test(.enabled(if: geteuid() == 0, "only root can give files away"))
func `a snapshot of another user is rejected`() throws {
  let file = try file()
  #expect(unsafe chown(file.place.path, 12345, 12345) == 0)
  #expect(file.reopened() == nil)
}

@Test
func `a snapshot is readable by its owner only`() throws {
  let file = try file()
  let names = try file.folder.names()
  #expect(names.count == 1)
  #expect(try file.folder.mode(of: names[0]) == 0o600)
}

@Test
func `a snapshot of another feed or profile is rejected`() throws {
  let file = try file()
  var other = file.document
  other.name = "another feed"
  let path = file.place.path
  #expect(Feed(try #require(FeedSnapshot(path, of: other)), of: other) == nil)
  let mapped = try #require(
    FeedSnapshot(path, of: file.document, FeedReading(as: RandomFeed.profile)))
  #expect(Feed(mapped, of: file.document) == nil)
  #expect(FeedSnapshot(path, of: file.document.held) == nil)
}

@Test(arguments: [20, 24, 25, 33])
func `a snapshot of another layout, machine, folding, or size is rejected`(place: Int) throws {
  let file = try file()
  var bytes = try file.bytes()
  bytes[place - 1] ^= 1
  var forged = ForgedSnapshot(bytes)
  forged.sign()
  try file.replace(by: forged.bytes)
  #expect(file.reopened() == nil)
}

@Test
func `a missing folder does not prevent reading`() throws {
  let file = try file()
  let path = file.folder.path + "/missing/rows"
  let place = try #require(FeedSnapshot(path, of: file.document))
  #expect(try Feed(file.document, snapshot: place).catalog.count == 20)
}
