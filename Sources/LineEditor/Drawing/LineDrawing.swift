import Interpreter

/// What is drawn around the line that libedit shows, as text for the terminal.
///
/// The cursor is where libedit has put it before and after.
struct LineDrawing {
  let layout: LineLayout
  /// Where the cursor is.
  let cursor: LineLayout.Place

  /// Writes the characters from a number on again, in their colors.
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

  /// Writes prompt and line anew, with nothing behind them.
  func rows(prompt: String, _ line: LineColors) -> String {
    let start = "\u{1B}7\(move(to: .init()))\(prompt)\u{1B}[0m\u{1B}8"
    let ends = layout.rowEnds.filter { $0.column < layout.columns }.map {
      "\(move(to: $0))\u{1B}[K\u{1B}8"
    }
    return start + colored(line, from: 0) + "\u{1B}7" + ends.joined()
  }

  /// The characters of one kind that stand side by side in one row.
  private func run(of colors: LineColors, from first: Int) -> Range<Int> {
    let (kind, row) = (colors.kinds[first], layout.place(of: first).row)
    let end = colors.kinds[(first + 1)...].indices.first {
      colors.kinds[$0] != kind || layout.place(of: $0).row != row
        || colors.cells[$0].base.isSpelledOut || colors.cells[$0 - 1].base.isSpelledOut
    }
    return first..<(end ?? colors.kinds.count)
  }

  /// Writes a text behind the line, as much as its row has room for.
  func behind(_ text: String, style: String) -> String {
    let room = layout.columns - layout.end.column - 1
    let shown = text.clipped(to: room)
    guard !shown.isEmpty, shown != "…" else { return "" }
    return "\u{1B}7\(move(to: layout.end))\u{1B}[\(style)m\(shown)\u{1B}[0m\u{1B}8"
  }

  /// Writes rows below the line; at the bottom of the window what is above scrolls up.
  func below(_ rows: [String]) -> String {
    let down = layout.end.row - cursor.row
    let text = rows.map { "\r\n\u{1B}[K\($0)" }.joined()
    return (down > 0 ? "\u{1B}[\(down)B" : "") + text + "\u{1B}[\(rows.count + down)A\r"
      + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "")
  }

  /// Takes away what stands behind and below the line.
  var erasure: String { "\u{1B}7\(move(to: layout.end))\u{1B}[J\u{1B}8" }

  /// Puts the cursor at its column, which libedit misses by one where it steps back over a wide character.
  var placement: String { "\r" + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "") }

  /// Moves from the cursor to another place that is on the screen.
  private func move(to place: LineLayout.Place) -> String {
    let rows = place.row - cursor.row
    let up = rows < 0 ? "\u{1B}[\(-rows)A" : rows > 0 ? "\u{1B}[\(rows)B" : ""
    return up + "\r" + (place.column > 0 ? "\u{1B}[\(place.column)C" : "")
  }
}
