import Terminal
import TestSupport
import Testing

private func rows(_ span: ClosedRange<Int>) -> [String] { span.map { "\($0)" } }

@Test(arguments: [("", 0), ("1\n", 1), (numbers(1...5), 5), ("1\n2", 2)])
func `a text that fits is printed without a status line`(text: String, count: Int) {
  let harness = PagerHarness(text)
  #expect(!harness.isPaused)
  #expect(harness.screen.text == rows(1...5).prefix(count).joined(separator: "\n"))
}

@Test
func `a long text pauses after a screen`() {
  let harness = PagerHarness(numbers(1...340))
  #expect(harness.isPaused)
  #expect(harness.text == rows(1...5))
  #expect(harness.status == " lines 1–5 of 340 · q leaves")
}

@Test(arguments: [
  (80, " lines 1–5 of 340 · space next, / search, q leaves"),
  (51, " lines 1–5 of 340 · space next, q leaves"), (41, " lines 1–5 of 340 · q leaves"),
  (25, " q leaves · lines 1–5 o…"),
])
func `the status line names the quit key at any width`(columns: Int, status: String) {
  #expect(PagerHarness(numbers(1...340), columns: columns).status == status)
}

@Test(arguments: [
  ([Pager.Move.pageDown], 6), ([.pageDown, .pageDown], 11), ([.down], 2), ([.halfDown], 3),
  ([.down, .down, .up], 2), ([.last], 36), ([.last, .up], 35), ([.last, .pageUp], 31),
  ([.last, .halfUp], 34), ([.last, .first], 1), ([.up], 1), ([.pageUp], 1),
  ([.last, .pageDown], 36),
  ([.pageDown, .up, .up, .down], 5), ([.pageDown, .pageUp, .halfDown], 3),
  ([.last, .first, .last], 36),
])
func `each key shows the expected rows`(moves: [Pager.Move], first: Int) {
  var harness = PagerHarness(numbers(1...40))
  for move in moves { harness.move(move) }
  #expect(harness.text == rows(first...first + 4))
  #expect(harness.status.hasPrefix(" lines \(first)–\(first + 4) of 40 · "))
}

@Test
func `rows that were read are in the scrollback`() {
  var harness = PagerHarness(numbers(1...40))
  harness.move(.pageDown, .last)
  #expect(harness.screen.scrollback == rows(1...10))
}

@Test
func `the rest of a text is displayed as it arrives`() {
  var harness = PagerHarness(numbers(1...2000), isComplete: false)
  #expect(harness.isPaused)
  #expect(harness.status.contains("of 2000+"))
  harness.move(.last)
  #expect(!harness.isPaused && harness.text == rows(1...5))
  harness.give(numbers(2001...3000))
  harness.end()
  #expect(harness.isPaused && harness.text == rows(2996...3000))
}

@Test
func `the pager reads ahead before it waits for a key`() {
  var harness = PagerHarness(numbers(1...100), isComplete: false)
  #expect(!harness.isPaused && harness.screen.text == rows(1...5).joined(separator: "\n"))
  harness.end()
  #expect(harness.isPaused && harness.status.contains("of 100 "))
}

@Test(arguments: [
  ("1234567890abc\n", ["1234567890", "abc"]), ("親子丼親子丼\n", ["親子丼親子", "丼"]),
  ("a親子丼親子丼\n", ["a親子丼親", "子丼"]), ("1234567890\nb\n", ["1234567890", "b"]),
  ("\u{1B}[1m12345678901\u{1B}[0m\n", ["1234567890", "1"]), ("a\tb\n", ["a       b"]),
  ("crêpes, cre\u{302}pes\n", ["crêpes, cr", "e\u{302}pes"]),
])
func `rows are wrapped as a terminal wraps them`(line: String, expected: [String]) {
  let rest = (0..<9).map { "row \($0)" }
  var harness = PagerHarness(line + rest.map { $0 + "\n" }.joined(), columns: 10)
  #expect(harness.text == Array((expected + rest).prefix(5)))
  harness.move(.pageDown, .up, .up, .up, .up, .up)
  #expect(harness.text == Array((expected + rest).prefix(5)))
}

@Test(arguments: [2, 5, 10, 17, 40, 200])
func `every row of a long line is passed once`(columns: Int) {
  let text = String((0..<300).map { Character(Unicode.Scalar(UInt8(0x41 + $0 % 50))) })
  var harness = PagerHarness(text + "\nend\n", columns: columns)
  var seen = harness.isPaused ? harness.text.first ?? "" : ""
  while harness.isPaused, !harness.isAtEnd {
    harness.move(.down)
    seen += harness.text[0]
  }
  #expect(text.hasPrefix(seen))
}

@Test
func `resizing preserves the position`() {
  var harness = PagerHarness((1...80).map { "\($0) of many, of many words\n" }.joined())
  harness.move(.pageDown, .pageDown)
  harness.resize(columns: 20, rows: 9)
  #expect(harness.text.first == "11 of many, of many" && harness.text.dropFirst().first == "words")
  harness.resize(columns: 60, rows: 5)
  #expect(harness.text == (11...14).map { "\($0) of many, of many words" })
  harness.move(.last)
  harness.resize(columns: 60, rows: 9)
  #expect(harness.text == (73...80).map { "\($0) of many, of many words" })
}

@Test
func `a style continues in the next row and ends with it`() {
  var pager = Pager(columns: 4, rows: 3)
  pager.append(Array("\u{1B}[1mabcdefghij\u{1B}[0m\n1\n2\n".utf8))
  pager.complete()
  _ = pager.draw()
  pager.move(.down)
  let end = "\u{1B}[0m\u{1B}]8;;\u{1B}\\"
  #expect(
    String(decoding: pager.draw(), as: UTF8.self).hasPrefix(
      "\r\u{1B}[K\u{1B}[1mij\u{1B}[0m\(end)\r\n"))
}

@Test
func `the layout of a long line is cached`() {
  var harness = PagerHarness(String(repeating: "0123456789", count: 20_000) + "\nend\n")
  let took = threadTime { for _ in 0..<300 { harness.move(.down) } }
  #expect(harness.text[0].hasPrefix("0123456789"))
  #expect(took < .seconds(5))
}

/// A pager with a table between two lines.
private func table() -> PagerHarness {
  var harness = PagerHarness("before\n", isComplete: false)
  harness.pager.beginTable()
  harness.give("HEAD\n" + numbers(1...30))
  harness.pager.endTable()
  harness.give("after\n" + numbers(101...110))
  harness.end()
  return harness
}

@Test(arguments: [
  ([], ["before", "HEAD"] + rows(1...3)), ([Pager.Move.down], ["HEAD"] + rows(1...4)),
  ([.pageDown], ["HEAD"] + rows(4...7)), ([.pageDown, .pageDown], ["HEAD"] + rows(8...11)),
  ([.pageDown, .pageDown, .pageUp], ["HEAD"] + rows(4...7)),
  ([.pageDown, .down, .up, .down], ["HEAD"] + rows(5...8)),
  ([.pageDown, .halfDown, .first], ["before", "HEAD"] + rows(1...3)),
  ([.last], rows(106...110)), ([.last, .pageUp, .pageUp], ["HEAD", "28", "29", "30", "after"]),
])
func `the head of a table stays in sight, and no row is skipped`(
  moves: [Pager.Move], expected: [String]
) {
  var harness = table()
  for move in moves { harness.move(move) }
  #expect(harness.text == expected)
}

@Test func `the rows that a head hides are in the scrollback, and found`() {
  var harness = table()
  harness.move(.pageDown, .pageDown, .down)
  harness.screen.feed(harness.pager.leave())
  #expect(harness.screen.scrollback == ["before", "HEAD"] + rows(1...7))
  #expect(harness.screen.lines.first == "8")
  var other = table()
  other.find("17")
  #expect(other.text == ["HEAD"] + rows(17...20))
  #expect(other.status.hasPrefix(" lines 19–22 of "))
}

@Test func `a text whose start is on the screen goes on with a key, and back to its start`() {
  let start = (1...5).map { "picture \($0)\n" }.joined()
  var pager = Pager(columns: 40, rows: 6, after: Array(start.utf8))
  var screen = ScreenModel(rows: 6, columns: 40)
  screen.feed(Array(start.replacing("\n", with: "\r\n").utf8))
  pager.append(Array(numbers(1...7).utf8))
  pager.complete()
  screen.feed(pager.draw())
  #expect(pager.isPaused && !pager.isAtEnd)
  #expect(screen.lines.prefix(5).allSatisfy { $0.hasPrefix("picture") })
  #expect(screen.lines.last == " lines 1–5 of 12 · q leaves")
  pager.move(.down)
  screen.feed(pager.draw())
  #expect(screen.lines.prefix(5) == ["picture 2", "picture 3", "picture 4", "picture 5", "1"])
  pager.move(.pageDown)
  screen.feed(pager.draw())
  #expect(Array(screen.lines.prefix(5)) == rows(2...6) && !pager.isAtEnd)
  pager.move(.pageDown)
  screen.feed(pager.draw())
  #expect(Array(screen.lines.prefix(5)) == rows(3...7) && pager.isAtEnd)
  #expect(screen.scrollback.contains("picture 5"))
  pager.move(.first)
  screen.feed(pager.draw())
  #expect(
    screen.lines.prefix(5) == ["picture 1", "picture 2", "picture 3", "picture 4", "picture 5"])
  #expect(pager.hasRedrawn && pager.rowsUp(to: 1, rows: 4) == 4)
  #expect(pager.rowsUp(to: 3, rows: 3) == nil)
}
