import Foundation
import TestSupport
import Testing

/// A feed that every request is answered with.
private let feed = Array(SampleFeed.dishes.utf8)

/// Recorded networks of scripts, and who connects.
@Suite(.serialized) struct ScriptNetworkTests {
  /// A script with a bundle of a feed at this server, which lists it.
  private func recorded(
    _ server: LoopbackServer, lines: [String]? = nil, body: String = "> count\n| 8\n",
    header: String = ""
  ) throws -> ScriptFolder {
    let folder = try ScriptFolder()
    let own = ["GET \(server.url("/f"))", "< 200 application/json {f}"]
    let digest = try folder.bundle(lines ?? own, ["f": SampleFeed.dishes])
    try folder.write(
      "x.rcp",
      "rcp 1\nfeed: \(server.url("/f"))\nbundle: x.rcpd sha256:\(digest)\nsize: 200x24\nnet: replay\n\(header)\n\(body)"
    )
    return folder
  }

  @Test(arguments: [
    ["check"], ["check", "--strict"], ["check", "--shake", "1"], ["run"], ["update", "--dry-run"],
    ["fmt", "--check"], ["lint"], ["explain"], ["log"], ["export", "-o", "x.cast"],
    ["export", "-o", "x.svg"], ["export", "-o", "x.md"],
  ])
  func `checks and other reading commands never connect`(words: [String]) async throws {
    try await withServer({ $1.answer(body: feed) }) { server in
      let body = "> count\n| 8\n\n> load \(server.url("/other"))\n? error network\n"
      for body in ["> count\n| 8\n", body] {
        let folder = try recorded(server, body: body)
        let run = try folder.larder(words + ["x.rcp"])
        #expect(run.status != 69 && !run.errors.isEmpty || !run.output.isEmpty, "\(run.errors)")
        #expect(server.connectionCount == 0)
      }
    }
  }

  @Test func `a replay at a terminal never connects`() async throws {
    try await withServer({ $1.answer(body: feed) }) { server in
      let folder = try recorded(server)
      let terminal = try PseudoTerminal(
        running: larderPath,
        arguments: ["script", "replay", "--speed", "50", folder.path + "/x.rcp"],
        environment: ["TERM": "xterm-256color", "HOME": folder.place.home], rows: 60, columns: 120)
      try terminal.expect(text: "The end.")
      try terminal.write("x")
      #expect(try terminal.expectEnd() == .status(0))
      #expect(terminal.output.contains("8 recipes"))
      #expect(server.connectionCount == 0)
    }
  }

  @Test func `a check plays recorded answers, and reports unrecorded requests`() async throws {
    try await withServer({ $1.answer(body: feed) }) { server in
      let body = """
        > count
        | 8

        > load \(server.url("/g"))
        @ expect "has no answer to GET \(server.url("/g"))"
        @ expect "the nearest is"
        ? error network

        """
      let run = try recorded(server, body: body).larder(["check", "x.rcp"])
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(server.connectionCount == 0)
    }
  }

  @Test(arguments: [
    (
      ["check"], "", 0,
      "a recorded response was not used: GET http://a.example/ was never requested"
    ),
    (["check", "--strict"], "", 1, "x.rcp:3: GET http://a.example/ was never requested"),
    (["check"], "strict: on", 1, "x.rcp:3: GET http://a.example/ was never requested"),
  ])
  func `a check reports unused recordings, and fails in strict mode`(
    words: [String], header: String, status: Int, told: String
  ) async throws {
    try await withServer({ $1.answer() }) { server in
      let lines = [
        "GET \(server.url("/f"))", "< 200 application/json {f}", "GET http://a.example/", "< 204",
      ]
      let folder = try recorded(
        server, lines: lines, header: header.isEmpty ? "" : header + "\n")
      let run = try folder.larder(words + ["x.rcp"])
      #expect(run.status == status, "\(run.errors)")
      #expect(run.errors.contains(told), "\(run.errors)")
    }
  }

  @Test func `a check lists only the first unused recorded responses and counts the others`()
    async throws
  {
    try await withServer({ $1.answer() }) { server in
      let others = (1...9).flatMap { ["GET http://a.example/\($0)", "< 204"] }
      let lines = ["GET \(server.url("/f"))", "< 200 application/json {f}"] + others
      let run = try recorded(server, lines: lines).larder(["check", "x.rcp"])
      #expect(run.status == 0 && run.errors.contains("/4 was never requested"))
      #expect(run.errors.contains("5 more of this kind") && !run.errors.contains("/5 was"))
    }
  }

  @Test func `verify-net repeats the recorded requests and reports changed responses`() async throws
  {
    try await withServer({ request, peer in
      let body = request.path == "/f" ? feed : Array("other".utf8)
      peer.answer(200, [("Content-Type", "application/json")], body: body)
    }) { server in
      let same = try recorded(server)
      let before = try same.contents()
      let run = try same.larder(["verify-net", "x.rcp"])
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.errors == "x.rcp: 1 request, the responses are as recorded\n")
      #expect(server.requests.map(\.path) == ["/f"])
      #expect(server.requests[0]["accept"]?.hasPrefix("application/json, ") == true)
      #expect(server.requests[0]["cookie"] == nil && server.requests[0]["authorization"] == nil)
      let old = try same.larder(["verify-net", "--max-age", "1", "x.rcp"])
      #expect(old.status == 0 && old.errors.contains("recorded "))
      let lines = [
        "GET \(server.url("/g"))", "< 200 application/json etag=\"1\" {f}",
        "POST \(server.url("/f"))", "< 204",
      ]
      let other = try recorded(server, lines: lines).larder(["verify-net", "x.rcp"])
      #expect(other.status == 1)
      #expect(other.output.contains("/g: ETag was \"1\"; now it is absent\n"))
      #expect(other.output.contains("/g: the content had"))
      #expect(other.errors.contains("1 request not sent"))
      #expect(try same.contents() == before)
      server.stop()
      let none = try same.larder(["verify-net", "x.rcp"])
      #expect(
        none.status == 3
          && none.output.contains("the response had status 200; now the request fails"))
    }
  }

  @Test func `verify-net refuses a script without a bundle`() throws {
    let run = try ScriptFolder("rcp 1\n\n> count\n").larder(["verify-net", "x.rcp"])
    #expect(run.status == 3 && run.errors.contains("there is no bundle"))
  }
}
