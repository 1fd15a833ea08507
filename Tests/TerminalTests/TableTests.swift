import Terminal
import Testing
import Text

private let table = TextTable(
  columns: [
    .init("#", isNumber: true), .init("Name", isFlexible: true), .init("Empty"),
    .init("★", isAlwaysShown: true),
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

/// A table with columns that are needed less than others, and a long reason.
private let crowded = TextTable(
  columns: [
    .init("#", isNumber: true), .init("Name", isFlexible: true, need: .essential),
    .init("Cuisine"), .init("Servings", isNumber: true),
    .init("Links", isFlexible: true, need: .extra),
  ],
  rows: [["1", "New England clam chowder", "American", "12", "source video recipe"]])

@Test(arguments: [
  (100, ["#", "Name", "Cuisine", "Servings", "Links"]),
  (45, ["#", "Name", "Cuisine", "Servings", "Links"]),
  (38, ["#", "Name", "Cuisine", "Servings"]), (28, ["#", "Name", "Cuisine"]), (16, ["#", "Name"]),
])
func `a narrow table omits whole columns, those needed least first`(
  width: Int, titles: [String]
) {
  let lines = crowded.lines(width: width).map(\.plain)
  #expect(lines[0].split(separator: " ").map(String.init) == titles, "\(lines)")
  #expect(lines.allSatisfy { displayWidth(of: $0) <= width })
  // A value that is cut shows a part of itself.
  #expect(!lines[1].contains("  …"), "\(lines)")
}

@Test(arguments: [(64, "New England clam chowder"), (59, "New England clam chowder"), (50, "New")])
func `names keep their room before columns that are needed less`(width: Int, name: String) {
  #expect(crowded.lines(width: width)[1].plain.contains(name))
}

@Test func `a table in parts omits the same columns in each`() {
  var widths: [Int] = []
  _ = crowded.lines(width: 28, widening: &widths)
  let short = TextTable(columns: crowded.columns, rows: [["2", "Pie", "", "", "source"]])
  #expect(short.lines(width: 28, widening: &widths).map(\.plain) == ["  2  Pie            "])
}

@Test(arguments: [14, 20, 33, 60])
func `a wrapped column loses nothing`(width: Int) {
  let reason = "the value is neither a number nor aVeryLongWordWithoutAnySpaceInIt"
  let table = TextTable(
    columns: [
      .init("K"), .init("Path", isFlexible: true, need: .extra),
      .init("Reason", isWrapped: true, need: .essential),
    ],
    rows: [["1", "$.recipes[2].name", StyledText(reason)], ["2", "$", "short"]])
  let lines = table.lines(width: width).map(\.plain)
  #expect(lines.allSatisfy { displayWidth(of: $0) <= width }, "\(lines)")
  let text = lines.joined().filter { $0 != " " }
  #expect(text.contains("short") && lines.last?.hasPrefix("  2") == true)
  for word in reason.split(separator: " ") where word.count < 12 { #expect(text.contains(word)) }
  #expect(!text.contains("WithoutAny…"))
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
