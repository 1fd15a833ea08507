/// A terminal's screen, as the bytes that a program writes to it leave it.
///
/// It knows what line editors and shells use of ECMA-48 and xterm; an unknown
/// sequence is read to its end and has no effect.
package struct ScreenModel {
  package private(set) var rows: Int
  package private(set) var columns: Int

  /// Where the cursor is; the column may be one past the last until the next character wraps.
  package internal(set) var cursor = (row: 0, column: 0)
  package internal(set) var isCursorVisible = true
  package internal(set) var hasBracketedPaste = false
  package internal(set) var bellCount = 0
  /// How many lines an editor has begun to read; each begins with bracketed paste.
  package internal(set) var editedLineCount = 0

  /// The rows that scrolled off the top, oldest first.
  package internal(set) var scrollback: [String] = []

  var grid: [Row]
  /// How characters are shown now: the parameters of SGR, such as `1;31`.
  var style = ""
  var saved = (row: 0, column: 0)
  /// How many rows from the top scroll; nil for all.
  package internal(set) var scrollEnd: Int?
  var parser = SequenceParser()

  /// An empty screen.
  package init(rows: Int = 24, columns: Int = 80) {
    self.rows = rows
    self.columns = columns
    grid = Array(repeating: Row(columns: columns), count: rows)
  }

  /// The rows as text, without trailing spaces.
  package var lines: [String] { grid.map(\.text) }

  /// The lines down to the last that is not empty, as one text.
  package var text: String {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Whether a text is on the screen, whether its lines wrap there or not.
  package func shows(_ text: String) -> Bool {
    self.text.contains(text) || lines.joined(separator: " ").contains(text)
      || lines.joined().contains(text)
  }

  /// How what is proposed and not typed is shown.
  private static let ghostStyles: Set = ["2", "90", "38;5;244"]

  /// The row the cursor is in, less what was proposed at its end and not typed.
  package var cursorLine: String {
    var row = grid[cursor.row]
    while row.usedColumns > 0, Self.ghostStyles.contains(row.cells[row.usedColumns - 1].style) {
      row.cells[row.usedColumns - 1].text = " "
    }
    return row.text
  }

  /// The pieces of a row that are shown alike, as `style:text`, plain ones without a style.
  package func pieces(row: Int) -> [String] {
    var pieces: [(style: String, text: String)] = []
    for cell in grid[row].cells.prefix(grid[row].usedColumns) {
      if pieces.last?.style == cell.style {
        pieces[pieces.count - 1].text += cell.text
      } else {
        pieces.append((cell.style, cell.text))
      }
    }
    return pieces.map { $0.style.isEmpty ? $0.text : "\($0.style):\($0.text)" }
  }

  /// Takes in what a program wrote.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let token = parser.take(byte) { apply(token) }
    }
  }

  /// Gives the screen another size and lays out wrapped lines anew, as most terminals do.
  package mutating func resize(rows: Int, columns: Int) {
    var old = Array(grid[...max(cursor.row, grid.lastIndex { !$0.text.isEmpty } ?? 0)])
    let (oldCursor, oldColumns) = (cursor, self.columns)
    (self.rows, self.columns) = (rows, columns)
    grid = Array(repeating: Row(columns: columns), count: rows)
    (cursor, old[old.count - 1].isWrapped) = ((0, 0), false)
    var target: (row: Int, column: Int)?
    for (index, row) in old.enumerated() {
      let end = row.isWrapped ? oldColumns : row.usedColumns
      for column in 0..<max(end, index == oldCursor.row ? oldCursor.column : 0) {
        if (index, column) == oldCursor { target = cursor }
        let cell = row.cells.indices.contains(column) ? row.cells[column] : Cell()
        style = cell.style
        put(cell.text)
      }
      if index == oldCursor.row, target == nil { target = cursor }
      let scrolledBefore = scrollback.count
      if !row.isWrapped, index + 1 < old.count { (cursor.column, _) = (0, lineFeed()) }
      if let row = target?.row { target?.row = max(0, row - (scrollback.count - scrolledBefore)) }
    }
    cursor = target ?? cursor
    style = ""
  }
}

/// One row of cells; the right half of a wide character is an empty cell.
struct Row {
  var cells: [Cell]
  /// Whether the text goes on in the next row.
  var isWrapped = false

  init(columns: Int) {
    cells = Array(repeating: Cell(), count: columns)
  }

  var text: String {
    var text = cells.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The cells up to the last that shows something.
  var usedColumns: Int { (cells.lastIndex { $0.text != " " } ?? -1) + 1 }
}

/// One cell of the screen.
struct Cell {
  var text = " "
  var style = ""
}
