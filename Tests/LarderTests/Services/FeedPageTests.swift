import Foundation
import TestSupport
import Testing

@Suite struct FeedPageTests {
  /// A JSON Feed of three pages, of which the last points where it is told to.
  private func handler(last: String) -> LoopbackServer.Handler {
    { request, peer in
      let number = Int(request.path.split(separator: "=").last ?? "") ?? 1
      let next = number < 3 ? "?page=\(number + 1)" : last
      let body =
        #"{"version":"https://jsonfeed.org/version/1.1","title":"T","next_url":"\#(next)","#
        + #""items":[{"id":"\#(number)","title":"Item \#(number)","url":"/items/\#(number)"}]}"#
      peer.answer(body: Array(body.utf8))
    }
  }

  @Test(arguments: [
    ("", ""), ("/feed", "a page that was already loaded"),
    ("?page=2", "a page that was already loaded"),
    ("ftp://a.example/x", "not an address"),
  ])
  func `the pages of a JSON Feed are followed, and a loop ends`(
    last: String, told: String
  ) async throws {
    try await withServer(handler(last: last)) { server in
      let run = try Workplace().larder(
        "demo", "-c", "load \(server.url("/feed")) all; count; list")
      #expect(run.lines.first == "3", "\(run.errors)")
      #expect(told.isEmpty || run.errors.contains(told))
      #expect(server.requests.map(\.path) == ["/feed", "/feed?page=2", "/feed?page=3"])
    }
  }

  @Test(arguments: [
    (1, "1 record of the new page is malformed: see problems"),
    (2, "2 records of the new page are malformed: see problems"),
  ])
  func `malformed records of a page are told of`(count: Int, told: String) async throws {
    try await withServer({ request, peer in
      let isFirst = !request.path.contains("page")
      let next = isFirst ? #""next_url":"?page=2","# : ""
      let wrong = isFirst ? "" : String(repeating: ",7", count: count)
      let item = #"{"id":"\#(request.path)","title":"T"}"#
      peer.answer(body: Array(#"{"version":"1.1",\#(next)"items":[\#(item)\#(wrong)]}"#.utf8))
    }) { server in
      let run = try Workplace().larder(server.url("/feed"), "-c", "list all; next")
      #expect(run.errors.contains(told), "\(run.output)\(run.errors)")
    }
  }

  @Test func `rows of a next page that belong among rows already listed are announced`()
    async throws
  {
    try await withServer(handler(last: "")) { server in
      let run = try Workplace().larder(
        server.url("/feed"), "-c", "sort name desc; list all; next; next")
      #expect(
        run.errors.contains("1 new row belongs among those already listed: list 1-1 shows it"))
      #expect(run.lines.last?.contains("Item 1") ?? false, "\(run.output)")
    }
  }

  @Test func `a page without a row for the view is not the last one`() async throws {
    try await withServer(handler(last: "")) { server in
      let run = try Workplace().larder(
        "demo", "-c",
        "load \(server.url("/feed")); filter name=\"Item 1\",\"Item 3\"; list all; next; next")
      #expect(run.errors.contains("next loads the next page"), "\(run.errors)")
      #expect(run.lines.last?.contains("Item 3") ?? false, "\(run.output)")
    }
  }

  @Test func `rows that a page adds behind those listed are not told of, whatever their names`()
    async throws
  {
    try await withServer({ request, peer in
      let isFirst = !request.path.contains("page")
      let items = (isFirst ? ["M", "N", "Z"] : ["A", "B", "C"]).map {
        #"{"id":"\#($0)","title":"\#($0)"}"#
      }
      let next = isFirst ? #""next_url":"?page=2","# : ""
      peer.answer(
        body: Array(#"{"version":"1.1",\#(next)"items":[\#(items.joined(separator: ","))]}"#.utf8))
    }) { server in
      let run = try Workplace().larder(server.url("/feed"), "-c", "list all; next")
      #expect(run.output.contains("  4  A"), "\(run.output)\(run.errors)")
      #expect(!run.errors.contains("among those already listed"))
    }
  }

  /// A profile of a service that has its pages by number, of so many records as the service says and as it gives.
  private func profile(size: Int, limit: Int, at base: String) -> String {
    """
    name = "svc"
    records = "results"
    [[field]]
    name = "id"
    role = "id"
    [service]
    base = "\(base)"
    total = "count"
    [service.pages]
    parameter = "page"
    size-parameter = "per"
    size = \(size)
    limit = \(limit)
    [[feed]]
    name = "things"
    path = "list"
    """
  }

  @Test(arguments: [
    (10, 30, 50, "30", "not all pages were loaded: the service returns at most 30 records"),
    (100, 10_000, 50, "50", ""), (10, 10_000, 50, "50", ""),
    (10, 10_000, 70, "50", "not all pages were loaded: the service returns only 50 of 70"),
  ])
  func `numbered pages are loaded up to the promised count, or the shortfall is explained`(
    size: Int, limit: Int, promised: Int, count: String, told: String
  ) async throws {
    try await withServer({ request, peer in
      let page = Int(request.path.split(separator: "page=").last?.prefix { $0 != "&" } ?? "") ?? 1
      // It gives ten at a time, however many are asked for.
      let records = page > 5 ? [] : (page * 10 - 9...page * 10).map { "{\"id\":\"\($0)\"}" }
      peer.answer(
        body: Array(
          "{\"count\":\(promised),\"results\":[\(records.joined(separator: ","))]}".utf8))
    }) { server in
      let place = try Workplace()
      try FileManager.default.createDirectory(
        atPath: place.home + "/config/feeds", withIntermediateDirectories: true)
      _ = try place.file(
        "home/config/feeds/svc.toml",
        profile(size: size, limit: limit, at: server.url("")))
      let run = try place.larder("things", "-c", "load things all", "-c", "count")
      #expect(run.lines.last == count, "\(run.output)\(run.errors)")
      #expect(told.isEmpty ? !run.errors.contains("not all pages") : run.errors.contains(told))
    }
  }

  @Test(arguments: [
    (3, 30, "3", "the service returned the same page again"),
    (.max, 30, "3", "returns at most"),
    (3, -1, "3", "the service returned the same page"), (100, 0, "3", ""),
  ])
  func `a service that gives its last page again and again, or counts wrongly, is not believed`(
    size: Int, promised: Int, count: String, told: String
  ) async throws {
    try await withServer({ _, peer in
      peer.answer(
        body: Array(
          #"{"count":\#(promised),"results":[{"id":"1"},{"id":"2"},{"id":"3"}]}"#.utf8))
    }) { server in
      let place = try Workplace()
      try FileManager.default.createDirectory(
        atPath: place.home + "/config/feeds", withIntermediateDirectories: true)
      _ = try place.file(
        "home/config/feeds/svc.toml", profile(size: size, limit: 10_000, at: server.url("")))
      let run = try place.larder("things", "-c", "load things all", "-c", "count")
      #expect(run.lines.last == count, "\(run.output)\(run.errors)")
      #expect(told.isEmpty || run.errors.contains(told), "\(run.errors)")
      let next = try place.larder("--keep-going", "things", "-c", "list; next; count")
      #expect(next.lines.last == count, "\(next.output)\(next.errors)")
      #expect(told.isEmpty || next.errors.contains(told), "\(next.errors)")
      #expect(server.requests.count <= 6)
    }
  }

  @Test(arguments: ["count", "export ndjson -", "random"])
  func `commands on a partial feed report that it is partial`(command: String) async throws {
    try await withServer(handler(last: "")) { server in
      let run = try Workplace().larder(server.url("/feed"), "-c", command)
      #expect(run.errors.contains("1 are loaded; load"), "\(run.errors)")
    }
  }

  @Test func `a feed with further pages says so once for each page`() async throws {
    try await withServer(handler(last: "")) { server in
      let run = try Workplace().larder(server.url("/feed"), "-c", "list; next; list")
      #expect(run.errors.matches(of: /are loaded; load/).count == 2, "\(run.errors)")
    }
  }

  @Test func `a relative link means one beside the feed`() async throws {
    try await withServer(handler(last: "")) { server in
      let run = try Workplace().larder(
        server.url("/feed"), "--format", "json", "-c", "list; problems")
      #expect(run.output.contains(server.url("/items/1")))
      #expect(run.output.contains("is a relative link"))
    }
  }

  /// A page with one record, and a second one with two that are malformed.
  private let handlerOfFlaws: LoopbackServer.Handler = { request, peer in
    let isFirst = !request.path.contains("page")
    let (next, items) =
      isFirst
      ? (#""next_url":"?page=2","#, #"{"id":"1","title":"One","url":"https://a.example/1"}"#)
      : ("", #"{"title":"no id"},5"#)
    peer.answer(body: Array(#"{"version":"1.1","title":"T",\#(next)"items":[\#(items)]}"#.utf8))
  }

  @Test func `next reports malformed records of a page without rows`()
    async throws
  {
    try await withServer(handlerOfFlaws) { server in
      let run = try Workplace().larder(server.url("/feed"), "-c", "list; next")
      #expect(run.status == 0)
      #expect(run.errors.contains("2 records of the new page are malformed"), "\(run.errors)")
      #expect(run.errors.contains("no row of the loaded page matches the view; it was the last"))
    }
  }

  @Test(arguments: ["list; next", "load FEED all"])
  func `strict reading names the page of the culprit`(commands: String) async throws {
    try await withServer(handlerOfFlaws) { server in
      let run = try Workplace().larder(
        "--strict", server.url("/feed"), "-c",
        commands.replacing("FEED", with: server.url("/feed")))
      #expect(run.errors.contains("\(server.url("/feed?page=2")): record 0 "), "\(run.errors)")
    }
  }

  @Test func `an audit of a feed that goes on says that it read one page`() async throws {
    try await withServer(handlerOfFlaws) { server in
      let run = try Workplace().larder("lint", server.url("/feed"))
      #expect(run.output.contains("/feed?…, which was not read [further-pages]"), "\(run.output)")
      #expect(run.status == 0)
      #expect(try Workplace().larder("lint", "--strict", server.url("/feed")).status == 0)
    }
    try await withServer(handler(last: "ftp://a.example/x")) { server in
      let run = try Workplace().larder("lint", server.url("/feed?page=3"))
      #expect(
        run.output.contains("not all pages were loaded: the link to the next page is not an"),
        "\(run.output)")
      #expect(run.status == 1)
    }
  }

  @Test func `a header goes to the feed's own server only, on every page`() async throws {
    try await withServer({ $1.answer(body: Array(#"{"items":[]}"#.utf8)) }) { other in
      let elsewhere = other.url("/feed", host: "localhost")
      try await withServer(handler(last: elsewhere)) { server in
        let place = try Workplace()
        _ = try place.larder(
          "demo", "-c", "feeds add own \(server.url("/feed")) -H 'X-Key: $LARDER_KEY'")
        let run = try place.larder(
          "demo", "-c", "load own all; count", environment: ["LARDER_KEY": "hunter2"])
        #expect(run.lines == ["3"], "\(run.errors) \(server.requests.map(\.path))")
        #expect(server.requests.allSatisfy { $0["x-key"] == "hunter2" })
        #expect(other.requests.map { $0["x-key"] } == [nil])
      }
    }
  }
}
