import Catalog
import TestSupport
import Testing
import World

@testable import Feeds

/// A record, and the problems expected in it.
private struct Sample {
  var text: String
  /// Each expected reason, followed by the text at its location.
  var reasons: [String] = []
  var isRow = true
}

private func sample(_ number: Int, _ numbers: inout SeededNumbers) -> Sample {
  let digits = String(String(number + 1_000_000).dropFirst())
  let uuid = "0c6ca6e7-e32a-4053-b824-1dbf74\(digits)"
  let good = #""uuid":"\#(uuid)","name":"Name \#(number)","cuisine":"Thai""#
  // A second thread starts only after the first batch, which determines the record separator.
  switch number < 100 ? .max : numbers.below(60) {
  case 0: return Sample(text: "7", reasons: ["is a number, not an object"], isRow: false)
  case 1:
    return Sample(
      text: "{\"uuid\":\"\(uuid)\",\"cuisine\":\"x\"}", reasons: ["has no `name`"], isRow: false)
  case 2:
    return Sample(
      text: "{\"uuid\":null,\"name\":\" \",\"cuisine\":{}}",
      reasons: ["`uuid` is null", "`name` is empty", "`cuisine` is an object, not a text"],
      isRow: false)
  case 3:
    return Sample(
      text: "{\(good),\"name\":\"again\",\"source_url\":\"x\"}",
      reasons: [
        "has `name` more than once; the last one counts",
        "`source_url` is not an http or https link",
      ])
  case 4:
    return Sample(
      text: "{\(good),\"more\":1,\"more\":2}",
      reasons: ["has `more` more than once; the last one counts"])
  case 5:
    return Sample(
      text: "{\"uuid\":\"no \(number)\",\"name\":\"a\",\"cuisine\":\"x\"}",
      reasons: ["`uuid` is not a UUID"])
  case 6:
    return Sample(text: "{\"uuid\":\"\(uuid.uppercased())\",\"name\":\"a\",\"cuisine\":\"x\"}")
  default: return Sample(text: "{\(good),\"photo_url_large\":\"https://x.example/\(digits)\"}")
  }
}

private func samples(_ count: Int, seed: Int) -> [Sample] {
  var numbers = SeededNumbers(seed: seed)
  var samples = (0..<count).map { number in sample(number, &numbers) }
  // Records around the boundaries of batches.
  for place in [1023, 1024, 1025, 2047, 2048] where place < count && seed > 0 {
    samples[place] = Sample(text: "[]", reasons: ["is a list, not an object"], isRow: false)
  }
  return samples
}

private func json(_ samples: [Sample]) -> [UInt8] {
  Array("{\"recipes\":[\n\(samples.map(\.text).joined(separator: ",\n"))]}".utf8)
}

@Test(arguments: [1, 2, 1023, 1024, 1025, 1026, 2049], [1, 2])
func `malformed records are found and valid ones keep their indices`(
  count: Int, threads: Int
) throws {
  let samples = samples(count, seed: count % 3)
  let options = ScanOptions(
    chunkSize: threads == 2 ? 9000 : 1 << 18, threads: threads, splitAbove: 0,
    recordsBeforeSplit: 50)
  let feed = try Feed(InMemoryFile(json(samples)), FeedReading(options: options))
  let good = samples.indices.filter { samples[$0].isRow }
  #expect(feed.catalog.count == good.count)
  #expect(feed.malformedCount == count - good.count)
  let rows = (0..<feed.catalog.count).sorted { feed.index(of: $0) < feed.index(of: $1) }
  #expect(rows.map { feed.index(of: $0) } == good)
  for row in stride(from: 0, to: rows.count, by: 41) {
    #expect(try feed.source(of: rows[row]).text == samples[good[row]].text)
  }
  let problems = try feed.problems()
  let expected = samples.enumerated().flatMap { number, sample in
    sample.reasons.map { "\(number) \($0)" }
  }
  #expect(problems.map { "\($0.index ?? -1) \($0.reason)" } == expected)
  #expect(problems.allSatisfy { $0.line == ($0.index ?? 0) + 2 })
  #expect(feed.noteCount == problems.count { $0.severity == .note })
  for problem in problems where problem.severity == .error {
    #expect(try feed.record(of: problem) == samples[problem.index ?? 0].text)
  }
}

@Test(arguments: [1, 2])
func `repeated ids are found with the first record of each`(threads: Int) throws {
  let records = (0..<1500).map { number in
    "{\"uuid\":\"0c6ca6e7-e32a-4053-b824-1dbf7499\(1000 + number % 1200)\",\"name\":\"\(number)\",\"cuisine\":\"x\"}"
  }
  let options = ScanOptions(
    chunkSize: 9000, threads: threads, splitAbove: 0, recordsBeforeSplit: 200)
  let feed = try Feed(
    InMemoryFile(Array("{\"recipes\":[7,\(records.joined(separator: ","))]}".utf8)),
    FeedReading(options: options))
  let problems = try feed.problems().dropFirst()
  #expect(problems.map(\.index) == Array(1201...1500))
  #expect(
    problems.map(\.reason) == (1...300).map { "has the same uuid as record \($0)" })
}

@Test(arguments: [1, 2])
func `a report survives encoding and a snapshot`(threads: Int) throws {
  let samples = samples(2100, seed: 1)
  let options = ScanOptions(
    chunkSize: 9000, threads: threads, splitAbove: 0, recordsBeforeSplit: 50)
  let file = try SnapshotFile(json(samples), options: options)
  let feed = try Feed(file.document, FeedReading(options: options))
  let reopened = try #require(file.reopened())
  #expect(reopened.report == feed.report)
  #expect(FeedReport(encoded: feed.report.encoded) == feed.report)
  #expect(try reopened.problems() == feed.problems())
  #expect(reopened.profile == "recipes")
  let encoded = feed.report.encoded
  for length in stride(from: 0, to: encoded.count, by: encoded.count / 97) {
    #expect(FeedReport(encoded: Array(encoded[..<length])) == nil)
  }
  #expect(FeedReport(encoded: encoded + [0]) == nil)
}

@Test
func `lines that are not JSON have a reason with one and two threads`() throws {
  let lines = (0..<900).map {
    $0 % 9 == 5 ? "{\"name\":\($0 % 2 == 0 ? "," : "01")}" : "{\"name\":\"\($0)\"}"
  }
  let bytes = InMemoryFile(Array(lines.joined(separator: "\n").utf8))
  let one = try Feed(bytes, FeedReading(options: ScanOptions(threads: 1)))
  let two = try Feed(
    bytes,
    FeedReading(options: ScanOptions(chunkSize: 1000, splitAbove: 0, recordsBeforeSplit: 60)))
  #expect(try one.problems() == two.problems())
  #expect(one.malformedCount == 100)
  #expect(Set(try one.problems().map(\.reason)).count == 2)
}

@Test func `a problem names the key that the value was found under`()
  throws
{
  let profile = try Profile(
    toml: """
      name = "p"
      [[field]]
      name = "name"
      from = ["title", "headline", "about.name"]
      role = "name"
      required = true
      [[field]]
      name = "id"
      from = ["guid", "link"]
      role = "id"
      [[field]]
      name = "cover"
      from = ["image", "images.large", "images.small"]
      type = "link"
      [[field]]
      name = "pages"
      from = ["chapter{1-3}"]
      type = "list"
      """)
  let records = [
    #"{"guid":"a","headline":["x"]}"#,
    #"{"link":"b","about":{"name":" "}}"#,
    #"{"guid":null,"link":"c","title":"Pie","images":{"small":"no link"}}"#,
    #"{"guid":null,"link":"c","headline":"CrÃ¨me brÃ»lÃ©e","title":"","chapter2":"caf\u00c3\u00a9"}"#,
    #"{"title":"Pie","image":"never","images":{"large":"https://a.example/"}}"#,
  ]
  let feed = try Feed(
    Array("[\(records.joined(separator: ","))]".utf8), FeedReading(as: profile))
  let text = "[\(records.joined(separator: ","))]"
  let found = try feed.problems().map { problem in
    let place = String(decoding: text.utf8.dropFirst(problem.offset).prefix(8), as: UTF8.self)
    return "\(problem.path) \(problem.reason): \(place)"
  }
  #expect(
    found == [
      "$[1].about.name `about.name` cannot be converted to the type of its field: {\"name\":",
      "$[2].images.small `images.small` is not an http or https link: {\"small\"",
      "$[3].headline `headline` was encoded twice and is shown as it was meant: \"CrÃ¨m",
      "$[3].chapter2 `chapter2` was encoded twice and is shown as it was meant: \"caf\\u00",
      "$[3] has the same link as record 2: {\"guid\":",
      "$[4].image `image` is not an http or https link: \"never\",",
    ])
  let file = try SnapshotFile(Array(text.utf8), as: profile)
  #expect(try file.reopened()?.problems() == feed.problems())
}
