import Interpreter

/// The part of a line taller than the window that is on the screen.
///
/// libedit's screen buffer is as high as the window, and libedit writes outside of it when a line is taller. So such
/// a line never gets there: libedit is given room for as many rows as the line needs (`EL_SETTC "li"`), its drawing
/// is dropped, and ``LineScreen`` draws the part around the cursor.
struct Viewport: Equatable {
  /// The first visible row of the line's layout.
  private(set) var firstRow = 0
  /// The number of rows in the layout.
  private(set) var rowCount: Int
  /// The size of the window.
  let height: Int
  let columns: Int
  /// The row of the cursor, counted from the first visible one.
  private(set) var cursorRow = 0

  /// Scrolls from the old part as little as possible to show the cursor.
  init(after old: Viewport?, rowCount: Int, cursorRow: Int, height: Int, columns: Int) {
    (self.rowCount, self.height, self.columns) = (rowCount, max(1, height), columns)
    let last = max(0, rowCount - self.height)
    firstRow = max(0, min(last, old?.firstRow ?? last))
    let top = firstRow + (hasMarks && firstRow > 0 ? 1 : 0)
    let bottom = firstRow + self.height - 1 - (hasMarks && firstRow < last ? 1 : 0)
    if cursorRow < top {
      firstRow = max(0, cursorRow - (hasMarks ? 1 : 0))
    } else if cursorRow > bottom {
      firstRow = min(last, cursorRow - self.height + (hasMarks ? 2 : 1))
    }
    self.cursorRow = cursorRow - firstRow
  }

  /// Whether there is room for marks that state how many rows are not visible.
  private var hasMarks: Bool { height >= 3 }

  /// The visible rows of the layout, including those under a mark.
  var rows: Range<Int> { firstRow..<min(rowCount, firstRow + height) }

  /// Whether the last row of the layout is visible.
  var showsEnd: Bool { rows.upperBound == rowCount }

  /// The mark that replaces a row; nil for a row that is shown.
  func mark(inRow row: Int) -> String? {
    guard hasMarks else { return nil }
    if row == rows.lowerBound, row > 0 { return "↑ \(row + 1) more" }
    if row == rows.upperBound - 1, !showsEnd { return "↓ \(rowCount - row) more" }
    return nil
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
  /// libedit's drawing of a character that it cannot display.
  var spelling: String {
    if value < 0x20 || value == 0x7F {
      return "^" + String(Unicode.Scalar(UInt8(value) ^ 0x40))
    }
    let digits = String(value, radix: 16, uppercase: true)
    let count = value > 0xFFFF ? 5 : 4
    return "\\U+" + String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
