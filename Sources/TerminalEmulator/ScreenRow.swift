/// One cell of a terminal: a character, or the right half of a wide one.
package struct ScreenCell: Hashable, Sendable {
  /// A scalar, or the place of several in the screen's ``TerminalScreen/clusters`` with the top bit set.
  var code: UInt32
  package var style: TerminalStyle

  @inline(__always)
  init(code: UInt32, style: TerminalStyle) {
    self.code = code
    self.style = style
  }

  /// A cell that shows nothing but its background.
  static func blank(_ style: TerminalStyle) -> ScreenCell {
    ScreenCell(code: 0x20, style: TerminalStyle(background: style.background))
  }

  /// The right half of the wide character before it.
  static func rightHalf(_ style: TerminalStyle) -> ScreenCell {
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

  init(columns: Int, style: TerminalStyle = .plain) {
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

/// The texts of cells that have more than one scalar, each with a code whose top bit is set.
struct CellClusters: Sendable {
  private var texts: [String] = []
  private var codes: [[UInt8]: UInt32] = [:]

  /// The text of a code.
  subscript(code: UInt32) -> String { texts[Int(code & 0x7FFF_FFFF)] }

  /// The code of a text; nil if it is too long or there are too many.
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
