import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `larder lint`: what is wrong with a feed, for people and build servers.
@Suite struct LintTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// A report in JSON.
  private struct Report: Decodable {
    struct Finding: Decodable {
      var rule: String
      var severity: String
      var message: String
      var line: Int
      var offset: Int?
      var path: String?
    }

    struct Omitted: Decodable {
      var rule: String
      var severity: String
      var count: Int
    }

    struct Feed: Decodable {
      var source: String
      var profile: String?
      var records: Int?
      var findings: [Finding]
      var omitted: [Omitted]?
      var error: String?
    }

    var feeds: [Feed]
  }

  private func report(_ text: String) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(text.utf8))
  }

  /// A feed of two dishes, the second of which has another member.
  private func feed(_ name: String = "dishes.json", _ member: String = "") throws -> String {
    let second = SampleFeed.record(2, "Pie", "British").dropLast() + member + "}"
    return try place.file(
      name, "{\"recipes\": [\n\(SampleFeed.record(1, "Ragù", "Italian")),\n\(second)\n]}\n")
  }

  @Test func `a finding begins with its place and ends with its path and byte`() throws {
    let malformed = try place.file("malformed.json", SampleFeed.malformed)
    let run = try place.larder("lint", malformed)
    let first = "{\n  \"recipes\": [\n    \(SampleFeed.record(1, "Ragù", "Italian")),\n    "
    #expect(
      run.lines.first == "\(malformed):4:5: error: has no `name` [missing-value]"
        + "  ($.recipes[1].name, byte \(first.utf8.count))")
    #expect(run.lines.count == 2)
    #expect(run.errors == "\(malformed): 2 errors in 5 records\n")
    #expect(run.status == 1)
  }

  @Test(arguments: [
    ("", [], 0), (", \"extra\": \"http://a.example/\"", [], 0),
    (", \"extra\": \"http://a.example/\"", ["--strict"], 1),
    (", \"name\": 7", [], 1), (", \"name\": \"again\"", [], 1), (", \"cut", [], 65),
  ])
  func `findings are a failure, notes only when that is asked for`(
    member: String, flags: [String], status: Int
  ) throws {
    let run = try place.larder(["lint", try feed("feed.json", member)] + flags)
    #expect(run.status == status, "\(run.output)\(run.errors)")
  }

  @Test(arguments: [
    (["lint"], 64), (["lint", "no.json"], 66), (["lint", "http://127.0.0.1:1/"], 69),
    (["lint", "--report", "song", "demo"], 64), (["lint", "--junit", "--report", "json", "a"], 64),
    (["lint", "demo", "--against", "no.json"], 66),
    (["lint", "--as", "nothing", "demo"], 1), (["lint", "--rules"], 0),
  ])
  func `lint reports files that it cannot audit`(arguments: [String], status: Int) throws {
    let run = try place.larder(arguments)
    #expect(run.status == status, "\(run.errors)")
    #expect(status == 0 || run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func `a feed that cannot be read does not keep others from being told`() throws {
    let good = try feed("good.json", ", \"more\": 1, \"more\": 2")
    let run = try place.larder("lint", "no.json", good, "--format", "json")
    let feeds = try report(run.output).feeds
    #expect(feeds.map(\.source) == ["no.json", good])
    #expect(feeds.map(\.findings.count) == [0, 1])
    #expect(feeds[0].error != nil && feeds[1].error == nil)
    #expect(run.status == 66)
  }

  @Test func `each file of a folder is a feed of its own, also those of other programs`() throws {
    try FileManager.default.createDirectory(
      atPath: place.path + "/box", withIntermediateDirectories: true)
    _ = try feed("box/dishes.json", ", \"more\": 1, \"more\": 2")
    _ = try place.file(
      "box/pie.cook", "---\nsource: http://a.example/pie\n---\n\nBake @apples{3}.\n")
    let box = place.path + "/box"
    let run = try place.larder("lint", box)
    #expect(run.lines.count == 2 && run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.lines[0].hasPrefix("\(box)/dishes.json:3:"))
    #expect(
      run.lines[1] == "\(box)/pie.cook:1:1: note: `source` is plain http, not https [plain-http]"
        + "  (record 1)")
    _ = try place.file("box/poem.txt", "Roses are red.\n")
    let feeds = try report(try place.larder("lint", box, "--format", "json").output).feeds
    #expect(
      feeds.map { String($0.source.dropFirst(box.count + 1)) } == [
        "dishes.json", "pie.cook", "poem.txt",
      ])
    #expect(
      feeds[1].findings.map(\.path) == [nil] && feeds[2].findings.map(\.rule) == ["not-a-feed"])
  }

  @Test func `files that a baseline lacks are not compared, and others are`() throws {
    try FileManager.default.createDirectory(
      atPath: place.path + "/box", withIntermediateDirectories: true)
    _ = try feed("box/dishes.json")
    let (box, base) = (place.path + "/box", place.path + "/base.json")
    #expect(try place.larder("lint", box, "--save", base).status == 0)
    _ = try place.file("box/pie.cook", "Bake @apples{3}.\n")
    #expect(try place.larder("lint", box, "--against", base).status == 0)
    let dishes = box + "/dishes.json"
    _ = try place.file(
      "box/dishes.json", try place.text(of: dishes).replacing("photo_url_small", with: "thumb"))
    for baseline in [base, box] {
      let run = try place.larder("lint", box, "--against", baseline)
      #expect(run.status == (baseline == base ? 1 : 0), "\(run.output)\(run.errors)")
    }
  }

  @Test func `JSON has the feed, its findings and its fields`() throws {
    let malformed = try place.file("malformed.json", SampleFeed.malformed)
    for flags in [["--format", "json"], ["--report", "json"]] {
      let run = try place.larder(["lint", malformed] + flags)
      let feed = try #require(try report(run.output).feeds.first)
      #expect(feed.profile == "recipes" && feed.records == 5)
      #expect(feed.findings.map(\.rule) == ["missing-value", "missing-value"])
      #expect(feed.findings.map(\.line) == [4, 6])
      #expect(run.output.contains(#""name": "photo""#) && run.output.contains(#""present": 3"#))
    }
  }

  @Test func `every form says how many findings are not listed`() throws {
    let records = [String](repeating: "7", count: 5000).joined(separator: ",\n")
    let path = try place.file("many.json", "[\n\(records)]")
    let short = try place.larder("lint", path)
    #expect(short.lines.count == 11 && short.status == 1)
    #expect(short.lines[9].hasPrefix("\(path):11:1: error: is a number, not an object"))
    #expect(
      short.lines[10]
        == "\(path): error: 4990 more are not listed; --all lists the first 1000 [broken-record]")

    let text = try place.larder("lint", path, "--all")
    #expect(text.lines.count == 1001 && text.status == 1)
    #expect(text.lines[999].hasPrefix("\(path):1001:1: error: is a number, not an object"))
    #expect(text.lines[1000] == "\(path): error: 4000 more are not listed [broken-record]")
    #expect(text.errors == "\(path): 5000 errors in 5000 records\n")

    let json = try place.larder("lint", path, "--report", "json")
    let feed = try #require(try report(json.output).feeds.first)
    #expect(feed.findings.count == 1000 && feed.records == 5000)
    let omitted = try #require(feed.omitted?.first)
    #expect(omitted.rule == "broken-record" && omitted.severity == "error" && omitted.count == 4000)

    let junit = try place.larder("lint", path, "--junit").output
    #expect(XMLParser(data: Data(junit.utf8)).parse())
    #expect(junit.contains("message=\"5000 places: is a number, not an object\""))
    #expect(junit.contains("many.json: error: 4000 more are not listed [broken-record]</failure>"))

    let rows = try place.larder("lint", path, "--format", "csv").lines
    #expect(rows.first == "source,line,column,severity,rule,message,path,offset,omitted")
    #expect(rows.last == "\(path),,,error,broken-record,4000 more are not listed,,,4000")
  }

  @Test func `text lists the first ten findings of each rule, the most severe rule first`() throws {
    let records = (1...12).map { "{\"name\": \"Pie \($0)\", \"z\": 1, \"z\": 2}" }
    let path = try place.file("t.json", "[\n\(records.joined(separator: ",\n")),\n7]")
    let lines = try place.larder("lint", path).lines
    #expect(lines.count == 12 && lines[0].contains("[broken-record]"))
    #expect(lines[1...10].allSatisfy { $0.contains("[repeated-key]") })
    #expect(
      lines.last == "\(path): warning: 2 more are not listed; --all lists them [repeated-key]")
    #expect(try place.larder("lint", path, "--all").lines.count == 13)
  }

  @Test func `JUnit is whole XML, whatever a feed is called and says`() throws {
    let odd = try feed("a<&\"'>.json", ", \"name\": \"<b>&\\u0000\\uFFFF]]>\"")
    let run = try place.larder("lint", odd, "no.json", "--junit")
    #expect(XMLParser(data: Data(run.output.utf8)).parse(), "\(run.output)")
    #expect(run.output.contains("a&lt;&amp;&quot;&apos;&gt;.json"))
    #expect(
      run.output.contains("<failure message=\"has `name` more than once; the last one counts\""))
    #expect(run.output.contains("failures=\"2\" errors=\"1\">"))
    #expect(!run.output.contains("contract-") && !run.output.contains("broken-link"))
  }

  @Test func `lint reads standard input and named feeds together and prints csv`() throws {
    let run = try place.larder(
      ["lint", "-", "demo-empty", "--format", "csv"], input: SampleFeed.malformed)
    #expect(run.lines.first == "source,line,column,severity,rule,message,path,offset")
    #expect(run.lines.dropFirst().map { $0.prefix(2) } == ["-,", "-,", "de"])
  }

  @Test func `a saved report is what the next state is compared with`() throws {
    let path = try feed()
    let save = place.path + "/report.json"
    #expect(try place.larder("lint", path, "--save", save).status == 0)
    #expect(try place.larder("lint", path, "--against", save).status == 0)
    let text = try place.text(of: path).replacing("photo_url_small", with: "thumb")
    let after = try place.file("dishes.json", text)
    for baseline in [
      save, try place.file("old.json", text.replacing("thumb\"", with: "photo_url_small\"")),
    ] {
      let run = try place.larder("lint", after, "--against", baseline, "--save", save + "2")
      #expect(run.status == 1)
      #expect(run.output.contains("`thumbnail` 100 → 0 %: no record has it [contract-field-gone]"))
    }
    #expect(try place.larder("lint", after, "--against", save, "--save", save).status == 1)
    #expect(try place.larder("lint", after, "--against", save).status == 0)
  }

  @Test func `a feed is compared by the profile of its baseline, whatever its keys look like`()
    throws
  {
    let path = try feed()
    let save = place.path + "/report.json"
    #expect(try place.larder("lint", path, "--save", save).status == 0)
    let text = try place.text(of: path)
    // With these keys, none of a built-in profile is found.
    let after = try place.file(
      "after.json",
      text.replacing("\"recipes\"", with: "\"dishes\"").replacing("\"uuid\"", with: "\"key\"")
        .replacing("\"cuisine\"", with: "\"kitchen\""))
    #expect(try place.larder("lint", after).status == 0)
    for baseline in [save, path] {
      let run = try place.larder("lint", after, "--against", baseline)
      #expect(run.status == 1)
      #expect(
        run.output.contains("`cuisine` 100 → 0 %: no record has it [contract-field-gone]"),
        "\(run.output)")
      #expect(!run.output.contains("`photo` 100"), "\(run.output)")
    }
  }

  @Test func `an audit counts malformed records, whether lists show them or not`() throws {
    let path = try place.file("feed.json", SampleFeed.malformed)
    let before = try place.larder("lint", path)
    _ = try place.larder("demo", "-c", "set show-malformed on")
    #expect(try place.larder("lint", path).output == before.output)
    #expect(before.output.contains("[missing-value]"))
  }

  @Test func `a report takes the place of nothing else unasked`() throws {
    let path = try feed()
    let before = try place.text(of: path)
    #expect(try place.larder("lint", path, "--save", path).status == 1)
    #expect(try place.text(of: path) == before)
    #expect(try place.larder("lint", path, "--save", path, "--yes").status == 0)
    #expect(try report(try place.text(of: path)).feeds.count == 1)
  }

  @Test func `an address is audited through the cache, and its query is kept secret`() async throws
  {
    let body = Array(SampleFeed.malformed.utf8)
    try await withServer({ $1.answer(200, [("Cache-Control", "max-age=60")], body: body) }) {
      for _ in 1...2 {
        let run = try place.larder("lint", $0.url("/feed?key=secret"))
        #expect(run.lines.count == 2 && run.status == 1)
        #expect(!(run.output + run.errors).contains("secret"))
      }
      #expect($0.requests.count == 1)
    }
  }

  @Test func `control characters of a feed do not reach the terminal`() throws {
    let odd = try feed("odd.json", ", \"a\\u001b[31m\": 1, \"a\\u001b[31m\": 2")
    let run = try place.larder("lint", odd)
    #expect(run.lines.count == 1 && !run.output.contains("\u{1B}"))
  }
}
