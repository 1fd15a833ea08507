import Foundation
import TestSupport
import Testing

@Suite struct OwnProfileTests {
  /// A feed of tide tables, written by somebody who never heard of Larder.
  private static let tides = """
    {"meta":{"source":"harbour"},"stations":{"DOV":{"title":"Dover","sea":{"name":"Channel"},"high":"PT6H12M",
    "since":"1901-05-01","chart":"dov-7","t1":"06:12","t2":"18:40"},"BRE":{"title":"Brest","sea":{"name":"Atlantic"},
    "high":"PT0M","since":"soon","t1":""}}}
    """

  private static let profile = """
    name = "tides"
    records = "stations.*"
    others = false

    [[field]]
    name = "id"
    from = "$key"
    role = "id"

    [[field]]
    name = "name"
    from = "title"
    role = "name"
    required = true

    [[field]]
    name = "sea"
    from = "sea.name"
    type = "keyword"
    role = "facet"
    values = { Channel = "English Channel" }

    [[field]]
    name = "high"
    type = "minutes"

    [[field]]
    name = "since"
    type = "date"

    [[field]]
    name = "times"
    from = "t{1-4}"
    type = "list"

    [[field]]
    name = "chart"
    type = "link"
    make = "https://charts.example.org/{}.png"
    """

  private func place(_ profile: String = Self.profile) throws -> Workplace {
    let place = try Workplace()
    let folder = place.home + "/config/feeds"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try profile.write(toFile: folder + "/tides.toml", atomically: true, encoding: .utf8)
    return place
  }

  @Test func `a profile that is no UTF-8 is not used, and told of by its line`() throws {
    let place = try place()
    let latin = Data("name = \"caf".utf8) + [0xE9] + Data("\"\n".utf8)
    _ = try place.file("home/config/feeds/latin.toml", bytes: Data("# mine\n".utf8) + latin)
    let run = try place.larder("demo", "--format", "ndjson", "-c", "feeds check")
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        #""line":2,"column":1,"problem":"the line is not UTF-8 (save the file as UTF-8)""#))
    #expect(run.output.contains(#""name":"tides""#))
  }

  @Test
  func `a feed that nobody thought of loads by a profile of one's own, recognized by its shape`()
    throws
  {
    let place = try place()
    let feed = try place.file("tides.json", Self.tides)
    let run = try place.larder(feed, "--format", "ndjson", "-c", "list")
    #expect(run.status == 0, "\(run.errors)")
    let dover = try #require(run.lines.first)
    for part in [
      #""id":"DOV""#, #""name":"Dover""#, #""sea":"English Channel""#, #""high":372"#,
      #""times":["06:12","18:40"]"#, #""chart":"https://charts.example.org/dov-7.png""#,
    ] { #expect(dover.contains(part), "\(dover)") }
    #expect(try place.larder(feed, "-c", "filter sea~english high>5h; count").lines.first == "1")
    let problems = try place.larder(feed, "-c", "problems")
    #expect(problems.output.contains("`since` cannot be converted to the type of its field"))
    #expect(problems.output.contains("$.stations['BRE'].since"))
  }

  @Test(arguments: [("\"deep\"", true), ("\" \"", false), ("7", false), ("null", false)])
  func `a text that cannot be converted is reported for nested values, too`(
    depth: String, isNoted: Bool
  ) throws {
    let place = try place(
      Self.profile + "\n\n[[field]]\nname = \"depth\"\nfrom = \"sea.depth\"\ntype = \"number\"\n")
    let text = Self.tides.replacing("\"Atlantic\"", with: "\"Atlantic\",\"depth\":\(depth)")
    let run = try place.larder(try place.file("tides.json", text), "-c", "problems")
    #expect(run.output.contains("`sea.depth` cannot be converted") == isNoted, "\(run.output)")
  }

  @Test func `a profile with a mistake is said once, with its place, and the others are used`()
    throws
  {
    let place = try place(Self.profile.replacing("type = \"minutes\"", with: "type = \"minute\""))
    let feed = try place.file("tides.json", Self.tides)
    let run = try place.larder(feed, "-c", "count; feeds check", "--keep-going")
    #expect(run.lines.first == "2")
    #expect(run.errors.contains("tides.toml:25:1: `type` cannot be `minute`"))
    #expect(run.errors.split(separator: "cannot be `minute`").count == 2)
    #expect(run.output.contains("did you mean minutes?") && run.status == 1)
  }

  @Test func `a profile that is changed is used at once, though the rows were kept`() throws {
    let place = try place()
    let feed = try place.file("tides.json", Self.tides)
    _ = try place.larder(feed, "-c", "reload")
    let changed = Self.profile.replacing("English Channel", with: "La Manche")
    try changed.write(
      toFile: place.home + "/config/feeds/tides.toml", atomically: true, encoding: .utf8)
    #expect(try place.larder(feed, "-c", "list").output.contains("La Manche"))
  }

  @Test func `the example that is printed is a profile that can be checked`() throws {
    let place = try Workplace()
    let example = try place.larder("demo", "-c", "feeds example").output
    let folder = place.home + "/config/feeds"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try example.write(toFile: folder + "/books.toml", atomically: true, encoding: .utf8)
    let run = try place.larder("demo", "-c", "feeds check; feeds")
    #expect(run.status == 0 && run.output.contains("books.example.org"))
    #expect(
      try !place.larder("demo", "--ephemeral", "-c", "feeds").output.contains("books.example.org"))
  }

  @Test func `a profile that is a FIFO is reported at once`() throws {
    let place = try self.place()
    #expect(unsafe mkfifo(place.home + "/config/feeds/pipe.toml", 0o600) == 0)
    let run = try place.larder("demo", "-c", "count")
    #expect(run.lines == ["64"])
    #expect(run.errors.contains("pipe.toml:1:1: ") && run.errors.contains("is not a file"))
  }

  @Test func `of several keys the first that has a value counts, and an empty text is none`() throws
  {
    let place = try place(
      """
      name = "quick"
      records = "qs"
      [[field]]
      name = "name"
      from = ["title", "short"]
      role = "name"
      required = true
      [[field]]
      name = "genre"
      type = "keyword"
      values = { sf = "science fiction" }
      """)
    let feed = try place.file(
      "q.json",
      #"{"qs":[{"title":"","short":"S1","genre":["sf","cr"]},{"title":null,"short":"S2"},{"title":"","short":""}]}"#
    )
    let run = try place.larder(feed, "--format", "json", "-c", "list")
    #expect(try run.rows().map(\.name) == ["S1", "S2"], "\(run.output)")
    #expect(run.output.contains("\"science fiction, cr\""))
    #expect(try place.larder(feed, "-c", "problems").output.contains("`title` is empty"))
  }

  @Test func `a profile of named records takes no document whose members are something else`()
    throws
  {
    let place = try place(
      """
      name = "keyed"
      records = "*"
      [recognize]
      record = ["foo"]
      [[field]]
      name = "name"
      from = "$key"
      role = "name"
      """)
    let feed = try place.file(
      "k.json", #"{"count":5,"b":{"name":"X","id":"1"},"c":{"name":"Y","id":"2"}}"#)
    let run = try place.larder(feed, "--format", "json", "-c", "list")
    #expect(run.output.contains("\"X\"") && run.output.contains("\"Y\""), "\(run.output)")
  }
}
