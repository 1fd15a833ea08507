/// A cell of the screen: a character, or the right half of a wide one.
package struct ScreenCell: Hashable, Sendable {
  /// A scalar, or, with the top bit set, an index into the screen's ``TerminalScreen/clusters``.
  var code: UInt32
  package var style: TerminalStyle

  @inline(__always)
  init(code: UInt32, style: TerminalStyle) {
    self.code = code
    self.style = style
  }

  /// Returns an empty cell with the background of a style.
  static func blank(_ style: TerminalStyle) -> ScreenCell {
    ScreenCell(code: 0x20, style: TerminalStyle(background: style.background))
  }

  /// Returns the right half of a wide character.
  static func rightHalf(_ style: TerminalStyle) -> ScreenCell {
    ScreenCell(code: 0, style: style)
  }

  package var isRightHalf: Bool { code == 0 }
  package var isSpace: Bool { code == 0x20 }
  var isCluster: Bool { code >> 31 == 1 }
}

/// A row of the screen.
///
/// Rows of the same screen are equal if they look the same.
package struct ScreenRow: Hashable, Sendable {
  package internal(set) var cells: [ScreenCell]
  /// Whether the line continues in the next row.
  package internal(set) var isWrapped = false

  init(columns: Int, style: TerminalStyle = .plain) {
    cells = Array(repeating: .blank(style), count: columns)
  }

  /// The number of cells up to the last with text.
  var usedColumns: Int { (cells.lastIndex { !$0.isSpace } ?? -1) + 1 }

  /// The number of cells up to the last that differs from an empty one.
  package var shownColumns: Int {
    (cells.lastIndex { !$0.isSpace || $0.style != .plain } ?? -1) + 1
  }

  /// Erases a wide character that straddles a column.
  mutating func part(at column: Int) {
    guard column > 0, column < cells.count, cells[column].isRightHalf else { return }
    cells[column - 1] = .blank(cells[column - 1].style)
    cells[column] = .blank(cells[column].style)
  }
}

/// The texts of cells with several scalars, each with a code whose top bit is set.
struct CellClusters: Sendable {
  private var texts: [String] = []
  private var codes: [[UInt8]: UInt32] = [:]

  /// Returns the text of a code.
  subscript(code: UInt32) -> String { texts[Int(code & 0x7FFF_FFFF)] }

  /// Returns the code of a text; nil if the text is too long or the table is full.
  mutating func code(of text: String) -> UInt32? {
    let key = Array(text.utf8)
    if let code = codes[key] { return code }
    guard key.count <= 64, texts.count < 1 << 16 else { return nil }
    let code = UInt32(texts.count) | 1 << 31
    texts.append(text)
    codes[key] = code
    return code
  }
}
