import TestSupport
import Testing

@testable import Catalog
@testable import Feeds

/// Returns records, some of which are malformed in every way.
private func mixed(seed: Int, count: Int) -> [String] {
  var numbers = SeededNumbers(seed: seed)
  return RandomFeed(seed: seed, count: count).records.enumerated().map { place, record in
    switch place < 3 ? .max : numbers.below(30) {
    case 0: "7"
    case 1: "{\"name\":\"a\",\"name\":\"b\",\"other\":1,\"other\":2}"
    case 2: "{\"source_url\":\"javascript:\",\"name\":{},\"cuisine\":[1]}"
    default: record
    }
  }
}

@Test(arguments: 0..<3)
func `a snapshot is deterministic`(seed: Int) throws {
  let bytes = Array("[\(mixed(seed: seed, count: 300).joined(separator: ","))]".utf8)
  let first = try SnapshotFile(bytes).bytes()
  let second = try SnapshotFile(bytes).bytes()
  #expect(first == second)
}

@Test(arguments: 0..<12)
func `two threads write the same snapshot as one`(seed: Int) throws {
  let isByLine = seed.isMultiple(of: 2)
  var records = mixed(seed: seed, count: 400)
  // The first and last lines must be JSON.
  if isByLine { for place in stride(from: 9, to: 390, by: 7) { records[place] = "{\"name\":,}" } }
  let bytes = Array(
    (isByLine ? records.joined(separator: "\n") : "[\(records.joined(separator: ","))]").utf8)
  let profile = seed < 6 ? RandomFeed.profile : nil
  let chunkSize = [600, 5000, 1 << 18][seed % 3]
  let one = ScanOptions(chunkSize: chunkSize, threads: 1)
  let two = ScanOptions(chunkSize: chunkSize, threads: 2, splitAbove: 0, recordsBeforeSplit: 256)
  let first = try SnapshotFile(bytes, as: profile, options: one)
  let second = try SnapshotFile(bytes, as: profile, options: two)
  let (report, other) = (try #require(first.reopened()).report, second.reopened()?.report)
  #expect(report == other)
  #expect(try first.bytes() == second.bytes())
}
