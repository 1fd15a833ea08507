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

  /// The rows that scrolled off the top, oldest first.
  package internal(set) var scrollback: [String] = []

  var grid: [Row]
  var saved = (row: 0, column: 0)
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

  /// The row the cursor is in.
  package var cursorLine: String { grid[cursor.row].text }

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
        put(row.cells.indices.contains(column) ? row.cells[column] : " ")
      }
      if index == oldCursor.row, target == nil { target = cursor }
      let scrolledBefore = scrollback.count
      if !row.isWrapped, index + 1 < old.count { (cursor.column, _) = (0, lineFeed()) }
      if let row = target?.row { target?.row = max(0, row - (scrollback.count - scrolledBefore)) }
    }
    cursor = target ?? cursor
  }
}

/// One row of cells; the right half of a wide character is an empty cell.
struct Row {
  var cells: [String]
  /// Whether the text goes on in the next row.
  var isWrapped = false

  init(columns: Int) {
    cells = Array(repeating: " ", count: columns)
  }

  var text: String {
    var text = cells.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The cells up to the last that shows something.
  var usedColumns: Int { (cells.lastIndex { $0 != " " } ?? -1) + 1 }
}
