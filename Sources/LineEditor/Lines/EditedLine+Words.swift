extension Unicode.Scalar {
  var isBlank: Bool { self == " " || self == "\n" || self == "\t" }

  /// Whether it belongs to a word, as libedit sees words: `cuisine=Italian` is one.
  var isOfWord: Bool {
    properties.isAlphabetic || properties.numericType != nil
      || "*?_-.[]~=".unicodeScalars.contains(self)
  }
}

extension EditedLine {
  /// Where the word before the cursor begins.
  var startOfWord: Int {
    let head = Array(text.unicodeScalars.prefix(cursor))
    var place = cursor
    while place > 0, !head[place - 1].isOfWord { place -= 1 }
    while place > 0, head[place - 1].isOfWord { place -= 1 }
    return place
  }

  /// Where the word behind the cursor ends.
  var endOfWord: Int {
    let scalars = Array(text.unicodeScalars)
    var place = cursor
    while place < scalars.count, !scalars[place].isOfWord { place += 1 }
    while place < scalars.count, scalars[place].isOfWord { place += 1 }
    return place
  }

  /// The text between two places, in code points.
  func slice(_ range: Range<Int>) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)))
  }

  /// The line without what is between two places, and the cursor there.
  func removing(_ range: Range<Int>) -> EditedLine {
    var scalars = Array(text.unicodeScalars)
    scalars.removeSubrange(range)
    return EditedLine(text: String(String.UnicodeScalarView(scalars)), cursor: range.lowerBound)
  }

  /// Where the present line of several begins and ends, in code points.
  var row: Range<Int> {
    let scalars = Array(text.unicodeScalars)
    let start = scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start..<(scalars[cursor...].firstIndex(of: "\n") ?? scalars.count)
  }
}
