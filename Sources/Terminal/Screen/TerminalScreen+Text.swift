extension TerminalScreen {
  /// The rows as text, without the spaces at their ends.
  package var lines: [String] { grid.map(text(of:)) }

  /// The rows down to the last that is not empty, as one text.
  package var text: String {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// What a row says, without the spaces at its end.
  package func text(of row: ScreenRow) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(row.cells.count)
    for cell in row.cells[..<row.usedColumns] where !cell.isRightHalf { append(cell, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a cell says; empty for the right half of a wide character.
  package func text(of cell: ScreenCell) -> String {
    if cell.isCluster { return clusters[Int(cell.code & 0x7FFF_FFFF)] }
    return cell.isRightHalf ? "" : Unicode.Scalar(cell.code).map { String($0) } ?? ""
  }

  /// Adds what a cell says in UTF-8.
  func append(_ cell: ScreenCell, to bytes: inout [UInt8]) {
    if cell.code < 0x80 {
      bytes.append(UInt8(cell.code))
    } else {
      bytes += text(of: cell).utf8
    }
  }
}

extension TerminalScreen: Equatable {
  /// Whether two screens look alike and go on alike; what scrolled off and what was not understood does not count.
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
