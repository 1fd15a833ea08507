import Foundation
import TestSupport
import Testing

@Suite struct ServiceTests {
  private static let environment = ["RIJKSMUSEUM_API_KEY": ServiceWorld.key]

  @Test(arguments: [
    ("meals", 3), ("breeds", 2), ("breeds-more", 3), ("breeds-empty", 0), ("paintings", 100),
  ])
  func `a named feed comes from its service`(name: String, count: Int) async throws {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder(name, "-c", "count", environment: Self.environment)
      #expect(run.lines == [String(count)], "\(run.errors)")
    }
  }

  @Test func `the malformed variant is not even JSON, and says where`() async throws {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder("breeds-malformed", "-c", "count")
      #expect(run.status == 65)
      #expect(run.errors.contains("line 1, column 7 (byte 9)"))
    }
  }

  @Test func `a service is searched by load, and no match is an empty feed`() async throws {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder("demo", "-c", "load meals pie; count; load meals lemon pie; list")
      #expect(run.lines.first == "2")
      #expect(run.output.contains("Lemon Pie") && !run.output.contains("Apple"))
      let none = try place.larder("demo", "-c", "load meals zucchini")
      #expect(none.status == 0)
      #expect(none.errors.contains("the feed is empty"))
      let wrong = try place.larder("demo", "-c", "load breeds manx")
      #expect(wrong.status == 1 && wrong.errors.contains("breeds cannot be searched"))
    }
  }

  @Test func `a search without a match offers to ask the service`() async throws {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder("meals", "-c", "search zucchini cake")
      #expect(run.errors.contains("load meals zucchini cake asks the service"))
    }
  }

  @Test func `a service that needs a key says so, and where to get one`() async throws {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder("paintings", "-c", "count")
      #expect(run.status == 1)
      #expect(run.errors.contains("paintings needs a key in RIJKSMUSEUM_API_KEY"))
      #expect(run.errors.contains("https://data.rijksmuseum.nl"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `an API key is sent to its service as a sorted parameter, never printed or stored`()
    async throws
  {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      for arguments in [
        ["--log", "-", "paintings", "-c", "trace on; reload; status; feeds; cache; favorite 1"],
        ["--log", place.home + "/log", "paintings", "-c", "list all; problems; raw 1"],
        ["paintings", "--format", "json", "-c", "list 1-2"],
        ["lint", "paintings"], ["library", "export", "-"],
        [
          "paintings", "-c",
          "cache show \(server.url("/museum/nl/collection?p=1&ps=100&q=Johannes%20Vermeer"))",
        ],
      ] {
        let run = try place.larder(arguments, environment: Self.environment)
        for secret in [ServiceWorld.key, "s3cret"] {
          #expect(!(run.output + run.errors).contains(secret), "\(arguments)")
        }
      }
      #expect(
        server.requests.first?.path
          == "/museum/nl/collection?key=s3cret%2Bkey%2Fwith%3Dsigns&p=1&ps=100&q=Johannes%20Vermeer"
      )
      for file in try place.filesAtHome() {
        let bytes = FileManager.default.contents(atPath: place.home + "/" + file) ?? Data()
        #expect(bytes.firstRange(of: Data("s3cret".utf8)) == nil, "\(file)")
      }
    }
  }

  @Test(arguments: [("en_GB.UTF-8", "en"), ("nl_NL", "nl"), ("de_DE.UTF-8", "nl"), ("C", "nl")])
  func `the culture is that of the locale if the museum has it`(
    locale: String, culture: String
  ) async throws {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      var environment = Self.environment
      environment["LC_ALL"] = locale
      _ = try place.larder("paintings", "-c", "count", environment: environment)
      #expect(server.requests.first?.path.hasPrefix("/museum/\(culture)/") ?? false)
    }
  }

  @Test func `a partly loaded feed reports how many records are loaded and how to load the rest`()
    async throws
  {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder(
        "paintings", "-c", "list 1-2", environment: Self.environment)
      #expect(run.errors.contains("100 of 250 are loaded; load paintings all loads the rest"))
    }
  }

  @Test func `all pages are loaded when asked for, and what repeats is left out and counted`()
    async throws
  {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder(
        "demo", "-c", "load paintings; load paintings all; count; problems",
        environment: Self.environment)
      #expect(run.lines.first == "249", "\(run.errors)")
      #expect(run.errors.contains("100 of 250 are loaded; load paintings all loads the rest"))
      #expect(run.errors.contains("1 repeated record is left out"))
      #expect(run.output.contains("has the id of an earlier record and is left out"))
      #expect(
        Set(server.requests.map { $0.path.split(separator: "&")[1] }) == ["p=1", "p=2", "p=3"])
    }
  }

  @Test func `next loads the page that follows, and then there is none`() async throws {
    try await withServer({ ServiceWorld(works: 150).answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder(
        "paintings", "-c", "list all; next; count; list all; next", environment: Self.environment)
      #expect(run.output.contains("Work 148") && run.errors.contains("101–120 of 149"))
      #expect(run.lines.contains("149"))
      #expect(run.errors.contains("this is the last page"))
    }
  }

  @Test(arguments: [(["--keep-going"], ["199"]), ([], [])])
  func `records loaded before a failure stay for the commands that follow`(
    flags: [String], lines: [String]
  ) async throws {
    let world = ServiceWorld(works: 1000)
    let handler: LoopbackServer.Handler = { request, peer in
      if request.path.contains("p=3") { return peer.answer(404) }
      world.answer(request, peer)
    }
    try await withServer(handler) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let words = ["demo", "-c", "load paintings all; count"] + flags
      let run = try place.larder(words, environment: Self.environment)
      #expect(run.errors.contains("the server answered 404"))
      #expect(run.errors.contains("the first 200 rows are loaded"))
      #expect(run.status == 66)
      #expect(run.lines == lines)
    }
  }

  @Test(arguments: [
    ("cut", 69, "error: "), ("broken", 69, "503"), ("portal", 65, "web page"),
    ("wrong-type", 0, ""), ("busy", 0, ""), ("same", 0, ""),
  ])
  func `a service with a fault loads the records that it can`(
    fault: String, status: Int, told: String
  ) async throws {
    let world = ServiceWorld()
    try await withServer({ world.answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url("/\(fault)"))
      for _ in 1...2 {
        let run = try place.larder("meals", "-c", "count")
        #expect(run.status == status, "\(run.errors)")
        #expect(told.isEmpty || run.errors.contains(told))
        if status == 0 { #expect(run.lines == ["3"]) }
      }
    }
  }

  @Test
  func `a service that does not answer is waited for until ^C, and the feed that was there stays`()
    async throws
  {
    let world = ServiceWorld()
    try await withServer({ world.answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url("/slow"))
      let terminal = try place.prompt(
        [try place.file("dishes.json", SampleFeed.dishes)], at: "dishes 8")
      try terminal.write("load meals\r")
      try terminal.expect(text: "(^C stops)")
      try terminal.write("\u{3}")
      try terminal.expect(text: "stopped")
      try terminal.expectPrompt("dishes 8")
    }
  }

  @Test func `a captive portal does not replace the loaded feed, and a later reload succeeds`()
    async throws
  {
    let world = ServiceWorld()
    try await withServer({ world.answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let terminal = try place.prompt(["meals"], at: "meals 3")
      world.setAway(true)
      try terminal.enter("reload", prompt: "meals 3 failed")
      world.setAway(false)
      try terminal.enter("reload fresh", prompt: "meals 3")
      try terminal.enter("load meals stew", prompt: "meals 1")
    }
  }
}
