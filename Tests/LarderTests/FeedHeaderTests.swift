import Foundation
import TestSupport
import Testing

@Suite struct FeedHeaderTests {
  private static let secret = "hunter2-correct-horse"

  private let add = "feeds add own ADDRESS -H 'X-Key: Bearer $LARDER_KEY'"

  /// A server that sends the feed to who has the key.
  private static let handler: LoopbackServer.Handler = { request, peer in
    let isWelcome = request["x-key"] == "Bearer \(secret)"
    peer.answer(isWelcome ? 200 : 401, body: Array(SampleFeed.dishes.utf8))
  }

  @Test func `a header is sent with the variable's value`() async throws {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      let added = try place.larder(
        "demo", "-c", add.replacing("ADDRESS", with: server.url("/feed")))
      #expect(added.status == 0, "\(added.errors)")
      let run = try place.larder(
        "own", "-c", "count", environment: ["LARDER_KEY": Self.secret])
      #expect(run.lines == ["8"])
      #expect(server.requests.map { $0["x-key"] } == ["Bearer \(Self.secret)"])
    }
  }

  @Test func `the value is never shown and never stored`() async throws {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      let environment = ["LARDER_KEY": Self.secret]
      let add = add.replacing("ADDRESS", with: server.url("/feed"))
      for arguments in [
        ["--log", "-", "demo", "-c", add], ["--log", place.home + "/log", "own", "-c", "status"],
        ["--log", "-", "own", "-c", "feeds; status; favorite 1"],
        ["own", "--format", "json", "-c", "feeds"], ["library", "export", "-"],
        ["complete", "load own", "--feed", "own"],
      ] {
        let run = try place.larder(arguments, environment: environment)
        #expect(run.status == 0, "\(run.errors)")
        #expect(!(run.output + run.errors).contains(Self.secret))
      }
      for file in try place.filesAtHome() {
        let bytes = FileManager.default.contents(atPath: place.home + "/" + file) ?? Data()
        #expect(bytes.firstRange(of: Data(Self.secret.utf8)) == nil, "\(file)")
      }
    }
  }

  @Test
  func `the value does not follow a redirect to another origin`() async throws {
    try await withServer({ $1.answer(body: Array(SampleFeed.dishes.utf8)) }) { other in
      let target = other.url("/elsewhere", host: "localhost")
      try await withServer({ $1.answer(302, [("Location", target)]) }) { server in
        let place = try Workplace()
        _ = try place.larder(
          "demo", "-c", add.replacing("ADDRESS", with: server.url("/feed")))
        let run = try place.larder(
          "own", "-c", "count", environment: ["LARDER_KEY": Self.secret])
        #expect(run.lines == ["8"], "\(run.errors)")
        #expect(server.requests.map { $0["x-key"] } == ["Bearer \(Self.secret)"])
        #expect(other.requests.map { $0["x-key"] } == [nil])
      }
    }
  }

  @Test func `a missing variable is an error and nothing is sent`() async throws {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      _ = try place.larder("demo", "-c", add.replacing("ADDRESS", with: server.url("/feed")))
      let run = try place.larder("own", "-c", "count")
      #expect(run.status != 0)
      #expect(run.errors.contains("LARDER_KEY"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: ["X-Key: hunter2", "X-Key", ": $KEY", "X-Key: ", "X Key: $KEY"])
  func `a header without a name and a variable is refused`(header: String) throws {
    let place = try Workplace()
    let run = try place.larder("demo", "-c", "feeds add own https://a.example -H '\(header)'")
    #expect(run.status == 1, "\(run.errors)")
    #expect(try !place.larder("demo", "-c", "feeds").output.contains("a.example"))
  }

  @Test func `a value with a line break is not sent`() async throws {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      _ = try place.larder("demo", "-c", add.replacing("ADDRESS", with: server.url("/feed")))
      let run = try place.larder(
        "own", "-c", "count", environment: ["LARDER_KEY": "a\r\nX-Other: b"])
      #expect(run.status != 0)
      #expect(server.requests.allSatisfy { $0["x-other"] == nil })
    }
  }
}
