import Interpreter

extension LineEditor {
  /// The next character for libedit, which has drawn everything and waits; none at the end.
  func nextCharacter() -> Unicode.Scalar? {
    // libedit took all characters, so that a command that did not run was eaten, as behind Ctrl-X.
    if injected.isEmpty { commands.removeAll() }
    if libedit.repairCursor() || libedit.hasStaleCodes {
      staged = libedit.line
      inject(.show)
    }
    screen.fitToWindow()
    while injected.isEmpty {
      // What was typed is shown before anything is made of it.
      screen.flush()
      keepUp()
      doWhatWaited()
      guard let key = keys.next() else { continue }
      screen.undecorate(holdsUpdate: openMenu != nil)
      if key == .endOfInput {
        endIfAsked()
        return nil
      }
      take(key)
    }
    return injected.removeFirst()
  }

  /// Brings what depends on the line up to it, before the wait for a key.
  private func keepUp() {
    let line = libedit.line
    if !isInlineSearch && openMenu?.purpose != .history { changes.record(line) }
    followLine(line)
    screen.noteDrawn(line)
    decorate(line)
  }

  private func doWhatWaited() {
    screen.flush()
    let work = onShown
    onShown = {}
    work()
  }

  /// Has libedit run a command next.
  func inject(_ command: EditCommand) {
    let character = command.character
    if character == EditCommand.own { commands.append(command) }
    if command == .clearScreen { screen.prepareToClear() }
    injected.append(character)
  }

  private func take(_ key: Key) {
    if isInlineSearch { return continueSearch(key) }
    if openMenu != nil, takeForMenu(key) { return }
    edit(key)
  }

  private func edit(_ key: Key) {
    let key = resolvingAlt(key)
    (previousCommand, presentCommand) = (presentCommand, nil)
    switch key {
    case .escapeWithdrawn, .backTab: break
    case .escape where libedit.editMode == .vi:
      teachHistory()
      injected.append("\u{1B}")
    case .escape: isAltPending = true
    // Another line, or the person's own editor, is wanted more often than an Escape so close before its key.
    case .alt("\r"), .alt("\n"), .alt("e"), .alt("E"): editOrType(key)
    case .alt(let scalar) where libedit.editMode == .vi:
      keys.pushBack(.character(scalar))
      injected.append("\u{1B}")
    case .enter, .character("\r"): enter()
    default: editOrType(key)
    }
  }

  private func editOrType(_ key: Key) {
    if let command = EditCommand(key) {
      presentCommand = command
      return inject(command)
    }
    switch key {
    case .character(let scalar): type(scalar)
    // What the person's own file binds; without one libedit would ring for what it does not know.
    case .alt(let scalar) where libedit.hasOwnBindings: injected += ["\u{1B}", scalar]
    default: break
    }
  }

  /// Ends the line, unless it needs another one; a second Enter ends it all the same.
  private func enter() {
    let text = libedit.line.text
    if isQuestion || text.hasSuffix("\n") || !assistant.isUnfinished(text) {
      injected.append("\n")
    } else {
      inject(.continueLine)
    }
  }

  /// An Escape by itself stands for Alt, in emacs' way of editing; whatever came before, Ctrl-C drops the line.
  private func resolvingAlt(_ key: Key) -> Key {
    let isAlt = isAltPending
    isAltPending = false
    switch key {
    case .alt("\u{3}"): return .character("\u{3}")
    case .character(let scalar) where isAlt && scalar != "\u{3}": return .alt(scalar)
    default: return key
    }
  }

  private func type(_ scalar: Unicode.Scalar) {
    // libedit's mark and quoted insertion would take the next private character for text.
    if scalar == "\0" || scalar == "\u{16}" || scalar.isInvisible { return }
    // With no character before the cursor to exchange, libedit moves the cursor and does not draw it there.
    if scalar == "\u{14}", libedit.line.cursor == 0 { return }
    // In vi's way of editing it takes each control character for text that it does not know.
    if libedit.editMode == .vi, !libedit.hasOwnBindings, scalar.value < 0x20, scalar != "\u{8}" {
      return
    }
    if scalar.isZeroWidth || scalar.isRegional || scalar.value >= 0x80 && followsJoiner {
      mark = scalar
      inject(.join)
    } else {
      injected.append(terminal.codes.code(for: LineCell(base: scalar)))
    }
  }

  /// Whether what is typed next goes on with the character before it.
  private var followsJoiner: Bool {
    !terminal.codes.isEmpty && libedit.line.head.unicodeScalars.last == LineCell.joiner
  }
}
