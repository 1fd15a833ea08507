import Dispatch
import Foundation
import Synchronization
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

  /// A server that says hello at once, and sends dots as its first answer to anything else until it may give it.
  private final class HeldService: Sendable {
    let hellos = DispatchSemaphore(value: 0)
    let first = DispatchSemaphore(value: 0)
    let second = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    private let count = Atomic(0)

    var handler: LoopbackServer.Handler {
      { [self] request, peer in
        guard !request.path.hasPrefix("/hello") else {
          hellos.signal()
          return peer.answer(200, body: Array("hello".utf8))
        }
        let number = count.add(1, ordering: .relaxed).newValue
        peer.send(
          "HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nTransfer-Encoding: chunked\r\n\r\n")
        if number == 1 {
          first.signal()
          while release.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
            peer.send("1\r\n.\r\n")
          }
        } else {
          second.signal()
        }
        peer.send("8\r\nanswer \(number)\r\n0\r\n\r\n")
      }
    }
  }

  /// Starts a process that says hello to a server, and fetches the address that all ask for.
  private func start(
    _ number: Int, _ server: LoopbackServer, in place: Workplace
  ) throws -> (process: ChildProcess, output: String, errors: String) {
    try place.start(
      "/bin/sh",
      [
        "-c",
        "\"$0\" --home \"$1\" fetch \"$2/hello\(number)\" >/dev/null 2>&1; "
          + "exec \"$0\" --home \"$1\" fetch \"$2/shared\"",
        larderPath, place.home, server.url(""),
      ])
  }

  @Test func `four processes that ask for the same download it once`() throws {
    let held = HeldService()
    let server = try LoopbackServer(held.handler)
    defer { server.stop() }
    let place = try Workplace()
    let processes = try (1...4).map { try start($0, server, in: place) }
    for _ in 1...4 { held.hellos.wait() }
    // If others asked too, they would do so now.
    _ = held.second.wait(timeout: .now() + .seconds(1))
    held.release.signal()
    let outputs = try processes.map { try place.outcome(of: $0).output }
    #expect(Set(outputs).count == 1 && outputs[0].hasSuffix("answer 1"))
    #expect(server.requests.count { $0.path == "/shared" } == 1)
  }

  @Test func `a download of a process that is killed is taken over`() throws {
    let held = HeldService()
    let server = try LoopbackServer(held.handler)
    defer { server.stop() }
    let place = try Workplace()
    let first = try start(1, server, in: place)
    held.hellos.wait()
    held.first.wait()
    let second = try start(2, server, in: place)
    held.hellos.wait()
    #expect(server.requests.count { $0.path == "/shared" } == 1)
    first.process.send(SIGKILL)
    #expect(try place.outcome(of: second).output == "answer 2")
    held.release.signal()
    _ = try place.outcome(of: first)
  }

  nonisolated private static func content(_ number: Int) -> String {
    String(repeating: "This is \(number). ", count: number % 10 == 7 ? 120_000 : 50 + number)
  }
}
