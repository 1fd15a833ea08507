import Foundation
import Testing

@Suite struct BatchTests {
  let place: Workplace
  let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("dishes.json", SampleFeed.dishes)
  }

  private static let divided: [(commands: [String], lines: [String])] = [
    (["count"], ["8"]),
    (["filter cuisine=Italian; count"], ["3"]),
    (["filter cuisine=Italian", "count"], ["3"]),
    (["filter cuisine=Italian\ncount"], ["3"]),
    (["count; filter cuisine=British; count"], ["8", "3"]),
    (["quit; count"], []),
    (["# a remark\ncount"], ["8"]), (["\u{FEFF}count"], ["8"]),
    (["filter (cuisine=Italian\n\nor cuisine=British)\ncount"], ["6"]),
    (["filter cuisine=\"Italian\"\ncount\n\ncount"], ["3", "3"]),
    ([""], []),
  ]

  @Test(arguments: divided)
  func `commands run in order, wherever they are divided`(
    commands: [String], lines: [String]
  ) throws {
    let words = commands.flatMap { ["-c", $0] }
    let run = try place.larder([feed] + words)
    #expect(run.lines == lines)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(arguments: [
    ("filter cuisine=Italian; sort name", ["Panna Cotta", "Ragù", "Tiramisù"]),
    ("search apple", ["Apple Pie"]),
    ("sort name desc; filter cuisine=British", ["Scones", "Eton Mess", "Bakewell Tart"]),
    ("filter cuisine=Italian; undo", SampleFeed.names),
    ("list 2-3", ["Apple Pie", "Crème Brûlée"]),
    ("list", SampleFeed.names),
  ])
  func `the whole view is listed once, after the last change`(
    commands: String, names: [String]
  ) throws {
    let run = try place.larder(feed, "--format", "json", "-c", commands)
    #expect(try run.rows().map(\.name) == names)
  }

  @Test func `the line break of another system is no part of a note`() throws {
    let place = try Workplace()
    _ = try place.larder("demo", input: "note Lasagne half the sauce\r\nnote Bigos more\r\n")
    let run = try place.larder("demo", "--format", "json", "-c", "notes")
    #expect(run.output.contains(#""text":"half the sauce""#), "\(run.output)")
    #expect(run.output.contains(#""text":"more""#))
  }

  @Test func `input that is not UTF-8 is refused`() throws {
    let place = try Workplace()
    let larder = "\"$larder\" --home \"$home\" demo"
    let typed = "printf 'note Bigos more\\nnote Bigos cr\\350me\\nnote Bigos last\\n'"
    let stopped = try place.script("\(typed) | \(larder)")
    #expect(stopped.status == 1)
    #expect(stopped.errors.contains("line 2 of standard input is not UTF-8 from byte 14 on"))
    let going = try place.script("\(typed) | \(larder) --keep-going")
    #expect(going.status == 1)
    let notes = try place.larder("demo", "--format", "json", "-c", "notes").output
    #expect(notes.components(separatedBy: "\"text\":\"more\"").count == 3, "\(notes)")
    #expect(notes.contains("\"text\":\"last\"") && !notes.contains("\"text\":\"cr"))

    let word = try place.script("\(larder) -c \"$(printf 'note Bigos cr\\350me')\"")
    #expect(word.status == 64)
    #expect(word.errors.contains("of the command line is not UTF-8 from byte 14 on"))

    let requests = "printf '{\"id\":1,\"url\":\"data:cr\\350me\"}\\n{\"id\":2,\"url\":\"x:\"}\\n'"
    let answers = try place.script("\(requests) | \"$larder\" --home \"$home\" fetch --batch")
    #expect(answers.lines.count == 2)
    #expect(answers.output.contains("not a request: "))
    #expect(answers.output.contains("\"id\":2"))
  }

  @Test func `a pipe's lines are commands`() throws {
    let run = try place.larder(
      feed, "--format", "ndjson", input: "count\r\n\nfilter name=scones\n")
    #expect(run.status == 0)
    #expect(run.lines.first == "{\"count\":8}")
    #expect(run.lines.last?.contains("Scones") == true)
    #expect(run.lines.count == 2)
  }

  @Test(arguments: [
    ["show 99; count"], ["show 99", "count"], ["no-such-command\ncount"],
  ])
  func `the rest runs after a failure only when asked to`(commands: [String]) throws {
    let words = [feed] + commands.flatMap { ["-c", $0] }
    let stopped = try place.larder(words)
    #expect(stopped.output.isEmpty && stopped.status == 1)
    let going = try place.larder(words + ["--keep-going"])
    #expect(going.lines == ["8"])
    #expect(going.status == 1)
  }

  @Test func `only results reach standard output`() throws {
    let run = try place.larder(feed, "-c", "filter cuisine=British")
    #expect(run.lines.count == 4)
    #expect(run.errors.contains("3 of 8 · cuisine=British"))
    let failed = try place.larder(feed, "-c", "filter cuisne=British")
    #expect(failed.output.isEmpty)
    #expect(failed.errors.contains("cuisine?"))
  }

  @Test(arguments: ["list", "list; list; list", "export csv -"])
  func `a reader that leaves early is no error`(command: String) throws {
    let run = try place.script(
      "'\(larderPath)' --home '\(place.home)' demo -c '\(command)' | head -1")
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    #expect(!run.errors.contains("error"))
  }

  @Test(arguments: ["script explain a.rcp", "script run a.rcp", "--help"])
  func `a reader that leaves early is no error for scripts and help, either`(words: String) throws {
    _ = try place.recorded(text: SampleScript.small)
    let run = try place.script(
      "cd '\(place.path)'; { '\(larderPath)' \(words); echo \"status $?\" >&2; } | true")
    #expect(run.errors.contains("status 0"), "\(run.errors)")
  }

  @Test func `without a feed the demo is taken, which is said`() throws {
    let run = try place.larder("-c", "count")
    #expect(run.errors.contains("demo"))
    #expect(Int(run.lines.first ?? "") ?? 0 >= 60)
  }

  @Test func `commands that only read leave no files in the home folder`() throws {
    for command in ["list", "show 1", "favorites", "notes", "set", "feeds", "status", "history"] {
      #expect(try place.larder(feed, "-c", command).status == 0)
    }
    #expect(try place.filesAtHome() == [])
  }

  @Test func `an ephemeral run reads and leaves nothing`() throws {
    _ = try place.larder(feed, "-c", "favorite 1; set format json")
    let before = try place.filesAtHome()
    let run = try place.larder("--ephemeral", feed, "-c", "favorite 2; favorites")
    #expect(run.output.contains("Apple Pie") && !run.output.contains("Ragù"))
    #expect(try place.filesAtHome() == before)
    #expect(try place.larder(feed, "-c", "favorites").output.contains("Apple Pie") == false)
  }

  @Test func `an ephemeral run stores no rows of a large feed`() throws {
    let records = (0..<20_000).map {
      "{\"id\":\"\($0)\",\"name\":\"Dish \($0)\",\"text\":\"\(String(repeating: "x", count: 100))\"}"
    }
    let large = try place.file("large.json", "[" + records.joined(separator: ",") + "]")
    #expect(try place.larder("--ephemeral", large, "-c", "count").output == "20000\n")
    #expect(try place.filesAtHome() == [])
    _ = try place.larder(large, "-c", "count")
    #expect(try place.filesAtHome().contains { $0.hasSuffix(".rows") })
  }

  @Test func `questions without a terminal are answered no`() throws {
    let file = try place.file("rows.csv", "precious")
    let kept = try place.larder(feed, "-c", "export csv rows.csv")
    #expect(kept.errors.contains("rows.csv"))
    #expect(try place.text(of: file) == "precious")
    #expect(try place.larder(feed, "--yes", "-c", "export csv rows.csv").status == 0)
    #expect(try place.text(of: file).hasPrefix("row,name,"))
  }

  @Test
  func `text that was encoded twice is counted and ordered as it is meant, whatever is looked for`()
    throws
  {
    let place = try Workplace()
    let records = (0..<400).map { number in
      let cuisine = number.isMultiple(of: 2) ? "Basque" : "Ã‰thiopien"
      let link = "https://x.org/" + String(repeating: "x", count: 200)
      let id = UUID(uuidString: "00000000-0000-4000-8000-" + String(format: "%012d", number))
      return
        #"{"name":"Soup \#(number)","cuisine":"\#(cuisine)","uuid":"\#(id?.uuidString ?? "")","#
        + #""source_url":"\#(link)"}"#
    }
    let feed = try place.file("feed.json", #"{"recipes":[\#(records.joined(separator: ","))]}"#)
    for line in ["filter soup", "search soup"] {
      let run = try place.larder(
        feed, "--ephemeral", "--format", "json", "-c", line, "-c", "sort cuisine; list 1-3")
      #expect(try run.rows().map(\.cuisine) == ["Basque", "Basque", "Basque"], "\(run.output)")
    }
    let run = try place.larder(
      feed, "--ephemeral", "--format", "csv", "-c", "filter soup; count by cuisine")
    #expect(run.lines.sorted() == ["Basque,200", "cuisine,count", "Éthiopien,200"])
  }

  @Test func `a feed that fails at the start is passed over like any other failure`() throws {
    let place = try Workplace()
    let words = ["--keep-going", place.path + "/missing.json"]
    let run = try place.larder(words + ["-c", "load demo; count"])
    #expect(run.lines == ["64"] && run.status == 66, "\(run)")
    let piped = try place.larder(words, input: "load demo\ncount\n")
    #expect(piped.lines.last == "64" && piped.status == 66, "\(piped)")
    let stopped = try place.larder(Array(words.dropFirst()) + ["-c", "load demo; count"])
    #expect(stopped.lines.isEmpty && stopped.status == 66)
  }

  @Test func `runs without a prompt know the aliases of the start file, and run nothing of it`()
    throws
  {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.home + "/config", withIntermediateDirectories: true)
    let text = "# mine\nalias thai = filter cuisine=Thai\nalias n=count\nfavorite 1\n"
    _ = try place.file("home/config/larderrc", text)
    let run = try place.larder("demo", "-c", "thai; n")
    #expect(run.lines == ["4"] && run.status == 0, "\(run)")
    #expect(try place.larder("demo", input: "n\n").lines == ["64"])
    #expect(try place.larder("demo", "-c", "favorites").output.isEmpty)
    #expect(try place.larder("demo", "--ephemeral", "-c", "n").status != 0)
  }
}
