import Text

/// A terminal emulator: the screen after the output of a program.
///
/// It supports the parts of ECMA-48 and xterm that libedit and Larder use. A full row wraps when the next
/// character is printed, as in xterm; erased cells have the current background. Other sequences are parsed,
/// have no effect, and are listed in ``unknown``.
package struct TerminalScreen: Sendable {
  package struct Position: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package internal(set) var columns: Int
  package internal(set) var rows: Int

  package internal(set) var cursor = Position(row: 0, column: 0)
  /// Whether the cursor is past the last column, so that the next character wraps.
  package internal(set) var isWrapPending = false
  package internal(set) var isCursorVisible = true
  /// The style of the next character.
  package internal(set) var style = TerminalStyle.plain
  package internal(set) var bellCount = 0

  /// The latest rows that scrolled off the top, oldest first.
  package internal(set) var scrollback: [String] = []
  /// The unsupported sequences, such as `CSI ?1049h`, without duplicates; at most 100.
  package internal(set) var unknown: [String] = []

  /// The rows.
  package internal(set) var grid: [ScreenRow]
  /// The texts of cells with several scalars.
  var clusters = CellClusters()

  var parser = EscapeParser()
  /// Whether the last token was a character, so that the next one can combine with it.
  var isJoining = false
  var insertsCharacters = false
  var saved = SavedCursor()
  /// The number of rows that have scrolled off the top.
  package internal(set) var scrolledCount = 0

  /// The minimum number of rows retained in the scrollback.
  static let scrollbackLimit = 10_000

  /// Creates an empty screen.
  package init(columns: Int, rows: Int) {
    self.columns = max(2, columns)
    self.rows = max(1, rows)
    grid = Array(repeating: ScreenRow(columns: self.columns), count: self.rows)
  }

  /// Processes output.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var place = 0
    while place < bytes.count {
      let end = parser.isAtRest ? endOfPlain(bytes, from: place) : place
      if end > place {
        print(plain: bytes, place..<end)
        place = end
      } else {
        take(bytes[place])
        place += 1
      }
    }
  }

  private mutating func take(_ byte: UInt8) {
    var isTaken = false
    while !isTaken {
      let token: EscapeParser.Token?
      (token, isTaken) = parser.take(byte)
      if let token { apply(token) }
    }
  }

  private func endOfPlain(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] &- 0x20 < 0x5F { end += 1 }
    return end
  }

  /// Records an unsupported sequence.
  mutating func note(unknown text: String) {
    if unknown.count < 100, !unknown.contains(text) { unknown.append(text) }
  }
}

/// The state that `ESC 7` saves for `ESC 8`.
struct SavedCursor {
  var cursor = TerminalScreen.Position(row: 0, column: 0)
  var isWrapPending = false
  var style = TerminalStyle.plain
}

extension TerminalScreen {
  /// The rows as text, without trailing spaces.
  package var lines: [String] { grid.map(text(of:)) }

  /// The rows up to the last one that is not empty, as one text.
  package var text: String {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Returns the text of a row, without trailing spaces.
  package func text(of row: ScreenRow) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(row.cells.count)
    for cell in row.cells[..<row.usedColumns] where !cell.isRightHalf { append(cell, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of a cell; empty for the right half of a wide character.
  package func text(of cell: ScreenCell) -> String {
    if cell.isCluster { return clusters[cell.code] }
    return cell.isRightHalf ? "" : Unicode.Scalar(cell.code).map { String($0) } ?? ""
  }

  /// Appends the text of a cell in UTF-8.
  func append(_ cell: ScreenCell, to bytes: inout [UInt8]) {
    if cell.code < 0x80 {
      bytes.append(UInt8(cell.code))
    } else {
      bytes += text(of: cell).utf8
    }
  }
}

extension TerminalScreen: Equatable {
  /// Whether two screens look and behave the same.
  ///
  /// The scrollback and unsupported sequences are ignored.
  package static func == (left: TerminalScreen, right: TerminalScreen) -> Bool {
    left.columns == right.columns && left.rows == right.rows && left.cursor == right.cursor
      && left.isWrapPending == right.isWrapPending && left.style == right.style
      && left.isCursorVisible == right.isCursorVisible
      && left.insertsCharacters == right.insertsCharacters
      && zip(left.grid, right.grid).allSatisfy { left.shows($0, like: $1, of: right) }
  }

  private func shows(_ row: ScreenRow, like other: ScreenRow, of screen: TerminalScreen) -> Bool {
    row.isWrapped == other.isWrapped
      && zip(row.cells, other.cells).allSatisfy { cell, other in
        guard cell.isCluster, other.isCluster else { return cell == other }
        return cell.style == other.style
          && text(of: cell).utf8.elementsEqual(screen.text(of: other).utf8)
      }
  }
}
