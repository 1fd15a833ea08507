import TestSupport
import Testing

@Suite struct MalformedRowTests {
  private static let feed = """
    {"recipes": [
      {"cuisine": "Thai", "name": "Soup", "uuid": "00000000-0000-4000-8000-000000000001"},
      {"cuisine": "Thai", "uuid": "00000000-0000-4000-8000-000000000002",
       "source_url": "https://x.org/nameless"},
      {"cuisine": "Greek", "name": ["Stew"], "uuid": "00000000-0000-4000-8000-000000000003"},
      7
    ]}
    """
  private static let set = "set show-malformed on"

  @Test func `malformed records are left out unless a setting makes them rows`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", Self.feed)
    #expect(try place.larder(feed, "-c", "count").lines == ["1"])
    let run = try place.larder(feed, "-c", Self.set, "-c", "count", "-c", "list")
    #expect(run.lines.first == "3", "\(run.output)")
    #expect(run.output.contains("(no name) ✗ has no `name`"), "\(run.output)")
    #expect(run.output.contains("✗ `name` is a list, not a text"), "\(run.output)")
    // The number 7 is not an object, so it has no values to show.
    #expect(!run.output.contains("not an object"))
    #expect(try place.larder(feed, "-c", "count").lines == ["3"])
    let off = try place.larder(feed, "-c", "set show-malformed off", "-c", "count")
    #expect(off.lines == ["1"], "\(off.output)")
  }

  @Test func `a malformed row is filtered by its values, shown, opened and marked as favorite`()
    throws
  {
    let place = try Workplace()
    let feed = try place.file("feed.json", Self.feed)
    _ = try place.larder(feed, "-c", Self.set)
    #expect(try place.larder(feed, "-c", "filter cuisine=Thai", "-c", "count").lines.last == "2")
    let bad = try place.larder(
      feed, "-c", "filter is:malformed no:name", "-c", "count", "-c", "show 1")
    #expect(bad.output.contains("(no name) ✗ has no `name`"), "\(bad.output)")
    #expect(bad.output.contains("https://x.org/nameless"), "\(bad.output)")
    let open = try place.larder(
      feed, "-c", "set opener.source echo", "-c", "filter no:name", "-c", "open 1")
    #expect(open.status == 0 && open.output.contains("https://x.org/nameless"), "\(open.output)")
    _ = try place.larder(feed, "-c", "filter no:name", "-c", "favorite 1", "-c", "note 1 nice")
    let later = try place.larder(feed, "-c", "filter is:favorite", "-c", "show 1")
    #expect(later.output.contains("★ favorite") && later.output.contains("nice"), "\(later.output)")
  }

  @Test func `the formats for programs print the values of malformed rows`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", Self.feed)
    _ = try place.larder(feed, "-c", Self.set)
    let run = try place.larder(feed, "--format", "ndjson", "-c", "filter is:malformed")
    #expect(run.lines.count == 2, "\(run.output)")
    #expect(run.output.contains(#""source":"https://x.org/nameless""#), "\(run.output)")
    #expect(!run.output.contains("✗"))
  }

  @Test(arguments: [("max-age=60", 1), ("no-store", 2)])
  func `a feed of the web is requested again only if there is no copy`(
    caching: String, requests: Int
  ) async throws {
    let place = try Workplace()
    let body = Array(Self.feed.utf8)
    try await withServer({ $1.answer(200, [("Cache-Control", caching)], body: body) }) { server in
      let run = try place.larder(server.url("/feed.json"), "-c", Self.set, "-c", "count")
      #expect(run.lines == ["3"], "\(run)")
      #expect(server.requests.count == requests)
    }
  }

  @Test func `a large feed and a strict run treat malformed records the same way`() throws {
    let place = try Workplace()
    let records = (1...4000).map { number -> String in
      let link = "https://x.org/" + String(repeating: "x", count: 300)
      return #"{"name":\#(number % 40 == 9 ? "null" : "\"Soup \(number)\""),"cuisine":"Thai","#
        + #""uuid":"00000000-0000-4000-8000-\#(number + 100_000_000_000)","source_url":"\#(link)"}"#
    }
    let feed = try place.file("feed.json", #"{"recipes":[\#(records.joined(separator: ","))]}"#)
    // The second run of each kind opens the stored rows.
    for _ in 1...2 { #expect(try place.larder(feed, "-c", "count").lines.last == "3900") }
    _ = try place.larder("demo", "-c", Self.set)
    for _ in 1...2 { #expect(try place.larder(feed, "-c", "count").lines.last == "4000") }
    let marked = try place.larder(feed, "-c", "filter is:malformed", "-c", "count")
    #expect(marked.lines.last == "100")
    #expect(try place.larder(feed, "--strict", "-c", "count").status == 65)
  }
}
