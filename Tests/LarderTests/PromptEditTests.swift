import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct PromptEditTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func dishes(editor: String) throws -> PseudoTerminal {
    try place.prompt(
      [try place.file("dishes.json", SampleFeed.dishes)],
      environment: ["EDITOR": editor, "TMPDIR": place.path])
  }

  @Test func `edit opens the last line in the person's editor and brings it back`() throws {
    let editor = try place.program("editor", "sed -i s/apple/ragù/ \"$1\"")
    let terminal = try dishes(editor: editor)
    try terminal.enter("search apple", prompt: "dishes 1/8")
    try terminal.write("edit\r")
    try terminal.expect(typed: "dishes 1/8 ❯ search ragù")
    try terminal.write("\r")
    try terminal.expect(text: "search ragù\n  #")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.path).allSatisfy {
        !$0.hasPrefix("larder-")
      })
  }

  @Test func `the person's editor is told the terminal's own name`() throws {
    let editor = try place.program("editor", "printf 'search %s' \"$TERM\" > \"$1\"")
    let terminal = try place.prompt(
      [try place.file("dishes.json", SampleFeed.dishes)],
      environment: ["EDITOR": editor, "TMPDIR": place.path, "TERM": "xterm-unheard-of"])
    try terminal.write("count\u{1B}e")
    try terminal.expect(typed: "dishes 8 ❯ search xterm-unheard-of")
  }

  @Test func `edit opens the last line, too, when edit itself is not kept`() throws {
    let terminal = try dishes(editor: "true")
    try terminal.enter("count")
    try terminal.write(" edit\r")
    try terminal.expect(typed: "dishes 8 ❯ count")
  }

  @Test func `Alt-e opens the line that is typed`() throws {
    let editor = try place.program("editor", "printf 'count\\n' > \"$1\"")
    let terminal = try dishes(editor: editor)
    try terminal.write("filter cuisine\u{1B}e")
    try terminal.expect(typed: "dishes 8 ❯ count")
    try terminal.write("\r")
    try terminal.expectPrompt("dishes 8")
  }

  @Test(arguments: ["false", "/no/such/editor"])
  func `an editor that fails leaves the line as it was`(editor: String) throws {
    let terminal = try dishes(editor: editor)
    try terminal.write("filter cuisine\u{1B}e")
    try terminal.expect(text: "the editor did not work")
    try terminal.expect(typed: "dishes 8 ❯ filter cuisine")
  }

  @Test(arguments: [
    (false, "recipes: 8 recipes", "recipes …"), (true, "reload shows them", "recipes 8"),
  ])
  func `a feed that comes late is told above the line that is typed`(
    hasCopy: Bool, told: String, prompt: String
  ) async throws {
    let isLater = DispatchSemaphore(value: 0)
    let count = Atomic(0)
    let handler: LoopbackServer.Handler = { _, peer in
      var feed = SampleFeed.dishes
      if count.add(1, ordering: .relaxed).newValue > 1 {
        isLater.wait()
        feed = feed.replacing("Apple Pie", with: "Apple Cake")
      }
      peer.answer(
        200, [("Cache-Control", "max-age=0"), ("ETag", "\"1\"")], body: Array(feed.utf8))
    }
    try await withServer(handler) { server in
      let first = try place.prompt([server.url("/recipes.json")], at: "recipes 8")
      try first.leave()
      if !hasCopy { _ = try place.larder("demo", "-c", "cache clear feeds") }
      let second = try PseudoTerminal(
        running: larderPath, arguments: ["--home", place.home],
        environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": place.home])
      try second.expect { $0.cursorLine.hasPrefix(prompt) }
      try second.write("search ap")
      try second.expect { $0.cursorLine.hasSuffix("search ap") }
      isLater.signal()
      try second.expect(text: told)
      try second.expect { $0.cursorLine.hasSuffix("❯ search ap") }
      try second.write("ple\r")
      try second.expect(text: "1 of 8 · search apple")
    }
  }

  @Test func `settings of the editor count from the next line on`() throws {
    let terminal = try place.dishes()
    try terminal.enter("count")
    try terminal.write("co")
    try terminal.expect { $0.lines[$0.cursor.row].hasSuffix("❯ count") }
    try terminal.write("\u{15}set suggestions off\r")
    try terminal.expectPrompt("dishes 8")
    try terminal.write("co")
    try terminal.expect { $0.lines[$0.cursor.row].hasSuffix("❯ co") }
    try terminal.write("\u{15}set edit-mode vi\r")
    try terminal.expectPrompt("dishes 8")
    try terminal.write("xcount\u{1B}0x\r")
    try terminal.expect { $0.cursorLine == "dishes 8 ❯" && $0.text.contains("❯ count\n8") }
  }

  @Test func `a flag emoji typed before another flag stays one character`() throws {
    let place = try Workplace()
    let terminal = try place.dishes()
    try terminal.write("note 1 a🇩🇪")
    try terminal.expect { !$0.cursorLine.hasSuffix("❯") }
    try terminal.write("\u{1B}[D")
    try terminal.write("🇫🇷")
    try terminal.write("\r")
    try terminal.expectPrompt("dishes 8")
    let notes = try place.larder("demo", "--format", "json", "-c", "notes").output
    #expect(notes.contains("\"text\":\"a🇫🇷🇩🇪\""), "\(notes)")
  }

  @Test(arguments: [
    ("", "6"), ("\u{1B}h", "2"), ("\u{1B}i", "6"), ("\u{1B}bA", "6"), ("\u{1B}0cw", "6"),
    ("\u{1B}0dw", "2"), ("\u{1B}0fi", "2"), ("\u{1B}0rA", "2"), ("\u{1B}0cfv", "6"),
    ("\u{1B}0c\u{1B}h", "2"), ("\u{1B}0d2w", "2"),
  ])
  func `the cursor has the shape of the mode of vi`(keys: String, shape: String) throws {
    let terminal = try Workplace().dishes()
    func shapes() -> [String] {
      terminal.output.matches(of: /\x1B\[(\d) q/).map { String($0.output.1) }
    }
    try terminal.enter("set edit-mode vi")
    try terminal.write("favorites here")
    try terminal.expect(typed: "dishes 8 ❯ favorites here")
    try terminal.write(keys + "\u{3}")
    try terminal.expectPrompt("dishes 8")
    // The shape of the line, that of the terminal at its end, and that of the next line.
    try terminal.expect { _ in shapes().suffix(3) == [shape, "0", "6"] }
    try terminal.leave()
    #expect(shapes().last == "0")
  }
}
