/// The states that a line has gone through, to go back to.
struct LineChanges {
  /// The most states and bytes that are kept.
  private static let limits = (states: 1000, bytes: 1 << 20)

  private var past: [EditedLine] = []
  private var pastBytes = 0
  private var future: [EditedLine] = []
  /// The line as it was seen last.
  private var present = EditedLine("")
  /// Whether the last change was a character that was typed; a word of them is one change.
  private var isTyping = false

  /// Takes note of the line before the next key.
  mutating func note(_ line: EditedLine) {
    guard line.text != present.text else {
      if line.cursor != present.cursor { isTyping = false }
      return present = line
    }
    let typed = line.character(typedAfter: present)
    if typed == nil || !isTyping || typed?.isBlank == true && !present.endsBlank { keep(present) }
    isTyping = typed != nil
    future = []
    present = line
  }

  /// The line before the last change; nil if there was none.
  mutating func undo() -> EditedLine? {
    guard let line = past.popLast() else { return nil }
    pastBytes -= line.text.utf8.count
    future.append(present)
    (present, isTyping) = (line, false)
    return line
  }

  /// The line before the last undoing; nil if there was none since.
  mutating func redo() -> EditedLine? {
    guard let line = future.popLast() else { return nil }
    keep(present)
    (present, isTyping) = (line, false)
    return line
  }

  private mutating func keep(_ line: EditedLine) {
    past.append(line)
    pastBytes += line.text.utf8.count
    while past.count > Self.limits.states || pastBytes > Self.limits.bytes && past.count > 1 {
      pastBytes -= past.removeFirst().text.utf8.count
    }
  }
}

extension EditedLine {
  /// The one character that was typed into another line to make this one; nil if more was done.
  fileprivate func character(typedAfter old: EditedLine) -> Unicode.Scalar? {
    let (start, end) = (old.cursorOffset, cursorOffset)
    guard start < end, text.utf8.count - old.text.utf8.count == end - start, end - start <= 4,
      case let typed = text.suffix(utf8: start).prefix(utf8: end - start),
      typed.unicodeScalars.count == 1,
      text == old.replacing(start..<start, with: typed).text
    else { return nil }
    return typed.unicodeScalars.first
  }

  /// Whether a new word begins at the cursor in any case.
  fileprivate var endsBlank: Bool { head.unicodeScalars.last?.isBlank ?? true }
}
