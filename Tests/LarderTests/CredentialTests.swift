import Foundation
import TestSupport
import Testing

/// Requests carry the right credentials, and these are written nowhere.
@Suite struct CredentialTests {
  private static let secrets = ["hunter2-correct-horse", "tr0ub4dor-and-three"]

  /// A service that tells each key, and each user, something else, and lets all of it be kept.
  private static let handler: LoopbackServer.Handler = { request, peer in
    let who = request["x-key"] ?? request["authorization"] ?? "nobody"
    let fields = [("Cache-Control", "max-age=600"), ("Content-Type", "application/json")]
    peer.answer(200, fields, body: Array("[{\"name\": \"Pie \(who.utf8.count)\"}]".utf8))
  }

  @Test func `two values of a variable never share a copy, and neither is written down`()
    async throws
  {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      _ = try place.larder(
        "demo", "-c", "feeds add own \(server.url("/f")) -H 'X-Key: $LARDER_KEY'")
      var told = ""
      for secret in Self.secrets + Self.secrets {
        let run = try place.larder(
          ["--log", place.home + "/log", "own", "-c"]
            + ["trace on; list; reload; cache; cache show \(server.url("/f")); feeds; status"],
          environment: ["LARDER_KEY": secret])
        #expect(run.output.contains("Pie \(secret.utf8.count)"), "\(run)")
        told += run.output + run.errors
      }
      // One to load and one to reload each time: the second time around the copy is used.
      #expect(Set(server.requests.map { $0["x-key"] }) == Set(Self.secrets))
      try expectNothing(of: Self.secrets, in: place, told)
    }
  }

  @Test func `user and password in an address are written nowhere and shared with nobody`()
    async throws
  {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      let open = server.url("/f")
      var told = ""
      for secret in Self.secrets {
        let url = open.replacing("http://", with: "http://me:\(secret)@")
        for arguments in [
          ["--log", place.home + "/log", url, "-c", "trace on; list; reload; status; cache"],
          ["--log", "-", "fetch", url], ["--offline", "fetch", url],
          ["--log", "-", "fetch", url.replacing("/f", with: "/g")],
        ] {
          let run = try place.larder(arguments)
          #expect(run.status == 0, "\(run)")
          told += run.output + run.errors
        }
      }
      #expect(try place.larder("fetch", open).output.contains("Pie 6"))
      #expect(try place.larder("--offline", "fetch", server.url("/g")).status == 69)
      let coded = Self.secrets.map { Data("me:\($0)".utf8).base64EncodedString() }
      try expectNothing(of: Self.secrets + coded, in: place, told)
    }
  }

  @Test func `messages, the trace and the log keep queries to themselves`() async throws {
    try await withServer({ $1.answer(503) }) { server in
      let place = try Workplace()
      let secret = Self.secrets[0]
      let url = server.url("/f?key=\(secret)")
      var told = ""
      for arguments in [
        ["--log", place.home + "/log", "demo", "-c", "trace on", "-c", "load \(url)"],
        ["--offline", "demo", "-c", "load \(url)"],
        ["--log", "-", "demo", "-c", "load \(url.replacing("\(server.port)", with: "1"))"],
      ] {
        let run = try place.larder(arguments)
        #expect(run.status == 69, "\(run)")
        #expect(run.errors.contains("/f?…"), "\(run.errors)")
        told += run.output + run.errors
      }
      try expectNothing(of: [secret], in: place, told)
    }
  }

  private func expectNothing(of secrets: [String], in place: Workplace, _ told: String) throws {
    for secret in secrets {
      #expect(!told.contains(secret), "\(told)")
      for file in try place.filesAtHome() {
        let bytes = FileManager.default.contents(atPath: place.home + "/" + file) ?? Data()
        #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(file)")
      }
    }
  }
}
