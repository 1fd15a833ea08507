import Foundation
import TestSupport
import Testing

/// Defects of other programs for these feeds, each with the correct result.
@Suite struct DefectTests {
  private static let environment = ["RIJKSMUSEUM_API_KEY": ServiceWorld.key]

  @Test func `a reload checks every page that is shown, not only the first`() async throws {
    let world = ServiceWorld(works: 250)
    try await withServer({ world.answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder(
        "demo", "-c", "load paintings all; reload; count", environment: Self.environment)
      #expect(run.lines.last == "249", "\(run.errors)")
      let pages = server.requests.compactMap {
        $0.path.split(separator: "&").first { $0.hasPrefix("p=") }
      }
      #expect(pages == ["p=1", "p=2", "p=3", "p=1", "p=2", "p=3"])
    }
  }

  @Test func `a reload of which one page fails loses no rows, and a strict load takes none`()
    async throws
  {
    let world = ServiceWorld(works: 250)
    try await withServer({ request, peer in
      if request.path.contains("p=3"), world.isBroken { return peer.answer(404) }
      world.answer(request, peer)
    }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let terminal = try place.prompt(["demo"], at: "demo 64", environment: Self.environment)
      try terminal.enter("load paintings all", prompt: "paintings 249")
      world.setBroken(true)
      try terminal.enter("reload", prompt: "paintings 249 failed")
      let strict = try place.larder(
        "--strict", "demo", "-c", "load paintings all", environment: Self.environment)
      #expect(strict.status != 0)
    }
  }

  @Test func `the last feed goes on with its next page at the next start`() async throws {
    let world = ServiceWorld(works: 150)
    try await withServer({ world.answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let first = try place.prompt(
        ["paintings"], at: "paintings 100", environment: Self.environment)
      try first.leave()
      let second = try place.prompt([], at: "paintings 100", environment: Self.environment)
      #expect(!second.screen.text.contains("loading"))
      try second.enter("list 90-100", prompt: "paintings 100")
      try second.enter("next", prompt: "paintings 149")
    }
  }

  @Test func `after an error everything works again: retry, another feed, the next page`()
    async throws
  {
    let world = ServiceWorld(works: 150)
    try await withServer({ world.answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let terminal = try place.prompt(
        ["paintings"], at: "paintings 100", environment: Self.environment)
      world.setAway(true)
      try terminal.enter("load breeds", prompt: "paintings 100")
      try terminal.enter("load meals", prompt: "paintings 100")
      world.setAway(false)
      try terminal.enter("load breeds", prompt: "breeds 2")
      try terminal.enter("load paintings", prompt: "paintings 100")
      try terminal.enter("list 90-100", prompt: "paintings 100")
      try terminal.enter("next", prompt: "paintings 149")
    }
  }

  @Test func `a record without an id is one and the same record each time, and can be opened`()
    throws
  {
    let place = try Workplace()
    let feed = try place.file(
      "feed.json",
      #"[{"name":"Pie","source_url":"https://a.example/pie"},{"name":"Tart","source_url":"https://a.example/t"}]"#
    )
    let (program, log) = try place.opener()
    _ = try place.larder(feed, "-c", "favorite Tart; note Tart warm")
    let run = try place.larder(
      feed, "-c", "set opener \(program); open source Tart; favorites; notes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try place.text(of: log).contains("https://a.example/t"))
    #expect(run.output.contains("warm"))
  }

  @Test func `looking at a row writes nothing`() throws {
    let place = try Workplace()
    let feed = try place.file("feed.json", SampleFeed.dishes)
    _ = try place.larder(feed, "-c", "show 1; raw 1; similar 1; random")
    #expect(try place.filesAtHome().allSatisfy { !$0.contains("library") })
  }

  @Test func `an error body that looks like a feed is still an error`() async throws {
    try await withServer({
      $1.answer(500, body: Array(#"{"meals":[{"idMeal":"1","strMeal":"X"}]}"#.utf8))
    }) {
      server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let run = try place.larder("meals", "-c", "count")
      #expect(run.status == 69 && run.output.isEmpty)
      #expect(run.errors.contains("500"))
    }
  }

  @Test func `a filter with or selects both values of a field, and no match has a hint`()
    async throws
  {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      let both = try place.larder("breeds-more", "-c", "filter name=Manx or name=Lynx; count")
      #expect(both.lines.first == "2", "\(both.errors)")
      let none = try place.larder("breeds-more", "-c", "filter popularity>5; filter name=Manx")
      #expect(none.errors.contains("Without `"))
    }
  }

  @Test
  func `a favorite that a search of a service brought is one in all of its feed`()
    async throws
  {
    try await withServer({ ServiceWorld().answer($0, $1) }) { server in
      let place = try Workplace()
      try place.useServices(at: server.url(""))
      _ = try place.larder("demo", "-c", "load meals stew; favorite 1")
      let run = try place.larder("meals", "-c", "filter is:favorite; count")
      #expect(run.lines.first == "1", "\(run.errors)")
    }
  }
}
