import Foundation
import TestSupport
import Testing

/// A feed of so many made-up dishes, some without links, some with letters that are escaped.
private func dishes(_ count: Int, first: Int = 0) -> String {
  let cuisines = ["Italian", "Thai", "Crêole", "British", "italian"]
  let records = (first..<first + count).map { number -> String in
    let id = String(
      format: "%08x-0000-4000-8000-%012x", number &* 2_654_435_761 & 0xFFFF_FFFF, number)
    let name =
      number % 7 == 0 ? "Cr\\u00e8me \(number * 37 % 1009)" : "Éclair \\\"\(number % 97)\\\""
    let source = number % 3 == 0 ? "null" : "\"https:\\/\\/a.example\\/\(number)\""
    return "{\"uuid\":\"\(id)\",\"name\":\"\(name)\",\"cuisine\":\"\(cuisines[number % 5])\","
      + "\"source_url\":\(source),\"more\":{\"n\":[\(number)]}}"
  }
  return "{\"recipes\":[\(records.joined(separator: ","))]}"
}

@Suite struct KeptRowsTests {
  /// Where the rows of the only feed are kept; nil if they are not.
  private func kept(_ place: Workplace) throws -> String? {
    try place.filesAtHome().first { $0.hasSuffix(".rows") }.map { place.home + "/" + $0 }
  }

  @Test func `rows are kept for their owner, and answer as the feed does`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", dishes(50))
    let fresh = try place.larder(feed, "-c", "sort name; list 1-20")
    #expect(try kept(place) == nil)
    #expect(try place.larder(feed, "-c", "reload").status == 0)
    let file = try #require(try kept(place))
    #expect(try place.mode(of: file) == 0o600)
    #expect(try place.larder(feed, "-c", "sort name; list 1-20") == fresh)
  }

  @Test func `at the prompt the rows of the demo are kept, and everything is merged behind it`()
    throws
  {
    let place = try Workplace()
    for _ in 0..<2 {
      let terminal = try place.prompt(["demo"], at: "demo 64")
      try terminal.write("\u{4}")
      #expect(try terminal.expectEnd() == .status(0))
      #expect(try kept(place) != nil)
      // The library has no log behind it that the next start would have to go through.
      #expect(try place.filesAtHome().filter { $0.contains("sqlite") } == ["data/library.sqlite"])
    }
    let fresh = try place.larder("demo", "--ephemeral", "-c", "raw 7; show 7; fields")
    #expect(try place.larder("demo", "-c", "raw 7; show 7; fields").output == fresh.output)
    let none = try Workplace()
    _ = try none.larder("demo", "-c", "count")
    #expect(try none.filesAtHome() == [])
  }

  @Test func `a feed that has changed is read anew`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", dishes(50))
    _ = try place.larder(feed, "-c", "reload")
    _ = try place.file("feed.json", dishes(51))
    #expect(try place.larder(feed, "-c", "count").output == "51\n")
    _ = try place.file("feed.json", dishes(51, first: 1))
    let new = try place.larder(feed, "-c", "list all")
    #expect(try place.larder(feed, "--ephemeral", "-c", "list all") == new)
  }

  @Test(arguments: ["", "larder catalogue", "\u{0}"])
  func `a file that is not a snapshot is overwritten without a message`(text: String) throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", dishes(50))
    let whole = try place.larder(feed, "-c", "reload; count")
    let file = try #require(try kept(place))
    try Data(text.utf8).write(to: URL(filePath: file))
    #expect(try place.larder(feed, "-c", "reload; count") == whole)
    #expect(try Data(contentsOf: URL(filePath: file)).count > 4096)
  }

  @Test func `damaged stored rows are reported when they are read, and replaced`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", dishes(50))
    _ = try place.larder(feed, "-c", "reload")
    let file = try #require(try kept(place))
    var bytes = try Data(contentsOf: URL(filePath: file))
    let letter = try #require(bytes.firstRange(of: Data("Éclair".utf8)))
    bytes[letter.lowerBound + 3] ^= 1
    try bytes.write(to: URL(filePath: file))
    let run = try place.larder(feed, "-c", "list all; count")
    #expect(run.status == 0)
    #expect(run.errors.contains("the stored rows of feed are damaged"), "\(run.errors)")
    let next = try place.larder(feed, "-c", "list all")
    #expect(!next.errors.contains("damaged"))
    #expect(next.output.contains("Éclair"))
  }

  @Test func `no rows are stored in ephemeral runs or with keep-feeds off`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", dishes(50))
    _ = try place.larder(feed, "--ephemeral", "-c", "reload")
    #expect(try place.filesAtHome().isEmpty)
    _ = try place.larder(feed, "-c", "set keep-feeds off; reload")
    #expect(try kept(place) == nil)
    try Data().write(to: URL(filePath: place.home + "/cache"))
    #expect(try place.larder(feed, "-c", "set keep-feeds on; reload; count").output == "50\n")
  }
}

@Suite struct PassingTests {
  static let commands = [
    "list 1-20", "count", "sort name; list 3-30", "sort name desc; list 1-9",
    "filter cuisine=Italian; sort name; list 1-20", "filter cuisine=Italian,Thai; count",
    "filter cuisine=It*; count by cuisine", "filter no:source; sort cuisine desc, name; list 1-40",
    "filter name~creme; list 2-3", "filter name=éclair*; count", "filter -cuisine=Thai; count",
    "filter cuisine=Thai; filter has:source; count", "filter cuisine=Nosuch; count",
    "filter cuisine=Thai,Nosuch; list 1-2", "filter nosuch=1; count", "list 3000-4000",
    "list 1999-4000", "filter cuisine=Thai; filter cuisine=British; count", "sort nosuch; list 1-2",
    "filter size>3; list 1-2", "count by source", "search creme; list 1-3", "count; count",
    "search 13 dish; list 1-20", "search thai; sort name desc; list 1-5", "search nothing; count",
    "filter name~nosuch; count", "filter has:video; filter no:video; count",
    "filter creme; list 1-9", "filter cuisine=Thai; search 1; count by cuisine",
    "filter thai or creme; search 'é'; list 1-4",
  ]

  /// Twice the same, once from a file of rows and once while the feed passes.
  @Test(arguments: commands)
  func `a streaming query has the same answer as a query of the stored rows`(command: String) throws
  {
    let place = try Workplace()
    let text = dishes(2000).replacing("\"name\":\"Éclair \\\"13\\\"\",", with: "\"name\":\" \",")
    let feed = try place.file("feed.json", text)
    let passing = try place.larder(feed, "-c", command)
    #expect(try place.filesAtHome().isEmpty)
    _ = try place.larder(feed, "-c", "reload")
    #expect(try place.larder(feed, "-c", command) == passing)
  }

  @Test(arguments: ["", ",\"x\":{\"q\":1}", ",\"tags\":[\"a\"]"])
  func `a feed of another form is not counted as a broken one of recipes`(other: String) throws {
    let place = try Workplace()
    let records = (0..<4000).map { "{\"name\":\"A dish \($0)\"\(other)}" }
    let feed = try place.file("feed.json", "[\(records.joined(separator: ","))]")
    for commands in ["count", "filter name~dish; count"] {
      let run = try place.larder(feed, "-c", commands)
      #expect(run.lines == ["4000"] && !run.errors.contains("malformed"), "\(run)")
    }
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "markdown"])
  func `a streaming query prints the same as a query of the stored rows in every format`(
    format: String
  ) throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", dishes(900))
    let commands = [
      "list 1-3", "count", "filter cuisine=Thai; sort name desc; list 2-4", "count by cuisine",
      "search 13 dish; list 1-5",
    ]
    let passing = try commands.map { try place.larder("--format", format, feed, "-c", $0) }
    #expect(try place.filesAtHome().isEmpty)
    _ = try place.larder(feed, "-c", "reload")
    let kept = try commands.map { try place.larder("--format", format, feed, "-c", $0) }
    #expect(kept == passing)
  }
}
