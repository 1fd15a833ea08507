import TestSupport
import Testing

@testable import Catalog
@testable import Feeds

@Test(arguments: [0, 1, 23, 24, 4095, 4096, 4097, -4096, -64, -8, -1, .max])
func `a truncated snapshot is not opened`(length: Int) throws {
  let file = try SnapshotFile(RandomFeed(seed: 1, count: 90).json)
  let bytes = try file.bytes()
  let kept = length == .max ? bytes.count / 2 : length < 0 ? bytes.count + length : length
  try file.replace(by: Array(bytes[..<kept]))
  #expect(file.reopened() == nil)
}

@Test
func `a snapshot with trailing bytes is not opened`() throws {
  let file = try SnapshotFile(RandomFeed(seed: 1, count: 3).json)
  try file.replace(by: file.bytes() + [0])
  #expect(file.reopened() == nil)
}

@Test(arguments: [0, 24, 300])
func `an intact snapshot is not reported as damaged`(count: Int) throws {
  let feed = try #require(try SnapshotFile(RandomFeed(seed: 2, count: count).json).reopened())
  #expect(feed.catalog.count == count)
  runAllQueries(feed)
  #expect(!feed.catalog.isDamaged)
}

@Test(arguments: 0..<8)
func `a flipped bit is detected by the queries that read it`(part: Int) throws {
  let file = try SnapshotFile(RandomFeed(seed: part, count: 8).json)
  let whole = try file.bytes()
  repeatedly(250) { turn in
    var numbers = SeededNumbers(seed: turn * 8 + part)
    var bytes = whole
    let place = numbers.happens(oneIn: 8) ? numbers.below(4096) : numbers.below(whole.count)
    bytes[place] ^= 1 << UInt8(numbers.below(8))
    try? file.replace(by: bytes)
    guard let feed = file.reopened() else { return }
    // Every block contains data that a query reads; padding is not checked separately.
    runAllQueries(feed)
    let isDamaged = feed.catalog.isDamaged
    #expect(isDamaged, "byte \(place) of \(whole.count)")
  }
}

@Test
func `each block of a large snapshot is verified on access`() throws {
  let file = try SnapshotFile(RandomFeed(seed: 3, count: 300).json, as: RandomFeed.profile)
  let whole = try file.bytes()
  let blocks = (whole.count - 4096) / 4096
  #expect(blocks >= 3)
  for block in 0..<blocks {
    var bytes = whole
    bytes[4096 + block * 4096 + 2000] ^= 4
    try file.replace(by: bytes)
    // A feed with invalid fields is not opened.
    guard let feed = file.reopened() else { continue }
    runAllQueries(feed)
    let isDamaged = feed.catalog.isDamaged
    #expect(isDamaged, "block \(block)")
  }
}
