import Foundation
import Synchronization
import TestSupport
import Testing

/// `larder lint --links`: what is behind the links of a feed.
@Suite struct LintLinkTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46]

  /// Answers by path.
  private static let handler: LoopbackServer.Handler = { request, peer in
    let kept = [("Cache-Control", "max-age=600"), ("ETag", "\"1\"")]
    let isHead = request.method == "HEAD"
    switch request.path {
    case "/404", "/410", "/500", "/503", "/429": peer.answer(Int(request.path.dropFirst()) ?? 0)
    case "/drop": peer.hangUp()
    case "/moved": peer.answer(301, [("Location", "/ok")])
    case "/moved-twice": peer.answer(308, [("Location", "/moved")])
    case "/seen": peer.answer(302, [("Location", "/ok")])
    case "/loop": peer.answer(302, [("Location", "/loop")])
    case "/far": peer.answer(302, [("Location", "file:///etc/passwd")])
    case "/4": peer.answer(302, [("Location", "/3")])
    case "/3": peer.answer(307, [("Location", "/2")])
    case "/2": peer.answer(303, [("Location", "/1")])
    case "/1": peer.answer(302, [("Location", "/ok")])
    case "/get", "/get.jpg":
      peer.send(isHead ? "HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n" : "")
      if !isHead { peer.answer(200, kept + [("Content-Type", "image/png")], body: picture) }
    case "/good.jpg": head(peer, kept + [("Content-Type", "image/jpeg")], 900)
    case "/small.jpg": head(peer, kept + [("Content-Type", "image/jpeg")], 90)
    case "/page.jpg": head(peer, kept + [("Content-Type", "text/html; charset=utf-8")], 90)
    case "/bare.jpg": head(peer, [("Content-Type", "image/jpeg")], 90)
    case "/untyped.jpg": head(peer, [("Expires", "0"), ("Last-Modified", "x")], 90)
    default: peer.answer()
    }
  }

  /// Answers a request for the head of so many bytes.
  private static func head(_ peer: LoopbackPeer, _ fields: [(String, String)], _ length: Int) {
    let lines = fields.map { "\($0): \($1)\r\n" }.joined()
    peer.send("HTTP/1.1 200 OK\r\n\(lines)Content-Length: \(length)\r\n\r\n")
  }

  /// A feed whose records have these members each.
  private func feed(_ members: [(String, String)]...) throws -> String {
    let records = members.enumerated().map { number, members in
      let all =
        [("uuid", "00000000-0000-4000-8000-00000000000\(number)"), ("name", "D\(number)")]
        + [("cuisine", "Thai")] + members
      return "{" + all.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ") + "}"
    }
    return try place.file(
      "feed.json", "{\"recipes\": [\n\(records.joined(separator: ",\n"))\n]}")
  }

  /// The rules and messages of the findings, less those about plain http and missing pictures.
  private func told(_ run: Run) -> [String] {
    run.lines.filter { !$0.contains("[plain-http]") && !$0.contains("[missing-picture]") }
      .compactMap { $0.split(separator: ": ", maxSplits: 2).last.map(String.init) }
      .map { $0.split(separator: "  (")[0] }.map(String.init)
  }

  @Test(arguments: [
    ("/ok", []), ("/seen", []),
    ("/404", ["`source` is gone: the server answers 404 [broken-link]"]),
    ("/410", ["`source` is gone: the server answers 410 [broken-link]"]),
    ("/503", ["`source` does not work: the server answers 503 [broken-link]"]),
    ("/429", ["`source` could not be checked: the server answers 429 [refused-link]"]),
    ("/moved", ["`source` has moved permanently to SERVER/ok [moved-link]"]),
    ("/moved-twice", ["`source` has moved permanently to SERVER/ok [moved-link]"]),
    ("/4", ["`source` has 4 redirects [long-redirect]"]), ("/3", []),
    ("/get", []),
  ])
  func `lint requests each link and reports its status, move or redirects`(
    path: String, told: [String]
  ) async throws {
    try await withServer(Self.handler) { server in
      let feed = try feed([("source_url", server.url(path))])
      let run = try place.larder("lint", "--links", feed)
      #expect(self.told(run) == told.map { $0.replacing("SERVER", with: server.url("")) })
      #expect(server.requests.first?.method == "HEAD")
      #expect(try place.filesAtHome().filter { $0.contains("cache") } == [])
    }
  }

  @Test(arguments: ["/drop", "/loop", "/far"])
  func `a link that leads nowhere is broken`(path: String) async throws {
    try await withServer(Self.handler) { server in
      let run = try place.larder("lint", "--links", try feed([("source_url", server.url(path))]))
      #expect(told(run).count == 1 && run.output.contains("error: `source` does not work: "))
      #expect(run.status == 1)
    }
  }

  @Test(arguments: [
    ("/good.jpg", []), ("/page.jpg", ["is text/html, not a picture [picture-type]"]),
    ("/untyped.jpg", ["has no Content-Type [picture-type]"]),
    ("/get.jpg", ["has the Content-Type image/png, but contains image/jpeg [picture-type]"]),
    (
      "/bare.jpg",
      [
        "has neither ETag nor Last-Modified [picture-validator]",
        "has neither Cache-Control: max-age nor Expires [picture-freshness]",
      ]
    ),
    ("/404", ["is gone: the server answers 404 [broken-link]"]),
  ])
  func `lint reports pictures without a right type, a validator or a freshness lifetime`(
    path: String, told: [String]
  ) async throws {
    try await withServer(Self.handler) { server in
      let feed = try feed([("photo_url_large", server.url(path))])
      let run = try place.larder("lint", "--links", feed)
      #expect(self.told(run) == told.map { "`photo` \($0)" })
    }
  }

  @Test(arguments: [("/small.jpg", 0), ("/good.jpg", 1)])
  func `a thumbnail has to be lighter than its photo`(path: String, count: Int) async throws {
    try await withServer(Self.handler) { server in
      let run = try place.larder(
        "lint", "--links",
        try feed([
          ("photo_url_large", server.url("/good.jpg")),
          ("photo_url_small", server.url(path, host: "localhost")),
        ]))
      #expect(run.lines.count { $0.contains("[heavy-thumbnail]") } == count)
      #expect(run.status == count)
    }
  }

  @Test func `each link is tried once, and told where it comes first`() async throws {
    try await withServer(Self.handler) { server in
      let link = [("source_url", server.url("/404"))]
      let run = try place.larder("lint", "--links", try feed(link, link, link))
      #expect(told(run).count == 1 && run.output.contains("(in 3 places)"))
      #expect(run.lines.last { $0.contains("[broken-link]") }?.contains(".json:2:") == true)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `two hosts are asked at the same time`() async throws {
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let handler: LoopbackServer.Handler = { request, peer in
      let isFirst = request["host"]?.hasPrefix("127") ?? false
      (isFirst ? second : first).signal()
      (isFirst ? first : second).wait()
      peer.answer()
    }
    try await withServer(handler) { server in
      let run = try place.larder(
        "lint", "--links",
        try feed([
          ("source_url", server.url("/a")), ("youtube_url", server.url("/b", host: "localhost")),
        ]))
      #expect(told(run) == [] && server.requests.count == 2)
    }
  }

  @Test func `offline no link is tried, and that is no failure`() async throws {
    try await withServer(Self.handler) { server in
      let feed = try feed([("source_url", server.url("/404"))])
      let run = try place.larder("lint", "--links", "--offline", feed, "--format", "json")
      #expect(run.errors.contains("offline, so the links were not tried"))
      #expect(run.output.contains(#""tried": 0"#) && server.requests.isEmpty)
      #expect(!run.output.contains("broken-link"))
    }
  }

  @Test func `a check of links that is stopped reports its findings until then`() async throws {
    let program = Mutex<Int32>(0)
    let started = DispatchSemaphore(value: 0)
    // The connection's own thread sends the signal: those of the pool may all be busy.
    let handler: LoopbackServer.Handler = { request, peer in
      if request.path != "/slow" { return Self.handler(request, peer) }
      started.wait()
      kill(program.withLock { $0 }, SIGINT)
      peer.waitForClose()
    }
    let server = try LoopbackServer(handler)
    defer { server.stop() }
    let feed = try feed([("source_url", server.url("/404")), ("youtube_url", server.url("/slow"))])
    let process = try place.start(
      larderPath, ["--home", place.home, "lint", "--links", feed])
    program.withLock { $0 = process.process.identifier }
    started.signal()
    let run = try place.outcome(of: process)
    #expect(
      told(run) == ["`source` is gone: the server answers 404 [broken-link]"],
      "\(run.output)\(run.errors)")
    #expect(run.errors.contains("stopped: 1 of 2 links were tried"))
    #expect(run.status == 130, "\(run.output)\(run.errors)")
  }

  @Test func `lint shows a progress bar for links at a terminal and removes it at the end`()
    async throws
  {
    let seen = DispatchSemaphore(value: 0)
    let handler: LoopbackServer.Handler = { request, peer in
      if request.path == "/slow" { seen.wait() }
      Self.handler(request, peer)
    }
    let server = try LoopbackServer(handler)
    defer { server.stop() }
    let feed = try feed([("source_url", server.url("/404")), ("youtube_url", server.url("/slow"))])
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["--home", place.home, "lint", "--links", feed],
      environment: ["TERM": "xterm-256color"], columns: 200)
    try terminal.expect { $0.text.contains("links ████████████░░░░░░░░░░░░ 1/2") }
    seen.signal()
    try terminal.expect { $0.text.contains("1 error") && !$0.text.contains("░") }
  }
}
