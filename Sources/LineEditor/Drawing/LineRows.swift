import Interpreter

/// Prompt and line as rows of text for the terminal, in their colors.
struct LineRows {
  private var rows: [[Piece]]
  private let columns: Int

  /// A character, where it is in its row, and how it is shown.
  private struct Piece {
    let column: Int
    let width: Int
    let text: String
    let style: String
  }

  /// Lays out a prompt and a line as a layout says.
  init(prompt: Prompt, _ colors: LineColors, _ layout: LineLayout, usesColor: Bool) {
    rows = Array(repeating: [], count: layout.rows)
    columns = layout.columns
    var end = LineLayout(prompt: "", line: [], columns: columns).end
    let cells = prompt.visible.cells
    for (cell, place) in zip(cells, LineLayout(prompt: "", line: cells, columns: columns).places) {
      end = put(cell, at: place, style: "")
    }
    // A prompt of several rows is shown plain.
    if end.row == 0, usesColor, !rows[0].isEmpty {
      rows[0] = [Piece(column: 0, width: end.column, text: prompt.drawn, style: "")]
    }
    for (number, cell) in colors.cells.enumerated() {
      _ = put(cell, at: layout.place(of: number), style: colors.kinds[number]?.graphics ?? "")
    }
  }

  /// Whether a row reaches the window's last column, so that erasing after it would erase its last character.
  func isFull(_ row: Int) -> Bool {
    rows[row].last.map { $0.column + $0.width >= columns } ?? false
  }

  /// What a terminal is sent for a row, up to a column.
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

  /// Puts a character at its place, and returns where the next one would be.
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
  /// What libedit draws for a character that it spells out.
  fileprivate var spelling: String {
    if value < 0x20 || value == 0x7F {
      return "^" + String(Unicode.Scalar(UInt8(value) ^ 0x40))
    }
    let digits = String(value, radix: 16, uppercase: true)
    let count = value > 0xFFFF ? 5 : 4
    return "\\U+" + String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
