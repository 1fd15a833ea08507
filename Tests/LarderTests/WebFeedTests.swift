import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct WebFeedTests {
  @Test(arguments: [
    ("/recipes.json", SampleFeed.dishes, "8"),
    ("/recipes-malformed.json", SampleFeed.malformed, "3"),
    ("/recipes-empty.json", SampleFeed.empty, "0"),
  ])
  func `a feed comes over HTTP`(path: String, body: String, count: String) async throws {
    try await withServer({ $1.answer(body: Array(body.utf8)) }) { server in
      let run = try Workplace().larder(server.url(path), "-c", "count")
      #expect(run.lines == [count])
      #expect(run.status == 0)
      #expect(server.requests.map(\.path) == [path])
    }
  }

  @Test func `the named feeds come from the service that the setting names`() async throws {
    let handler: LoopbackServer.Handler = { request, peer in
      let bodies = [
        "/api/recipes.json": SampleFeed.dishes, "/api/recipes-empty.json": SampleFeed.empty,
        "/api/recipes-malformed.json": SampleFeed.malformed,
      ]
      peer.answer(
        bodies[request.path] == nil ? 404 : 200, body: Array((bodies[request.path] ?? "").utf8))
    }
    try await withServer(handler) { server in
      let place = try Workplace()
      _ = try place.larder("demo", "-c", "set base.recipes \(server.url("/api"))")
      #expect(try place.larder("recipes", "-c", "count").lines == ["8"])
      #expect(try place.larder("recipes-malformed", "-c", "count").lines == ["3"])
      #expect(try place.larder("recipes-malformed", "--strict", "-c", "count").status == 65)
      #expect(try place.larder("recipes-empty", "-c", "count").errors.contains("empty"))
    }
  }

  @Test(arguments: [
    (404, 66), (410, 66), (500, 69), (502, 69), (503, 69), (403, 69), (401, 69), (429, 69),
  ])
  func `an error of the server has its exit status and is told`(
    code: Int, status: Int
  ) async throws {
    try await withServer({ $1.answer(code, body: Array(SampleFeed.dishes.utf8)) }) { server in
      let run = try Workplace().larder(server.url("/feed.json"), "-c", "list")
      #expect(run.status == status)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(String(code)) && run.errors.contains("/feed.json"))
    }
  }

  @Test(arguments: [
    ("", 65), ("{\"recipes\": [", 65), ("{\"error\": \"no key\"}", 65),
    ("<!DOCTYPE html><title>Sign in</title>", 65), ("\u{0}\u{1}\u{2}", 65),
  ])
  func `an answer that is no feed ends with 65`(body: String, status: Int) async throws {
    try await withServer({ $1.answer(body: Array(body.utf8)) }) { server in
      let run = try Workplace().larder(server.url("/feed.json"), "-c", "list")
      #expect(run.status == status, "\(run.output)\(run.errors)")
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("127.0.0.1"))
    }
  }

  @Test func `a copy that stands in for its server says why`() async throws {
    let isDown = Atomic(false)
    try await withServer({ _, peer in
      if isDown.load(ordering: .acquiring) { return peer.answer(503) }
      peer.answer(200, [("Cache-Control", "max-age=0")], body: Array(SampleFeed.dishes.utf8))
    }) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f.json"), "-c", "count")
      isDown.store(true, ordering: .releasing)
      let run = try place.larder(server.url("/f.json"), "-c", "count; status")
      #expect(run.status == 0 && run.lines.first == "8")
      #expect(run.errors.contains("; the server answered 503"), "\(run.errors)")
      #expect(run.output.contains("; the server answered 503"), "\(run.output)")
    }
  }

  @Test func `set keep-feeds off stores nothing of a feed on disk`() async throws {
    try await withServer({ _, peer in
      peer.answer(200, [("Cache-Control", "max-age=600")], body: Array(SampleFeed.dishes.utf8))
    }) { server in
      let place = try Workplace()
      _ = try place.larder("demo", "-c", "set keep-feeds off")
      for _ in 0..<2 {
        #expect(try place.larder(server.url("/f.json"), "-c", "count").lines == ["8"])
      }
      #expect(server.requests.count == 2)
      #expect(try place.filesAtHome().filter { $0.contains("/b/") || $0.contains("/feeds/") } == [])
      #expect(try place.larder("--offline", server.url("/f.json"), "-c", "count").status == 69)
    }
  }

  @Test func `a copy stored before keep-feeds was off is validated, and does not answer for ever`()
    async throws
  {
    let count = Atomic(0)
    try await withServer({ _, peer in
      let number = count.add(1, ordering: .relaxed).newValue
      let records = (0..<number).map { "{\"name\":\"Pie \($0)\"}" }.joined(separator: ",")
      peer.answer(
        200, [("Cache-Control", "max-age=0, stale-while-revalidate=86400")],
        body: Array("[\(records)]".utf8))
    }) { server in
      let place = try Workplace()
      #expect(try place.larder(server.url("/f.json"), "-c", "count").lines == ["1"])
      _ = try place.larder("demo", "-c", "set keep-feeds off")
      _ = try place.larder(server.url("/f.json"), "-c", "count")
      let now = count.load(ordering: .relaxed)
      #expect(try place.larder(server.url("/f.json"), "-c", "count").lines == ["\(now + 1)"])
    }
  }

  @Test func `a redirect to another server says that no secret was sent there`() async throws {
    try await withServer({ $1.answer(401) }) { other in
      try await withServer({ $1.answer(302, [("Location", other.url("/x"))]) }) { server in
        let place = try Workplace()
        _ = try place.larder(
          "demo", "-c", "feeds add own \(server.url("/f.json")) -H 'X-Key: $KEY'")
        let run = try place.larder("own", "-c", "count", environment: ["KEY": "a"])
        #expect(
          run.errors.contains("redirected to \(other.url("/x")); credentials are not sent"))
      }
    }
  }

  @Test(arguments: [
    ([], "sends it a secret"), (["-H", "X-Key: $KEY"], "the server rejected the credentials"),
  ])
  func `a refusal without a secret says how to send one`(
    header: [String], told: String
  ) async throws {
    try await withServer({ $1.answer(401) }) { server in
      let place = try Workplace()
      let words = ["feeds", "add", "own", server.url("/f.json")] + header.map { "'\($0)'" }
      _ = try place.larder("demo", "-c", words.joined(separator: " "))
      let run = try place.larder("own", "-c", "count", environment: ["KEY": "a"])
      #expect(run.status == 69 && run.errors.contains(told), "\(run.errors)")
    }
  }

  @Test func `a server with Retry-After is not retried, and the message tells the waiting time`()
    async throws
  {
    try await withServer({ $1.answer(429, [("Retry-After", "7200")]) }) { server in
      let run = try Workplace().larder(server.url("/feed.json"), "-c", "list")
      #expect(run.status == 69 && server.requests.count == 1)
      #expect(run.errors.contains("it can be retried in 2 h"), "\(run.errors)")
    }
  }

  @Test func `certificates that are not there are blamed, not the server`() async throws {
    try await withServer({ $1.answer(200) }) { server in
      let run = try Workplace().larder(
        "https://127.0.0.1:\(server.port)/feed.json", "-c", "list",
        environment: ["SSL_CERT_FILE": "/none"])
      #expect(run.status == 69)
      #expect(run.errors.contains("check the variable SSL_CERT_FILE"), "\(run.errors)")
    }
  }

  @Test func `the error for a web page instead of a feed calls it a web page`() async throws {
    let page = Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8)
    try await withServer({ $1.answer(200, [("Content-Type", "text/html")], body: page) }) {
      let run = try Workplace().larder($0.url("/feed"), "-c", "list")
      #expect(run.errors.contains("web page"))
    }
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"recipes\": [", "not HTTP at all\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[{\"na",
  ])
  func `a connection that breaks ends with 69`(bytes: String) async throws {
    let handler: LoopbackServer.Handler = { _, peer in
      peer.send(bytes)
      peer.hangUp()
    }
    try await withServer(handler) { server in
      let run = try Workplace().larder(server.url("/feed.json"), "-c", "list")
      #expect(run.status == 69, "\(run.errors)")
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("error: "))
    }
  }

  @Test
  func `redirects are followed, but not for ever`() async throws {
    let handler: LoopbackServer.Handler = { request, peer in
      let left = Int(request.path.dropFirst()) ?? -1
      if left == 0 { return peer.answer(body: Array(SampleFeed.dishes.utf8)) }
      peer.answer(302, [("Location", "/\(left - 1)")])
    }
    try await withServer(handler) { server in
      #expect(try Workplace().larder(server.url("/20"), "-c", "count").lines == ["8"])
      let endless = try Workplace().larder(server.url("/21"), "-c", "count")
      #expect(endless.status == 69)
      #expect(endless.errors.contains("redirect"))
    }
  }
}
