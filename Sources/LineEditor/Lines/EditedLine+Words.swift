extension Unicode.Scalar {
  var isBlank: Bool { self == " " || self == "\n" || self == "\t" }

  /// Whether it belongs to a word, as libedit sees words: `cuisine=Italian` is one.
  var isOfWord: Bool {
    properties.isAlphabetic || properties.numericType != nil
      || "*?_-.[]~=".unicodeScalars.contains(self) || isSymbol
  }

  /// Whether it is a picture or another sign, as people put into words, and no punctuation.
  private var isSymbol: Bool {
    switch properties.generalCategory {
    case .otherSymbol, .modifierSymbol, .privateUse: value >= 0x80
    default: false
    }
  }
}

extension EditedLine {
  /// Where the word before the cursor begins.
  var startOfWord: Int {
    let cells = text.cells
    var place = cursor
    while place > 0, !cells[place - 1].base.isOfWord { place -= 1 }
    while place > 0, cells[place - 1].base.isOfWord { place -= 1 }
    return place
  }

  /// Where the word behind the cursor ends.
  var endOfWord: Int {
    let cells = text.cells
    var place = cursor
    while place < cells.count, !cells[place].base.isOfWord { place += 1 }
    while place < cells.count, cells[place].base.isOfWord { place += 1 }
    return place
  }

  /// The text between two places, in cells.
  func slice(_ range: Range<Int>) -> String {
    String(text.cells.dropFirst(range.lowerBound).prefix(range.count))
  }

  /// The line without what is between two places, and the cursor there.
  func removing(_ range: Range<Int>) -> EditedLine {
    var cells = text.cells
    cells.removeSubrange(range)
    return EditedLine(text: String(cells), cursor: range.lowerBound)
  }

  /// Where the present line of several begins and ends, in cells.
  var row: Range<Int> {
    let cells = text.cells
    let start = cells[..<cursor].lastIndex { $0.base == "\n" }.map { $0 + 1 } ?? 0
    return start..<(cells[cursor...].firstIndex { $0.base == "\n" } ?? cells.count)
  }
}
