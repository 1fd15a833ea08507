import Foundation
import TestSupport
import Testing

@Suite struct ChangeTests {
  @Test(arguments: [
    ("one two\u{1F}", "one"), ("one two\u{1F}\u{1F}", ""), ("one two\u{17}\u{1F}", "one two"),
    ("one\u{15}\u{1F}!", "one!"), ("\u{1F}x", "x"), ("a\u{1F}\u{1F}\u{1F}b", "b"),
    ("one two\u{1F}\u{1B}/", "one two"), ("one two\u{1F}x\u{1B}/", "onex"),
    ("\u{1B}[A\u{1F}x", "x"), ("<\u{1B}[200~a b c\u{1B}[201~>\u{1F}\u{1F}", "<"),
    ("cafe\u{301}\u{1F}", "cafe"), ("ab\u{1}X\u{1F}Y", "Yab"),
  ])
  func `Ctrl-_ takes back what was changed, Alt-slash does it again`(
    keys: String, line: String
  ) throws {
    let terminal = try PseudoTerminal(probe: ["quiet"])
    try terminal.write(keys + "\r")
    try terminal.expect(read: line)
  }

  @Test(arguments: [
    ("one two\u{17}\u{17}\u{19}", "one two"), ("one two\u{17}x\u{17}\u{19}\u{1B}y", "one two"),
    ("one two\u{1}\u{1B}d\u{1B}d\u{19}", "one two"), ("ab\u{15}cd\u{15}\u{19}\u{1B}y", "ab"),
    ("ab\u{15}cd\u{15}\u{19}\u{1B}y\u{1B}y", "cd"), ("ab\u{1B}y", "ab"),
    ("ab\u{2}\u{B}\u{1}\u{19}", "ba"), ("a=b c\u{17}\u{17}", ""), ("x \u{1B}\u{7F}y", "y"),
    ("one two three\u{1}\u{1B}f\u{1B}d\u{5}\u{B}\u{15}\u{19}", "one three"),
    ("one two\u{17}\u{B}\u{17}\u{19}", "one two"),
    ("\u{19}a", "a"), ("料理 を\u{17}\u{1}\u{19}", "を料理 "),
    ("\u{1B}[200~one\rtwo\u{1B}[201~\u{15}x", "one\nx"),
    ("\u{1B}[200~one\rtwo\u{1B}[201~\u{1B}[A\u{B}", "onetwo"),
  ])
  func `yank brings back the killed texts, the latest first`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: ["quiet"])
    try terminal.write(keys + "\r")
    try terminal.expect(read: line)
  }
}

@Suite struct SeveralLineTests {
  @Test(arguments: [
    ("say \"a\rb\"\r", "say \"a\nb\""),
    ("say \"a\r\r", "say \"a\n"),
    ("say \"a\u{1}\rb\"\r", "say \"a\nb\""),
    ("one\u{1B}\rtwo\r", "one\ntwo"),
  ])
  func `a quotation goes on in the next line`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write(keys)
    try terminal.expect(read: line.hasSuffix("\n") ? String(line.dropLast()) + "\n" : line)
  }

  @Test func `an open quote or parenthesis is named below the line`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("say \"a\r")
    try terminal.expect { $0.lines[1].contains("a quote or parenthesis is not closed") }
    try terminal.write("b")
    try terminal.expect { $0.lines[1] == "b" }
  }

  @Test func `a command of several lines is recalled whole from the history`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("say \"a\rb\"\r\u{1B}[A!\r")
    try terminal.expect(read: "say \"a\nb\"!")
  }
}

@Suite struct NewsTests {
  @Test(arguments: [("", ""), ("half a li", "half a li"), ("cuisine=\t\t", "cuisine=Indian")])
  func `a message appears above the line, which stays`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("news\r")
    try terminal.expect { $0.text.contains("read") || $0.cursor.row == 1 }
    try terminal.expectPrompt()
    try terminal.write(keys)
    try terminal.expect { $0.cursorLine == ("probe ❯ " + line).droppingSpace }
    terminal.process.send(SIGUSR1)
    try terminal.expect { $0.lines.contains("a feed has come") }
    try terminal.expect { $0.cursorLine == ("news ❯ " + line).droppingSpace }
    #expect(terminal.screen.lines.filter { $0.hasPrefix("probe ❯ ") && $0.count > 12 }.isEmpty)
    try terminal.write("\r!\r")
    try terminal.expect { $0.text.contains("read: ") }
  }

  @Test func `a message is printed above a wrapped line while the cursor is inside the line`()
    throws
  {
    let terminal = try PseudoTerminal(probe: ["plain"], columns: 20)
    try terminal.write("news\r")
    try terminal.expectPrompt()
    try terminal.write("0123456789 abcdefghij\u{1}")
    try terminal.expect { $0.cursor == (1, 8) }
    terminal.process.send(SIGUSR1)
    try terminal.expect {
      Array($0.lines[1...3]) == ["a feed has come", "news ❯ 0123456789 ab", "cdefghij"]
    }
    try terminal.expect { $0.cursor == (2, 7) }
  }

  @Test func `a message replaces all rows of a wrapped line while the cursor is at its end`() throws
  {
    let terminal = try PseudoTerminal(probe: ["plain"], columns: 20)
    try terminal.write("news\r")
    try terminal.expectPrompt()
    try terminal.write("0123456789 abcdefghij")
    try terminal.expect { $0.cursor == (2, 9) }
    terminal.process.send(SIGUSR1)
    try terminal.expect {
      Array($0.lines[0...3]) == [
        "probe ❯ news", "a feed has come", "news ❯ 0123456789 ab", "cdefghij",
      ] && $0.cursor == (3, 8)
    }
  }
}

extension NewsTests {
  @Test func `a message appears below the line at a dumb terminal`() throws {
    let terminal = try PseudoTerminal(
      probe: [], environment: ["TERM": "dumb", "LANG": "C.UTF-8"])
    try terminal.write("news\r")
    try terminal.expect { $0.cursor.row == 1 && $0.cursorLine == "probe ❯" }
    try terminal.write("half")
    try terminal.expect { $0.cursorLine == "probe ❯ half" }
    terminal.process.send(SIGUSR1)
    try terminal.expect {
      $0.lines[1...3] == ["probe ❯ half", "a feed has come", "news ❯ half"]
    }
  }

  @Test func `a search of the history ends at the prompt that came meanwhile`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("news\r")
    try terminal.expect { $0.cursor.row == 1 && $0.cursorLine == "probe ❯" }
    try terminal.write("\u{12}first")
    try terminal.expect { $0.cursorLine == "(search) first" }
    terminal.process.send(SIGUSR1)
    try terminal.expect { $0.lines[1...2] == ["a feed has come", "(search) first"] }
    try terminal.write("\u{7}")
    try terminal.expect { $0.cursorLine == "news ❯" }
  }
}

@Suite struct MarkTests {
  @Test func `prompts and results are marked for terminals that know of it`() throws {
    let terminal = try PseudoTerminal(probe: ["marks"])
    try terminal.write("one\r")
    try terminal.expect(read: "one")
    try terminal.expectPrompt()
    let marks = terminal.output.components(separatedBy: "\u{1B}]133;").dropFirst()
      .compactMap(\.first)
    #expect(String(marks).hasPrefix("AB"))
    #expect(String(marks).contains("CDA"))
  }

  @Test func `a prompt that a message has replaced has prompt marks, too`() throws {
    let terminal = try PseudoTerminal(probe: ["marks"])
    try terminal.write("news\r")
    try terminal.expect { $0.cursor.row == 1 && $0.cursorLine == "probe ❯" }
    terminal.process.send(SIGUSR1)
    try terminal.expect {
      let last = terminal.output.components(separatedBy: "a feed has come").last ?? ""
      return $0.cursorLine == "news ❯" && last.contains("\u{1B}]133;B")
    }
  }

  @Test func `a prompt without marks sends none`() throws {
    let terminal = try PseudoTerminal(probe: [])
    #expect(!terminal.output.contains("\u{1B}]133"))
  }
}

@Suite struct OwnBindingTests {
  @Test(arguments: [
    ("bind ^T ed-insert-nothing", "ab\u{3}cd\r", "cd"),
    ("bind ^G ed-move-to-beg", "ab\u{7}X\r", "Xab"),
    ("bind \"\\ez\" ed-move-to-beg", "ab\u{1B}zX\r", "Xab"),
    ("bind -v", "abc\u{1B}0iX\r", "Xabc"),
    ("edit off", "ab\u{1B}[DX\r", "aXb"),
    ("setty -d +isig", "ab\u{3}cd\r", "cd"),
    ("bind -v\nbind ^K vi-nonsense", "fil\u{1B}[C\r", "filter"),
  ])
  func `the keys of .editrc count, but for those the shell needs`(
    file: String, keys: String, line: String
  ) throws {
    let folder = try TemporaryFolder()
    try Data((file + "\n").utf8).write(to: URL(filePath: folder.path + "/.editrc"))
    let terminal = try PseudoTerminal(
      running: probePath,
      environment: ["TERM": "xterm-256color", "HOME": folder.path, "LANG": "C.UTF-8"])
    try terminal.expect { $0.cursorLine == "probe ❯" }
    try terminal.write(keys)
    try terminal.expect(read: line)
  }
}

extension String {
  fileprivate var droppingSpace: String { last == " " ? String(dropLast()) : self }
}
