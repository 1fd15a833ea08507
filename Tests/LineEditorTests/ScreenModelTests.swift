import TestSupport
import Testing

@Suite struct ScreenModelTests {
  @Test(arguments: [
    ("ab\r\ncd", "ab\ncd"),
    ("abcdefgh", "abcdef\ngh"),
    ("abcdef\rX", "Xbcdef"),
    ("abcde料", "abcde\n料"),
    ("1\r\n2\r\n3\r\n4", "2\n3\n4"),
    ("abc\u{1B}[2D\u{1B}[K", "a"),
    ("abc\u{1B}[1GX\u{1B}[CY", "XbY"),
    ("abc\r\u{1B}[2P", "c"),
    ("abc\r\u{1B}[2@", "  abc"),
    ("abc\r\u{1B}[2X", "  c"),
    ("a\r\nb\u{1B}[H\u{1B}[L", "\na\nb"),
    ("a\r\nb\u{1B}[H\u{1B}[M", "b"),
    ("a\u{1B}7\r\nb\u{1B}8c", "ac\nb"),
    ("a\u{1B}[H\u{1B}M", "\na"),
    ("a\u{1B}]0;title\u{7}b\u{1B}]8;;x\u{1B}\\c", "abc"),
    ("a\u{1B}[1;31mb\u{1B}[0m", "ab"),
    ("a\tb\u{8}\u{8}\u{8}c", "a c  b"),
    ("e\u{301}x", "e\u{301}x"),
    ("abc\u{1B}[2J", ""),
    ("a\r\nb\u{1B}[A\u{1B}[J", "a"),
  ])
  func `output leaves its text on the screen`(output: String, text: String) {
    var screen = ScreenModel(rows: 3, columns: 6)
    screen.feed(Array(output.utf8))
    #expect(screen.text == text)
  }

  @Test func `wrapped lines are laid out anew for a new width`() {
    var screen = ScreenModel(rows: 4, columns: 6)
    screen.feed(Array("abcdefgh\r\nx".utf8))
    screen.resize(rows: 4, columns: 4)
    #expect(screen.text == "abcd\nefgh\nx")
    #expect(screen.cursor == (2, 1))
    screen.resize(rows: 4, columns: 10)
    #expect(screen.text == "abcdefgh\nx")
    #expect(screen.cursor == (1, 1))
  }
}

@Suite struct PseudoTerminalTests {
  @Test func `a prompt that is drawn again is not the one after Enter`() throws {
    let program = #"""
      printf '\033[?2004hprobe ❯ '; read line; printf '\033[?2004l\rprobe ❯ '; read line
      printf '\r\ndone\r\n\033[?2004hprobe ❯ '; read line
      """#
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", "stty -echo; " + program])
    try terminal.expectPrompt()
    try terminal.write("line\r")
    try terminal.expect { !$0.hasBracketedPaste && $0.cursorLine == "probe ❯" }
    // The prompt stands there as before, until the second line has come.
    try terminal.write("\n")
    try terminal.expectPrompt()
    #expect(terminal.screen.lines.contains("done"))
  }
}
