import CEditLine

/// The reaction of libedit to a command.
enum CommandResult: UInt8 {
  case done = 0
  case endLine = 2
  case redraw = 4
  case moveCursor = 5
}

/// A libedit editor: the line in its buffer, its prompt, its history and its key table.
///
/// This class is the sole owner of the C handles. libedit calls back for each character and for the commands
/// that the editor does itself; ``onCharacter`` and ``onCommand`` answer. Positions and counts are in cells.
@safe
final class Libedit {
  /// The maximum number of lines in libedit's history.
  private static let historyCapacity: Int32 = 10_000

  private let raw: OpaquePointer
  private let history: OpaquePointer
  private let terminal: EditorTerminal
  private var promptText = CStringBox("")

  /// The keys that are bound, according to the preferences or the person's `.editrc`.
  private(set) var editMode = LineEditor.EditMode.emacs
  /// Whether the person has an `.editrc`.
  private(set) var hasOwnBindings = false

  /// Returns the next character for libedit; nil at the end of the input.
  ///
  /// When it is called, libedit has drawn the line.
  var onCharacter: () -> Unicode.Scalar? = { nil }

  /// Runs the command bound to a key.
  var onCommand: (_ key: UInt8) -> CommandResult = { _ in .done }

  private var codes: CellCodes { terminal.codes }

  /// Starts libedit in a UTF-8 locale; nil if memory is short.
  ///
  /// The environment is not changed: other threads may read it.
  init?(terminal: EditorTerminal, name: TerminalName) {
    Self.useUTF8()
    let handle = unsafe ced_init(
      "larder", terminal.input, terminal.output, terminal.descriptor, name.name)
    guard let raw = unsafe handle else { return nil }
    guard let history = unsafe history_init() else {
      unsafe el_end(raw)
      return nil
    }
    unsafe self.raw = raw
    unsafe self.history = history
    self.terminal = terminal
    unsafe ced_history_setup(history, Self.historyCapacity)
    unsafe ced_set_client_data(raw, Unmanaged.passUnretained(self).toOpaque())
    unsafe ced_set_prompt(raw, promptForLibedit, CChar(Prompt.marker.value))
    unsafe ced_set_getc(raw, nextCharacterForLibedit)
    unsafe ced_attach_history(raw, history)
    unsafe ced_add_command(raw, Self.ownCommand, runCommandForLibedit)
  }

  /// Turns editing off first; otherwise libedit discards input that was typed ahead.
  deinit {
    unsafe ced_set_edit_mode(raw, 0)
    unsafe el_end(raw)
    unsafe history_end(history)
  }

  /// Sets a UTF-8 locale, without which libedit loses characters and crashes on a prompt.
  private static func useUTF8() {
    for locale in ["", "C.UTF-8", "en_US.UTF-8"] {
      unsafe _ = setlocale(LC_CTYPE, locale)
      if let codeset = unsafe ced_codeset(), unsafe strcmp(codeset, "UTF-8") == 0 { return }
    }
  }

  /// Reads a line, with its newline; nil if it was cancelled or the input has ended.
  func readLine() -> String? {
    var count: Int32 = 0
    guard let line = unsafe el_gets(raw, &count) else { return nil }
    return unsafe codes.decoded(String(cString: line))
  }

  /// Sets the prompt for the next redraw.
  func setPrompt(_ prompt: Prompt) { promptText = CStringBox(codes.encoded(prompt.encoded)) }

  /// Draws prompt and line again, from the left edge of the cursor's row.
  func refresh() { unsafe ced_refresh(raw) }

  /// Adopts the window's present size.
  func resize() { unsafe el_resize(raw) }

  /// Makes room for a number of rows, whatever the window's height; libedit forgets what it has drawn.
  func makeRoom(forRows rows: Int) {
    // libedit parses up to seven digits.
    unsafe _ = ced_set_rows(raw, Int32(min(rows, 9_999_999)))
  }

  /// Switches the terminal to editing, or back to the modes that a running command expects.
  func prepareTerminal(editing: Bool) { unsafe ced_prepare_terminal(raw, editing ? 1 : 0) }

  /// Adds a line to libedit's history, unless it equals the newest or libedit cannot display it.
  func addToHistory(_ line: String) {
    guard !line.isEmpty, !line.unicodeScalars.contains("\0") else { return }
    unsafe _ = ced_history_enter(history, codes.encoded(line))
  }

  // MARK: C callbacks

  private static func owner(of handle: OpaquePointer?) -> Libedit? {
    guard let data = unsafe ced_client_data(handle) else { return nil }
    return unsafe Unmanaged<Libedit>.fromOpaque(data).takeUnretainedValue()
  }

  fileprivate static func prompt(of handle: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
    unsafe owner(of: handle)?.promptText.pointer
  }

  fileprivate static func nextCharacter(for handle: OpaquePointer?) -> Unicode.Scalar? {
    unsafe owner(of: handle)?.onCharacter()
  }

  fileprivate static func runCommand(_ key: Int32, for handle: OpaquePointer?) -> UInt8 {
    guard let libedit = unsafe owner(of: handle) else { return UInt8(CC_ERROR) }
    return libedit.onCommand(UInt8(truncatingIfNeeded: key)).rawValue
  }
}

private func promptForLibedit(_ handle: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe Libedit.prompt(of: handle)
}

private func nextCharacterForLibedit(
  _ handle: OpaquePointer?,
  _ character: UnsafeMutablePointer<wchar_t>?
) -> Int32 {
  guard let next = unsafe Libedit.nextCharacter(for: handle) else { return 0 }
  unsafe character?.pointee = wchar_t(bitPattern: next.value)
  return 1
}

private func runCommandForLibedit(_ handle: OpaquePointer?, _ key: Int32) -> UInt8 {
  unsafe Libedit.runCommand(key, for: handle)
}

/// A C string with a stable address, which libedit reads while it draws the prompt.
@safe
private struct CStringBox: ~Copyable {
  let pointer: UnsafeMutablePointer<CChar>?

  init(_ text: String) { unsafe pointer = strdup(text) }

  deinit { unsafe free(pointer) }
}

// MARK: - The line in the buffer

extension Libedit {
  /// The line and its cursor.
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

  /// The text, if all of it is ASCII.
  private static func plainText(_ characters: UnsafeBufferPointer<wchar_t>) -> String? {
    guard unsafe characters.reduce(0, { $0 | $1 }) & ~0x7F == 0 else { return nil }
    return unsafe String(unsafeUninitializedCapacity: characters.count) { bytes in
      for index in characters.indices {
        unsafe bytes[index] = UInt8(truncatingIfNeeded: characters[index])
      }
      return characters.count
    }
  }

  /// An upper bound of the line's width in columns, apart from the unused ends of rows before line breaks, and
  /// the number of line breaks.
  var extent: (columns: Int, breaks: Int) {
    guard let info = unsafe el_wline(raw), let start = unsafe info.pointee.buffer else {
      return (0, 0)
    }
    var (columns, breaks) = (0, 0)
    for index in 0..<(unsafe start.distance(to: info.pointee.lastchar)) {
      let character = unsafe start[index]
      if character == 0x0A { breaks += 1 }
      // Other than ASCII, a character takes at most eight columns, for its spelled-out number.
      columns += 0x20..<0x7F ~= character ? 1 : 8
    }
    return (columns, breaks)
  }

  /// The cell before the cursor as it was typed; nil at the start.
  ///
  /// In ``line`` half a flag before another flag is part of a different cell.
  var cellBeforeCursor: LineCell? {
    guard let info = unsafe el_wline(raw)?.pointee, unsafe info.cursor > info.buffer,
      let scalar = Unicode.Scalar(UInt32(bitPattern: unsafe info.cursor[-1]))
    else { return nil }
    return codes.cell(for: scalar) ?? LineCell(base: scalar)
  }

  /// Whether marks now follow another character than when they got their code, so that the line must be
  /// encoded again.
  var hasStaleCodes: Bool {
    if codes.isEmpty { return false }
    guard let info = unsafe el_wline(raw)?.pointee else { return false }
    return unsafe info.buffer.distance(to: info.lastchar) != line.count
  }

  /// Moves the cursor back into the line, and returns whether it was outside.
  ///
  /// libedit leaves it outside when vi's `n` finds nothing, or after vi's `$` in an empty line, and would
  /// then write outside its buffer.
  func repairCursor() -> Bool {
    guard let info = unsafe el_wline(raw)?.pointee else { return false }
    let isBefore = unsafe info.cursor < info.buffer
    guard unsafe isBefore || info.cursor > info.lastchar else { return false }
    unsafe _ = el_cursor(raw, isBefore ? 1 : -1)
    return true
  }

  /// Replaces the whole line; requires a redraw.
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

  /// Inserts a text at the cursor; requires a redraw.
  func insert(_ text: String) {
    unsafe _ = el_insertstr(raw, codes.encoded(text))
  }

  /// Deletes cells before the cursor; requires a redraw.
  func deleteBackward(_ count: Int) {
    unsafe el_deletestr(raw, Int32(count))
  }

  /// Moves the cursor within the line, and returns its new position.
  @discardableResult
  func moveCursor(by distance: Int32) -> Int {
    let position = unsafe el_cursor(raw, 0)
    let length =
      unsafe el_wline(raw).map { unsafe $0.pointee.buffer.distance(to: $0.pointee.lastchar) } ?? 0
    let target = max(0, min(length, Int(position) + Int(distance)))
    return Int(unsafe el_cursor(raw, Int32(target) - position))
  }
}

// MARK: - The key table

extension Libedit {
  private static let ownCommand = "larder-command"

  /// Binds the keys: first those of the person's `.editrc`, then those that the editor requires.
  ///
  /// - Parameters:
  ///   - mode: The preferred mode; nil for the one of `.editrc`, or else emacs.
  ///   - readsBindings: Whether `.editrc` is read.
  func bindKeys(_ mode: LineEditor.EditMode?, readsBindings: Bool) {
    unsafe ced_set_editor(raw, (mode ?? .emacs).rawValue)
    unsafe hasOwnBindings = readsBindings && ced_source(raw) == 0
    if let mode { unsafe ced_set_editor(raw, mode.rawValue) }
    // The file can turn editing off or let keys raise signals; the editor works with neither.
    unsafe ced_set_edit_mode(raw, 1)
    for flag in ["-isig", "-ixon"] { unsafe _ = ced_set_edit_flag(raw, flag) }
    // Keys typed while a command runs are for the next line; an echo would appear in the command's output.
    unsafe _ = ced_set_command_flag(raw, "-echo")
    // They also survive the interruption of the command.
    unsafe _ = ced_set_command_flag(raw, "+noflsh")
    let name = unsafe ced_editor(raw).map { unsafe String(cString: $0) }
    editMode = name.flatMap(LineEditor.EditMode.init) ?? .emacs
    bindCommands()
  }

  private func bindCommands() {
    bind(EditCommand.own, to: Self.ownCommand)
    for command in EditCommand.builtins { bind(command.character, to: command.builtin ?? "") }
    for key: Unicode.Scalar in ["\u{11}", "\u{13}", "\u{16}", "\u{1C}", "\u{1D}"] {
      bind(key, to: "ed-ignore")
    }
    for key: Unicode.Scalar in ["\r", "\n"] { bind(key, to: "ed-newline") }
    if editMode == .vi { bindViKeys() }
  }

  /// Binds the keys of vi's command mode with which libedit would read more keys, or lose the line.
  private func bindViKeys() {
    for key in ["k", "j", "K", "J", "G", "\\055", "+", "/", "?", "u", "v"] {
      unsafe _ = ced_bind_alternative(raw, key, Self.ownCommand)
    }
    for key in [":", "n", "N"] {
      unsafe _ = ced_bind_alternative(raw, key, "ed-ignore")
    }
    unsafe _ = ced_bind(raw, "\u{1B}", "vi-command-mode")
    unsafe _ = ced_bind_alternative(raw, "\u{1B}", "ed-ignore")
  }

  private func bind(_ key: Unicode.Scalar, to command: String) {
    unsafe _ = ced_bind(raw, String(key), command)
    unsafe _ = ced_bind_alternative(raw, String(key), command)
  }
}
