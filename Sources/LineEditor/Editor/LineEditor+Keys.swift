import Interpreter

/// From keys to characters for libedit.
///
/// libedit asks for one character at a time. A key becomes a character of text, a key that libedit binds to a
/// function of its own, or the character of a command, which libedit then calls back for
/// (``runCommand(forKey:)``). An open menu or search takes the keys that are meant for it first.
extension LineEditor {
  /// Returns the next character for libedit, which has drawn everything; nil at the end of the input.
  func nextCharacter() -> Unicode.Scalar? {
    state.injected.dropUnrunCommands()
    if libedit.repairCursor() || libedit.hasStaleCodes { stage(libedit.line) }
    screen.fitToWindow()
    showMode()
    while state.injected.isEmpty {
      // Typed text appears before the editor does anything with it.
      screen.flush()
      followLine()
      runDeferredWork()
      guard let key = keys.next() else { continue }
      screen.undecorate(holdsUpdate: state.menu != nil)
      if key == .endOfInput {
        endIfRequested()
        return nil
      }
      take(key)
    }
    let character = state.injected.nextCharacter()
    if libedit.editMode == .vi { state.viMode.take(character) }
    return character
  }

  /// Updates everything that depends on the line, before the wait for a key.
  private func followLine() {
    let line = libedit.line
    if !state.isSearching { state.changes.record(line) }
    followMenu(line)
    screen.noteDrawn(line)
    decorate(line)
  }

  private func runDeferredWork() {
    screen.flush()
    let work = onShown
    onShown = {}
    work()
  }

  /// Lets libedit run a command next.
  func inject(_ command: EditCommand) {
    state.injected.append(command)
    if command == .clearScreen { screen.prepareToClear() }
  }

  /// Lets libedit show another line next.
  func stage(_ line: EditedLine) {
    state.staged = line
    inject(.show)
  }

  private func take(_ key: Key) {
    if state.inlineSearch != nil { return takeForInlineSearch(key) }
    if state.menu != nil, takeForMenu(key) { return }
    edit(key)
  }

  private func edit(_ key: Key) {
    let key = resolvingAlt(key)
    state.beginKey()
    switch key {
    case .escapeWithdrawn, .backTab: break
    case .function(let number): enterLine(ofFunctionKey: number)
    case .escape where libedit.editMode == .vi:
      pastLines.addNewLines(to: libedit)
      state.injected.append("\u{1B}")
    case .escape: state.isAltPending = true
    // After an Escape so shortly before, a new line or the external editor is more likely meant than vi's key.
    case .alt("\r"), .alt("\n"), .alt("e"), .alt("E"): editOrType(key)
    case .alt(let scalar) where libedit.editMode == .vi:
      keys.pushBack(.character(scalar))
      state.injected.append("\u{1B}")
    case .alt("1"..."9") where state.listed != nil:
      if case .alt(let digit) = key { state.listedNumber = Int(digit.value) - 0x30 }
      inject(.takeListed)
    case .enter, .character("\r"): enter()
    case .character("#") where libedit.editMode == .vi && state.viMode.awaitsCommand:
      enterAsComment()
    default: editOrType(key)
    }
  }

  /// Enters the line as a comment, which runs nothing and stays in the history; libedit's own key would leave out the
  /// blank that makes it one.
  private func enterAsComment() {
    guard state.isCommand else { return }
    stage(EditedLine("# " + libedit.line.text))
    state.injected.append("\n")
  }

  private func editOrType(_ key: Key) {
    if let command = EditCommand(key) {
      state.note(command)
      return inject(command)
    }
    switch key {
    case .character(let scalar): type(scalar)
    // Only the person's own bindings can have the key; otherwise libedit would beep.
    case .alt(let scalar) where libedit.hasOwnBindings: state.injected.append("\u{1B}", scalar)
    default: break
    }
  }

  /// Ends the line, unless it is unfinished; a second Enter ends it in any case.
  private func enter() {
    let text = libedit.line.text
    if state.isQuestion || text.hasSuffix("\n") || !adviser.isUnfinished(text) {
      state.injected.append("\n")
    } else {
      inject(.continueLine)
    }
  }

  /// Enters the line of a function key; what was typed is the draft of the next line.
  private func enterLine(ofFunctionKey number: Int) {
    guard let line = preferences.functionKeys[number], state.isCommand else { return }
    saveDraft(libedit.line.text)
    stage(EditedLine(line))
    state.injected.append("\n")
  }

  /// Turns a key after a single Escape into an Alt key, in emacs mode.
  ///
  /// Ctrl-C cancels the line whatever was typed before it.
  private func resolvingAlt(_ key: Key) -> Key {
    let isAlt = state.isAltPending
    state.isAltPending = false
    switch key {
    case .alt("\u{3}"): return .character("\u{3}")
    case .character(let scalar) where isAlt && scalar != "\u{3}": return .alt(scalar)
    default: return key
    }
  }

  private func type(_ scalar: Unicode.Scalar) {
    // libedit's mark and quoted insertion would take the next command's character for text.
    if scalar == "\0" || scalar == "\u{16}" || scalar.isInvisible { return }
    // For Ctrl-T with no character before the cursor to exchange, libedit moves the cursor without drawing it there.
    if scalar == "\u{14}", libedit.line.cursor == 0 { return }
    // In vi mode libedit inserts control characters that are not bound.
    if libedit.editMode == .vi, !libedit.hasOwnBindings, scalar.value < 0x20, scalar != "\u{8}" {
      return
    }
    if scalar.isZeroWidth || scalar.isRegional || scalar.isSkinColor
      || scalar.value >= 0x80 && followsJoiner
    {
      state.mark = scalar
      inject(.join)
    } else {
      state.injected.append(terminal.codes.code(for: LineCell(base: scalar)))
    }
  }

  /// Whether the next character is joined to the one before the cursor.
  private var followsJoiner: Bool {
    !terminal.codes.isEmpty && libedit.line.head.unicodeScalars.last == LineCell.joiner
  }
}
