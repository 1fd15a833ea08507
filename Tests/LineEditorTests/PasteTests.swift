import TestSupport
import Testing

@Suite struct PasteTests {
  @Test(arguments: [
    ("one\rtwo", "one\ntwo"),
    ("one\ntwo", "one\ntwo"),
    ("one\r\ntwo\r\n", "one\ntwo"),
    ("one\r\r\rtwo\r", "one\n\n\ntwo"),
    ("filter\tx", "filter x"),
    ("a\u{3}b\u{1B}[31mc\u{4}", "abc"),
    ("\u{1B}[1;31mred\u{1B}[0m \u{1B}]8;;http://a\u{7}x\u{1B}]8;;\u{1B}\\", "red x"),
    ("a\u{1B}", "a"), ("a\u{1B}[", "a"), ("a\u{1B}]0;title", "a"),
    ("cafe\u{301} 料理 🥧\u{FE0F}", "café 料理 🥧\u{FE0F}"),
    ("a\u{200B}\u{202E}b\u{FEFF}", "ab"),
    ("", ""),
  ])
  func `a pasted text is entered as one piece`(text: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("<\u{1B}[200~\(text)\u{1B}[201~>\r")
    try terminal.expect(read: "<\(line)>")
  }

  @Test func `characters dropped from a paste are not shown`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("<\u{1B}[200~a\u{3}b\u{1B}[31mc\u{4}\u{200B}\u{1B}[201~>")
    try terminal.expect { $0.cursorLine == "probe ❯ <abc>" && $0.cursor.column == 13 }
  }

  @Test(arguments: [
    ("> count", "count"), ("demo 64 ❯ count", "count"),
    ("demo 6/64 stale ❯ sort time\ncount", "sort time\ncount"),
    ("> one\n> two", "one\ntwo"), ("filter time>5", "filter time>5"), ("a > b", "a > b"),
  ])
  func `a prompt that was copied is taken off a pasted line, which says so`(
    text: String, line: String
  ) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("\u{1B}[200~\(text)\u{1B}[201~")
    if text.first == ">" || text.contains("❯") {
      try terminal.expect { $0.text.contains("(the prompt was taken off)") }
    }
    try terminal.write("\r")
    try terminal.expect(read: line)
  }

  @Test func `a pasted newline waits for Enter`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("\u{1B}[200~one\rtwo\r\u{1B}[201~")
    try terminal.expect { $0.lines[0...1] == ["probe ❯ one", "two"] }
    #expect(!terminal.screen.text.contains("read:"))
    try terminal.write("\r")
    try terminal.expect(read: "one\ntwo")
  }

  @Test(arguments: [
    ("\u{1B}[AX", "oneX\ntwo"),
    ("\u{1B}[A\u{1B}[A", "料理 を探す"),
    ("\u{1B}[A\u{1B}[BX", "one\ntwoX"),
    ("\u{1B}[A\u{1B}[A\u{1B}[BX", "oneX\ntwo"),
  ])
  func `arrows move inside several lines, then through the history`(
    keys: String,
    line: String
  ) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("\u{1B}[200~one\rtwo\u{1B}[201~\(keys)\r")
    try terminal.expect(read: line)
  }

  @Test func `Ctrl-C ends a paste whose end never comes`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("\u{1B}[200~one\rtwo\u{3}")
    try terminal.expect { $0.lines[0...2] == ["probe ❯ one", "two^C", "interrupted"] }
    try terminal.write("three\r")
    try terminal.expect(read: "three")
  }

  @Test func `twenty kilobytes are pasted at once`() throws {
    let terminal = try PseudoTerminal(probe: [])
    let text = String(repeating: "0123456789abcde ", count: 1280)
    try terminal.write("\u{1B}[200~\(text)\u{1B}[201~!")
    try terminal.expect { $0.cursorLine.hasSuffix("!") }
    // Key by key, the line would have been drawn as often as it has keys.
    #expect(terminal.transcript.count < 4 * text.utf8.count)
    try terminal.write("\r")
    try terminal.expect { $0.text.contains("abcde !\"") }
  }

  @Test func `pastes are marked only while a line is read`() throws {
    let terminal = try PseudoTerminal(probe: [])
    #expect(terminal.screen.hasBracketedPaste)
    try terminal.write("sleep\r")
    try terminal.expect(line: "sleeping")
    #expect(!terminal.screen.hasBracketedPaste)
    try terminal.write("\u{3}")
    try terminal.expectPrompt()
    #expect(terminal.screen.hasBracketedPaste)
    try terminal.write("\u{4}")
    _ = try terminal.expectEnd()
    #expect(!terminal.screen.hasBracketedPaste)
  }
}
