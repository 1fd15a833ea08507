import Dispatch
import TestSupport
import Testing

/// Pictures at the prompt, in a terminal without graphics of its own.
struct PicturePromptTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func prompt(
    _ feed: String, _ count: Int, rows: Int = 24, columns: Int = 80,
    environment: [String: String] = ["COLORTERM": "truecolor"]
  ) throws -> PseudoTerminal {
    try place.prompt(
      [feed], at: "pictures \(count)", environment: environment, rows: rows, columns: columns)
  }

  /// The colors of the quadrants, as they are asked for.
  private static let colors = ["255;0;0", "0;255;0", "0;0;255", "255;255;0"]

  @Test func `show has the picture below the name and above the rest`() async throws {
    try await place.withPictures(["Pie", "Cake"]) { feed, server, _ in
      let terminal = try prompt(feed, 2)
      try terminal.enter("show Pie", prompt: "pictures 2")
      let output = terminal.output
      for color in Self.colors { #expect(output.contains(";2;\(color)m"), "\(color)") }
      let lines = terminal.screen.lines
      let name = try #require(lines.firstIndex { $0.contains("1  Pie") })
      let links = try #require(lines.firstIndex { $0.contains("Links") })
      #expect(links - name >= 8)
      try terminal.enter("show Pie", prompt: "pictures 2")
      #expect(server.requests.count == 1)
      try terminal.leave()
    }
  }

  @Test func `a grid has a name below each picture, and next goes on in it`() async throws {
    let names = (1...20).map { "Dish \($0)".replacing(" ", with: "-") } + ["-none"]
    try await place.withPictures(names) { feed, server, _ in
      let terminal = try prompt(feed, 21)
      try terminal.enter("pictures", prompt: "pictures 21")
      #expect(terminal.screen.text.contains("1 Dish-1                  2 Dish-2"))
      #expect(terminal.screen.text.contains("1–6 of 21"))
      try terminal.enter("next", prompt: "pictures 21")
      #expect(terminal.screen.text.contains("7–12 of 21"))
      try terminal.enter("previous", prompt: "pictures 21")
      #expect(terminal.screen.text.contains("1–6 of 21"))
      try terminal.enter("list 19-21", prompt: "pictures 21")
      try terminal.enter("pictures", prompt: "pictures 21")
      #expect(terminal.screen.text.contains("no picture"))
      #expect(Set(server.requests.map(\.path)).count == server.requests.count)
      #expect(server.requests.allSatisfy { $0.path.hasPrefix("/small/") })
    }
  }

  @Test func `a picture that cannot be shown states the reason in its place`() async throws {
    try await place.withPictures(["Broken", "Failing", "Page"]) { feed, _, _ in
      let terminal = try prompt(feed, 3, columns: 100)
      try terminal.enter("pictures", prompt: "pictures 3")
      let text = terminal.screen.text
      for words in ["✗ broken picture", "404", "! not loaded", "500", "can be retried in"] {
        #expect(text.contains(words), "\(words)")
      }
      try terminal.enter("status", prompt: "pictures 3")
      #expect(terminal.screen.text.contains("2 broken, 1 failed"))
      try terminal.enter("list", prompt: "pictures 3")
      let marks = terminal.screen.lines.filter { $0.contains("Test") }
      #expect(marks.count { $0.hasSuffix("✗") } == 2, "\(marks)")
    }
  }

  @Test func `a picture on its way says how far it is, and is drawn where it said so`() async throws
  {
    try await place.withPictures(["Slow"]) { feed, _, pictures in
      let terminal = try prompt(feed, 1)
      try terminal.write("show Slow\r")
      let progress = "↓ 49 % of \(pictures.size) bytes"
      try terminal.expect { $0.text.contains(progress) && $0.text.contains("Links") }
      #expect(!terminal.output.contains("255;0;0"))
      pictures.rest.signal()
      try terminal.expectPrompt("pictures 1")
      #expect(!terminal.screen.text.contains("↓"))
      #expect(terminal.output.contains("255;0;0"))
    }
  }

  @Test
  func `keys typed while pictures load are read afterwards`()
    async throws
  {
    try await place.withPictures(["Slow"]) { feed, _, pictures in
      let terminal = try prompt(feed, 1)
      try terminal.write("picture Slow\r")
      try terminal.expect(text: "↓")
      #expect(!terminal.modes.echoes)
      try terminal.write("coumt\u{7F}\u{7F}nt\rfields\r\u{4}")
      pictures.rest.signal()
      #expect(try terminal.expectEnd() == .status(0))
      let lines = terminal.screen.lines
      let typed = try #require(lines.firstIndex(of: "pictures 1 ❯ count"))
      #expect(lines[typed - 1].hasPrefix("Slow · PNG"))
    }
  }

  @Test(arguments: ["blocks", "off"])
  func `a picture that turns out to have changed is said above the line`(display: String)
    async throws
  {
    try await place.withPictures(["Changing"]) { feed, _, pictures in
      let terminal = try prompt(feed, 1, columns: 100)
      try terminal.enter("set pictures \(display)", prompt: "pictures 1")
      try terminal.enter("picture 1", prompt: "pictures 1")
      try terminal.enter("picture 1", prompt: "pictures 1")
      try terminal.expect { $0.text.contains("being checked") }
      pictures.rest.signal()
      try terminal.expect { screen in
        screen.text.contains("the picture of Changing has changed · picture 1 shows the new one")
      }
      try terminal.enter("picture 1", prompt: "pictures 1")
      try terminal.expect { $0.text.contains("87 bytes · from the cache") }
      try terminal.leave()
    }
  }

  @Test func `^C leaves a picture that does not come`() async throws {
    try await place.withPictures(["Slow", "Pie"]) { feed, _, pictures in
      let terminal = try prompt(feed, 2)
      try terminal.write("picture Slow\r")
      try terminal.expect(text: "↓")
      try terminal.write("\u{3}")
      try terminal.expectPrompt("pictures 2")
      try terminal.enter("picture Pie", prompt: "pictures 2")
      #expect(terminal.output.contains("255;0;0"))
      pictures.rest.signal()
      try terminal.leave()
    }
  }

  @Test func `a long view is fetched from its start on, and ^C leaves the rest`() async throws {
    let names = ["Pie", "Slow"] + (1...3000).map { "-\($0)" }
    try await place.withPictures(names) { feed, _, pictures in
      let terminal = try prompt(feed, 3002)
      try terminal.write("prefetch small\r")
      try terminal.expect(text: "pictures 1")
      try terminal.write("\u{3}")
      try terminal.expectPrompt("pictures 3002")
      let summary =
        "1 picture fetched, \(pictures.size) bytes · more are left: run prefetch again"
      #expect(terminal.screen.text.contains(summary))
      pictures.rest.signal()
      try terminal.leave()
    }
  }

  @Test func `a recipe that is longer than the window waits below its late picture`() async throws {
    try await place.withPictures(["Slow"]) { feed, _, pictures in
      let terminal = try prompt(feed, 1, rows: 10)
      try terminal.write("show Slow\r")
      try terminal.expect(text: "↓")
      pictures.rest.signal()
      try terminal.expect(text: "q leaves")
      try terminal.write("q")
      try terminal.expectPrompt("pictures 1")
      #expect(terminal.output.contains("255;0;0"))
      #expect(!terminal.screen.text.contains("↓"))
    }
  }

  @Test(arguments: [20, 40, 80, 200])
  func `a grid fits the window, however wide it is`(columns: Int) async throws {
    try await place.withPictures(["Pie", "Cake", "Tart", "Broken"]) { feed, _, _ in
      let terminal = try prompt(feed, 4, columns: columns)
      try terminal.enter("pictures", prompt: "pictures 4")
      let lines = terminal.screen.lines
      #expect(lines.contains { $0.contains("1 Pie") })
      #expect(lines.allSatisfy { $0.count <= columns })
      try terminal.leave()
    }
  }

  @Test func `a window of another size has the pictures drawn anew for it`() async throws {
    try await place.withPictures(["Pie", "Cake", "Tart", "Broken"]) { feed, server, _ in
      let terminal = try prompt(feed, 4)
      try terminal.enter("pictures", prompt: "pictures 4")
      #expect(terminal.screen.text.contains("3 Tart\n"))
      try terminal.write("fil")
      try terminal.expect(typed: "pictures 4 ❯ fil")
      terminal.resize(rows: 30, columns: 110)
      try terminal.expect { screen in
        screen.lines.contains { $0.hasPrefix("1 Pie") && $0.hasSuffix("4 Broken") }
      }
      try terminal.expect(typed: "pictures 4 ❯ fil")
      terminal.resize(rows: 40, columns: 50)
      try terminal.expect { screen in
        screen.lines.contains { $0.hasPrefix("3 Tart") && $0.hasSuffix("4 Broken") }
      }
      try terminal.expect(typed: "pictures 4 ❯ fil")
      try terminal.write("\u{15}")
      try terminal.enter("count", prompt: "pictures 4")
      terminal.resize(rows: 24, columns: 80)
      try terminal.enter("status", prompt: "pictures 4")
      #expect(server.requests.count == 4)
    }
  }

  @Test func `a line describes the picture with pictures off`() async throws {
    try await place.withPictures(["Pie"]) { feed, server, pictures in
      let terminal = try prompt(feed, 1)
      try terminal.enter("set pictures off", prompt: "pictures 1")
      try terminal.enter("show Pie", prompt: "pictures 1")
      #expect(terminal.screen.text.contains("Picture not loaded: picture loads it"))
      #expect(server.requests.isEmpty)
      try terminal.enter("picture", prompt: "pictures 1")
      #expect(
        terminal.screen.text.contains(
          "Pie · PNG 32 × 24 · \(pictures.size) bytes · from the network"))
      #expect(!terminal.output.contains("255;0;0"))
    }
  }

  @Test func `a dumb terminal gets words alone`() async throws {
    try await place.withPictures(["Pie"]) { feed, _, _ in
      let terminal = try PseudoTerminal(
        running: larderPath, arguments: ["--home", place.home, feed],
        environment: ["TERM": "dumb", "LANG": "C.UTF-8"], rows: 24, columns: 80)
      try terminal.expect(text: "pictures 1 >")
      try terminal.write("picture Pie\r")
      try terminal.expect(text: "Pie, PNG 32 × 24")
      #expect(!terminal.output.contains("\u{1B}"))
    }
  }

  @Test
  func
    `the bell tells that a feed has loaded, twice that it is empty or failed, once it is wanted`()
    async throws
  {
    try await place.withPictures(["Pie"]) { feed, _, _ in
      let terminal = try prompt(feed, 1)
      try terminal.enter("reload", prompt: "pictures 1")
      #expect(terminal.screen.bellCount == 0)
      try terminal.enter("set sound bell", prompt: "pictures 1")
      try terminal.enter("reload", prompt: "pictures 1")
      #expect(terminal.screen.bellCount == 1)
      try terminal.enter("load demo-failing", prompt: "pictures 1")
      #expect(terminal.screen.bellCount == 3)
      try terminal.enter("load demo-empty", prompt: "demo-empty 0")
      #expect(terminal.screen.bellCount == 5)
    }
  }
}
