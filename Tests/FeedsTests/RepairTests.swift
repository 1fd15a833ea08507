import Catalog
import Feeds
import TestSupport
import Testing
import Text
import World

/// Recipes, of which every third has a name and a cuisine that were encoded twice.
private func recipes(_ count: Int) -> [UInt8] {
  let records = (0..<count).map { number in
    let (name, cuisine) = number % 3 == 0 ? ("NaleÅ›niki", "CrÃ©ole") : ("Crème brûlée", "Créole")
    return
      "{\"uuid\":\"0c6ca6e7-e32a-4053-b824-1dbf749\(10000 + number)\",\"name\":\"\(name) \(number)\","
      + "\"cuisine\":\"\(cuisine)\",\"tags\":[\"x\",\"\(name)\"],\"note\":\"\(name)\","
      + "\"source_url\":\"https://a.example/Ã©Â\"}"
  }
  return Array("{\"recipes\":[\(records.joined(separator: ","))]}".utf8)
}

@Test(arguments: [1, 2])
func `text that was encoded twice is repaired in every field and located`(
  threads: Int
) throws {
  let options = ScanOptions(
    chunkSize: 5000, threads: threads, splitAbove: 0, recordsBeforeSplit: 20)
  let bytes = recipes(300)
  let feed = try Feed(InMemoryFile(bytes), FeedReading(options: options))
  let schema = feed.catalog.schema
  func values(_ name: String) throws -> Set<String> {
    let field = try #require(schema.index(of: name))
    return Set((0..<300).compactMap { feed.catalog.value(field, $0)?.text })
  }
  #expect(try values("cuisine") == ["Créole"])
  #expect(try values("note") == ["Naleśniki", "Crème brûlée"])
  #expect(try values("tags") == ["x, Naleśniki", "x, Crème brûlée"])
  #expect(try values("source") == ["https://a.example/Ã©Â"])
  let names = (0..<300).map { feed.catalog.name($0) }
  #expect(names.filter { $0.hasPrefix("Naleśniki") }.count == 100)
  #expect(names == names.sorted { folded($0) < folded($1) })
  let problems = try feed.problems().filter { $0.kind == .repaired }
  #expect(problems.count == 400)
  let first = try #require(problems.first { $0.path == "$.recipes[3].name" })
  #expect(first.found == "\"NaleÅ›niki 3\"")
  #expect(bytes.dropFirst(first.offset).starts(with: Array("\"NaleÅ›niki 3\"".utf8)))
  #expect(first.severity == .note && feed.malformedCount == 0)
}

@Test func `repair can be disabled`() throws {
  var reading = FeedReading()
  reading.repairsText = false
  let feed = try Feed(InMemoryFile(recipes(30)), reading)
  #expect((0..<30).filter { feed.catalog.name($0).hasPrefix("NaleÅ›niki") }.count == 10)
  #expect(try feed.problems().allSatisfy { $0.kind != .repaired })
}

@Test func `repaired text is stored in a snapshot that is not used without repair`() throws {
  let file = try SnapshotFile(recipes(300))
  let reopened = try #require(file.reopened())
  #expect((0..<300).filter { reopened.catalog.name($0).hasPrefix("Naleśniki") }.count == 100)
  #expect(try reopened.problems().count == 400)
  var reading = FeedReading()
  reading.repairsText = false
  let other = try #require(FeedSnapshot(file.place.path, of: file.document, reading))
  #expect(Feed(other, of: file.document, reading) == nil)
}
