import FoundationEssentials
import TestSupport
import Testing

@testable import World

struct RecordingTransportTests {
  private static let moment = Date(timeIntervalSince1970: 1_759_320_000)

  /// Returns the outcomes of requests, one after the other.
  private func outcomes(
    _ transport: some HTTPTransport, _ addresses: [String]
  ) async -> [String] {
    var outcomes: [String] = []
    for address in addresses {
      do throws(HTTPFailure) {
        let response = try await transport.response(to: HTTPRequest(url: address))
        let body = try await response.body.collect()
        outcomes.append("\(response.status) \(response.headers) \(body)")
      } catch {
        outcomes.append(error.description)
      }
    }
    return outcomes
  }

  private func answers() -> FixedTransport {
    FixedTransport([
      "http://a/f": .response(
        headers: [
          HTTPField("Set-Cookie", "id=1"), HTTPField("content-type", "application/json"),
          HTTPField("ETAG", "\"1\""), HTTPField("Server", "me"),
        ], body: Array("[1]".utf8)),
      "http://a/slow": .failure(.timedOut(after: .seconds(10), what: .connection)),
      "http://b/": .failure(.cannotResolve(host: "b")),
      "https://c/": .failure(.untrusted(reason: "old")),
      "http://a/cut": .response(body: [0x41, 0x42], failure: .dropped(reason: "cut")),
      "http://a/empty": .response(status: 204),
      "http://a/picture": .response(
        headers: [HTTPField("Content-Type", "image/png")], body: [0x89, 0xFF]),
    ])
  }

  @Test func `a replay returns what was recorded`() async throws {
    let addresses = [
      "http://me:pw@a/f#x", "http://a/slow", "http://b/", "https://c/", "http://a/cut",
      "http://a/empty", "http://a/picture", "http://a/f",
    ]
    let recorder = RecordingTransport(answers())
    let seen = await outcomes(recorder, addresses)
    #expect(recorder.problem == nil)
    var draft = BundleDraft()
    draft.add(recorder.recording(at: Self.moment))
    let files = MountedFiles(MemoryFileSystem(), folder: "/x.rcpd", contents: draft.contents)
    let bundle = try RecordedBundle("/x.rcpd", files: files)
    #expect(bundle.digest == draft.digest)
    let player = RecordedTransport(bundle, wait: { _ in })
    #expect(await outcomes(player, addresses) == seen)
    #expect(player.leftovers == [])
    let index = String(decoding: draft.files["http/index"] ?? [], as: UTF8.self)
    for text in ["pw", "id=1", "Server"] { #expect(!index.contains(text)) }
    #expect(index.contains("fail timeout after=0s\n"))
    #expect(draft.files.keys.contains { $0.hasSuffix(".png") })
  }

  @Test func `answers to the same request are recorded in order`() async throws {
    let transport = answers()
    let recorder = RecordingTransport(transport)
    _ = await outcomes(recorder, ["http://a/empty"])
    transport.set(.response(status: 500), for: "http://a/empty")
    _ = await outcomes(recorder, ["http://a/empty", "http://a/f", "http://A:80/empty"])
    let network = recorder.recording(at: Self.moment).network
    #expect(
      network.text == """
        rcp-http 1
        recorded: 2025-10-01T12:00:00Z
        GET http://a/empty
        < 204 first
        < 500 then
        < 500 then
        GET http://a/f
        < 200 application/json etag="1" body=080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22.json bytes=3

        """)
  }

  @Test func `a body over the limit is not recorded and is reported`() async {
    let recorder = RecordingTransport(answers(), limit: 2)
    let outcome = await outcomes(recorder, ["http://a/f"])
    #expect(outcome == ["The answer is larger than the limit of 2 bytes."])
    #expect(recorder.problem == "http://a/f: The answer is larger than the limit of 2 bytes.")
  }

  @Test func `a text is replaced in addresses, fields and bodies`() async throws {
    let secret = "http://a/?k=s3"
    let transport = FixedTransport([
      secret: .response(
        headers: [HTTPField("Location", "/next?k=s3")], body: Array("is s3".utf8)),
      "http://a/?k=redacted": .response(status: 404),
    ])
    let recorder = RecordingTransport(transport)
    _ = await outcomes(recorder, [secret, "http://a/?k=redacted"])
    let clean = try recorder.recording(at: Self.moment).replacing("s3", with: "redacted")
    #expect(!clean.network.text.contains("s3"))
    #expect(clean.network.exchanges.map(\.answers.count) == [2])
    #expect(clean.bodies.values.map { String(decoding: $0, as: UTF8.self) } == ["is redacted"])
    #expect(clean.bodies.keys.allSatisfy { $0.hasPrefix(sha256(of: Array("is redacted".utf8))) })
    #expect(throws: HTTPFailure.self) {
      try recorder.recording(at: Self.moment).replacing("http", with: "redacted ")
    }
  }

  @Test func `unused answers are reported`() async throws {
    let files = SampleBundle(lines: [
      "GET http://a/", "< 204 first", "< 205 then", "GET http://b/", "< 204",
    ]).files
    let transport = RecordedTransport(try RecordedBundle("/b.rcpd", files: files), wait: { _ in })
    _ = await outcomes(transport, ["http://a/"])
    #expect(
      transport.leftovers == [
        "GET http://a/ was requested 1 of 2 times", "GET http://b/ was never requested",
      ])
  }
}
