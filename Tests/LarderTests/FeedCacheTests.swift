import Foundation
import TestSupport
import Testing

/// Feeds that come through the cache.
@Suite struct FeedCacheTests {
  private let service = EditionService()

  @Test func `a feed that is fresh is not asked for again`() async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      for _ in 0..<3 { #expect(try place.larder(server.url("/f"), "-c", "count").lines == ["8"]) }
      #expect(server.requests.count == 1)
    }
  }

  @Test func `feeds shows when a named feed was last answered`() async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder("demo", "-c", "feeds add own \(server.url("/f"))")
      func answer() throws -> String? {
        try place.larder("demo", "--format", "ndjson", "-c", "feeds").lines
          .first { $0.contains("\"own\"") }
      }
      #expect(try answer()?.contains("\"answered\":null") == true)
      _ = try place.larder("own", "-c", "count")
      #expect(try answer()?.contains("\"answered\":\"20") == true)
    }
  }

  @Test func `reload validates the feed and transfers no content if it is unchanged`() async throws
  {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      let terminal = try place.prompt([server.url("/f")], at: "f 8")
      try terminal.enter("reload", prompt: "f 8")
      #expect(terminal.screen.text.contains("nothing is new"))
      #expect(server.requests.last?["if-none-match"] == "\"1\"")
      service.change { $0.edition = 2 }
      try terminal.enter("reload", prompt: "f 3")
      #expect(terminal.screen.text.contains(" gone"))
      try terminal.enter("reload fresh", prompt: "f 3")
      #expect(server.requests.last?["if-none-match"] == nil)
      #expect(server.requests.last?["cache-control"] == "no-cache")
      #expect(server.requests.count == 4)
    }
  }

  @Test func `offline a copy is shown, and said to be one`() async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      let copy = try place.larder("--offline", server.url("/f"), "-c", "count", "-c", "status")
      #expect(copy.lines.first == "8")
      #expect(copy.output.contains("an offline copy, from "))
      let again = try place.larder("--offline", server.url("/f"), "-c", "count; reload")
      #expect(again.errors.contains("not compared with its server"), "\(again.errors)")
      #expect(again.errors.contains("offline: this copy is from ") && again.status == 0)
      let none = try place.larder("--offline", server.url("/g"), "-c", "count")
      #expect(none.status == 69)
      #expect(none.errors.contains("no copy of it is stored"))
      let terminal = try place.prompt(["--offline", server.url("/f")], at: "f 8 copy offline")
      try terminal.enter("online", prompt: "f 8 copy")
      try terminal.enter("reload", prompt: "f 8")
      #expect(server.requests.count == 2)
    }
  }

  @Test func `a copy stands in for a server that fails, and is said to be stale`() async throws {
    service.change { $0.lines = [("Cache-Control", "max-age=0")] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change { $0.status = 503 }
      let run = try place.larder(server.url("/f"), "-c", "count", "-c", "status")
      #expect(run.lines.first == "8")
      #expect(run.output.contains("stale, from "))
      server.stop()
      #expect(try place.larder(server.url("/f"), "-c", "count").lines == ["8"])
    }
  }

  @Test(arguments: ["count", "count by cuisine", "show 1", "fields", "export json -", "list"])
  func `a stale copy is reported once, whatever the command`(command: String) async throws {
    service.change { $0.lines = [("Cache-Control", "max-age=0")] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change { $0.status = 500 }
      let run = try place.larder(server.url("/f"), "-c", command)
      #expect(run.status == 0)
      #expect(run.errors.components(separatedBy: "stale: this copy is from ").count == 2)
      let piped = try place.larder([server.url("/f")], input: command + "\n")
      #expect(piped.errors.components(separatedBy: "stale: this copy is from ").count == 2)
    }
  }

  @Test func `a stale feed is compared with its server behind the prompt`() async throws {
    service.change { $0.lines = [("Cache-Control", "max-age=0, stale-while-revalidate=600")] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change { $0.edition = 2 }
      let terminal = try place.prompt([server.url("/f")], at: "f 8 stale")
      for _ in 0..<1000 where !terminal.screen.text.contains("reload shows them") {
        try terminal.enter("trace off", prompt: "f 8 stale")
      }
      #expect(terminal.screen.text.contains("f: 5 gone, 2 changed · reload shows them"))
      try terminal.enter("reload", prompt: "f 3")
      try terminal.enter("diff", prompt: "f 3")
      #expect(terminal.screen.text.contains("5 gone, 2 changed"))
      #expect(server.requests.count == 2)
    }
  }

  @Test func `a trace tells of each request and why`() async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      let url = server.url("/f?key=secret")
      let run = try place.larder(
        "demo", "-c", "trace on; load \(url); load \(url); trace off; reload")
      let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("→") }
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("→ GET \(server.url("/f"))?… · 200 · network · ") == true)
      #expect(lines.first?.hasSuffix(" · no copy yet") == true)
      #expect(lines.last?.contains(" · 200 · cache · ") == true)
      #expect(lines.last?.contains(" · 0 bytes · fresh for ") == true)
      #expect(!run.errors.contains("secret"))
    }
  }

  @Test(arguments: [["--network", "live"], ["--network=live"]])
  func `the option --network live overrides the setting offline`(words: [String]) async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder("demo", "-c", "set network offline")
      let offline = try place.larder(server.url("/f"), "-c", "count")
      #expect(offline.status == 69 && server.requests.isEmpty)
      let live = try place.run(
        larderPath, ["--home", place.home] + words + [server.url("/f"), "-c", "count"])
      #expect(live.lines == ["8"], "\(live.errors)")
    }
  }

  @Test func `cache show tells that a failed picture is not requested for a while`() async throws {
    try await withServer({ $1.answer(404) }) { server in
      let place = try Workplace()
      let feed = try place.file(
        "a.json", "[{\"name\":\"A\",\"photo\":\"\(server.url("/a.jpg"))\"}]")
      _ = try place.larder(feed, "-c", "picture 1")
      let said = try place.larder("demo", "-c", "cache show \(server.url("/a.jpg"))").errors
      #expect(
        said.contains("as a picture failed and is not repeated for ") && said.contains(": 404"),
        "\(said)")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `the cache says what it holds and what the next request would do`() async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      let url = server.url("/f")
      let before = try place.larder("demo", "-c", "cache show \(url)")
      #expect(before.errors.contains("the next request goes to the server: no copy yet"))
      _ = try place.larder(url, "-c", "count")
      let fresh = try place.larder(
        "demo", "-c", "cache show \(url); cache", "--format", "json")
      #expect(fresh.errors.contains("the next request is answered from the cache: fresh for "))
      #expect(
        fresh.output.contains("\"checkedBy\":\"ETag\"")
          || fresh.output.contains("\"checkedBy\": \"ETag\""))
      let words = try place.larder("demo", "-c", "cache show \(url)")
      #expect(words.errors.contains("the next request is answered from the cache: fresh for "))
      let all = try place.larder("demo", "-c", "cache")
      #expect(all.errors.contains("1 entry"))
      #expect(all.output.contains("127.0.0.1"))
      let cleared = try place.larder("demo", "-c", "cache clear feeds; cache")
      #expect(cleared.errors.contains("freed ") && cleared.errors.contains("0 entries"))
      #expect(try place.larder(url, "-c", "count").lines == ["8"])
      #expect(server.requests.count == 2)
    }
  }

  @Test func `cache show follows a stored redirect and tells what the next request does`()
    async throws
  {
    let handler: LoopbackServer.Handler = { request, peer in
      if request.path == "/old" {
        peer.answer(301, [("Cache-Control", "max-age=600"), ("Location", "/new")])
      } else {
        peer.answer(200, [("Cache-Control", "no-store")], body: [0x61])
      }
    }
    try await withServer(handler) { server in
      let place = try Workplace()
      _ = try place.larder("fetch", server.url("/old"))
      let said = try place.larder("demo", "-c", "cache show \(server.url("/old"))").errors
      #expect(
        said.contains(
          "a stored redirect leads to \(server.url("/new")); the next request goes to the server"
        ), "\(said)")
    }
  }

  @Test func `a damaged cache is fetched again and the damage is reported`() async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      let bodies = try place.filesAtHome().filter { $0.hasPrefix("cache/pack/") }
      #expect(bodies.count == 1)
      for body in bodies { try Data("[]".utf8).write(to: URL(filePath: place.home + "/" + body)) }
      #expect(try place.larder(server.url("/f"), "-c", "count").lines == ["8"])
      try Data("nonsense".utf8).write(to: URL(filePath: place.home + "/cache/index.db"))
      #expect(try place.larder(server.url("/f"), "-c", "count").lines == ["8"])
      #expect(server.requests.count == 3)
      #expect(try place.larder(server.url("/f"), "-c", "cache").errors.contains("damaged"))
    }
  }

  @Test func `the rows of a large feed from the web are kept, too`() async throws {
    let names = (0..<20_000).map {
      "{\"name\": \"Dish \($0)\", \"cuisine\": \"Any\", \"uuid\": \"\($0)\"}"
    }
    let feed = "{\"recipes\": [\(names.joined(separator: ",\n"))]}"
    try await withServer({
      $1.answer(200, [("Cache-Control", "max-age=600")], body: Array(feed.utf8))
    }) {
      let place = try Workplace()
      #expect(try place.larder($0.url("/f"), "-c", "count").lines == ["20000"])
      #expect(try place.filesAtHome().contains { $0.hasSuffix(".rows") })
      #expect(try place.larder($0.url("/f"), "-c", "raw 1").output.contains("Dish "))
      #expect($0.requests.count == 1)
    }
  }
}
