/// The earlier states of a line, for undo and redo.
struct UndoHistory {
  /// The maximum number of states, and of bytes in them.
  private static let limits = (states: 1000, bytes: 1 << 20)

  private var past: [EditedLine] = []
  private var pastBytes = 0
  private var future: [EditedLine] = []
  /// The most recent state.
  private var present = EditedLine("")
  /// Whether the last change was a typed character; the characters of a word are undone together.
  private var isTyping = false

  /// Records the line before the next key.
  mutating func record(_ line: EditedLine) {
    guard line.text != present.text else {
      if line.cursor != present.cursor { isTyping = false }
      return present = line
    }
    let typed = line.character(typedAfter: present)
    if typed == nil || !isTyping || typed?.isBlank == true && !present.endsBlank { push(present) }
    isTyping = typed != nil
    future = []
    present = line
  }

  /// Returns the line before the last change; nil if there is none.
  mutating func undo() -> EditedLine? {
    guard let line = past.popLast() else { return nil }
    pastBytes -= line.text.utf8.count
    future.append(present)
    (present, isTyping) = (line, false)
    return line
  }

  /// Returns the line before the last undo; nil if the line has changed since, or nothing was undone.
  mutating func redo() -> EditedLine? {
    guard let line = future.popLast() else { return nil }
    push(present)
    (present, isTyping) = (line, false)
    return line
  }

  private mutating func push(_ line: EditedLine) {
    past.append(line)
    pastBytes += line.text.utf8.count
    while past.count > Self.limits.states || pastBytes > Self.limits.bytes && past.count > 1 {
      pastBytes -= past.removeFirst().text.utf8.count
    }
  }
}

extension EditedLine {
  /// The one character typed into `old` that makes this line; nil if the lines differ in another way.
  fileprivate func character(typedAfter old: EditedLine) -> Unicode.Scalar? {
    let (start, end) = (old.cursorOffset, cursorOffset)
    guard start < end, text.utf8.count - old.text.utf8.count == end - start, end - start <= 4,
      case let typed = text.suffix(utf8: start).prefix(utf8: end - start),
      typed.unicodeScalars.count == 1,
      text == old.replacing(start..<start, with: typed).text
    else { return nil }
    return typed.unicodeScalars.first
  }

  /// Whether the next character begins a new word.
  fileprivate var endsBlank: Bool { head.unicodeScalars.last?.isBlank ?? true }
}

/// The texts that were cut, for yank.
struct KillRing {
  /// The maximum number of texts.
  private static let capacity = 30

  private var texts: [String] = []
  /// The index of the text yanked last, counted from the newest.
  private var turn = 0
  /// Whether the next cut may be joined to the newest text.
  private var isOpen = false

  /// The text to yank; nil if nothing was cut.
  var text: String? {
    texts.isEmpty ? nil : texts[(texts.count - 1 - turn + texts.count) % texts.count]
  }

  /// Adds a text that was cut.
  ///
  /// - Parameters:
  ///   - text: The text; ignored if empty.
  ///   - joins: Whether the previous key cut text too, so that both become one entry.
  ///   - isBefore: Whether the text was before the one that it joins.
  mutating func add(_ text: String, joining joins: Bool, isBefore: Bool) {
    guard !text.isEmpty else { return }
    turn = 0
    defer { isOpen = true }
    if joins, isOpen, let last = texts.popLast() {
      texts.append(isBefore ? text + last : last + text)
    } else {
      texts.append(text)
    }
    if texts.count > Self.capacity { texts.removeFirst() }
  }

  /// Starts a new entry with the next cut, as after a key that found nothing to cut.
  mutating func close() { isOpen = false }

  /// Selects the newest text.
  mutating func rewind() { turn = 0 }

  /// Selects the text cut before the selected one.
  mutating func rotate() {
    if !texts.isEmpty { turn = (turn + 1) % texts.count }
  }
}
