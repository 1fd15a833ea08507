import Foundation
import TestSupport
import Testing

/// Several shells that use one cache at the same time.
@MainActor @Suite struct SharedCacheTests {
  private struct Answer: Decodable {
    var id: Int
    var status: Int?
    var body: String?
  }

  @Test func `six batches and somebody who clears get each answer right`() throws {
    // Some large enough to arrive in files; what is stale is checked, and some change each time.
    let server = try LoopbackServer { request, peer in
      let number = Int(request.path.drop { !("0"..."9").contains($0) }) ?? 0
      let fields = [
        ("Cache-Control", number % 3 == 0 ? "max-age=0" : "max-age=600"), ("ETag", "\"\(number)\""),
      ]
      if request["if-none-match"] == "\"\(number)\"" {
        peer.send("HTTP/1.1 304 Same\r\nETag: \"\(number)\"\r\n\r\n")
      } else {
        peer.answer(200, fields, body: Array(Self.content(number).utf8))
      }
    }
    defer { server.stop() }
    let place = try Workplace()
    let shells = try (0..<6).map { shell in
      let lines = (0..<60).map { line in
        let number = (line * (shell + 1) + shell) % 40
        return #"{"id": \#(number), "url": "\#(server.url("/\(number)"))"}"# + "\n"
      }
      return try place.start(
        larderPath, ["--home", place.home, "fetch", "--batch"], input: lines.joined())
    }
    var clearing: [Int] = []
    for _ in 1...4 { clearing.append(try place.larder("demo", "-c", "cache clear all").status) }
    #expect(clearing == [0, 0, 0, 0])
    for shell in shells {
      let run = try place.outcome(of: shell)
      #expect(run.status == 0, "\(run.errors)")
      #expect(!run.errors.contains("warning"), "\(run.errors)")
      let answers = try run.lines.map {
        try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
      }
      #expect(answers.count == 60)
      let wrong = answers.filter { $0.status != 200 || $0.body != Self.content($0.id) }
      #expect(wrong.map(\.id) == [])
    }
  }

  nonisolated private static func content(_ number: Int) -> String {
    String(repeating: "This is \(number). ", count: number % 10 == 7 ? 120_000 : 50 + number)
  }
}
