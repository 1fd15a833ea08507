/// A line that is being edited, with its cursor.
struct EditedLine: Equatable {
  var text: String

  /// The number of cells before the cursor.
  var cursor: Int

  /// The number of cells.
  var count: Int { text.isPlain ? text.utf8.count : text.cells.count }

  /// The text before the cursor.
  var head: String { text.prefix(utf8: cursorOffset) }

  /// The cursor as a UTF-8 offset.
  var cursorOffset: Int {
    text.isPlain ? cursor : text.cells.prefix(cursor).reduce(0) { $0 + $1.utf8Count }
  }
}

extension EditedLine {
  /// A line with the cursor after its last character.
  init(_ text: String) {
    self.init(text: text, cursor: text.isPlain ? text.utf8.count : text.cells.count)
  }

  /// The line with a range of UTF-8 offsets replaced, and the cursor after the new text.
  func replacing(_ range: Range<Int>, with replacement: String) -> EditedLine {
    let head = text.prefix(utf8: range.lowerBound)
    let tail = text.suffix(utf8: range.upperBound)
    let front = head + replacement
    return EditedLine(text: front + tail, cursor: front.cells.count)
  }

  /// The cursor moved up or down within a text of several lines; nil beyond its first or last line.
  func cursorMoved(byLines distance: Int) -> Int? {
    let lines = text.cells.split(separator: LineCell(base: "\n"), omittingEmptySubsequences: false)
    let before = head.cells.split(separator: LineCell(base: "\n"), omittingEmptySubsequences: false)
    let target = before.count - 1 + distance
    guard lines.indices.contains(target) else { return nil }
    let column = min(before[before.count - 1].count, lines[target].count)
    return lines[..<target].reduce(column) { $0 + $1.count + 1 }
  }
}

extension String {
  /// The part before a UTF-8 offset.
  func prefix(utf8 offset: Int) -> String {
    String(decoding: utf8.prefix(offset), as: UTF8.self)
  }

  /// The part after a UTF-8 offset.
  func suffix(utf8 offset: Int) -> String {
    String(decoding: utf8.dropFirst(offset), as: UTF8.self)
  }
}

extension Unicode.Scalar {
  var isBlank: Bool { self == " " || self == "\n" || self == "\t" }

  /// Whether it is part of a word.
  ///
  /// As in libedit, `cuisine=Italian` is one word.
  var isWordScalar: Bool {
    properties.isAlphabetic || properties.numericType != nil
      || "*?_-.[]~=".unicodeScalars.contains(self) || isSymbol
  }

  /// Whether it is an emoji or another symbol that people use in words, not punctuation.
  private var isSymbol: Bool {
    switch properties.generalCategory {
    case .otherSymbol, .modifierSymbol, .privateUse: value >= 0x80
    default: false
    }
  }
}

extension EditedLine {
  /// The start of the word before the cursor, in cells.
  var startOfWord: Int {
    let cells = text.cells
    var place = cursor
    while place > 0, !cells[place - 1].base.isWordScalar { place -= 1 }
    while place > 0, cells[place - 1].base.isWordScalar { place -= 1 }
    return place
  }

  /// The end of the word after the cursor, in cells.
  var endOfWord: Int {
    let cells = text.cells
    var place = cursor
    while place < cells.count, !cells[place].base.isWordScalar { place += 1 }
    while place < cells.count, cells[place].base.isWordScalar { place += 1 }
    return place
  }

  /// The text of a range of cells.
  func slice(_ range: Range<Int>) -> String {
    String(text.cells.dropFirst(range.lowerBound).prefix(range.count))
  }

  /// The line without a range of cells, and the cursor at its start.
  func removing(_ range: Range<Int>) -> EditedLine {
    var cells = text.cells
    cells.removeSubrange(range)
    return EditedLine(text: String(cells), cursor: range.lowerBound)
  }

  /// The range of the line with the cursor in a text of several lines, in cells.
  var row: Range<Int> {
    let cells = text.cells
    let start = cells[..<cursor].lastIndex { $0.base == "\n" }.map { $0 + 1 } ?? 0
    return start..<(cells[cursor...].firstIndex { $0.base == "\n" } ?? cells.count)
  }
}
