import TestSupport
import Testing

/// Answers of a terminal that come after the first picture was shown, as on a slow link.
@Suite struct LateReplyTests {
  private let kitty = "\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62;22c"

  @Test func `an answer that comes late serves the next picture`() throws {
    let terminal = try Workplace().prompt(["demo"], at: "demo 64")
    try terminal.enter("picture 1", prompt: "demo 64")
    #expect(!terminal.output.contains("\u{1B}_G"))
    try terminal.write(kitty)
    try terminal.enter("picture 2", prompt: "demo 64")
    #expect(terminal.output.contains("\u{1B}_G"))
    #expect(!terminal.screen.text.contains("kitty(") && !terminal.screen.text.contains("62;22"))
    try terminal.leave()
  }

  @Test(arguments: [["demo", "-c", "picture 1"], ["demo", "-c", "show 1"]])
  func `a run waits for the answer, which the program behind it does not get`(
    arguments: [String]
  ) throws {
    let place = try Workplace()
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["--home", place.home] + arguments,
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": place.home])
    terminal.surroundings = place
    // The picture is drawn without the answer; its title may have left the screen already.
    try terminal.expect { _ in terminal.output.contains("\u{1B}[c") && terminal.output.contains("▀")
    }
    try terminal.write(kitty)
    #expect(try terminal.expectEnd() == .status(0))
    #expect(!terminal.output.contains("^[") && !terminal.output.contains("kitty("))
  }

  @Test func `a prompt that is left waits for the answer`() throws {
    let terminal = try Workplace().prompt(["demo"], at: "demo 64")
    try terminal.write("picture 1\r")
    try terminal.expect { _ in terminal.output.contains("▀") }
    try terminal.expectPrompt("demo 64")
    try terminal.write("quit\r")
    try terminal.expect { _ in !terminal.modes.echoes && !terminal.modes.isCanonical }
    try terminal.write(kitty)
    #expect(try terminal.expectEnd() == .status(0))
    #expect(!terminal.output.contains("62;22"))
  }
}
