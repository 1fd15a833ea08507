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

/// Prompt and line as colored rows of text, for a line that libedit does not draw.
struct LineRows {
  private var rows: [[Piece]]
  private let columns: Int

  /// A cell with its position in a row and its style.
  private struct Piece {
    let column: Int
    let width: Int
    let text: String
    let style: String
  }

  /// Places the cells of a prompt and a line according to a layout.
  init(prompt: Prompt, _ colors: LineColors, _ layout: LineLayout, usesColor: Bool) {
    rows = Array(repeating: [], count: layout.rows)
    columns = layout.columns
    var end = LineLayout(prompt: "", line: [], columns: columns).end
    let cells = prompt.visible.cells
    for (cell, place) in zip(cells, LineLayout(prompt: "", line: cells, columns: columns).places) {
      end = put(cell, at: place, style: "")
    }
    // A prompt of several rows has no colors here.
    if end.row == 0, usesColor, !rows[0].isEmpty {
      rows[0] = [Piece(column: 0, width: end.column, text: prompt.drawn, style: "")]
    }
    for (number, cell) in colors.cells.enumerated() {
      _ = put(cell, at: layout.place(of: number), style: colors.kinds[number]?.graphics ?? "")
    }
  }

  /// Whether a row reaches the last column, so that erasing the rest of it would erase its last character.
  func isFull(_ row: Int) -> Bool {
    rows[row].last.map { $0.column + $0.width >= columns } ?? false
  }

  /// The text of a row, up to a column, with colors.
  func text(ofRow row: Int, before end: Int = .max) -> String {
    var (text, style) = ("", "")
    for piece in rows[row] where piece.column < end {
      if piece.style != style {
        text += "\u{1B}[\(piece.style.isEmpty ? "0" : "0;" + piece.style)m"
        style = piece.style
      }
      text += piece.text
    }
    return style.isEmpty ? text : text + "\u{1B}[0m"
  }

  /// Adds a cell at a place, and returns the place after it.
  private mutating func put(_ cell: LineCell, at place: LineLayout.Place, style: String)
    -> LineLayout.Place
  {
    if cell.base == "\n" { return place }
    if !cell.base.isSpelledOut {
      rows[place.row].append(
        Piece(column: place.column, width: cell.columns, text: cell.shown, style: style))
      return LineLayout.Place(row: place.row, column: place.column + cell.columns)
    }
    var place = place
    for character in cell.base.spelling {
      rows[place.row].append(
        Piece(column: place.column, width: 1, text: String(character), style: style))
      place.column += 1
      if place.column >= columns { place = LineLayout.Place(row: place.row + 1, column: 0) }
    }
    return place
  }
}

extension Unicode.Scalar {
  /// What libedit draws for a character that it cannot display.
  fileprivate var spelling: String {
    if value < 0x20 || value == 0x7F {
      return "^" + String(Unicode.Scalar(UInt8(value) ^ 0x40))
    }
    let digits = String(value, radix: 16, uppercase: true)
    let count = value > 0xFFFF ? 5 : 4
    return "\\U+" + String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
