import CEditLine

/// The sole owner of a libedit handle.
@safe
struct EditLineHandle: ~Copyable {
  let raw: OpaquePointer
  private let codes: CellCodes

  /// Starts libedit on a terminal; none if it is out of memory.
  init?(program: String, terminal: EditorTerminal) {
    guard
      let raw = unsafe ced_init(program, terminal.input, terminal.output, terminal.descriptor)
    else { return nil }
    unsafe self.raw = raw
    codes = terminal.codes
  }

  /// Without this order libedit throws away what was typed ahead.
  deinit {
    unsafe ced_set_edit_mode(raw, 0)
    unsafe el_end(raw)
  }

  /// Reads a line, newline included; none if it was broken off or there are no more.
  func readLine() -> String? {
    var count: Int32 = 0
    guard let line = unsafe el_gets(raw, &count) else { return nil }
    return unsafe codes.decoded(String(cString: line))
  }

  /// Draws prompt and line anew, from the left edge of the cursor's row.
  func refresh() {
    unsafe ced_refresh(raw)
  }

  /// Takes over the window's present size.
  func resize() {
    unsafe el_resize(raw)
  }

  /// Gives libedit room for a number of rows, whatever the window has; it forgets what it has drawn.
  func makeRoom(forRows rows: Int) {
    // libedit reads up to seven digits.
    unsafe _ = ced_set_rows(raw, Int32(min(rows, 9_999_999)))
  }

  /// Switches the terminal to editing, or back to what a running command finds.
  func prepareTerminal(editing: Bool) {
    unsafe ced_prepare_terminal(raw, editing ? 1 : 0)
  }
}

extension EditLineHandle {
  /// The line as it stands, and the cursor in it.
  var line: EditedLine {
    guard let info = unsafe el_wline(raw), let start = unsafe info.pointee.buffer else {
      return EditedLine("")
    }
    let length = unsafe start.distance(to: info.pointee.lastchar)
    let cursor = unsafe start.distance(to: info.pointee.cursor)
    let characters = unsafe UnsafeBufferPointer(start: start, count: length)
    if let text = unsafe Self.plainText(characters) {
      return EditedLine(text: text, cursor: cursor)
    }
    var text = String.UnicodeScalarView()
    var (isPlain, head) = (true, 0)
    for index in 0..<length {
      let scalar = Unicode.Scalar(UInt32(bitPattern: unsafe characters[index])) ?? "\u{FFFD}"
      if let cell = codes.cell(for: scalar) {
        text.append(contentsOf: cell.scalars)
        isPlain = false
        if index < cursor { head += cell.scalars.count }
      } else {
        text.append(scalar)
        if index < cursor { head += 1 }
      }
    }
    if isPlain { return EditedLine(text: String(text), cursor: cursor) }
    return EditedLine(text: String(text), cursor: String(text.prefix(head)).cells.count)
  }

  /// A number of columns that the line does not exceed, the rests of rows before its line breaks not counted, and its
  /// line breaks.
  var extent: (columns: Int, breaks: Int) {
    guard let info = unsafe el_wline(raw), let start = unsafe info.pointee.buffer else {
      return (0, 0)
    }
    var (columns, breaks) = (0, 0)
    for index in 0..<(unsafe start.distance(to: info.pointee.lastchar)) {
      let character = unsafe start[index]
      if character == 0x0A { breaks += 1 }
      // What is not ASCII takes at most the eight columns of its number.
      columns += 0x20..<0x7F ~= character ? 1 : 8
    }
    return (columns, breaks)
  }

  /// The cell before the cursor as it was entered, which half a flag before other flags is in no text; nil at the start.
  var cellBeforeCursor: LineCell? {
    guard let info = unsafe el_wline(raw)?.pointee, unsafe info.cursor > info.buffer,
      let scalar = Unicode.Scalar(UInt32(bitPattern: unsafe info.cursor[-1]))
    else { return nil }
    return codes.cell(for: scalar) ?? LineCell(base: scalar)
  }

  /// The text, if it is ASCII alone.
  private static func plainText(_ characters: UnsafeBufferPointer<wchar_t>) -> String? {
    guard unsafe characters.reduce(0, { $0 | $1 }) & ~0x7F == 0 else { return nil }
    return unsafe String(unsafeUninitializedCapacity: characters.count) { bytes in
      for index in characters.indices {
        unsafe bytes[index] = UInt8(truncatingIfNeeded: characters[index])
      }
      return characters.count
    }
  }

  /// Whether marks have come to stand behind another character than when they got their code.
  var isTorn: Bool {
    if codes.isEmpty { return false }
    guard let info = unsafe el_wline(raw)?.pointee else { return false }
    return unsafe info.buffer.distance(to: info.lastchar) != line.count
  }

  /// Brings the cursor back into the line, and tells whether it was beyond.
  ///
  /// libedit leaves it there when vi's `n` finds nothing, or its `$` an empty line, and would
  /// write outside its buffer next.
  func repairCursor() -> Bool {
    guard let info = unsafe el_wline(raw)?.pointee else { return false }
    let isBefore = unsafe info.cursor < info.buffer
    guard unsafe isBefore || info.cursor > info.lastchar else { return false }
    unsafe _ = el_cursor(raw, isBefore ? 1 : -1)
    return true
  }

  /// Replaces the whole line; needs a redraw.
  func replaceLine(with line: EditedLine) {
    if line.text.isEmpty {
      let length = moveCursor(by: .max)
      unsafe el_deletestr(raw, Int32(length))
    } else {
      unsafe _ = el_replacestr(raw, codes.encoded(line.text))
      moveCursor(by: .min)
      moveCursor(by: Int32(line.cursor))
    }
  }

  /// Inserts a text at the cursor; needs a redraw.
  func insert(_ text: String) {
    unsafe _ = el_insertstr(raw, codes.encoded(text))
  }

  /// Removes cells before the cursor; needs a redraw.
  func deleteBackward(_ count: Int) {
    unsafe el_deletestr(raw, Int32(count))
  }

  /// Moves the cursor by cells, within the line, and returns where it is then.
  @discardableResult
  func moveCursor(by distance: Int32) -> Int {
    let position = unsafe el_cursor(raw, 0)
    let length =
      unsafe el_wline(raw).map { unsafe $0.pointee.buffer.distance(to: $0.pointee.lastchar) } ?? 0
    let target = max(0, min(length, Int(position) + Int(distance)))
    return Int(unsafe el_cursor(raw, Int32(target) - position))
  }
}
