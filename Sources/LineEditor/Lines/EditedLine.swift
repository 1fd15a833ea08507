/// A line that is being edited, and the place of the cursor in it.
struct EditedLine: Equatable {
  var text: String

  /// The cells before the cursor.
  var cursor: Int

  /// The cells of the text.
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

  /// The line with a part replaced, in UTF-8 offsets, and the cursor behind the new text.
  func replacing(_ range: Range<Int>, with replacement: String) -> EditedLine {
    let head = text.prefix(utf8: range.lowerBound)
    let tail = text.suffix(utf8: range.upperBound)
    let front = head + replacement
    return EditedLine(text: front + tail, cursor: front.cells.count)
  }

  /// Where the cursor lands one line up, or down, within a text of several lines.
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

  /// The part from a UTF-8 offset on.
  func suffix(utf8 offset: Int) -> String {
    String(decoding: utf8.dropFirst(offset), as: UTF8.self)
  }
}
