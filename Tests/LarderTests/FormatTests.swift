import Foundation
import Testing

@Suite struct FormatTests {
  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("dishes.json", SampleFeed.dishes)
  }

  /// The output of `list` in a format.
  private func list(_ format: String) throws -> Run {
    try place.larder(feed, "--format", format, "-c", "list")
  }

  @Test func `a row in JSON has every field, its number and its star`() throws {
    _ = try place.larder(feed, "-c", "favorite 5")
    let rows = try list("json").rows()
    #expect(rows.map(\.name) == SampleFeed.names)
    #expect(rows.map(\.row) == Array(1...8))
    #expect(rows.map(\.favorite) == (1...8).map { $0 == 5 })
    #expect(rows[0].source == nil && rows[4].video == nil)
    #expect(rows[1].video == "https://video.example/watch?v=2")
  }

  @Test func `true and false are that in JSON, and texts are texts`() throws {
    let records = (0..<2000).map {
      #"{"name":"Dish \#($0)","vegan":\#($0 % 2 == 0),"said":"\#($0 % 2 == 0)"}"#
    }
    let feed = try place.file("flags.json", "[\(records.joined(separator: ","))]")
    func row() throws -> String? {
      try place.larder(feed, "--format", "ndjson", "-c", "list 1-1").lines.first
    }
    let wanted = #""vegan":true,"said":"true""#
    #expect(try row()?.contains(wanted) == true)
    // The rows that a prompt keeps say so, too.
    let terminal = try place.prompt([feed], at: "flags 2000")
    try terminal.leave()
    #expect(try row()?.contains(wanted) == true)
    let counts = try place.larder(feed, "--format", "ndjson", "-c", "count by vegan").lines
    #expect(counts.contains(#"{"vegan":true,"count":1000}"#), "\(counts)")
    let table = try place.larder(feed, "--format", "csv", "-c", "list 1-2").lines
    #expect(table[1].contains("true,true"), "\(table)")
  }

  @Test func `a missing value is null in JSON`() throws {
    let line = try #require(try list("ndjson").lines.first)
    #expect(line.contains("\"source\":null"))
  }

  @Test func `ndjson has the rows of json, a line each`() throws {
    let lines = try list("ndjson").lines
    let rows = try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    #expect(rows == (try list("json").rows()))
  }

  @Test(arguments: [("csv", ","), ("tsv", "\t")])
  func `separated values have a header and the values of json`(
    format: String, mark: String
  ) throws {
    let table = try list(format).lines.map {
      $0.components(separatedBy: mark)
    }
    let header = try #require(table.first)
    #expect(header.starts(with: ["row", "name", "cuisine", "favorite"]))
    let rows = try list("json").rows()
    for (values, row) in zip(table.dropFirst(), rows) {
      let named = Dictionary(uniqueKeysWithValues: zip(header, values))
      #expect(named["name"] == row.name)
      #expect(named["row"] == row.row.map(String.init))
      #expect(named["favorite"] == String(row.favorite))
      #expect(named["video"] == row.video ?? "")
    }
    #expect(table.count == rows.count + 1)
  }

  @Test(arguments: ["table", "markdown"])
  func `tables for the eye have a heading and a line a row`(format: String) throws {
    let lines = try list(format).lines
    let rows = lines.suffix(SampleFeed.names.count)
    #expect(lines[0].contains("Name") && lines[0].contains("Cuisine"))
    for (line, name) in zip(rows, SampleFeed.names) { #expect(line.contains(name)) }
    if format == "markdown" { #expect(lines.allSatisfy { $0.hasPrefix("|") && $0.hasSuffix("|") }) }
  }

  @Test(arguments: [
    ("a,b", "\"a,b\"", "a,b", "a,b"),
    ("say \\\"hi\\\"", "\"say \"\"hi\"\"\"", "say \"hi\"", "say \"hi\""),
    ("a\\tb", "a\\u0009b", "a\\tb", "a b"),
    ("a|b", "a|b", "a|b", "a\\|b"),
    ("a &amp; b", "a &amp; b", "a &amp; b", "a \\&amp; b"),
    ("=1+1", "=1+1", "=1+1", "=1+1"),
    ("back\\\\slash", "back\\slash", "back\\\\slash", "back\\\\slash"),
  ])
  func `marks inside a value are quoted or escaped`(
    name: String, csv: String, tsv: String, markdown: String
  ) throws {
    let feed = try place.file("one.json", "[{\"name\": \"\(name)\", \"id\": \"1\"}]")
    for (format, text) in [("csv", csv), ("tsv", tsv), ("markdown", markdown)] {
      let run = try place.larder(feed, "--format", format, "-c", "list")
      #expect(run.lines.last?.contains(text) == true, "\(format): \(run.output)")
    }
  }

  @Test(arguments: ["count", "count by cuisine", "fields", "problems", "feeds", "status", "set"])
  func `every report is one JSON document`(command: String) throws {
    let run = try place.larder(feed, "--format", "json", "-c", command)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }
  }

  @Test(arguments: [
    ("auto", false), ("always", true), ("never", false),
  ])
  func `color goes to a file only when it is forced`(color: String, isColored: Bool) throws {
    let run = try place.larder(feed, "--color", color, "-c", "list")
    #expect(run.output.contains("\u{1B}[") == isColored)
  }
}
