import Foundation
import Testing

@Suite struct MalformedFeedTests {
  private struct Entry: Decodable, Equatable {
    var index: Int
    var path: String
    var offset: Int
    var line: Int
    var column: Int
    var severity: String
    var reason: String
  }

  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("malformed.json", SampleFeed.malformed)
  }

  @Test func `valid rows of a malformed feed are listed and malformed records are counted`() throws
  {
    let run = try place.larder(feed, "--format", "json", "-c", "list")
    #expect(run.status == 0)
    #expect(try run.rows().map(\.name) == ["Ragù", "Crème Brûlée", "Scones"])
    #expect(run.errors.contains("2 records are malformed: see problems"))
  }

  @Test func `a problem says which record, where and why`() throws {
    let run = try place.larder(feed, "--format", "json", "-c", "problems")
    let problems = try JSONDecoder().decode([Entry].self, from: Data(run.output.utf8))
    #expect(problems.map(\.index) == [1, 3])
    #expect(problems.map(\.line) == [4, 6])
    #expect(problems.map(\.severity) == ["error", "error"])
    #expect(problems[0].reason.contains("name") && problems[1].reason.contains("cuisine"))
    #expect(problems[0].path.hasPrefix("$.recipes[1]"))
    #expect(problems[1].path.hasPrefix("$.recipes[3]"))
  }

  @Test func `offset, line and column are the same place`() throws {
    let run = try place.larder(feed, "--format", "json", "-c", "problems")
    for problem in try JSONDecoder().decode([Entry].self, from: Data(run.output.utf8)) {
      let before = Array(SampleFeed.malformed.utf8.prefix(problem.offset))
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      #expect(before.count { $0 == UInt8(ascii: "\n") } == problem.line - 1)
      #expect(String(decoding: before[start...], as: UTF8.self).count == problem.column - 1)
      #expect(Array(SampleFeed.malformed.utf8)[problem.offset] == UInt8(ascii: "{"))
    }
  }

  @Test func `one problem shows the record itself`() throws {
    let run = try place.larder(feed, "-c", "problems 2")
    #expect(run.output.contains("\"name\": \"Panna Cotta\""))
    #expect(run.output.contains("line 6"))
  }

  @Test(arguments: ["list", "count", "problems"])
  func `strict refuses the whole feed and names the first culprit`(command: String) throws {
    for arguments in [["--strict", feed, "-c", command], [feed, "-c", command, "--strict"]] {
      let run = try place.larder(arguments)
      #expect(run.status == 65)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("record 1 "))
      #expect(run.errors.contains("line 4"))
    }
  }

  @Test func `the setting is as strict as the flag`() throws {
    _ = try place.larder("demo", "-c", "set malformed strict")
    #expect(try place.larder(feed, "-c", "count").status == 65)
  }

  @Test func `a refused feed leaves the one before`() throws {
    let good = try place.file("dishes.json", SampleFeed.dishes)
    let run = try place.larder(
      "--strict", "--keep-going", good, "-c", "load '\(feed)'", "-c", "count")
    #expect(run.lines == ["8"])
    #expect(run.errors.contains("dishes remains loaded"))
    #expect(run.status == 65)
  }

  @Test(arguments: [
    ("\"name\": 7", "name"), ("\"name\": null", "name"), ("\"name\": [\"a\"]", "name"),
    ("\"name\": \"A\", \"uuid\": 3", "uuid"),
  ])
  func `a field of the wrong type is named with what was there`(
    member: String, field: String
  ) throws {
    let record = "{\"cuisine\": \"X\", \(member)}"
    let good = SampleFeed.record(1, "Good", "X")
    let feed = try place.file("one.json", "{\"recipes\": [\(good), \(record)]}")
    let run = try place.larder(feed, "-c", "count", "-c", "problems")
    #expect(run.lines.first == "1")
    #expect(run.lines.last?.contains(field) == true, "\(run.output)")
  }

  @Test(arguments: ["[1, 2, 3]", "{\"recipes\": [{\"uuid\": \"A\"}]}", "[null]"])
  func `a feed of malformed records only is not called empty`(text: String) throws {
    let run = try place.larder(try place.file("bad.json", text), "-c", "list")
    #expect(run.errors.contains("malformed"))
    #expect(!run.errors.contains("the feed is empty"))
  }
}
