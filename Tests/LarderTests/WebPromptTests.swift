import Foundation
import TestSupport
import Testing

@Suite struct WebPromptTests {
  /// Answers by path; what it does not know it does not answer.
  private static let handler: LoopbackServer.Handler = { request, peer in
    switch request.path {
    case "/recipes.json": peer.answer(body: Array(SampleFeed.dishes.utf8))
    case "/404": peer.answer(404)
    case "/410": peer.answer(410)
    case "/500": peer.answer(500)
    case "/page": peer.answer(body: Array("<!DOCTYPE html><p>no</p>".utf8))
    case "/wrong": peer.answer(body: Array("{\"recipes\": [".utf8))
    case "/loop": peer.answer(302, [("Location", "/loop")])
    case "/cut":
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"rec")
      peer.hangUp()
    case "/drop": peer.hangUp()
    default: peer.waitForClose()
    }
  }

  @Test
  func `redirects without end are told`() async throws {
    try await withServer(Self.handler) { server in
      let terminal = try Workplace().prompt([server.url("/recipes.json")], at: "recipes 8")
      try terminal.enter("load " + server.url("/loop"), prompt: "recipes 8")
      #expect(terminal.screen.text.contains("redirect"))
    }
  }

  @Test(arguments: [
    ("/404", "404"), ("/410", "410"), ("/500", "500"), ("/page", "web page"),
    ("/wrong", "not JSON"), ("/cut", "error: "), ("/drop", "error: "),
  ])
  func `a feed that fails is told and the old one stays usable`(
    path: String, told: String
  ) async throws {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      let terminal = try place.prompt([server.url("/recipes.json")], at: "recipes 8")
      try terminal.enter("filter cuisine=Italian", prompt: "recipes 3/8")
      try terminal.enter("load " + server.url(path), prompt: "recipes 3/8")
      #expect(terminal.screen.text.contains(told))
      #expect(terminal.screen.text.contains("recipes remains loaded"))
      try terminal.enter("favorite 1", prompt: "recipes 3/8")
      #expect(terminal.screen.text.contains("★ Ragù"))
      try terminal.enter("reload", prompt: "recipes 3/8")
    }
  }

  @Test func `a body that never ends can be stopped`() async throws {
    let handler: LoopbackServer.Handler = { request, peer in
      guard request.path == "/endless" else {
        return peer.answer(body: Array(SampleFeed.dishes.utf8))
      }
      peer.send("HTTP/1.1 200 OK\r\n\r\n[")
      while peer.send(String(repeating: "{\"name\": \"A\"},\n", count: 100)) {}
    }
    try await withServer(handler) { server in
      let terminal = try Workplace().prompt([server.url("/recipes.json")], at: "recipes 8")
      try terminal.write("load \(server.url("/endless"))\r")
      try terminal.expect(text: "(^C stops)")
      try terminal.write("\u{3}")
      try terminal.expect(text: "stopped")
      try terminal.expectPrompt("recipes 8")
    }
  }

  @Test func `a first feed that fails leaves a prompt`() async throws {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      let terminal = try PseudoTerminal(
        running: larderPath, arguments: ["--home", place.home, server.url("/500")],
        environment: ["TERM": "xterm-256color"])
      try terminal.expect { $0.cursorLine.hasSuffix("❯") }
      #expect(terminal.screen.text.contains("500"))
      try terminal.write("load \(server.url("/recipes.json"))\r")
      try terminal.expectPrompt("recipes 8")
    }
  }

  @Test func `the prompt shows that the network is offline, and load sends no request`()
    async throws
  {
    try await withServer(Self.handler) { server in
      let terminal = try Workplace().dishes()
      try terminal.enter("offline", prompt: "dishes 8 offline")
      try terminal.write("load \(server.url("/recipes.json"))\r")
      try terminal.expect(text: "online turns it on")
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a web feed is the last feed, too`() async throws {
    try await withServer(Self.handler) { server in
      let place = try Workplace()
      let first = try place.prompt([server.url("/recipes.json")], at: "recipes 8")
      try first.enter("favorite 2", prompt: "recipes 8")
      try first.leave()
      let second = try PseudoTerminal(
        running: larderPath, arguments: ["--home", place.home],
        environment: ["TERM": "xterm-256color"])
      try second.expect { $0.cursorLine.hasPrefix("recipes") }
      try second.write("favorites\r")
      try second.expect { $0.text.contains("Apple Pie") && $0.cursorLine == "recipes 8 ❯" }
    }
  }
}
