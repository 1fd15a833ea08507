import Foundation
import Testing

@Suite struct HygieneTests {
  /// Escapes, a window title, C1 controls, marks that turn the text around, line separators, a tag.
  private static let feed = #"""
    {"recipes": [
      {"uuid": "00000000-0000-4000-8000-000000000001", "cuisine": "C\u009b1mD\u2066E",
       "name": "A\u001b[31mB\u001b]0;title\u0007\u202Egnp.exe\u2028\uDB40\uDC41\r\nZ",
       "source_url": "javascript:alert(1)//\u001b[2J", "youtube_url": "file:///etc/passwd"},
      {"uuid": "00000000-0000-4000-8000-000000000002", "cuisine": "C\u001b[2J\u202E", "name": 7},
      {"uuid": "00000000-0000-4000-8000-000000000003", "cuisine": "Plain", "name": "Plain",
       "source_url": "https://source.example/3", "youtube_url": "https://video.example/3"}
    ]}
    """#

  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("hostile.json", Self.feed)
  }

  @Test(arguments: [
    "list", "show 1", "raw 1", "problems", "problems 1", "problems 3", "count by cuisine", "fields",
    "similar 1", "random 1", "discover", "open source 1", "open video 1", "filter cuisine=Nowhere",
    "filter cuisine~C", "search A", "show Z", "sort cuisine desc", "favorite 1", "note 1 text",
    "save 1", "status",
  ])
  func `no command shows a control character or turns text around`(command: String) throws {
    for format in ["table", "json", "csv", "tsv", "markdown"] {
      let run = try place.larder(feed, "--format", format, "-c", command)
      #expect(harmful(in: run.output) == [], "\(format)")
      #expect(harmful(in: run.errors) == [], "\(format)")
    }
  }

  @Test(arguments: ["favorites", "notes", "favorites all", "export json -", "load mine; list"])
  func `stored texts of a feed stay harmless`(command: String) throws {
    _ = try place.larder(feed, "-c", "favorite 1; save 1; note 1 a\u{1B}[31m\u{202E}b")
    for format in ["table", "json", "csv", "tsv", "markdown"] {
      let run = try place.larder(feed, "--format", format, "-c", command)
      #expect(harmful(in: run.output + run.errors) == [], "\(format)")
      #expect(run.output.contains("gnp.exe"))
    }
  }

  @Test func `an exported library escapes what could do harm`() throws {
    _ = try place.larder(feed, "-c", "favorite 1; note 1 a\u{1B}[31m\u{202E}b\u{9B}c")
    let run = try place.larder("library", "export", "-")
    #expect(run.status == 0, "\(run.errors)")
    #expect(harmful(in: run.output) == [])
  }

  @Test(arguments: ["show 2", "show Row", "open Row"])
  func `a huge name leaves messages about other rows readable`(command: String) throws {
    let names = ["Row " + String(repeating: "n", count: 100_000), "Row A", "Row B"]
    let records = names.enumerated().map { SampleFeed.record($0 + 1, $1, "X") }
    let feed = try place.file(
      "huge.json", "{\"recipes\": [\(records.joined(separator: ", "))]}")
    let run = try place.larder(feed, "-c", command)
    #expect(run.output.utf8.count + run.errors.utf8.count < 2000)
  }

  @Test func `JSON keeps the text itself, escaped`() throws {
    let rows = try place.larder(feed, "--format", "json", "-c", "list").rows()
    #expect(
      rows[0].name == "A\u{1B}[31mB\u{1B}]0;title\u{7}\u{202E}gnp.exe\u{2028}\u{E0041}\r\nZ")
  }

  @Test(arguments: [
    ["--strict", "FEED", "-c", "count"],
    ["no\u{1B}[31msuch\u{202E}.json", "-c", "count"],
    ["http://127.0.0.1:1/\u{1B}[31m", "-c", "count"],
    ["--log", "-", "http://127.0.0.1:1/\u{1B}[31m", "-c", "count"],
    ["FEED", "-c", "no\u{1B}[31msuch\u{202E}"],
    ["FEED", "-c", "filter cuisine=\u{1B}[31m\u{202E}"],
    ["FEED", "-c", "export csv /no/\u{1B}[31m/\u{202E}"],
    ["FEED", "-c", "feeds add a ./\u{1B}[31m\u{202E}.json"],
    ["--format", "\u{1B}[31m", "FEED", "-c", "count"],
    ["--no\u{1B}[31m\u{202E}"],
  ])
  func `no error repeats a control character`(arguments: [String]) throws {
    let run = try place.larder(arguments.map { $0 == "FEED" ? feed : $0 })
    #expect(harmful(in: run.output + run.errors) == [])
  }

  @Test(arguments: ["open 1", "open source 1", "open video 1"])
  func `only web addresses are opened`(command: String) throws {
    let (opener, log) = try place.opener()
    let run = try place.larder(feed, "-c", "set opener \(opener); \(command)")
    #expect(run.status == 1)
    #expect(!FileManager.default.fileExists(atPath: log))
  }

  @Test func `an opener with a blank in its path is named in quotes`() throws {
    let (opener, log) = try place.opener()
    try FileManager.default.createDirectory(
      atPath: place.path + "/my apps", withIntermediateDirectories: false)
    let moved = place.path + "/my apps/it's open"
    try FileManager.default.moveItem(atPath: opener, toPath: moved)
    let run = try place.larder(
      "demo", "-c", "set opener \"\(moved)\" '%s' 'a b' --x=%s", "-c", "open source Lasagne")
    #expect(run.status == 0, "\(run.errors)")
    let lines = try place.text(of: log).split(separator: "\n")
    #expect(lines.count == 3 && lines[1] == "a b" && lines[2] == "--x=" + lines[0], "\(lines)")
  }

  @Test func `a link is one argument of the opener, whatever is in it`() throws {
    let link = "https://a.example/?a=1&b='$(touch${IFS}pwned)';touch${IFS}pwned|`pwned`%s%22--help"
    let (opener, log) = try place.opener()
    let feed = try place.file(
      "links.json",
      "{\"recipes\": [{\"uuid\": \"1\", \"name\": \"A\", \"cuisine\": \"B\", "
        + "\"source_url\": \"\(link)\"}]}")
    let run = try place.larder(feed, "-c", "set opener \(opener); open 1")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try place.text(of: log) == link + "\n")
    #expect(!FileManager.default.fileExists(atPath: place.path + "/pwned"))
  }
}

/// The scalars of a text that a terminal would not print as a character in its place.
func harmful(in text: String) -> [Unicode.Scalar] {
  text.unicodeScalars.filter { scalar in
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n" && scalar != "\t"
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    case .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
