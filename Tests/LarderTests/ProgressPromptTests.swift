import Dispatch
import TestSupport
import Testing

@Suite struct ProgressPromptTests {
  @Test func `a download says how much of it has come, and what is typed is kept`() async throws {
    let gate = DispatchSemaphore(value: 0)
    try await withServer(Self.handler(gate)) { server in
      let terminal = try Workplace().prompt(["demo"], at: "demo 64")
      try terminal.write("load \(server.url("/recipes.json"))\r")
      try terminal.expect(text: "(^C stops)")
      try terminal.write("count\r")
      try terminal.expect { $0.text.contains("  received ████████░░░░░░░░░░░░░░░░ 1.0 MB/3.0 MB") }
      #expect(!terminal.screen.text.contains("count"))
      gate.signal()
      try terminal.expect(line: "8")
      try terminal.expectPrompt("recipes 8")
      #expect(!terminal.screen.text.contains("received"))
    }
  }

  @Test func `a download that is stopped leaves one line, and the feed`() async throws {
    let gate = DispatchSemaphore(value: 0)
    try await withServer(Self.handler(gate)) { server in
      let terminal = try Workplace().prompt(["demo"], at: "demo 64")
      try terminal.write("load \(server.url("/recipes.json"))\r")
      try terminal.expect(text: "1.0 MB/3.0 MB")
      try terminal.write("\u{3}")
      try terminal.expectPrompt("demo 64")
      #expect(
        terminal.screen.text.contains(
          "(^C stops)\nerror: stopped\n  demo remains loaded\ndemo 64 ❯"))
      gate.signal()
    }
  }

  /// Sends a third of a feed, and the rest once the gate is open.
  private static func handler(_ gate: DispatchSemaphore) -> LoopbackServer.Handler {
    let feed = Array(SampleFeed.dishes.utf8)
    let body = feed + [UInt8](repeating: 0x20, count: 3_000_000 - feed.count)
    return { _, peer in
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
      peer.send(Array(body[..<1_000_000]))
      gate.wait()
      peer.send(Array(body[1_000_000...]))
    }
  }
}
