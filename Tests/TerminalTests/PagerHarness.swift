import Terminal
import TestSupport

/// A pager with an emulated screen.
struct PagerHarness {
  var pager: Pager
  var screen: ScreenModel
  var isPaused = false
  var isAtEnd = false

  init(_ text: String, columns: Int = 40, rows: Int = 6, isComplete: Bool = true) {
    pager = Pager(columns: columns, rows: rows)
    screen = ScreenModel(rows: rows, columns: columns)
    give(text)
    if isComplete { end() }
  }

  mutating func give(_ text: String) {
    pager.append(Array(text.utf8))
    draw()
  }

  mutating func end() {
    pager.complete()
    draw()
  }

  mutating func draw() {
    // The terminal driver adds a carriage return before each line feed.
    screen.feed(pager.draw().flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
    (isPaused, isAtEnd) = (pager.isPaused, pager.isAtEnd)
  }

  mutating func move(_ moves: Pager.Move...) {
    for move in moves {
      pager.move(move)
      draw()
    }
  }

  mutating func find(_ text: String, backward: Bool = false) {
    pager.find(text, backward: backward)
    draw()
  }

  /// Returns the first row, initially and after each repeated search.
  mutating func rowsAtTop(findingAgain backward: [Bool]) -> [String] {
    var rows = [text[0]]
    for backward in backward {
      pager.findAgain(backward: backward)
      draw()
      rows.append(text[0])
    }
    return rows
  }

  mutating func resize(columns: Int, rows: Int) {
    screen.resize(rows: rows, columns: columns)
    pager.resize(columns: columns, rows: rows)
    draw()
  }

  /// The rows without the status line.
  var text: [String] { Array(screen.lines.dropLast()) }

  var status: String { screen.lines.last ?? "" }
}

/// Returns the numbers of a range, one per line.
func numbers(_ span: ClosedRange<Int>) -> String { span.map { "\($0)\n" }.joined() }
