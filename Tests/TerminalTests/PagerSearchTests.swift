import Terminal
import Testing

@Test(arguments: [
  ("crepe", false, 21), ("CREPE", false, 21), ("crêpe", false, 21), ("crépe", false, 1),
  ("line 2", false, 2), ("line 1", false, 1), ("line 60", false, 56), ("nowhere", false, 1),
  ("line", true, 1),
])
func `a search goes to the next line with the text`(text: String, backward: Bool, first: Int) {
  let lines = (1...60).map { $0 == 21 ? "Crêpes" : "line \($0)" }
  var harness = PagerHarness(lines.map { $0 + "\n" }.joined())
  harness.find(text, backward: backward)
  #expect(harness.text == Array(lines[(first - 1)..<(first + 4)]))
}

@Test
func `n and N go from match to match`() {
  var harness = PagerHarness((1...90).map { $0 % 20 == 0 ? "pie \($0)\n" : "\($0)\n" }.joined())
  harness.find("pie")
  let seen = harness.rowsAtTop(findingAgain: [false, false, true, true, true])
  #expect(seen == ["pie 20", "pie 40", "pie 60", "pie 40", "pie 20", "pie 20"])
  #expect(harness.status == " no line above contains “pie”")
}

@Test
func `n and N find every matching row of a long line`() {
  let rows = (0..<30).map { $0 % 6 == 3 ? "pie, pie \($0 / 6)" : "0123456789" }
  var harness = PagerHarness(rows.joined() + "\nend\n", columns: 10)
  harness.find("pie")
  let seen = harness.rowsAtTop(findingAgain: [false, false, true, true, true])
  #expect(seen == [0, 1, 2, 1, 0, 0].map { "pie, pie \($0)" })
  #expect(harness.status.hasPrefix(" no line"))
  harness.move(.pageDown)
  harness.find("pie")
  #expect(harness.text[0] == "pie, pie 1")
}

@Test
func `a search waits for lines that have not arrived`() {
  var harness = PagerHarness(numbers(1...1500), isComplete: false)
  harness.find("1700")
  #expect(!harness.isPaused)
  harness.give(numbers(1501...3000))
  #expect(harness.isPaused && harness.text[0] == "1700")
}

@Test(arguments: [
  ("a pie, a PIE", "a \u{1B}[7mpie\u{1B}[27m, a \u{1B}[7mPIE\u{1B}[27m"),
  ("\u{1B}[1mapple pie\u{1B}[0m", "\u{1B}[1mapple \u{1B}[7mpie\u{1B}[0m"),
  ("p\u{1B}[1mie\u{1B}[0ms", "\u{1B}[7mp\u{1B}[1m\u{1B}[7mie\u{1B}[0ms"),
])
func `matches are in reverse video`(line: String, expected: String) {
  var pager = Pager(columns: 40, rows: 3)
  pager.append(Array((line + "\n1\n2\n3\n").utf8))
  pager.complete()
  _ = pager.draw()
  pager.find("pie")
  #expect(String(decoding: pager.draw(), as: UTF8.self).contains("\u{1B}[2K" + expected + "\r\n"))
}
