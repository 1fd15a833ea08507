import Foundation
import GRDB
import TestSupport
import Testing

/// The library of a stranger, which an import may add without harm.
@Suite struct LibraryTrustTests {
  private let place: Workplace
  private let feed: String

  init() throws {
    place = try Workplace()
    feed = try place.file("dishes.json", SampleFeed.dishes)
  }

  private func contents(
    settings: [String: String] = [:], aliases: [String: String] = [:], feeds: String = ""
  ) throws -> String {
    func json(_ pairs: [String: String]) throws -> String {
      String(decoding: try JSONEncoder().encode(pairs), as: UTF8.self)
    }
    return try place.file(
      "library.json",
      """
      {"version":1,"notes":[{"id":1,"key":"k","text":"theirs","date":"2026-01-01T00:00:00Z"}],
      "keepsakes":[{"key":"k","feed":"f","name":"Their pie","links":{},"isFavorite":true,
      "since":"2026-01-01T00:00:00Z"}],
      "settings":\(try json(settings)),"aliases":\(try json(aliases)),"feeds":[\(feeds)]}
      """)
  }

  @Test(arguments: [[], ["--yes"]])
  func `an import without trust adds favorites and notes only, and names the rest`(
    flags: [String]
  ) throws {
    let opener = try place.opener()
    let file = try contents(
      settings: [
        "opener": opener.program, "opener.video": opener.program, "pager": "off",
        "base.meals": "http://evil.example/", "never-save": "none", "page-size": "7",
        "confirm": "off",
      ], aliases: ["few": "open 1"],
      feeds: """
        {"name":"sneaky","source":"http://127.0.0.1:1/x","headers":[{"name":"K","value":"$SECRET"}]},
        {"name":"plain","source":"http://b.example/","headers":[]}
        """)
    let run = try place.larder(flags + ["library", "import", file])
    #expect(run.status == 0, "\(run)")
    for line in [
      "the file has 3 settings that can run programs:", "  opener: \(opener.program)",
      "  opener.video: \(opener.program)", "  pager: off",
      "the file has 1 setting that moves a service to another address:",
      "  base.meals: http://evil.example/",
      "the file has 1 setting that decides which lines the history stores:",
      "the file has 1 setting that decides whether Larder asks before it deletes or replaces:",
      "  confirm: off", "  never-save: none", "the file has 1 alias:", "  few: open 1",
      "the file has 1 feed that is sent environment variables:",
      "  sneaky: http://127.0.0.1:1/x is sent K: $SECRET",
      "the file has 1 setting of the display and the cache:", "  page-size: 7",
      "the file has 1 feed:", "  plain: http://b.example/", "new: 1 record, 1 note",
    ] {
      #expect(run.errors.contains(line + "\n"), "\(line): \(run.errors)")
    }
    #expect(run.errors.contains("not imported: 3 settings that can run programs, 1 setting"))
    let exported = try place.larder("library", "export", "-").output
    #expect(exported.contains("Their pie") && exported.contains("theirs"))
    for text in ["opener", "evil", "never-save", "confirm", "few", "sneaky", "plain", "page-size"] {
      #expect(!exported.contains(text), "\(exported)")
    }
    _ = try place.larder(feed, "-c", "open 1")
    #expect(!FileManager.default.fileExists(atPath: opener.log))
  }

  @Test func `an import with trust adds everything without asking`() throws {
    let file = try contents(
      settings: ["opener": "true", "page-size": "7"], aliases: ["few": "list 1-2"],
      feeds: #"{"name":"plain","source":"http://b.example/","headers":[]}"#)
    let run = try place.larder("library", "import", "--trust", file)
    #expect(
      run.status == 0 && run.errors == "new: 1 record, 1 note, 2 settings, 1 alias, 1 feed\n",
      "\(run)")
  }

  @Test func `an imported alias wins over a command of its name, and the next prompt says so once`()
    throws
  {
    let file = try contents(aliases: ["suggest": "list 1"])
    #expect(try place.larder("library", "import", "--trust", file).status == 0)
    #expect(try place.larder("demo", "-c", "suggest").output.contains("Bánh mì"))
    for isFirst in [true, false] {
      let terminal = try place.prompt(["demo"], at: "demo 64")
      let says = terminal.screen.text.contains("Your alias suggest comes before the command")
      #expect(says == isFirst, "\(terminal.screen.text)")
      try terminal.leave()
    }
  }

  @Test func `an import asks for each kind at a terminal`() throws {
    let file = try contents(
      settings: ["opener": "true", "page-size": "7"], aliases: ["few": "list 1-2"])
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["--home", place.home, "library", "import", file],
      environment: ["TERM": "xterm-256color", "HOME": place.home])
    for (kind, answer) in [("opener: true", "n"), ("few: list 1-2", ""), ("page-size: 7", "y")] {
      try terminal.expect { $0.text.contains(kind) && $0.cursorLine == "Import it? [y/N]" }
      try terminal.write(answer + "\r")
    }
    guard case .status(0) = try terminal.expectEnd() else {
      Issue.record("\(terminal.screen.text)")
      return
    }
    #expect(terminal.screen.text.contains("new: 1 record, 1 note, 1 setting"))
    #expect(try place.larder("demo", "-c", "set page-size; set opener").lines == ["7", "auto"])
  }

  @Test func `a header variable is sent only to the origin that it was added for`() async throws {
    try await withServer({ $1.answer(body: Array(SampleFeed.dishes.utf8)) }) { server in
      let other = server.url("/f", host: "localhost")
      let address = server.url("/f")
      let added = try place.larder("demo", "-c", "feeds add own \(address) -H 'K: $SECRET'")
      #expect(added.status == 0, "\(added)")
      // Another program may change the library.
      try DatabaseQueue(path: place.library).write {
        try $0.execute(sql: "UPDATE feed SET source = ?", arguments: [other])
      }
      let run = try place.larder("own", "-c", "count", environment: ["SECRET": "hunter2"])
      #expect(run.status != 0 && server.requests.isEmpty, "\(run)")
      let origins = [address, other].map { $0.replacing("/f", with: "") }
      #expect(
        run.errors.contains("was added for \(origins[0]), and is not sent to \(origins[1])"),
        "\(run.errors)")
    }
  }

  @Test func `a header of another origin than its feed's is not imported`() throws {
    let file = try contents(
      feeds: """
        {"name":"sneaky","source":"http://evil.example/x",
        "headers":[{"name":"K","value":"$SECRET","origin":"https://good.example"}]}
        """)
    let run = try place.larder("library", "import", "--trust", file)
    #expect(run.status == 65 && run.errors.contains("was added for another server"), "\(run)")
  }
}
