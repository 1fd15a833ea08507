import CEditLine
import Interpreter

/// The commands that the editor does itself.
extension LineEditor {
  /// Runs the command that a key is bound to.
  func runCommand(forKey key: UInt8) -> CommandResult {
    // libedit draws the line next.
    defer { screen.fitToWindow() }
    guard UInt32(key) == EditCommand.own.value, let command = state.injected.nextCommand() else {
      return run(viKey: key)
    }
    switch command {
    case .perform: return performEndAction()
    case .show: return show(state.staged)
    case .up: return moveLine(by: -1)
    case .down: return moveLine(by: 1)
    case .historyPrevious: return recallOlder()
    case .historyNext: return recallNewer()
    case .left: return moveCursor(by: -1)
    case .right: return acceptGhost() ?? moveCursor(by: 1)
    case .end: return acceptGhost() ?? moveToEnd()
    case .wordRight: return acceptGhostWord() ?? moveCursor(to: libedit.line.endOfWord)
    case .delete: return deleteForward()
    case .complete: return complete()
    case .takeListed: return takeListed(state.listedNumber)
    case .join: return joinToPrevious()
    case .newline: return insert("\n")
    case .continueLine: return continueLine()
    case .paste: return paste()
    case .interrupt: return moveToEnd(then: .interrupt)
    case .suspend: return moveToEnd(then: .suspend)
    case .editElsewhere: return moveToEnd(then: .editElsewhere)
    case .endOrDelete: return endOrDelete()
    case .search: return beginSearch(for: libedit.line)
    case .undo: return state.changes.undo().map(show) ?? .done
    case .redo: return state.changes.redo().map(show) ?? .done
    case .killToStart, .killToEnd, .killWordBackward, .killWordForward: return cut(command)
    case .yank: return yank()
    case .yankPop: return yankPop()
    // libedit does these.
    case .home, .wordLeft, .uppercase, .lowercase, .capitalize, .clearScreen: return .done
    }
  }

  /// Runs what a key means in vi's command mode.
  private func run(viKey key: UInt8) -> CommandResult {
    switch key {
    case UInt8(ascii: "k"), UInt8(ascii: "K"), UInt8(ascii: "-"): recallOlder()
    case UInt8(ascii: "G"): recallOldest()
    // libedit's own undo forgets what its `D` cut.
    case UInt8(ascii: "u"): state.changes.undo().map(show) ?? .done
    case UInt8(ascii: "/"), UInt8(ascii: "?"): beginSearch(for: EditedLine(""))
    case UInt8(ascii: "v"): moveToEnd(then: .editElsewhere)
    default: recallNewer()
    }
  }

  /// Replaces the line.
  func show(_ line: EditedLine) -> CommandResult {
    libedit.replaceLine(with: line)
    return .redraw
  }

  private func insert(_ text: String) -> CommandResult {
    guard !text.isEmpty else { return .done }
    libedit.insert(text)
    return .redraw
  }

  private func paste() -> CommandResult {
    let text = keys.pastedText().composed(by: options.compose, keepingInvisible: false)
    guard libedit.line.cursor == 0, state.isCommand, let bare = text.withoutPrompts else {
      return insert(text)
    }
    state.hasLostPrompt = true
    return insert(bare)
  }

  private func deleteForward() -> CommandResult {
    let line = libedit.line
    guard line.cursor < line.count else { return .done }
    libedit.moveCursor(by: 1)
    libedit.deleteBackward(1)
    return .redraw
  }

  private func endOrDelete() -> CommandResult {
    libedit.line.text.isEmpty ? moveToEnd(then: .endInput) : deleteForward()
  }

  private func continueLine() -> CommandResult {
    libedit.moveCursor(by: .max)
    return insert("\n")
  }

  /// Adds a typed mark to the character before it.
  private func joinToPrevious() -> CommandResult {
    guard let previous = libedit.cellBeforeCursor, !previous.base.isControl else {
      return insert(String(state.mark))
    }
    var text = String([previous])
    text.unicodeScalars.append(state.mark)
    libedit.deleteBackward(1)
    return insert(text.composed(by: options.compose, keepingInvisible: true))
  }

  /// Accepts the ghost text, if the cursor is where it begins.
  private func acceptGhost() -> CommandResult? { ghost(for: libedit.line).map { show($0.line) } }

  /// Accepts a word of the ghost text.
  private func acceptGhostWord() -> CommandResult? {
    let line = libedit.line
    return ghost(for: line).map { show($0.firstWord(after: line)) }
  }
}

// MARK: - Moving

extension LineEditor {
  private func moveCursor(by distance: Int32) -> CommandResult {
    libedit.moveCursor(by: distance)
    return .moveCursor
  }

  private func moveCursor(to place: Int) -> CommandResult {
    moveCursor(by: Int32(place - libedit.line.cursor))
  }

  /// Moves to the end; in vi's insert mode libedit's own function stops a character before it.
  private func moveToEnd() -> CommandResult { moveCursor(by: .max) }

  /// Moves within a text of several lines, and through the history beyond it.
  private func moveLine(by distance: Int) -> CommandResult {
    guard let cursor = libedit.line.cursorMoved(byLines: distance) else {
      return distance < 0 ? recallOlder() : recallNewer()
    }
    return moveCursor(to: cursor)
  }

  private func recallOlder() -> CommandResult {
    guard !state.isQuestion else { return .done }
    return state.walk.older(from: libedit.line, in: pastLines).map(show) ?? .done
  }

  private func recallOldest() -> CommandResult {
    guard !state.isQuestion else { return .done }
    return state.walk.oldest(from: libedit.line, in: pastLines).map(show) ?? .done
  }

  private func recallNewer() -> CommandResult {
    state.walk.newer(in: pastLines).map(show) ?? .done
  }
}

// MARK: - Cutting and yanking

extension LineEditor {
  /// Cuts the text that a command names.
  private func cut(_ command: EditCommand) -> CommandResult {
    let line = libedit.line
    let range = range(of: command, in: line)
    let joins = state.previousCommand?.isKill ?? false
    guard !range.isEmpty else {
      if !joins { killRing.close() }
      return .done
    }
    killRing.add(line.slice(range), joining: joins, isBefore: range.upperBound == line.cursor)
    return show(line.removing(range))
  }

  private func range(of command: EditCommand, in line: EditedLine) -> Range<Int> {
    switch command {
    case .killToStart: return line.row.lowerBound..<line.cursor
    case .killToEnd:
      let end = line.row.upperBound
      // At the end of one of several lines, its line feed is cut.
      return line.cursor..<(end == line.cursor ? min(end + 1, line.count) : end)
    case .killWordBackward: return line.startOfWord..<line.cursor
    default: return line.cursor..<line.endOfWord
    }
  }

  /// Inserts the text cut last.
  private func yank() -> CommandResult {
    killRing.rewind()
    return insert(killRing.text ?? "")
  }

  /// Replaces the text just yanked with the one cut before it.
  private func yankPop() -> CommandResult {
    guard [.yank, .yankPop].contains(state.previousCommand), let last = killRing.text else {
      return .done
    }
    killRing.rotate()
    let line = libedit.line
    let start = line.cursor - last.cells.count
    guard start >= 0, line.slice(start..<line.cursor) == last else { return .done }
    let rest = line.removing(start..<line.cursor)
    return show(rest.replacing(rest.cursorOffset..<rest.cursorOffset, with: killRing.text ?? ""))
  }
}

// MARK: - Actions below the line

extension LineEditor {
  /// Lets libedit move the cursor to the end of the line, then does an action.
  func moveToEnd(then action: EndAction) -> CommandResult {
    state.endAction = action
    libedit.moveCursor(by: .max)
    inject(.perform)
    return .moveCursor
  }

  private func performEndAction() -> CommandResult {
    defer { state.endAction = nil }
    screen.drawViewport(spans: spans(of: libedit.line))
    switch state.endAction {
    case .interrupt: return end(with: .interrupted, mark: "^C")
    case .endInput: return end(with: .endOfInput, mark: "")
    case .suspend: return suspend()
    case .editElsewhere: return editElsewhere()
    case .list(let suggestions, let cursor): return list(suggestions, cursor: cursor)
    case nil: return .done
    }
  }

  private func end(with outcome: LineRead, mark: String) -> CommandResult {
    state.outcome = outcome
    screen.write(mark.isEmpty ? "" : screen.dimmed(mark))
    screen.write("\r\n\(screen.hasEscapes ? "\u{1B}[J" : "")")
    return .endLine
  }

  /// Stops the whole job, as the terminal itself would have; returns when the job is continued.
  private func suspend() -> CommandResult {
    if terminal.isPrivate { return .done }
    screen.write("\(screen.dimmed("^Z"))\r\n")
    lendTerminal()
    ced_stop_job()
    if ownsTerminal { DeferredTermination.begin() }
    TerminalEvents.noteContinuation()
    return .done
  }

  /// Opens the line in the person's own editor.
  private func editElsewhere() -> CommandResult {
    let line = libedit.line
    screen.write("\r\n")
    lendTerminal()
    let text = onEdit(line.text)
    if ownsTerminal { DeferredTermination.begin() }
    libedit.prepareTerminal(editing: true)
    if screen.hasEscapes { screen.write(BracketedPaste.turn(true)) }
    if let text { libedit.replaceLine(with: EditedLine(insertableLines(text))) }
    redraw(rowsUp: 0)
    return .done
  }

  /// Prepares a text of several lines for the line.
  func insertableLines(_ text: String) -> String {
    String(pasted: Array(text.utf8)).composed(by: options.compose, keepingInvisible: true)
  }
}
