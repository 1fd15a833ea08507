import Foundation
import TestSupport
import Testing

@Suite struct PlainPromptTests {
  /// Keys of all kinds, but those that leave the program or hand the terminal to another.
  private static let keys =
    "abcdefghijklmnopqrstuvwxyz =<~\"(;-13579料é".map(String.init) + [
      "\t", "\t", "\t", "\r", "\u{7F}", "\u{7F}", "\u{1}", "\u{2}", "\u{5}", "\u{6}", "\u{7}",
      "\u{B}",
      "\u{C}", "\u{E}", "\u{10}", "\u{12}", "\u{14}", "\u{15}", "\u{17}", "\u{19}", "\u{1F}",
      "\u{1B}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[H", "\u{1B}[F", "\u{1B}[3~",
      "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[Z", "\u{1B}b", "\u{1B}f", "\u{1B}d", "\u{1B}1", "\u{1B}2",
      "\u{1B}/", "\u{1B}\r", "\u{1B}[1;5C", "\u{1B}[15~", "\u{1B}[200~pasted\ntext\u{1B}[201~",
      "\u{3}",
    ]

  private static let commands = [
    "list", "next", "previous", "list all", "filter cuisine=Italian", "sort time", "show 1",
    "show 2 for 6", "next", "next", "filter cusine=x", "filter clear", "search pie", "search",
    "count", "count by cuisine", "fields", "favorite 1", "favorites", "note 1 good", "notes",
    "shop 1 2", "shop", "shop clear", "y", "pantry add eggs", "have eggs, rice", "plan today 3",
    "plan", "timer 9 min eggs", "timers", "timers stop", "picture 1", "pictures", "prefetch",
    "help", "help filter", "help keys", "help marks", "status", "set", "history", "problems",
    "cache", "similar 1", "raw 1", "undo", "redo", "load demo", "reload", "no-such-command",
    "cook 1", "t", "b", "q", "load /nowhere", "export csv -", "feeds", "alias", "diff",
    "copy 1", "share 1",
  ]

  @Test(arguments: [
    ["TERM": "dumb"], ["LARDER_PLAIN": "1", "TERM_PROGRAM": "WezTerm", "COLORTERM": "truecolor"],
  ])
  func `a thousand keys and two hundred commands print no escape sequence`(
    environment: [String: String]
  ) throws {
    let place = try Workplace()
    let terminal = try plainPrompt(place, environment: environment)
    var numbers = SeededNumbers(seed: 57)
    for _ in 0..<1000 { try terminal.write(numbers.oneOf(Self.keys)) }
    try endLine(terminal)
    var left = 200
    for round in 1... where left > 0 {
      let commands = Self.commands.prefix(left)
      for command in commands { try terminal.write(command + "\r") }
      left -= commands.count
      try settle(terminal, round)
      if left == 0 { break }
    }
    // A ^C before it could drop what is typed behind.
    try terminal.write("echo is over\rquit\r")
    #expect(try terminal.expectEnd() == .status(0))
    #expect(terminal.output.contains("no command `echo`"))
    #expect(misplacedControls(in: terminal.transcript) == [])
  }

  /// Ends a question, a search, a quotation and a listing, whatever the keys have begun.
  ///
  /// A ^C that arrives while a command runs ends that alone, and drops what is typed behind it.
  private func endLine(_ terminal: PseudoTerminal) throws {
    for attempt in 1...20 {
      try terminal.write("q\u{3}\u{3}\u{7}\u{3}")
      try terminal.write("\rset confirm off\rfree\(attempt)\r")
      let answer = "no command `free\(attempt)`"
      // Without the answer, the line has not ended yet.
      let isFree: Void? = try? terminal.expect(timeout: .seconds(10)) { $0.text.contains(answer) }
      if isFree != nil { return }
    }
    try settle(terminal, 0)
  }

  /// Waits until everything that was typed has run.
  private func settle(_ terminal: PseudoTerminal, _ round: Int) throws {
    try terminal.write("mark\(round)\r")
    try terminal.expect(text: "no command `mark\(round)`")
  }

  /// The bytes that are neither text nor CR, LF, BEL, or a space between two backspaces.
  private func misplacedControls(in bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\u{8} \u{8}", with: "")
    return text.unicodeScalars.filter {
      ($0.value < 0x20 || 0x7F...0x9F ~= $0.value) && !["\r", "\n", "\u{7}"].contains($0)
    }.map { "\($0.value)" }
  }

  private func plainPrompt(
    _ place: Workplace, environment: [String: String] = ["LARDER_PLAIN": "1"]
  ) throws -> PseudoTerminal {
    let standard = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": place.home, "VISUAL": "true",
    ]
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["--home", place.home, "demo"],
      environment: standard.merging(environment) { $1 })
    try terminal.expect { $0.cursorLine == "demo 64 >" }
    return terminal
  }

  @Test func `a recipe is found, cooked and shopped for by the text alone`() throws {
    let terminal = try plainPrompt(Workplace())
    func enter(_ line: String, prints text: String) throws {
      let before = terminal.output.utf8.count
      try terminal.write(line + "\r")
      try terminal.expect { _ in
        String(decoding: terminal.transcript.dropFirst(before), as: UTF8.self).contains(text)
      }
    }
    try terminal.write("filter cuisine=It\t")
    try terminal.expect { $0.cursorLine == "demo 64 > filter cuisine=Italian" }
    try enter("", prints: "3. Lasagne. Cuisine Italian. Links source video.")
    try enter("cook Lasagne for 4", prints: "Lasagne for 4, step 1 of 7")
    try terminal.expect(text: "Ingredients: ")
    try enter("", prints: "Lasagne for 4, step 2 of 7")
    try enter("b", prints: "Lasagne for 4, step 1 of 7")
    for step in 2...7 { try enter("", prints: "step \(step) of 7") }
    try enter("", prints: "Lasagne is finished.")
    try enter("shop Lasagne for 4", prints: "is on the list")
    try enter("shop", prints: "For Lasagne for 4.")
    try terminal.expect(text: "1. ")
    try enter("shop done 1", prints: "ticked off")
    try enter("shop", prints: "Ticked off.")
    #expect(misplacedControls(in: terminal.transcript) == [])
  }

  @Test func `a search of past lines prints the whole line that Enter would run`() throws {
    let terminal = try plainPrompt(Workplace())
    try terminal.write("filter cuisine=Italian\r")
    try terminal.expect { $0.cursorLine == "demo 6/64 >" }
    try terminal.write("\u{12}cui")
    try terminal.expect { $0.cursorLine == "(search) cui: filter cuisine=Italian" }
    #expect(misplacedControls(in: terminal.transcript) == [])
  }

  @Test func `the tour prints its steps in plain mode`() throws {
    let terminal = try plainPrompt(Workplace())
    try terminal.write("tour\r")
    try terminal.expect { _ in terminal.output.contains("> filter cuisine=Italian") }
    try terminal.expect { $0.cursorLine == "demo 64 >" }
    #expect(misplacedControls(in: terminal.transcript) == [])
  }

  @Test func `plain mode begins and ends with the setting`() throws {
    let terminal = try Workplace().prompt(at: "demo 64")
    try terminal.write("set plain on\r")
    try terminal.expect { $0.cursorLine == "demo 64 >" }
    let before = terminal.transcript.count
    try terminal.write("lis\t1-2\r")
    try terminal.expect(text: "2. Bigos. Cuisine Polish.")
    try terminal.expect { $0.cursorLine == "demo 64 >" }
    #expect(misplacedControls(in: Array(terminal.transcript.dropFirst(before))) == [])
    try terminal.write("set plain off\r")
    try terminal.expectPrompt("demo 64")
  }
}
