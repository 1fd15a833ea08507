import Catalog
import Feeds
import TestSupport
import Testing

/// The number of records for a seed: none, few, or more than one machine word has bits.
private func count(_ seed: Int) -> Int { [0, 1, 63, 64, 65, 100, 130, 20][seed % 8] }

@Test(arguments: 0..<9)
func `a catalog that was read matches the model`(seed: Int) throws {
  let random = RandomFeed(seed: seed, count: count(seed))
  let profile = seed.isMultiple(of: 3) ? RandomFeed.profile : nil
  let feed = try Feed(
    seed % 8 > 1 && seed % 5 == 0 ? random.lines : random.json, FeedReading(as: profile))
  var comparison = ModelComparison(feed.catalog, random, seed: seed)
  try comparison.run()
}

@Test(arguments: 0..<8)
func `a catalog of given values matches the model`(seed: Int) throws {
  let random = RandomFeed(seed: 100 + seed, count: count(seed))
  let catalog = Catalog(
    Schema(RandomFeed.fields), count: random.count, values: random.values)
  var comparison = ModelComparison(catalog, random, seed: seed)
  try comparison.run()
}

@Test(arguments: 0..<8)
func `a catalog from a snapshot matches the model`(seed: Int) throws {
  let random = RandomFeed(seed: 200 + seed, count: count(seed))
  let file = try SnapshotFile(random.json, as: seed < 4 ? RandomFeed.profile : nil)
  let feed = try #require(file.reopened())
  var comparison = ModelComparison(feed.catalog, random, seed: seed)
  try comparison.run()
}

@Test(arguments: 0..<4)
func `a catalog that two threads read matches the model`(seed: Int) throws {
  let random = RandomFeed(seed: 300 + seed, count: 120)
  let options = ScanOptions(
    chunkSize: [500, 4000, 9000][seed % 3], splitAbove: 0, recordsBeforeSplit: 40)
  let bytes = seed < 2 ? random.json : random.lines
  let file = try SnapshotFile(bytes, as: RandomFeed.profile, options: options)
  let feed = try #require(file.reopened())
  var comparison = ModelComparison(feed.catalog, random, seed: seed)
  try comparison.run()
}
