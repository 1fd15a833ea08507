/// One cell of a terminal: a character, or the right half of a wide one.
package struct ScreenCell: Hashable, Sendable {
  /// A scalar, or the place of several in the screen's ``TerminalScreen/clusters`` with the top bit set.
  var code: UInt32
  package var style: TerminalScreen.Style

  @inline(__always)
  init(code: UInt32, style: TerminalScreen.Style) {
    self.code = code
    self.style = style
  }

  /// A cell that shows nothing but its background.
  static func blank(_ style: TerminalScreen.Style) -> ScreenCell {
    ScreenCell(code: 0x20, style: TerminalScreen.Style(background: style.background))
  }

  /// The right half of the wide character before it.
  static func rightHalf(_ style: TerminalScreen.Style) -> ScreenCell {
    ScreenCell(code: 0, style: style)
  }

  package var isRightHalf: Bool { code == 0 }
  package var isSpace: Bool { code == 0x20 }
  var isCluster: Bool { code >> 31 == 1 }
}

/// One row of a screen; two rows of the same screen are equal if they look alike.
package struct ScreenRow: Hashable, Sendable {
  package internal(set) var cells: [ScreenCell]
  /// Whether the text goes on in the next row.
  package internal(set) var isWrapped = false

  init(columns: Int, style: TerminalScreen.Style = .plain) {
    cells = Array(repeating: .blank(style), count: columns)
  }

  /// The cells up to the last that has text.
  var usedColumns: Int { (cells.lastIndex { !$0.isSpace } ?? -1) + 1 }

  /// The cells up to the last that can be told from an empty one.
  package var shownColumns: Int {
    (cells.lastIndex { !$0.isSpace || $0.style != .plain } ?? -1) + 1
  }

  /// Blanks the wide character that a cut before a column would part.
  mutating func part(at column: Int) {
    guard column > 0, column < cells.count, cells[column].isRightHalf else { return }
    cells[column - 1] = .blank(cells[column - 1].style)
    cells[column] = .blank(cells[column].style)
  }
}
