import TestSupport
import Testing

@Suite struct ProxyTests {
  private static let feed = "http://feeds.invalid/recipes.json"

  @Test(arguments: [("", nil), ("me:pass@", "Basic bWU6cGFzcw==")] as [(String, String?)])
  func `the proxy of the environment is asked`(user: String, sent: String?) async throws {
    try await withServer({ $1.answer(body: Array(SampleFeed.dishes.utf8)) }) { server in
      let proxy = "http://\(user)127.0.0.1:\(server.port)"
      let run = try Workplace().larder(
        Self.feed, "-c", "count", environment: ["http_proxy": proxy])
      #expect(run.lines == ["8"], "\(run.errors)")
      #expect(server.requests.map(\.path) == [Self.feed])
      #expect(server.requests.map { $0["proxy-authorization"] } == [sent])
    }
  }

  @Test(arguments: ["feeds.invalid", "*", ".invalid"])
  func `a host without proxy is asked itself`(exception: String) async throws {
    try await withServer({ $1.answer(body: Array(SampleFeed.dishes.utf8)) }) { server in
      let run = try Workplace().larder(
        Self.feed, "-c", "count", environment: ["http_proxy": server.url(), "no_proxy": exception])
      #expect(run.status == 69)
      #expect(run.errors.contains("no host called feeds.invalid"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a proxy gets to know no more than the host of a secure address`() async throws {
    try await withServer({ $1.answer(403) }) { server in
      let run = try Workplace().larder(
        "https://me:pass@feeds.invalid/secret?key=value", "-c", "count",
        environment: ["https_proxy": server.url()])
      #expect(run.status == 69)
      #expect(run.errors.contains("The proxy answers 403. Check the variables"), "\(run.errors)")
      #expect(server.requests.count == 1)
      let request = try #require(server.requests.first)
      #expect(request.method == "CONNECT")
      #expect(request.path == "feeds.invalid:443")
      #expect(request["authorization"] == nil)
    }
  }

  @Test(arguments: [
    ("http://nosuchproxy.invalid:3128", "The proxy nosuchproxy.invalid does not"),
    ("junk://127.0.0.1:1", "The proxy of the environment does not"),
  ])
  func `a proxy that cannot be used is named in place of the host`(
    proxy: String, words: String
  ) throws {
    let run = try Workplace().larder(
      Self.feed, "-c", "count", environment: ["http_proxy": proxy])
    #expect(run.status == 69)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func `a proxy that is not there is named in place of the host`() throws {
    let run = try Workplace().larder(
      Self.feed, "-c", "count", environment: ["http_proxy": "http://127.0.0.1:1"])
    #expect(run.status == 69)
    #expect(
      run.errors.contains("The proxy 127.0.0.1:1 does not accept the connection"), "\(run.errors)")
  }
}
