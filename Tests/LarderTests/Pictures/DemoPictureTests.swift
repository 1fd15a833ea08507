import TestSupport
import Testing

/// The bundled pictures, which need no network, and the states that the demos show.
struct DemoPictureTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func prompt(_ feed: String, at name: String) throws -> PseudoTerminal {
    try place.prompt(
      ["--offline", feed], at: name, environment: ["COLORTERM": "truecolor"], columns: 100)
  }

  @Test func `a first start without a network shows pictures, and keeps none`() throws {
    let terminal = try prompt("demo", at: "demo 64 offline")
    try terminal.enter("pictures", prompt: "demo 64 offline")
    #expect(terminal.screen.text.contains("1 Bánh mì"))
    #expect(terminal.output.contains("\u{1B}[38;2;") || terminal.output.contains(";48;2;"))
    try terminal.enter("picture Lasagne small", prompt: "demo 64 offline")
    #expect(terminal.screen.text.contains("Lasagne"))
    #expect(terminal.screen.text.contains("bundled"))
    try terminal.enter("status", prompt: "demo 64 offline")
    #expect(terminal.screen.text.contains("1 shown"))
    try terminal.leave()
    #expect(try !place.filesAtHome().contains("cache/index.db"))
  }

  @Test func `a bundled picture is not reported as a download`() throws {
    let run = try place.larder(
      "demo", "--offline", "--format", "json", "-c", "trace on; picture 1; prefetch small")
    #expect(
      run.output.contains("\"state\": \"bundled\"") || run.output.contains("\"state\":\"bundled\""))
    #expect(run.errors.contains(" · bundled · "))
    #expect(!run.errors.contains("network"))
  }

  @Test func `bundled pictures are listed before they are shown`() throws {
    let run = try place.larder("demo", "--format", "ndjson", "-c", "pictures")
    #expect(run.lines.count == 64)
    #expect(run.lines.allSatisfy { $0.contains("\"bundled\"") }, "\(run.lines.first ?? "")")
    let terminal = try prompt("demo", at: "demo 64 offline")
    try terminal.write("set pictures off; show 1\r")
    try terminal.expect(text: "Picture bundled: picture shows it")
  }

  @Test func `the stale demo shows old pictures while they are checked`() throws {
    let run = try place.larder("demo-stale", "-c", "trace on; picture Lasagne")
    #expect(run.output.contains("PNG 320 × 240") && run.output.contains("being checked"))
    #expect(run.errors.contains("validated"))
    let all = try place.larder("demo-stale", "-c", "pictures")
    #expect(all.lines.dropFirst().allSatisfy { $0.contains("stale") })
  }

  @Test func `the offline demo shows cached pictures and tells which are not stored`() throws {
    let run = try place.larder("demo-offline", "-c", "picture 1; picture 2; picture 3")
    #expect(run.lines.count == 3)
    #expect(run.lines[0].contains("1 d old, offline"))
    #expect(run.lines[1].contains("○ offline: no copy is stored"))
    let all = try place.larder("demo-offline", "-c", "prefetch")
    #expect(all.errors.contains("86 already cached · 42 not cached, and offline"))
  }

  @Test func `the slow demo shows pictures on their way, a broken and a failed one`() throws {
    let terminal = try prompt("demo-slow", at: "demo-slow 64 offline")
    try terminal.write("pictures\r")
    try terminal.expect(text: "↓")
    try terminal.expect(text: "✗ broken picture")
    try terminal.expect(text: "! not loaded")
    try terminal.write("\u{3}")
    // Where all of them have come before it, ^C may stand before the prompt.
    try terminal.expect { $0.cursorLine.hasSuffix("demo-slow 64 offline ❯") }
  }

  @Test func `a picture of the demo is not opened elsewhere`() throws {
    let run = try place.larder("demo", "-c", "open photo 1")
    #expect(run.status == 1)
    #expect(run.errors.contains("part of the program"))
  }
}
