import Synchronization
import TestSupport
import Testing

/// A server that accepts requests and does not answer, with and without a copy of its feed.
@Suite struct HungServerTests {
  /// A service whose feed can be made to hang, before or within its answer.
  private final class Service: Sendable {
    enum Mood { case well, hung, halfSent }

    struct State {
      var mood = Mood.well
      var caching = "max-age=0"
      /// The numbers of the requests that are not answered whatever the mood.
      var hungRequests: Set<Int> = []
      var count = 0
    }

    let state = Mutex(State())

    var handler: LoopbackServer.Handler {
      { [self] _, peer in
        let (state, number) = state.withLock { state in
          state.count += 1
          return (state, state.count)
        }
        let mood = state.hungRequests.contains(number) ? .hung : state.mood
        let body = Array(SampleFeed.dishes.utf8)
        switch mood {
        case .well: peer.answer(200, [("Cache-Control", state.caching)], body: body)
        case .hung: peer.waitForClose()
        case .halfSent:
          peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n{\"rec")
          peer.waitForClose()
        }
      }
    }

    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }
  }

  private let service = Service()

  @Test(arguments: ["max-age=0", "no-cache", "max-age=0, must-revalidate", "public"])
  func `a prompt shows the copy at once, and checks it in the background`(
    caching: String
  ) async throws {
    service.change { $0.caching = caching }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "favorite 2")
      service.change { $0.mood = .hung }
      let terminal = try place.prompt([server.url("/f")], at: "f 8 stale")
      #expect(terminal.screen.text.contains("Larder 0.1 · f: 8 recipes"))
      try terminal.enter("favorites", prompt: "f 8 stale")
      #expect(terminal.screen.text.contains("Apple Pie"))
      try terminal.enter("list 2-2", prompt: "f 8 stale")
      #expect(terminal.screen.text.contains("stale: this copy is from "))
      try terminal.enter("load \(server.url("/f"))", prompt: "f 8 stale")
      #expect(!terminal.screen.text.contains("loading"))
      try terminal.leave()
      let last = try place.prompt([], at: "f 8 stale")
      #expect(last.screen.text.contains("Larder 0.1 · f: 8 recipes"))
    }
  }

  @Test(arguments: ["max-age=0", "no-cache", "max-age=0, must-revalidate", "public"])
  func `commands get the copy and a warning after the patience`(caching: String) async throws {
    service.change { $0.caching = caching }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "set patience 200 ms; favorite 2")
      service.change { $0.mood = .hung }
      let run = try place.larder(server.url("/f"), "-c", "favorites", "--format", "csv")
      #expect(run.status == 0 && run.output.contains("Apple Pie"), "\(run.errors)")
      #expect(run.errors.contains("stale: this copy is from "), "\(run.errors)")
      #expect(run.errors.contains("did not answer within 0.2 seconds"), "\(run.errors)")
      #expect(server.requests.count == 2)
    }
  }

  @Test func `an answer that stops coming gives way to the copy`() async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "count")
      service.change { $0.mood = .halfSent }
      let run = try place.larder(server.url("/f"), "-c", "count")
      #expect(run.lines == ["8"] && run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("sent almost no data for 5 seconds"), "\(run.errors)")
      let lint = try place.larder("lint", server.url("/f"))
      #expect(lint.errors.contains("stale: this copy is from "), "\(lint.errors)")
    }
  }

  @Test(arguments: [true, false])
  func `a load that is stopped ends with the copy that another shell has stored`(
    isByKey: Bool
  ) async throws {
    service.change { $0.hungRequests = [1] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      let terminal = try place.prompt([server.url("/f")], at: "f …")
      try terminal.wait(for: server, requests: 1)
      #expect(try place.larder(server.url("/f"), "-c", "count").lines == ["8"])
      if isByKey {
        try terminal.write("list\r")
        try terminal.expect(text: "(^C stops)")
        service.change { $0.mood = .hung }
        try terminal.write("\u{3}")
        try terminal.expectPrompt("f 8 stale")
        #expect(terminal.screen.text.contains("f is shown from its copy"))
      } else {
        try terminal.enter("offline", prompt: "f 8 copy offline")
        #expect(terminal.screen.text.contains("f: 8 recipes"))
      }
      try terminal.enter("count", prompt: isByKey ? "f 8 stale" : "f 8 copy offline")
      try terminal.expect(line: "8")
    }
  }

  @Test func `a load that ends offline without a copy can be tried again`() async throws {
    service.change { $0.hungRequests = [1] }
    try await withServer(service.handler) { server in
      let place = try Workplace()
      let terminal = try place.prompt([server.url("/f")], at: "f …")
      try terminal.wait(for: server, requests: 1)
      try terminal.enter("offline", prompt: "larder failed offline")
      #expect(terminal.screen.text.contains("needs the network, which is off"))
      try terminal.enter("online", prompt: "larder failed")
      try terminal.enter("reload", prompt: "f 8")
    }
  }

  @Test func `favorites and notes are listed while their feed is loading`() async throws {
    try await withServer(service.handler) { server in
      let place = try Workplace()
      _ = try place.larder(server.url("/f"), "-c", "cache clear all; note 2 less sugar")
      service.change { $0.mood = .hung }
      let terminal = try place.prompt([server.url("/f")], at: "f …")
      try terminal.enter("favorites", prompt: "f …")
      #expect(terminal.screen.text.contains("Apple Pie"))
      #expect(!terminal.screen.text.contains("gone"))
      try terminal.enter("notes", prompt: "f …")
      #expect(terminal.screen.text.contains("less sugar"))
    }
  }
}

extension PseudoTerminal {
  /// Enters lines that do nothing until a server has got a number of requests.
  fileprivate func wait(for server: LoopbackServer, requests count: Int) throws {
    while server.requests.count < count { try enter("trace off", prompt: "f …") }
  }
}
