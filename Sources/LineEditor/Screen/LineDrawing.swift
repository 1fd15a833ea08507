import Interpreter

/// Produces the escape sequences that add colors, ghost text and menus to the line that libedit has drawn.
///
/// Each leaves the cursor where libedit has put it.
struct LineDrawing {
  let layout: LineLayout
  /// The position of the cursor.
  let cursor: LineLayout.Place

  /// Draws the cells from an index on again, in their colors.
  func colored(_ colors: LineColors, from first: Int) -> String {
    guard first < colors.cells.count else { return "" }
    var text = ""
    var number = first
    while number < colors.cells.count {
      let run = run(of: colors, from: number)
      text += "\u{1B}8\(move(to: layout.place(of: number)))"
      text += "\u{1B}[\(colors.kinds[number].map { "0;" + $0.graphics } ?? "0")m"
      for cell in colors.cells[run] where !cell.base.isSpelledOut { text += cell.shown }
      number = run.upperBound
    }
    return "\u{1B}7\(text)\u{1B}[0m\u{1B}8"
  }

  /// Draws prompt and line again, and erases the rest of their rows.
  func rows(prompt: String, _ line: LineColors) -> String {
    let start = "\u{1B}7\(move(to: .init()))\(prompt)\u{1B}[0m\u{1B}8"
    let ends = layout.rowEnds.filter { $0.column < layout.columns }.map {
      "\(move(to: $0))\u{1B}[K\u{1B}8"
    }
    return start + colored(line, from: 0) + "\u{1B}7" + ends.joined()
  }

  /// The range of neighboring cells of one kind in one row.
  private func run(of colors: LineColors, from first: Int) -> Range<Int> {
    let (kind, row) = (colors.kinds[first], layout.place(of: first).row)
    let end = colors.kinds[(first + 1)...].indices.first {
      colors.kinds[$0] != kind || layout.place(of: $0).row != row
        || colors.cells[$0].base.isSpelledOut || colors.cells[$0 - 1].base.isSpelledOut
    }
    return first..<(end ?? colors.kinds.count)
  }

  /// Draws as much of a text after the line as fits into its row.
  func after(_ text: String, style: String) -> String {
    let room = layout.columns - layout.end.column - 1
    let shown = text.clipped(to: room)
    guard !shown.isEmpty, shown != "…" else { return "" }
    return "\u{1B}7\(move(to: layout.end))\u{1B}[\(style)m\(shown)\u{1B}[0m\u{1B}8"
  }

  /// Draws rows below the line; at the bottom of the window the screen scrolls.
  func below(_ rows: [String]) -> String {
    let down = layout.end.row - cursor.row
    let text = rows.map { "\r\n\u{1B}[K\($0)" }.joined()
    return (down > 0 ? "\u{1B}[\(down)B" : "") + text + "\u{1B}[\(rows.count + down)A\r"
      + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "")
  }

  /// Erases everything after and below the line.
  var erasure: String { "\u{1B}7\(move(to: layout.end))\u{1B}[J\u{1B}8" }

  /// Moves the cursor to its column, which libedit misses by one when it steps back over a wide character.
  var placement: String { "\r" + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "") }

  /// Moves from the cursor to another position on the screen.
  private func move(to place: LineLayout.Place) -> String {
    let rows = place.row - cursor.row
    let up = rows < 0 ? "\u{1B}[\(-rows)A" : rows > 0 ? "\u{1B}[\(rows)B" : ""
    return up + "\r" + (place.column > 0 ? "\u{1B}[\(place.column)C" : "")
  }
}

extension LineSpan.Kind {
  /// The SGR parameters for the kind.
  ///
  /// Errors are underlined as well, since not everybody sees colors.
  var graphics: String {
    switch self {
    case .command: "1"
    case .keyword: "35"
    case .field: "36"
    case .value: "32"
    case .number: "33"
    case .quotation: "32"
    case .comment: "2"
    case .wrong: "4;31"
    }
  }
}

/// Returns the SGR parameters for ghost text on a terminal.
///
/// Gray differs from typed text on more terminals than the dim attribute, which xterm ignores.
func ghostGraphics(onTerminal name: String) -> String {
  let parts = name.split { $0 == "-" || $0 == "+" }
  if parts.contains(where: { $0.hasPrefix("256color") || $0.hasPrefix("direct") }) {
    return "38;5;244"
  }
  let hasBrightColors = ["xterm", "rxvt", "screen", "tmux", "foot", "alacritty", "kitty", "st-"]
    .contains { name.hasPrefix($0) }
  return hasBrightColors ? "90" : "2"
}

/// The cells of a line with their kinds, which determine their colors.
struct LineColors: Equatable {
  private(set) var cells: [LineCell]
  private(set) var kinds: [LineSpan.Kind?]
  /// Whether cells after these may still be on the screen, in the colors of earlier cells.
  private var isTorn = false

  init(_ text: String, _ spans: [LineSpan] = []) {
    cells = text.cells
    kinds = Array(repeating: nil, count: cells.count)
    var (offset, next) = (0, spans.startIndex)
    for (number, cell) in cells.enumerated() {
      while next < spans.endIndex, spans[next].range.upperBound <= offset { next += 1 }
      guard next < spans.endIndex else { return }
      if spans[next].range.contains(offset) { kinds[number] = spans[next].kind }
      offset += cell.utf8Count
    }
  }

  /// Removes the cells that libedit has drawn again or moved because the line is now another text.
  mutating func follow(_ text: String) {
    if text.isPlain, text.utf8.starts(with: cells.lazy.map { UInt8(clamping: $0.base.value) }) {
      return
    }
    let same = zip(cells, text.cells).prefix { $0 == $1 }.count
    guard same < cells.count else { return }
    cells.removeSubrange(same...)
    kinds.removeSubrange(same...)
    isTorn = true
  }

  /// The index of the first cell to draw, if these colors are on the screen and `new` should be.
  func firstChange(to new: LineColors) -> Int {
    let same = min(kinds.count, new.kinds.count)
    if let changed = (0..<same).first(where: { kinds[$0] != new.kinds[$0] }) { return changed }
    // Moved cells have the colors of their old positions; typed cells have none.
    return isTorn ? same : new.kinds[same...].firstIndex { $0 != nil } ?? new.kinds.count
  }
}
