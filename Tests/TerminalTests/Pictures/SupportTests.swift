import Terminal
import Testing

@Suite struct SupportTests {
  @Test(arguments: [
    (["TERM": "xterm-256color"], false), ([:], true), (["TERM": "dumb"], true),
    (["TERM": "xterm-256color", "CI": "true"], true),
  ])
  func `pictures are off without a terminal`(environment: [String: String], isTerminal: Bool) {
    #expect(PictureSupport(environment: environment).hint(isTerminal: isTerminal) == .off)
  }

  @Test(arguments: [
    (["TERM": "linux"], PictureDisplay.Depth.basic16),
    (["TERM": "linux", "NO_COLOR": "1"], .none),
    (["TERM": "linux", "NO_COLOR": ""], .basic16),
    (["TERM": "vt100"], .none),
    (["TERM": "screen"], .basic16),
    (["TERM": "screen-256color", "COLORTERM": "truecolor"], .indexed256),
    (["TERM": "alacritty"], .trueColor),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .indexed256),
    (["TERM": "tmux-256color", "TMUX": "/tmp/x"], .indexed256),
    (["TERM": "tmux-256color"], .indexed256),
    (["TERM": "xterm-256color", "TMUX": "/tmp/x"], .indexed256),
    (["TERM": "tmux-256color", "TMUX": "/tmp/x", "COLORTERM": "truecolor"], .trueColor),
    (["TERM": "tmux-256color", "TMUX": "/tmp/x", "VTE_VERSION": "7000"], .indexed256),
  ])
  func `a terminal without graphics is not queried`(
    environment: [String: String], depth: PictureDisplay.Depth
  ) {
    let hint = PictureSupport(environment: environment).hint(isTerminal: true)
    var display = PictureDisplay(
      mode: .blocks, depth: depth,
      isInTmux: environment["TMUX"] != nil || environment["TERM"]?.hasPrefix("tmux") == true)
    display.hasQuarters = environment["TERM"] != "linux"
    #expect(hint == .known(display))
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], true), (["TERM": "xterm-ghostty"], true),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "230801"], true),
    (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], true),
    (["TERM": "xterm-256color"], false), (["TERM": "foot"], false),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], false),
  ])
  func `kitty's query is sent only to terminals that do not print it`(
    environment: [String: String], kitty: Bool
  ) {
    let support = PictureSupport(environment: environment)
    let query = String(decoding: support.query, as: UTF8.self)
    #expect(support.hint(isTerminal: true) == .ask)
    #expect(query.contains("\u{1B}_Gi=31") == kitty)
    #expect(query.hasSuffix("\u{1B}[c"))
  }

  @Test func `in tmux the outer terminal is queried if it may be kitty`() {
    let support = PictureSupport(environment: [
      "TERM": "tmux-256color", "TMUX": "/tmp/x", "KITTY_PID": "12",
    ])
    #expect(support.hint(isTerminal: true) == .ask)
    #expect(String(decoding: support.query, as: UTF8.self).hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Gi"))
    let answer = Array("\u{1B}_Gi=31;OK\u{1B}\\".utf8)
    #expect(!support.isComplete(Array("\u{1B}[?1;2c".utf8)) && support.isComplete(answer))
    let display = PictureAnswers(answer).display(on: support)
    #expect(display.mode == .kitty && display.usesPlaceholders && display.isInTmux)
    #expect(PictureAnswers([]).display(on: support).mode == .blocks)
  }

  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", PictureDisplay.Mode.kitty),
    ("\u{1B}_Gi=31;ENOTSUP:x\u{1B}\\\u{1B}[?62;c", .blocks),
    ("\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62;c", .kitty),
    ("\u{1B}P>|ghostty 1.1.0\u{1B}\\\u{1B}[?62;22c", .kitty),
    ("\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[?65;4;6;18;22c", .iterm),
    ("\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[?65;4c", .iterm),
    ("\u{1B}[6;20;10t\u{1B}[?62;4c", .sixel),
    ("\u{1B}[?62;4c", .blocks),
    ("\u{1B}P>|tmux 3.4\u{1B}\\\u{1B}[6;20;10t\u{1B}[?1;2;4c", .blocks),
    ("\u{1B}[6;20;10t\u{1B}[?4;22c", .blocks),
    ("\u{1B}[?1;2c", .blocks),
    ("", .blocks),
  ])
  func `responses determine the display mode`(answers: String, mode: PictureDisplay.Mode) {
    let support = PictureSupport(environment: ["TERM": "xterm-256color"])
    #expect(PictureAnswers(Array(answers.utf8)).display(on: support).mode == mode)
  }

  @Test func `responses provide the cell size and colors`() {
    let support = PictureSupport(environment: ["TERM": "foot", "NO_COLOR": "1"])
    let answers = PictureAnswers(
      Array(
        "\u{1B}[6;21;9t\u{1B}]11;rgb:ffff/8080/0000\u{7}\u{1B}]10;rgb:1/f/0\u{1B}\\\u{1B}[?62;4c"
          .utf8))
    #expect(
      answers.display(on: support)
        == PictureDisplay(
          mode: .sixel, depth: .none, cell: PixelSize(width: 9, height: 21),
          background: RGBColor(255, 128, 0), foreground: RGBColor(17, 255, 0)))
  }

  @Test(arguments: [
    ("", ""), ("ls\r", "ls\r"), ("\u{1B}]11;rgb:0/0/0\u{1B}\\a\u{1B}P>|x\u{1B}\\b", "ab"),
    ("l\u{1B}[?62;4cs", "ls"),
    ("\u{1B}]11;rgb:0/0/0\u{7}a\u{1B}[Ab\u{1B}[6;20;10tc", "a\u{1B}[Abc"),
    ("a\u{1B}", "a\u{1B}"), ("a\u{1B}]11;rgb:00", "a\u{1B}]11;rgb:00"),
    ("a\u{1B}P>|foot\u{1B}", "a\u{1B}P>|foot\u{1B}"), ("\u{1B}xé", "\u{1B}xé"),
    ("\u{1B}]11;rgb:0\u{1B}[?62cx", "x"), ("\u{1B}[12;40R", "\u{1B}[12;40R"),
    ("\u{1B}[6;\u{1B}[?62cx", "\u{1B}[6;x"), ("\u{1B}[6;\rx", "\u{1B}[6;\rx"),
    ("a\u{3}b", "a\u{3}b"),
  ])
  func `typed keys and incomplete responses are returned`(
    bytes: String, rest: String
  ) {
    #expect(String(decoding: PictureAnswers(Array(bytes.utf8)).rest, as: UTF8.self) == rest)
  }

  @Test(arguments: [
    (PictureSetting.auto, "sixel"), (.kitty, "kitty"), (.blocks, "blocks"), (.off, "nothing"),
  ])
  func `a setting overrides the detected mode`(setting: PictureSetting, mode: String) {
    let display = setting.display(over: PictureDisplay(mode: .sixel))
    #expect(display?.mode.rawValue ?? "nothing" == mode)
    #expect(setting.display(over: nil) == nil)
  }

  @Test func `in tmux kitty uses placeholders`() {
    let display = PictureSetting.kitty.display(over: PictureDisplay(mode: .blocks, isInTmux: true))
    #expect(display?.usesPlaceholders == true)
  }
}
