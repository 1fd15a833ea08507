import TestSupport
import Testing

@Suite struct UnicodeTests {
  @Test(arguments: [
    ("料理", "料理"),
    ("料理\u{7F}x", "料x"),
    ("料理\u{1B}[DX", "料X理"),
    ("料理 ab\u{1B}[D\u{17}X", "料理 Xb"),
    ("🥧\u{7F}🍲", "🍲"),
    ("cafe\u{301}s", "cafés"),
    ("jalapen\u{303}o\u{1B}[D\u{1B}[DX", "jalapeXño"),
    ("か\u{3099}", "が"),
    ("x\u{301}y", "x\u{301}y"),
    ("x\u{323}\u{301}\u{7F}y", "y"),
    ("\u{301}x", "\u{301}x"),
    (
      "x" + String(repeating: "\u{323}", count: 100) + "\u{7F}y",
      "x" + String(repeating: "\u{323}", count: 64) + "y"
    ),
    ("น้ำจิ้ม\u{1B}[D\u{1B}[D\u{7F}", "น้จิ้ม"),
    ("שָׁלוֹם\u{7F}\u{7F}", "שָׁל"),
    ("क्षि\u{7F}\u{7F}क", "क्क"),
    ("क्\u{200D}ष", "क्\u{200D}ष"),
    ("می\u{200C}خ", "می\u{200C}خ"),
    ("👩\u{200D}🍳", "👩\u{200D}🍳"),
    ("👩\u{200D}🍳\u{7F}x", "x"), ("a👍🏽\u{7F}x", "ax"), ("👩\u{200D}a\u{7F}x", "👩\u{200D}x"),
    ("👨\u{200D}👩\u{200D}👧b\u{1B}[D\u{1B}[Dx", "x👨\u{200D}👩\u{200D}👧b"),
    ("👩\u{200D}\u{7F}x", "x"),
    ("\u{2764}\u{FE0F}!", "\u{2764}\u{FE0F}!"),
    ("🇮🇹🇫🇷\u{7F}x", "🇮🇹x"),
    ("🇮x🇹\u{1B}[D\u{7F}\u{1B}[Dy", "y🇮🇹"),
    ("a\u{1B}[H\u{301}x\u{1B}[D\u{1B}[D\u{1B}[3~b", "bxa"),
    ("x\u{200B}\u{202E}\u{FEFF}y", "xy"),
    ("\u{17000}\u{10FFFD}\u{100000}q\u{7F}x\u{323}", "\u{17000}\u{10FFFD}\u{100000}x\u{323}"),
    ("note abc 👨\u{200D}🍳 🇩🇪\u{17}\u{17}x", "note abc x"),
    ("é ñ â ü š ž ÿ", "é ñ â ü š ž ÿ"),
    ("\u{1FAE9}\u{7F}x\u{1FAE9}y", "x\u{1FAE9}y"),
    ("a\u{AD}b\u{301}", "a\u{AD}b\u{301}"),
  ])
  func `characters of any width are edited`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys + "\r")
    try terminal.expect(read: line)
  }

  @Test(arguments: [
    ("cafe\u{301}s\u{1B}[D\u{1B}[DX", "probe ❯ cafXés", 12),
    ("👩\u{200D}🍳\u{1B}[DX", "probe ❯ X👩", 9), ("👍🏽y\u{1B}[DX", "probe ❯ 👍Xy", 11),
    ("x\u{323}\u{301}y\u{1B}[D\u{1B}[DX", "probe ❯ Xx\u{323}\u{301}y", 9),
    ("\u{301}y\u{1}X", "probe ❯ X\u{301}y", 9),
    ("น้ำจิ้ม\u{1B}[D\u{1B}[DX", "probe ❯ น้ำXจิ้ม", 11),
    ("🇮🇹🇫🇷\u{1B}[DX", "probe ❯ 🇮🇹X🇫🇷", 11),
    ("\u{2764}\u{FE0F}x\u{1B}[DX", "probe ❯ \u{2764}Xx", 10),
    ("\u{1FAE9}ab\u{1B}[DX", "probe ❯ \\U+1FAE9aXb", 18),
    ("料理\u{1B}[DX", "probe ❯ 料X理", 11),
  ])
  func `screen and line stay in step`(keys: String, shown: String, column: Int) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys)
    try terminal.expect { $0.cursorLine == shown && $0.cursor.column == column }
  }

  @Test func `the cursor stands right before a wide character`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("料理 and more\u{1}")
    try terminal.expect { $0.cursorLine == "probe ❯ 料理 and more" && $0.cursor.column == 8 }
    for (number, key) in "abc".enumerated() {
      try terminal.write(String(key))
      try terminal.expect { $0.cursor.column == 9 + number && $0.cursorLine.contains("\(key)料理") }
    }
  }

  @Test func `each byte that is not UTF-8 is shown as U+FFFD, and C1 controls are dropped`() throws
  {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(bytes: [0x61, 0xFF, 0x62, 0xC3, 0x63, 0x80, 0x64, 0x0D])
    try terminal.expect(line: "garbled: \("a\u{FFFD}b\u{FFFD}cd".debugDescription)")
  }

  @Test func `wide characters wrap whole`() throws {
    let terminal = try PseudoTerminal(probe: [], columns: 20)
    try terminal.write("a料理料理料理料理")
    try terminal.expect { $0.lines[0...1] == ["probe ❯ a料理料理料", "理料理"] }
    try terminal.write("\u{1}X")
    try terminal.expect { $0.lines[0...1] == ["probe ❯ Xa料理料理料", "理料理"] }
    try terminal.write("\r")
    try terminal.expect { $0.lines[2...3] == ["read: \"Xa料理料理料", "理料理\""] }
  }
}
