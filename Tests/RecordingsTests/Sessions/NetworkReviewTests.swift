import FoundationEssentials
import Recordings
import Testing
import World

struct NetworkReviewTests {
  private static let moment = Date(timeIntervalSince1970: 1_759_320_000)

  /// Returns the recording of one request.
  private func recording(_ answer: FixedTransport.Answer) async -> NetworkRecording {
    let transport = RecordingTransport(FixedTransport(["http://a/": answer]))
    _ = try? await transport.response(to: HTTPRequest(url: "http://a/"))
    return transport.recording(at: Self.moment)
  }

  private func review(
    _ old: FixedTransport.Answer, _ new: FixedTransport.Answer
  ) async throws -> NetworkReview {
    var draft = BundleDraft()
    draft.add(await recording(old))
    let files = MountedFiles(MemoryFileSystem(), folder: "/x.rcpd", contents: draft.contents)
    let bundle = try RecordedBundle("/x.rcpd", files: files)
    #expect(NetworkReview.requests(of: bundle).map(\.url) == ["http://a/"])
    return NetworkReview(bundle, now: await recording(new))
  }

  private static func field(_ name: String, _ value: String) -> FixedTransport.Answer {
    .response(headers: [HTTPField(name, value)])
  }

  private static func text(_ text: String) -> FixedTransport.Answer {
    .response(body: Array(text.utf8))
  }

  @Test(
    arguments: [
      (.response(), .response(), []),
      (.response(), .response(status: 404), ["the status was 200; now it is 404"]),
      (field("ETag", "\"1\""), .response(), ["ETag was \"1\"; now it is absent"]),
      (field("Age", "1"), field("Age", "2"), []),
      (
        text("a\nb\n"), text("a\nc\n"),
        ["the content has changed; it still has 4 bytes", "  line 2 was  b", "  line 2 is   c"]
      ),
      (
        .failure(.dropped(reason: "x")), .response(),
        ["the request failed (reset); now it has a response with status 200"]
      ),
      (.failure(.untrusted(reason: "x")), .failure(.untrusted(reason: "y")), []),
      (
        .response(), .failure(.cannotResolve(host: "a")),
        ["the response had status 200; now the request fails (refused)"]
      ),
    ] as [(FixedTransport.Answer, FixedTransport.Answer, [String])])
  func `differences between responses are described`(
    old: FixedTransport.Answer, new: FixedTransport.Answer, said: [String]
  ) async throws {
    let review = try await review(old, new)
    #expect(
      try review.differences() == said.map { $0.hasPrefix(" ") ? $0 : "GET http://a/: " + $0 })
    #expect(review.isUnanswered == said.contains { $0.hasSuffix("(refused)") })
  }
}
