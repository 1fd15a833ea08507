import TerminalEmulator
import TestSupport
import Testing

@Suite struct ScreenTests {
  private func screen(_ text: String, columns: Int = 10, rows: Int = 4) -> TerminalScreen {
    var screen = TerminalScreen(columns: columns, rows: rows)
    screen.feed(text.utf8)
    return screen
  }

  @Test(
    arguments: [
      ("plain", ["plain"], 0, 5),
      ("one\r\ntwo", ["one", "two"], 1, 3),
      ("0123456789", ["0123456789"], 0, 9),
      ("0123456789a", ["0123456789", "a"], 1, 1),
      ("0123456789\ra", ["a123456789"], 0, 1),
      ("0123456789\u{8}X", ["01234567X9"], 0, 9),
      ("0123456789\u{1B}[K", ["012345678"], 0, 9),
      ("1\r\n2\r\n3\r\n4\r\n5", ["2", "3", "4", "5"], 3, 1),
      ("a\tb", ["a       b"], 0, 9),
      ("abc\u{1B}[2D\u{1B}[P", ["ac"], 0, 1),
      ("abc\u{1B}[2D\u{1B}[2@", ["a  bc"], 0, 1),
      ("abc\u{1B}[2D\u{1B}[X", ["a c"], 0, 1),
      ("abc\u{1B}[1G\u{1B}[4hXY\u{1B}[4lZ", ["XYZbc"], 0, 3),
      ("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[L", ["a", "", "b", "c"], 1, 0),
      ("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[M", ["a", "c"], 1, 0),
      ("a\r\nb\u{1B}[H\u{1B}M", ["", "a", "b"], 0, 0),
      ("a\r\nb\u{1B}[A\u{1B}[J", ["a"], 0, 1),
      ("ab\u{1B}[1K", [""], 0, 2),
      ("ab\u{1B}7\r\ncd\u{1B}8e", ["abe", "cd"], 0, 3),
      ("a\u{1B}[3dc\u{1B}[6Gd", ["a", "", " c   d"], 2, 6),
      ("a\u{1B}[2;3Hb\u{1B}[99;99Hc", ["a", "  b", "", "         c"], 3, 9),
      ("a\u{1B}[S", [""], 0, 1),
      ("a\u{1B}[5\u{18}b", ["ab"], 0, 2),
      ("a\u{1B}[\r5Cb", ["a    b"], 0, 6),
    ] as [(String, [String], Int, Int)])
  func `output results in lines and a cursor`(
    text: String, lines: [String], row: Int, column: Int
  ) {
    let screen = screen(text)
    #expect(screen.text == lines.joined(separator: "\n"))
    #expect(screen.cursor == TerminalScreen.Position(row: row, column: column))
    #expect(screen.unknown == [])
  }

  @Test(arguments: [
    ("料理", "料理", 4),
    ("cafe\u{301}s", "cafe\u{301}s", 5),
    ("\u{2764}\u{FE0F}!", "\u{2764}\u{FE0F}!", 3),
    ("👩\u{200D}🍳x", "👩\u{200D}🍳x", 3),
    ("🇩🇪🇫🇷", "🇩🇪🇫🇷", 4),
    ("👍🏽", "👍🏽", 2),
    ("料\rx", "x", 1),
    ("料\u{1B}[Dx", " x", 2),
    ("料理\u{1B}[3G\u{1B}[X", "料", 2),
    ("料理\u{1B}[2G\u{1B}[P", " 理", 1),
    ("a料理料理料\r\n", "a料理料理\n料", 0),
    ("\u{301}a", "a", 1),
  ])
  func `characters have their display width`(text: String, shown: String, column: Int) {
    let screen = screen(text)
    #expect(screen.text.unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(screen.cursor.column == column)
  }

  @Test(arguments: [
    "\u{1B}]8;;https://a.example\u{1B}\\text\u{1B}]8;;\u{1B}\\",
    "\u{1B}]133;A\u{7}text\u{1B}]133;B\u{7}", "\u{1B}]2;title\u{7}text",
    "\u{1B}_Ga=t,i=1;AAAA\u{1B}\\text", "\u{1B}[?2004h\u{1B}[?2026htext\u{1B}[?2026l",
    "\u{1B}(B\u{1B}[mtext", "te\u{7}xt",
  ])
  func `titles, links and modes print nothing`(text: String) {
    #expect(screen(text).text == "text")
    #expect(screen(text).unknown == [])
  }

  @Test(arguments: [
    ("\u{1B}[?1049hx", "CSI ?1049h"), ("\u{1B}[6nx", "CSI 6n"), ("\u{1B}cx", "ESC c"),
    ("\u{1B}_Hi=1;AAAA\u{1B}\\x", "APC "), ("\u{1B}]52;c;YQ==\u{7}x", "OSC 52"),
    ("\u{1B}[77mx", "CSI 77m"), ("\u{E}x", "C0 14"), ("\u{202E}x", "U+202E"),
    ("\u{1B}[!px", "CSI !p"), ("\u{1B}[>4;1mx", "CSI >4;1m"),
  ])
  func `unsupported sequences are listed`(text: String, name: String) {
    #expect(screen(text + text).unknown == [name])
    #expect(screen(text).text == "x")
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xE2, 0x82, 0x61], "\u{FFFD}a"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
      ([0xF4, 0x90, 0x61], "\u{FFFD}\u{FFFD}a"), ([0xE2, 0x82, 0xAC], "€"),
      ([0xE2, 0x1B, 0x5B, 0x43, 0x61], "\u{FFFD} a"),
    ] as [([UInt8], String)])
  func `invalid UTF-8 is replaced`(bytes: [UInt8], shown: String) {
    var screen = TerminalScreen(columns: 10, rows: 2)
    for byte in bytes { screen.feed(CollectionOfOne(byte)) }
    #expect(screen.text == shown)
  }

  @Test func `scrolled rows are in the scrollback`() {
    #expect(screen("1\r\n2\r\n3\r\n4\r\n5\r\n6").scrollback == ["1", "2"])
    let long = screen(String(repeating: "line\r\n", count: 50_000))
    #expect(10_000...20_000 ~= long.scrollback.count)
  }

  @Test(arguments: [
    ("0123456789abc", 5, 4, "01234\n56789\nabc", 2, 3),
    ("0123456789abc", 20, 4, "0123456789abc", 0, 13),
    ("one\r\n0123456789", 5, 4, "one\n01234\n56789", 2, 4),
    ("a\r\nb\r\nc\r\nd", 10, 2, "c\nd", 1, 1),
    ("料理料理料理", 5, 6, "料理\n料理\n料理", 2, 4),
    ("012345678料", 20, 4, "012345678料", 0, 11),
    ("0123456789\u{1B}[3D", 4, 4, "0123\n4567\n89", 1, 2),
    ("ab\u{1B}[8G", 4, 4, "ab", 1, 3),
  ])
  func `resizing rewraps lines`(
    text: String, columns: Int, rows: Int, shown: String, row: Int, column: Int
  ) {
    var screen = screen(text)
    screen.resize(columns: columns, rows: rows)
    #expect(screen.text == shown)
    #expect(screen.cursor == TerminalScreen.Position(row: row, column: column))
  }
}
