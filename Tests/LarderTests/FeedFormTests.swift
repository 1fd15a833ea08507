import Foundation
import Testing

@Suite struct FeedFormTests {
  private static let lines =
    "{\"name\": \"Soup\", \"serves\": 4}\n{\"name\": \"Bread\", \"serves\": 12}\n"
  private static let array = """
    [{"name": "Soup", "serves": 4, "tags": ["hot", "wet"], "url": "https://a.example/1"},
     {"name": "Bread", "serves": 12, "tags": ["dry"], "url": "https://a.example/2"}]
    """

  private static let packings: [String] = [
    lines, array, "\u{FEFF}" + array, "{\"items\": \(array)}", "\r\n \(array) \r\n",
    "{\"name\": \"Soup\", \"serves\": 4}\r\n\r\n{\"name\": \"Bread\", \"serves\": 12}",
  ]

  @Test(arguments: packings)
  func `objects are rows, however they are packed`(text: String) throws {
    let place = try Workplace()
    let run = try place.larder(
      try place.file("feed", text), "--format", "json", "-c", "sort serves desc")
    #expect(try run.rows().map(\.name) == ["Bread", "Soup"], "\(run.errors)")
  }

  @Test(arguments: [
    ("filter serves>4", ["Bread"]), ("filter tags=hot", ["Soup"]), ("filter bread", ["Bread"]),
    ("sort serves", ["Soup", "Bread"]), ("filter has:url; filter name~ou", ["Soup"]),
  ])
  func `fields are inferred with their types`(command: String, names: [String]) throws {
    let place = try Workplace()
    let feed = try place.file("plain.json", Self.array)
    let run = try place.larder(feed, "--format", "json", "-c", command)
    #expect(try run.rows().map(\.name) == names, "\(run.errors)")
  }

  @Test func `standard input is a feed`() throws {
    let place = try Workplace()
    let run = try place.larder("-", "-c", "count by cuisine", input: SampleFeed.dishes)
    #expect(run.status == 0)
    #expect(run.output.contains("Italian"))
    let listed = try place.larder("-", "--format", "json", input: SampleFeed.dishes)
    #expect(try listed.rows().map(\.name) == SampleFeed.names)
  }

  @Test func `standard input is left alone by other feeds`() throws {
    let place = try Workplace()
    let script = "printf 'one\\ntwo\\n' | { \"$larder\" --home \"$home\" demo -c count; cat; }"
    #expect(try place.script(script).lines.dropFirst() == ["one", "two"])
  }

  @Test func `a gzipped feed is unpacked`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.gz", bytes: SampleFeed.gzipped)
    #expect(try place.larder(feed, "-c", "count").lines == ["2"])
    let run = try place.script("\"$larder\" --home \"$home\" - -c 'filter servings>4' < feed.gz")
    #expect(run.output.contains("Bread"))
  }

  @Test func `a gzipped feed that ends early is no feed`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.gz", bytes: SampleFeed.gzipped.dropLast(20))
    let run = try place.larder(feed, "-c", "count")
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [("bomb.gz", "", 65), ("-", "< page", 74)])
  func `a feed larger than memory is refused without output`(
    feed: String, input: String, status: Int
  ) throws {
    let place = try Workplace()
    let run = try place.script(
      """
      head -c 140000000 /dev/zero | gzip -1 > bomb.gz; gzip -dc bomb.gz > page
      ulimit -v 1000000; "$larder" --home "$home" \(feed) -c count \(input)
      """)
    #expect(
      run.errors.contains("more than 128 MB") || run.errors.contains("larger than 128"),
      "\(run.errors)")
    #expect(run.status == status && run.output.isEmpty)
  }

  @Test(arguments: ["-c status", "lint"])
  func `four million malformed records fit into little memory`(command: String) throws {
    let place = try Workplace()
    let arguments = command == "lint" ? "lint bomb.json" : "bomb.json \(command)"
    let run = try place.script(
      """
      (printf "["; yes 7, | head -n 4000000 | tr -d "\\n"; printf "7]") > bomb.json
      ulimit -v 800000; "$larder" --home "$home" \(arguments)
      """)
    let words = command == "lint" ? "4,000,001 errors in 4,000,001 records" : "4,000,001 malformed"
    #expect((run.output + run.errors).contains(words), "\(run.errors)")
    #expect(run.status == (command == "lint" ? 1 : 0))
  }

  @Test(arguments: ["table", "json", "ndjson", "csv", "tsv", "markdown"])
  func `an empty feed is reported and the exit status is 0`(format: String) throws {
    let place = try Workplace()
    let feed = try place.file("empty.json", SampleFeed.empty)
    let run = try place.larder(feed, "--format", format, "-c", "list")
    #expect(run.status == 0)
    #expect(run.errors.contains("the feed is empty"))
    if format == "json" { #expect(try run.rows().isEmpty) }
    if format == "csv" { #expect(run.lines.count == 1) }
  }

  @Test(arguments: ["filter cuisine=Anything", "search anything", "sort name", "count by cuisine"])
  func `filter, search, sort and count succeed on an empty feed`(command: String) throws {
    let place = try Workplace()
    let run = try place.larder(try place.file("empty.json", SampleFeed.empty), "-c", command)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `a name that is a feed can be forced to be a path`() throws {
    let place = try Workplace()
    _ = try place.file("demo", SampleFeed.dishes)
    #expect(try place.larder("./demo", "-c", "count").lines == ["8"])
    #expect(try place.larder("demo", "-c", "count").lines != ["8"])
  }
}
