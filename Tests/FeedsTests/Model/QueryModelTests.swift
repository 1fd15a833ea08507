import Catalog
import Feeds
import TestSupport
import Testing

/// How many records a feed of a seed has: none, few, or more than fill some words.
private func count(_ seed: Int) -> Int { [0, 1, 63, 64, 65, 100, 130, 20][seed % 8] }

@Test(arguments: 0..<9)
func `values that were read answer as plain arrays do`(seed: Int) throws {
  let random = RandomFeed(seed: seed, count: count(seed))
  let profile = seed.isMultiple(of: 3) ? RandomFeed.profile : nil
  let feed = try Feed(
    seed % 8 > 1 && seed % 5 == 0 ? random.lines : random.json, FeedReading(as: profile))
  var comparison = ModelComparison(feed.catalog, random, seed: seed)
  try comparison.run()
}

@Test(arguments: 0..<8)
func `values that were given answer as plain arrays do`(seed: Int) throws {
  let random = RandomFeed(seed: 100 + seed, count: count(seed))
  let catalog = Catalog(
    Schema(RandomFeed.fields), count: random.count, values: random.values)
  var comparison = ModelComparison(catalog, random, seed: seed)
  try comparison.run()
}

@Test(arguments: 0..<8)
func `values from a snapshot answer as plain arrays do`(seed: Int) throws {
  let random = RandomFeed(seed: 200 + seed, count: count(seed))
  let file = try SnapshotFile(random.json, as: seed < 4 ? RandomFeed.profile : nil)
  let feed = try #require(file.reopened())
  var comparison = ModelComparison(feed.catalog, random, seed: seed)
  try comparison.run()
}

@Test(arguments: 0..<4)
func `values that two threads read answer as plain arrays do`(seed: Int) throws {
  let random = RandomFeed(seed: 300 + seed, count: 120)
  let options = ScanOptions(
    chunkSize: [500, 4000, 9000][seed % 3], splitAbove: 0, recordsBeforeSplit: 40)
  let bytes = seed < 2 ? random.json : random.lines
  let file = try SnapshotFile(bytes, as: RandomFeed.profile, options: options)
  let feed = try #require(file.reopened())
  var comparison = ModelComparison(feed.catalog, random, seed: seed)
  try comparison.run()
}
