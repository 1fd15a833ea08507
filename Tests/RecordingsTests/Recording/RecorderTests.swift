import Recordings
import Testing

@Suite("Recording of a live session")
struct RecorderTests {
  /// Returns the recording of typed keys.
  ///
  /// `⟨…⟩` calls the recorder, `~` advances the clock by two seconds.
  private func recorded(
    _ keys: [String], keepsKeys: Bool = false, keepsTiming: Bool = false
  ) throws -> String {
    var choices = Recorder.Choices()
    (choices.keepsKeys, choices.keepsTiming) = (keepsKeys, keepsTiming)
    var time = 0
    let recorder = Recorder(choices) { time }
    var rest = keys[...]
    let audience = FakeAudience()
    audience.liveKeys = { player in
      while let next = rest.popFirst() {
        switch next.split(separator: " ", maxSplits: 1).first {
        case "⟨resize⟩":
          player.followWindow(ScriptSize(columns: Int(next.dropFirst(9)) ?? 80, rows: 20))
        case "~": time += 2040
        case "⟨pause⟩": _ = recorder.pause()
        case "⟨drop⟩": _ = recorder.drop()
        case "⟨mark⟩": recorder.mark(String(next.dropFirst(7)))
        case "⟨note⟩": recorder.note(String(next.dropFirst(7)))
        default: return Array(next.utf8)
        }
      }
      return nil
    }
    _ = try played("", for: audience) { $0.handOver(to: recorder) }
    let text = recorder.script(header: ["seed: 1"])
    #expect(text.hasPrefix("rcp 1\nseed: 1\n"))
    #expect(problem(in: text) == nil)
    return recorder.count == 0 ? "" : String(text.dropFirst("rcp 1\nseed: 1\n\n".count))
  }

  /// Returns the keys of a line.
  private func line(_ text: String) -> [String] { text.map(String.init) + ["\r"] }

  @Test(arguments: [
    ("say a", "> say a\n| a\n"), ("say b\u{7F}a", "> say a\n| a\n"),
    ("fail", "> fail\n! it fails\n? error broken\n"), ("nothing", "> nothing\n? silent\n"),
    ("say $5 ${x}", "> say $$5 $${x}\n| $5 ${x}\n"), ("", ""), ("   ", ""),
    (" say a", "@ keys \" say a\" Enter\n| a\n"),
    ("favorite 1\u{3}say a", "> say a\n| a\n"),
    ("say [[int]] \\", "> say [[int]] \\\n| [[int]] \\\n"),
  ])
  func `a line is recorded as edited`(typed: String, step: String) throws {
    #expect(try recorded(line(typed)) == step)
  }

  @Test(arguments: [
    "say " + String(repeating: "word ", count: 1200) + "end",
    "say " + String(repeating: "x", count: 6000), "say " + String(repeating: "日本", count: 1500),
    "say " + String(repeating: "\"\\$", count: 1400),
    "say " + String(repeating: "ab ", count: 1364),
  ])
  func `a long line is recorded in parts that the parser reads`(typed: String) throws {
    let text = try recorded([typed, "\r", "say b", "\r"])
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 4096 })
    #expect(text.hasSuffix("> say b\n| b\n"))
    #expect(text.contains("\n+ ") || text.split(separator: "@ keys").count > 2)
  }

  @Test func `long output is shortened, and what a script has no room for is left out`() throws {
    let recorder = Recorder(.init()) { 0 }
    var notices: [String] = []
    recorder.onNotice = { [unowned recorder] in notices += recorder.takeNotices() }
    let audience = FakeAudience()
    let long = "say " + String(repeating: "x", count: 6000)
    var rest = (0..<2).flatMap { _ in line("lines 1500") }
    rest += (0..<5).flatMap { _ in [long, "\r"] } + line("say a")
    audience.liveKeys = { _ in rest.isEmpty ? nil : Array(rest.removeFirst().utf8) }
    _ = try played("", for: audience) { $0.handOver(to: recorder) }
    let text = recorder.script(header: [])
    #expect(problem(in: text) == nil)
    #expect(text.contains("| line 39\n|...\n| line 1490\n") && text.hasSuffix("> say a\n| a\n"))
    #expect(notices.count { $0.contains("only the start and the end") } == 2)
    // A script presses at most 20000 keys, so three of the long lines fit.
    #expect(notices.count { $0.contains("not in the recording") } == 2 && recorder.count == 6)
  }

  @Test func `a pause while a line is typed is recorded on request`() throws {
    let keys = ["s", "a", "~", "y", " ", "a", "~", "\r", "~", "s", "a", "y", " ", "b", "\r"]
    #expect(
      try recorded(keys, keepsTiming: true)
        == "@ keys \"sa\" \"y\"@2000ms \" a\" Enter@2000ms\n| a\n\n@ pause 2000ms\n> say b\n| b\n")
    #expect(try recorded(keys) == "> say a\n| a\n\n> say b\n| b\n")
  }

  @Test(arguments: [
    ("say b\u{7F}a", "@ keys \"say b\" Backspace \"a\" Enter\n| a\n"),
    ("xx\u{3}say a", "@ keys \"say a\" Enter\n| a\n"),
  ])
  func `key presses are recorded on request`(typed: String, step: String) throws {
    #expect(try recorded(line(typed), keepsKeys: true) == step)
  }

  @Test func `a line with Tab is recorded as keys`() throws {
    #expect(try recorded(["sa", "\t", "y a", "\r"]).hasPrefix("@ keys \"sa\" Tab \"y a\" Enter\n"))
  }

  @Test func `keys without a script name are recorded as a plain line`() throws {
    let text = try recorded(["say a", "\u{1C}", "\u{7F}", "\r"], keepsKeys: true)
    #expect(text == "> say a\n| a\n")
  }

  @Test func `recording commands are carried out and not recorded`() throws {
    let keys =
      line("say a") + ["⟨mark⟩ Two"] + line("record mark Two") + ["⟨note⟩ Look"]
      + line("record note Look") + line("say b") + line("say c") + ["⟨drop⟩"] + line("record drop")
      + ["⟨pause⟩"] + line("record pause") + line("say d") + ["⟨pause⟩"] + line("record pause")
      + line("say e")
    #expect(
      try recorded(keys)
        == "> say a\n| a\n\n== Two\n\n% Look\n\n> say b\n| b\n\n> say e\n| e\n")
  }

  @Test func `a new size of the window is recorded before the next line`() throws {
    let keys =
      ["⟨resize⟩ 90", "⟨resize⟩ 60"] + line("say a") + ["⟨resize⟩ 100", "⟨drop⟩"]
      + line("record drop") + line("say b")
    #expect(
      try recorded(keys) == "@ resize 60x20\n\n@ resize 100x20\n\n> say b\n| b\n")
    #expect(try recorded(["⟨resize⟩ 60"]) == "")
  }

  @Test func `an answer is recorded and removed with its step`() throws {
    let asking = line("ask") + ["yes", "\r"]
    #expect(try recorded(asking) == "@ answer yes\n> ask\n! Sure? yes\n| as you wish\n")
    #expect(
      try recorded(line("ask") + ["\r"]) == "@ answer no\n> ask\n! Sure? no\n| then not\n")
    #expect(
      try recorded(asking + ["⟨drop⟩"] + line("record drop") + line("say a")) == "> say a\n| a\n")
  }

  @Test func `a long pause is recorded and removed with its step, on request`() throws {
    let keys = line("say a") + ["~"] + line("say b")
    #expect(try recorded(keys) == "> say a\n| a\n\n> say b\n| b\n")
    #expect(
      try recorded(keys, keepsTiming: true) == "> say a\n| a\n\n@ pause 2000ms\n> say b\n| b\n")
    #expect(
      try recorded(keys + ["⟨drop⟩"] + line("record drop"), keepsTiming: true) == "> say a\n| a\n")
  }

  @Test func `dropping from an empty recording does nothing`() throws {
    let recorder = Recorder(.init()) { 0 }
    #expect(recorder.drop() == nil && recorder.count == 0)
    recorder.mark("a\u{1B}[2Jb\nc")
    #expect(recorder.drop() == "== a\u{FFFD}[2Jb c")
  }
}
