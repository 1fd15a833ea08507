import Foundation
import TestSupport
import Testing

/// Scripts that are shown at a terminal, and the keys of whoever shows them.
@Suite struct ScriptReplayTests {
  private func replay(
    _ words: String..., text: String = SampleScript.small, environment: [String: String] = [:],
    rows: Int = 24, columns: Int = 80
  ) throws -> PseudoTerminal {
    let place = try Workplace()
    _ = try place.recorded(text: text)
    let terminal = try place.scriptTerminal(
      ["script", "replay", "a.rcp"] + words, environment: environment, rows: rows,
      columns: columns)
    places.append(place)
    return terminal
  }

  /// The folders, which have to be there as long as what runs in them.
  private final class Places {
    private var places: [Workplace] = []
    func append(_ place: Workplace) { places.append(place) }
  }
  private let places = Places()

  /// Whether the screen is the one that the sample comes to, whatever the caption says.
  private func isEnd(_ screen: ScreenModel) -> Bool {
    var lines = screen.lines.prefix(24)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return !screen.hasBracketedPaste && lines.contains("error: no command `nosuch`")
      && lines.suffix(3) == ["demo 64 ❯ count", "64", "demo 64 ❯"]
  }

  /// Waits for the last screen, and closes it with a key.
  private func close(_ terminal: PseudoTerminal, status: Int32 = 0) throws {
    try terminal.expect { isEnd($0) }
    try terminal.write("x")
    #expect(try terminal.expectEnd() == .status(status))
  }

  @Test func `a script is typed to its end, and the terminal is as it was`() throws {
    let terminal = try replay("--speed", "50")
    try close(terminal)
    #expect(isEnd(terminal.screen))
    #expect(terminal.screen.text.contains("error: no command `nosuch`"))
    #expect(!terminal.screen.hasBracketedPaste && terminal.screen.isCursorVisible)
    #expect(terminal.modes.echoes && terminal.modes.isCanonical && terminal.modes.raisesSignals)
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:bbbb/bbbb/bbbb\u{1B}\\", "\u{1B}]11;rgb:bbbb/bbbb/bbbb\u{7}",
    "\u{1B}P>|iTerm2 qbi\u{1B}\\", "\u{1B}P>|XTerm(390)\u{1B}\\", "\u{1B}[?62;4;22c", "\u{1B}q",
    "\u{1B}b", "\u{1B}i", "\u{1B}[113;1:3u", "\u{1B}_Gi=31;OK\u{1B}\\",
  ])
  func `answers of the terminal and keys without a meaning do not disturb a replay`(
    bytes: String
  ) throws {
    let terminal = try replay("--speed", "20")
    try terminal.expect { $0.text.contains("demo 64 ❯") }
    for byte in bytes.utf8 { try terminal.write(bytes: [byte]) }
    try close(terminal)
  }

  @Test(arguments: ["q", "\u{3}", "\u{1B}[113u", "\u{1B}[99;5u"])
  func `q and Ctrl-C end a replay in every keyboard protocol`(key: String) throws {
    let terminal = try replay("--speed", "0.5")
    try terminal.expect { $0.text.contains("demo 64 ❯") }
    try terminal.write(key)
    #expect(try terminal.expectEnd() != .status(0))
  }

  private static let picture = """
    rcp 1
    feed: builtin:demo
    size: 60x22
    images: pixels
    pace: 90cps 0%

    > picture lasagne
    |...
    """

  /// A terminal: its environment, its answers to what it is asked, and how a picture for it begins.
  private static let terminals: [(environment: [String: String], answer: String, picture: String)] =
    [
      (
        ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"],
        "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;19;9t\u{1B}[?62c", "\u{1B}_Ga=t"
      ),
      (
        ["TERM_PROGRAM": "iTerm.app"],
        "\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[6;19;9t\u{1B}[?62;4c", "\u{1B}]1337;File"
      ),
      ([:], "\u{1B}[6;19;9t\u{1B}[?62;4c", "\u{1B}P"),
    ]

  @Test(arguments: terminals)
  func `a terminal with pixels shows a picture of a script in its own protocol`(
    environment: [String: String], answer: String, picture: String
  ) throws {
    let terminal = try replay("--speed", "50", text: Self.picture, environment: environment)
    try terminal.expect { _ in terminal.output.contains("\u{1B}[c") }
    try terminal.write(answer)
    try terminal.expect(text: "Lasagne · PNG 320 × 240")
    #expect(terminal.output.contains(picture) && !terminal.output.contains("▀"))
    try terminal.write("q")
    _ = try terminal.expectEnd()
  }

  @Test func `a terminal without pixels shows a picture of a script as blocks`() throws {
    let terminal = try replay("--speed", "50", text: Self.picture)
    try terminal.expect(text: "Lasagne · PNG 320 × 240")
    #expect(terminal.screen.text.contains("▀▀▀"))
    try terminal.write("q")
    _ = try terminal.expectEnd()
  }

  @Test func `a watched script is checked again when it changes`() throws {
    let place = try Workplace()
    _ = try place.recorded(text: SampleScript.small)
    let terminal = try place.scriptTerminal(["script", "check", "--watch", "a.rcp"])
    try terminal.expect(text: "watching 1 file; Ctrl-C ends")
    #expect(terminal.screen.text.contains("steps as expected"))
    // A file that is half written would be checked, too.
    func replace(_ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: place.path + "/a.rcp"), options: .atomic)
    }
    try replace(SampleScript.small.replacing("Butter", with: "Bitter"))
    try terminal.expect(text: "not as expected")
    try replace(SampleScript.small)
    try terminal.expect { screen in
      screen.lines.count { $0.hasPrefix("watching 1 file") } == 3
    }
    try terminal.write("\u{3}")
    #expect(try terminal.expectEnd() == .status(0))
  }

  @Test(arguments: ["q", "\u{3}"]) func `a replay ends at a key at any moment`(key: String) throws {
    let terminal = try replay()
    try terminal.expect(text: "demo 64 ❯")
    #expect(!terminal.modes.echoes && !terminal.modes.isCanonical)
    try terminal.write(key)
    #expect(try terminal.expectEnd() == .status(130))
    #expect(terminal.modes.echoes && terminal.modes.isCanonical && terminal.modes.raisesSignals)
    #expect(!terminal.screen.hasBracketedPaste)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a deadly signal lets all rows scroll again`(signal: Int32) throws {
    let terminal = try replay(
      text: "rcp 1\nfeed: builtin:demo\n\n> count\n\n@ pause 30s\n> count\n", rows: 30)
    try terminal.expect { $0.scrollEnd == 24 && $0.text.contains("demo 64 ❯ count\n64") }
    terminal.process.send(signal)
    #expect(try terminal.expectEnd() == .signal(signal))
    #expect(terminal.screen.scrollEnd == nil)
    #expect(terminal.modes.echoes && terminal.modes.isCanonical && terminal.modes.raisesSignals)
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a tour ends with the shell that plays it`(signal: Int32) throws {
    let place = try Workplace()
    let job = "echo $$; exec '\(larderPath)' --home '\(place.home)' demo"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", #"sh -c "$JOB"; read line"#],
      environment: ["TERM": "xterm-256color", "JOB": job], rows: 30)
    try terminal.expectPrompt("demo 64")
    let shell = Int32(terminal.screen.lines.first?.trimmingCharacters(in: .whitespaces) ?? "")
    try terminal.write("tour\r")
    try terminal.expect { $0.scrollEnd != nil }
    kill(try #require(shell), signal)
    try terminal.expect { $0.scrollEnd == nil }
    try terminal.write("\n")
    #expect(try terminal.expectEnd() == .status(0))
  }

  @Test func `a replay in a resized window continues as if started at the new size`() throws {
    let text = "rcp 1\nfeed: builtin:demo\n\n> list 1-3\n\n@ pause 30s\n> count\n"
    func isThere(_ screen: ScreenModel) -> Bool {
      screen.text.contains("next for more\ndemo 64 ❯") && screen.cursorLine == "demo 64 ❯"
    }
    let (narrow, wide) = (
      try replay("--fit", text: text, rows: 12, columns: 44), try replay("--fit", text: text)
    )
    try narrow.expect { isThere($0) }
    try wide.expect { isThere($0) }
    #expect(narrow.screen.lines != wide.screen.lines)
    wide.resize(rows: 12, columns: 44)
    let lines = narrow.screen.lines
    try wide.expect { $0.lines == lines }
    for terminal in [narrow, wide] {
      try terminal.write("q")
      #expect(try terminal.expectEnd() == .status(130))
    }
  }

  @Test(arguments: [[(12, 64)], [(30, 100)], [(12, 64), (30, 100)], [(8, 30), (24, 80)]])
  func `a script of a fixed size is drawn again in a window of another one`(
    sizes: [(rows: Int, columns: Int)]
  ) throws {
    let text = "rcp 1\nfeed: builtin:demo\nsize: 80x24\n\n% Look.\n> count\n\n@ pause 30s\n"
    let terminal = try replay("--speed", "50", text: text, rows: 26)
    try terminal.expect { $0.text.contains("❯ count\n64\n") && $0.text.contains("Look.") }
    for (rows, columns) in sizes {
      let drawn = terminal.transcript.count
      terminal.resize(rows: rows, columns: columns)
      try terminal.expect {
        // Terminals may lose what they show, so all of it is drawn again.
        let again = String(decoding: terminal.transcript[drawn...], as: UTF8.self)
        return again.contains("count") && $0.text.contains("demo 64 ❯ count\n64\ndemo 64 ❯")
          && (rows <= 24 || again.contains("Look.") && $0.scrollEnd == 24)
      }
    }
    try terminal.write("q")
    #expect(try terminal.expectEnd() == .status(130))
  }

  @Test(arguments: ["script replay a.rcp", "demo"])
  func `Ctrl-Z stops a replay and the tour, and they go on with fg`(command: String) throws {
    let place = try Workplace()
    places.append(place)
    _ = try place.recorded(text: "rcp 1\nfeed: builtin:demo\n\n> count\n\n@ pause 30s\n")
    let terminal = try place.stoppable(command, rows: 30)
    if command == "demo" {
      try terminal.expectPrompt("demo 64")
      try terminal.write("tour\r")
      try terminal.expect { $0.scrollEnd != nil }
    } else {
      try terminal.expect(text: "❯ count\n64")
    }
    try terminal.write("\u{1A}")
    try terminal.expect(text: "stopped")
    #expect(terminal.screen.scrollEnd == nil)
    #expect(terminal.modes.echoes && terminal.modes.isCanonical && terminal.modes.raisesSignals)
    try terminal.write("\n")
    try terminal.expect { $0.scrollEnd != nil && !$0.text.contains("stopped") }
    #expect(!terminal.modes.echoes)
    try terminal.write("q")
    try terminal.expect { $0.scrollEnd == nil }
  }

  @Test func `the tour is drawn after each fg, however often the job is stopped`() throws {
    let place = try Workplace()
    places.append(place)
    let terminal = try place.stoppable("demo", rows: 30)
    try terminal.expectPrompt("demo 64")
    try terminal.write("tour\r")
    // A job that uses the terminal after its shell has taken it is stopped twice, but only now and then.
    for round in 0..<100 {
      try terminal.expect { $0.scrollEnd != nil && !$0.text.contains("stopped") }
      try terminal.write("\u{1A}")
      try terminal.expect(text: "stopped")
      terminal.resize(rows: 30, columns: 80 + round % 30)
      try terminal.write("\n")
    }
    try terminal.expect { $0.scrollEnd != nil && !$0.text.contains("stopped") }
  }

  @Test func `each step waits for a key`() throws {
    let terminal = try replay("--step", "--speed", "50")
    try terminal.expectPrompt("demo 64")
    try terminal.expectStill(for: .milliseconds(700))
    for shown in ["❯ count\n64\ndemo 64 ❯", "next for more\ndemo 64 ❯"] {
      try terminal.write("\u{1B}[C")
      try terminal.expect { $0.text.contains(shown) && $0.cursorLine == "demo 64 ❯" }
      // A key that comes before the step is over shortens it, and begins no other.
      try terminal.expectStill(for: .milliseconds(300))
    }
    // The presenter has more keys than there are steps left.
    try terminal.write("\r\u{1B}[6~\r\r\u{1B}OC\r\u{1B}[C\r\r\r\r\r\r")
    try terminal.expect { isEnd($0) }
    // One of those keys may have closed the last screen.
    try? terminal.write("x")
    #expect(try terminal.expectEnd() == .status(0))
  }

  @Test func `a terminal that is not read takes no time of a step`() throws {
    let place = try Workplace()
    let text = String(repeating: "long ", count: 100)
    let rows = (0..<250).map {
      "{\"id\": \($0), \"name\": \"Dish \($0)\", \"method\": \"\(text)\"}"
    }
    _ = try place.file("big.json", "[\(rows.joined(separator: ","))]")
    let script = "rcp 1\nfeed: big.json\nlimit: step-time=3s\n\n> export json -\n\n> count\n| 250\n"
    _ = try place.recorded(text: script)
    let terminal = try place.scriptTerminal(["script", "replay", "a.rcp", "--speed", "50"])
    try terminal.expect { _ in terminal.output.contains("Dish 1") }
    // Nothing is waited for: the passing of more time than the limit, without reading, is what is tested.
    Thread.sleep(forTimeInterval: 4)
    try terminal.expect {
      !$0.hasBracketedPaste && $0.text.hasSuffix("big 250 ❯ count\n250\nbig 250 ❯")
    }
    try terminal.write("x")
    #expect(try terminal.expectEnd() == .status(0), "\(terminal.screen.text)")
  }

  @Test func `a replay pauses, goes black, and goes on`() throws {
    let terminal = try replay("--speed", "0.5", rows: 30)
    try terminal.expect { $0.text.contains("demo 64 ❯") && $0.text.contains("A narration.") }
    try terminal.write(" ")
    // The caption goes, too.
    try terminal.write("b")
    try terminal.expect { $0.text.isEmpty }
    try terminal.expectStill(for: .milliseconds(500))
    try terminal.write("b")
    try terminal.expect(text: "demo 64 ❯")
    try terminal.expect(text: "Paused.")
    try terminal.write(" ++++++++++++")
    try close(terminal)
  }

  @Test func `a blank screen pauses, and the keys of the presenter are answered`() throws {
    let text = "rcp 1\nfeed: builtin:demo\n\n% Look.\n> count\n\n@ pause 30s\n> count\n"
    let terminal = try replay(text: text, rows: 30)
    try terminal.expect(text: "demo 64 ❯ c")
    try terminal.write("b")
    try terminal.expect { $0.text.isEmpty }
    // Far more than the rest of the line takes to type.
    try terminal.expectStill(for: .milliseconds(1500))
    try terminal.write("b")
    try terminal.expect(text: "demo 64 ❯ count\n64")
    try terminal.write("+")
    try terminal.expect(text: "Speed 1.5×")
    try terminal.write(" ")
    try terminal.expect(text: "Paused. Space continues")
    try terminal.write("-")
    try terminal.expect(text: "Speed 1.0×. Paused.")
    try terminal.write(" ")
    try terminal.expect { !$0.text.contains("Paused") && $0.text.contains("Look.") }
    try terminal.write("q")
    #expect(try terminal.expectEnd() == .status(130))
  }

  @Test func `the last screen stays at the end of a replay, and p goes back to a chapter`() throws {
    let terminal = try replay("--speed", "50", rows: 30)
    try terminal.expect { isEnd($0) && $0.text.contains("The end.") }
    try terminal.expectStill(for: .milliseconds(500))
    try terminal.write("p")
    try terminal.expect { !$0.text.contains("The end.") && !isEnd($0) }
    try terminal.expect { isEnd($0) && $0.text.contains("The end.") }
    try close(terminal)
  }

  @Test(arguments: [(30, "Two\nMore to say"), (25, "Two  More to say")])
  func `the title of a chapter stays above its narration`(rows: Int, caption: String) throws {
    let text = "rcp 1\nfeed: builtin:demo\n\n== Two\n% More to say\n> count\n\n@ pause 30s\n"
    let terminal = try replay(text: text, rows: rows)
    try terminal.expect { $0.text.hasSuffix(caption) && $0.text.contains("count\n64") }
    try terminal.write("q")
    #expect(try terminal.expectEnd() == .status(130))
  }

  @Test func `remarks go to a terminal and to nothing else`() throws {
    let place = try Workplace()
    _ = try place.recorded()
    _ = try place.file("notes", "mine")
    for name in ["notes", "missing", "/dev/null"] {
      let terminal = try place.scriptTerminal(["script", "replay", "a.rcp", "--presenter", name])
      #expect(try terminal.expectEnd() == .status(3))
      #expect(terminal.screen.text.contains("\(name): is not a terminal"))
    }
    #expect(try place.text(of: place.path + "/notes") == "mine")
    #expect(try !place.script("ls").output.contains("missing"))
  }

  @Test func `a replay goes from chapter to chapter`() throws {
    let terminal = try replay("--speed", "0.2")
    try terminal.expect(text: "demo 64 ❯")
    try terminal.write("n")
    try terminal.expect { $0.text.contains("Butter chicken") && $0.cursorLine == "demo 64 ❯" }
    try terminal.write("p")
    try terminal.expect { !$0.text.contains("Butter chicken") && $0.cursorLine == "demo 64 ❯" }
    try terminal.write("q")
    #expect(try terminal.expectEnd() == .status(130))
  }

  @Test func `a presenter takes over a replay and gives it back, with the world as it was`() throws
  {
    let terminal = try replay("--from", "Two", "--speed", "0.2")
    try terminal.expect { $0.text.contains("Butter chicken") && $0.cursorLine == "demo 64 ❯" }
    try terminal.write("i")
    try terminal.write("\u{15}favorite 1\r")
    try terminal.expect(text: "favorite 1")
    try terminal.enter("filter cuisine=Thai", prompt: "demo 4/64")
    try terminal.write("\u{4}")
    try terminal.expect { !$0.text.contains("cuisine=Thai") && $0.text.contains("Butter chicken") }
    try terminal.write("+++++++++++++++++")
    try close(terminal)
  }

  @Test func `a terminal that is too small is told of, or fitted`() throws {
    let small = try replay("--speed", "50", rows: 10, columns: 60)
    try small.expect(text: "the script needs 80x24 cells")
    try small.write("q")
    #expect(try small.expectEnd() == .status(130))
    let fitted = try replay("--speed", "50", "--fit", rows: 10, columns: 60)
    try fitted.expect(text: "The end.")
    try fitted.write("x")
    _ = try fitted.expectEnd()
    #expect(!fitted.output.contains("the script needs"))
    #expect(fitted.screen.text.contains("demo 64 ❯"))
  }

  @Test func `a replay reports unexpected steps at its end`() throws {
    let text = SampleScript.small.replacingOccurrences(of: "\n| 64\n", with: "\n| 65\n")
    let terminal = try replay("--speed", "50", text: text)
    try close(terminal, status: 1)
    #expect(terminal.screen.text.contains("≠ 1 step not as expected"))
  }

  @Test func `the name of a script alone has it replayed`() throws {
    let place = try Workplace()
    _ = try place.recorded()
    let terminal = try place.scriptTerminal(["a.rcp"])
    try terminal.expect { $0.cursorLine.hasPrefix("demo 64 ❯ c") }
    try terminal.write("q")
    #expect(try terminal.expectEnd() == .status(130))
  }
}
