import Recordings
import Testing

@Suite("A script is made of what a person does")
struct RecorderTests {
  /// What is recorded when somebody types; `⟨…⟩` is done to the recorder, `~` takes two seconds.
  private func recorded(
    _ keys: [String], keepsKeys: Bool = false, keepsTiming: Bool = false
  ) throws -> String {
    var choices = Recorder.Choices()
    (choices.keepsKeys, choices.keepsTiming) = (keepsKeys, keepsTiming)
    var time = 0
    let recorder = Recorder(choices) { time }
    var rest = keys[...]
    let audience = FakeAudience()
    audience.liveKeys = { _ in
      while let next = rest.popFirst() {
        switch next.split(separator: " ", maxSplits: 1).first {
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

  /// The keys of a line, one by one.
  private func line(_ text: String) -> [String] { text.map(String.init) + ["\r"] }

  @Test(arguments: [
    ("say a", "> say a\n| a\n"), ("say b\u{7F}a", "> say a\n| a\n"),
    ("fail", "> fail\n! it fails\n? error broken\n"), ("nothing", "> nothing\n? silent\n"),
    ("say $5 ${x}", "> say $$5 $${x}\n| $5 ${x}\n"), ("", ""), ("   ", ""),
    (" say a", "@ keys \" say a\" Enter\n| a\n"),
    ("favorite 1\u{3}say a", "> say a\n| a\n"),
    ("say [[int]] \\", "> say [[int]] \\\n| [[int]] \\\n"),
  ])
  func `a line as it was meant`(typed: String, step: String) throws {
    #expect(try recorded(line(typed)) == step)
  }

  @Test(arguments: [
    ("say b\u{7F}a", "@ keys \"say b\" Backspace \"a\" Enter\n| a\n"),
    ("xx\u{3}say a", "@ keys \"say a\" Enter\n| a\n"),
  ])
  func `the keys as they were pressed, if they are kept`(typed: String, step: String) throws {
    #expect(try recorded(line(typed), keepsKeys: true) == step)
  }

  @Test func `the keys of a line in which Tab was pressed`() throws {
    #expect(try recorded(["sa", "\t", "y a", "\r"]).hasPrefix("@ keys \"sa\" Tab \"y a\" Enter\n"))
  }

  @Test func `keys for which a script has no name make a plain line`() throws {
    let text = try recorded(["say a", "\u{1C}", "\u{7F}", "\r"], keepsKeys: true)
    #expect(text == "> say a\n| a\n")
  }

  @Test func `what is said about the recording is done, and is no step`() throws {
    let keys =
      line("say a") + ["⟨mark⟩ Two"] + line("record mark Two") + ["⟨note⟩ Look"]
      + line("record note Look") + line("say b") + line("say c") + ["⟨drop⟩"] + line("record drop")
      + ["⟨pause⟩"] + line("record pause") + line("say d") + ["⟨pause⟩"] + line("record pause")
      + line("say e")
    #expect(
      try recorded(keys)
        == "> say a\n| a\n\n== Two\n\n% Look\n\n> say b\n| b\n\n> say e\n| e\n")
  }

  @Test func `an answer comes and goes with its step`() throws {
    let asking = line("ask") + ["yes", "\r"]
    #expect(try recorded(asking) == "@ answer yes\n> ask\n! Sure? yes\n| as you wish\n")
    #expect(
      try recorded(line("ask") + ["\r"]) == "@ answer no\n> ask\n! Sure? no\n| then not\n")
    #expect(
      try recorded(asking + ["⟨drop⟩"] + line("record drop") + line("say a")) == "> say a\n| a\n")
  }

  @Test func `a long rest comes and goes with its step, if rests are kept`() throws {
    let keys = line("say a") + ["~"] + line("say b")
    #expect(try recorded(keys) == "> say a\n| a\n\n> say b\n| b\n")
    #expect(
      try recorded(keys, keepsTiming: true) == "> say a\n| a\n\n@ pause 2000ms\n> say b\n| b\n")
    #expect(
      try recorded(keys + ["⟨drop⟩"] + line("record drop"), keepsTiming: true) == "> say a\n| a\n")
  }

  @Test func `dropping more than there is does nothing`() throws {
    let recorder = Recorder(.init()) { 0 }
    #expect(recorder.drop() == nil && recorder.count == 0)
    recorder.mark("a\u{1B}[2Jb\nc")
    #expect(recorder.drop() == "== a\u{FFFD}[2Jb c")
  }
}
