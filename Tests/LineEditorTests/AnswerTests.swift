import TestSupport
import Testing

@testable import LineEditor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct AnswerTests {
  static let answers = [
    "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}]10;rgb:0000/0000/0000\u{7}",
    "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}_Gi=31;ENOENT:No file\u{1B}\\",
    "\u{1B}[?62;4;22c", "\u{1B}[6;20;10t", "\u{1B}P1+r544e=78\u{1B}\\",
  ]

  /// The keys that a decoder makes of texts between which the terminal pauses.
  private func keys(_ pieces: [String]) -> [Key] {
    var bytes = Array(pieces.map { $0.utf8.map(Optional.some) }.joined(separator: [nil]))
    let decoder = KeyDecoder(
      read: { milliseconds in
        while let next = bytes.first {
          if next != nil || milliseconds != nil { return bytes.removeFirst() }
          bytes.removeFirst()
        }
        return nil
      }, unread: { bytes.insert($0, at: 0) })
    var keys: [Key] = []
    while true {
      switch decoder.next() {
      case .endOfInput: return keys
      case let key?: keys.append(key)
      case nil: break
      }
    }
  }

  @Test(arguments: answers)
  func `an answer that comes late types nothing, wherever it pauses`(answer: String) {
    let scalars = Array(answer.unicodeScalars)
    for place in 1..<scalars.count {
      let pieces = [scalars[..<place], scalars[place...]].map { part in
        String(String.UnicodeScalarView(part))
      }
      let typed = keys([pieces[0], pieces[1], "x\r"]).filter { key in
        if case .character = key { true } else { false }
      }
      #expect(typed == [.character("x"), .character("\r")], "paused after \(place)")
    }
  }

  @Test(arguments: answers)
  func `an answer whose end never comes lets Enter through`(answer: String) {
    let start = String(answer.dropLast(answer.hasSuffix("\\") ? 2 : 1))
    #expect(keys([start, "\r", "x"]).suffix(2) == [.character("\r"), .character("x")])
  }

  @Test func `a text longer than any answer of a terminal is read as keys`() {
    let text = "\u{1B}]1" + String(repeating: "1", count: 2 * KeyDecoder.longestAnswer)
    #expect(keys([text]).count == KeyDecoder.longestAnswer)
  }

  @Test(arguments: [
    (["\u{1B}", "[", "A"], [Key.escape, .character("["), .character("A")]),
    (["\u{1B}", "]", "1", "1"], [.escape, .character("]"), .character("1"), .character("1")]),
    (["\u{1B}", "]a"], [.escape, .character("]"), .character("a")]),
    (["\u{1B}]", "ab"], [.alt("]"), .character("a"), .character("b")]),
    (["\u{1B}_", "G", "i"], [.alt("_"), .character("G"), .character("i")]),
  ])
  func `keys that only begin like an answer are keys`(pieces: [String], expected: [Key]) {
    #expect(keys(pieces) == expected)
  }

  @Test func `keys typed while the terminal answers come first at the next prompt`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try ask(terminal)
    try terminal.write("ab\u{1B}[6;20;10tc\u{1B}[?62;4cd")
    try terminal.expect(line: "shown by: sixel")
    try terminal.expect { $0.cursorLine.hasPrefix("probe ❯ abc") }
    try terminal.write("e\r")
    try terminal.expect(read: "abcde")
  }

  @Test(arguments: answers)
  func `an answer that comes after the wait is no part of the line`(answer: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try ask(terminal)
    try terminal.write("a")
    try terminal.expect { $0.cursorLine == "probe ❯ a" }
    try terminal.write(answer + "b\r")
    try terminal.expect(read: "ab")
  }

  @Test func `an answer that the end of the wait cuts in two is no part of the line`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try ask(terminal)
    try terminal.write("a\u{1B}]11;rgb:ff")
    try terminal.expect(line: "shown by: blocks")
    try terminal.expect { $0.cursorLine == "probe ❯ a" }
    try terminal.write("ff/ffff/ffff\u{7}b\r")
    try terminal.expect(read: "ab")
  }

  @Test func `the terminal is as it was after a question`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("pause\r")
    try terminal.expect(line: "pausing")
    let before = terminal.modes
    try terminal.write("x\r")
    try terminal.expectPrompt()
    try ask(terminal, "ask and pause")
    #expect(!terminal.modes.echoes && !terminal.modes.isCanonical && terminal.modes.raisesSignals)
    try terminal.write("\u{1B}[?62c")
    try terminal.expect { $0.lines.count { $0 == "pausing" } == 2 }
    #expect(terminal.modes == before)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends the program puts the terminal back first`(signal: Int32) throws {
    let terminal = try PseudoTerminal(probe: [])
    let before = terminal.modes
    try ask(terminal)
    terminal.process.send(signal)
    #expect(try terminal.expectEnd() == .signal(signal))
    #expect(terminal.modes.echoes && terminal.modes.isCanonical && before != terminal.modes)
  }

  /// Has the probe put its questions.
  private func ask(_ terminal: PseudoTerminal, _ command: String = "ask") throws {
    try terminal.write(command + "\r")
    try terminal.expect { _ in terminal.output.contains("\u{1B}[c") }
  }
}
