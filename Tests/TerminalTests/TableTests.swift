import Terminal
import Testing
import Text

private let table = TextTable(
  columns: [
    .init("#", isNumber: true), .init("Name", isFlexible: true), .init("Empty"),
    .init("★", isKept: true),
  ],
  rows: [
    ["1", "Oyakodon 親子丼", "", ""], ["12", "Pie", "", "★"],
  ])

@Test
func `columns are aligned by display width and empty ones omitted`() {
  #expect(
    table.lines(width: nil).map(\.plain) == [
      "   #  Name             ★", "   1  Oyakodon 親子丼  ", "  12  Pie              ★",
    ])
}

@Test(arguments: [8, 12, 15, 20, 24, 80])
func `table lines fit the window`(width: Int) {
  for line in table.lines(width: width) { #expect(line.width <= width) }
}

@Test
func `styles are rendered as SGR sequences only with color`() {
  let text = StyledText("a\u{1B}[31m", .bad) + StyledText("b")
  #expect(text.rendered(colored: true) == "\u{1B}[1;31ma\u{FFFD}[31m\u{1B}[0mb")
  #expect(text.rendered(colored: false) == "a\u{FFFD}[31mb")
}

@Test(arguments: [(0.0, ""), (1.0, "████"), (0.5, "██"), (0.53, "██▏"), (2.0, "████")])
func `a bar has a resolution of an eighth of a cell`(share: Double, expected: String) {
  #expect(bar(share, width: 4) == expected)
}

@Test(arguments: [5, 10, 20, 40])
func `a text is wrapped at spaces and retains words and styles`(width: Int) {
  let text = StyledText("one two ", .strong) + StyledText("three four five six", .faint)
  let lines = text.wrapped(to: width)
  for line in lines { #expect(line.width <= width) }
  #expect(
    lines.flatMap { $0.plain.split(separator: " ") }.joined(separator: " ")
      == "one two three four five six")
  if let last = lines.last { #expect(last.rendered(colored: true).contains("\u{1B}[2m")) }
}
