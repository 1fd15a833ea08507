import TestSupport
import Testing

@testable import Catalog
@testable import Feeds

/// The number of modified snapshots for each argument, if no duration is set.
private let forgeries = 30

@Test
func `a forged snapshot without changes equals the original`() throws {
  let bytes = try SnapshotFile(RandomFeed(seed: 1, count: 30).json).bytes()
  var forged = ForgedSnapshot(bytes)
  forged.sign()
  #expect(forged.bytes == bytes)
}

@Test(arguments: 0..<6)
func `a forged snapshot does not crash the reader`(part: Int) throws {
  let feed = RandomFeed(seed: part, count: part == 0 ? 0 : 16)
  let file = try SnapshotFile(
    part.isMultiple(of: 2) ? feed.json : feed.lines + Array("\n{\"name\":\n7".utf8),
    as: part < 3 ? RandomFeed.profile : nil)
  let bytes = try file.bytes()
  var opened = 0
  repeatedly(forgeries) { seed in
    var numbers = SeededNumbers(seed: seed * 6 + part)
    var forged = ForgedSnapshot(bytes)
    for _ in 0..<numbers.below(4) + 1 { forged.change(&numbers) }
    forged.sign()
    try? file.replace(by: forged.bytes)
    if let feed = file.reopened() {
      opened += 1
      runAllQueries(feed)
    }
  }
  #expect(opened > forgeries / 10, "some forgeries are good enough to be opened")
}
