extension LineEditor {
  /// Runs the command that a key is bound to.
  func runCommand(forKey key: UInt8) -> CommandResult {
    // libedit draws the line next.
    defer { screen.fitToWindow() }
    guard UInt32(key) == EditCommand.own.value, !commands.isEmpty else { return run(viKey: key) }
    let command = commands.removeFirst()
    switch command {
    case .perform: return performAfterMove()
    case .show: return show(staged)
    case .up: return moveLine(by: -1)
    case .down: return moveLine(by: 1)
    case .historyPrevious: return recallOlder()
    case .historyNext: return recallNewer()
    case .left: return moveCursor(by: -1)
    case .right: return acceptAll() ?? moveCursor(by: 1)
    case .end: return acceptAll() ?? moveToEnd()
    case .wordRight: return acceptWord() ?? moveCursor(to: libedit.line.endOfWord)
    case .delete: return deleteForward()
    case .complete: return complete()
    case .join: return joinToPrevious()
    case .newline: return insert("\n")
    case .continueLine: return continueLine()
    case .paste: return paste()
    case .interrupt: return moveToEnd(then: .interrupt)
    case .suspend: return moveToEnd(then: .suspend)
    case .editElsewhere: return moveToEnd(then: .editElsewhere)
    case .endOrDelete: return endOrDelete()
    case .search: return beginSearch(for: libedit.line)
    case .undo: return changes.undo().map(show) ?? .done
    case .redo: return changes.redo().map(show) ?? .done
    case .killToStart, .killToEnd, .killWordBackward, .killWordForward: return cut(command)
    case .yank: return yank()
    case .yankPop: return yankPop()
    // libedit does these by itself.
    case .home, .wordLeft, .uppercase, .lowercase, .capitalize, .clearScreen: return .done
    }
  }

  /// Replaces what is edited.
  func show(_ line: EditedLine) -> CommandResult {
    libedit.replaceLine(with: line)
    return .redraw
  }

  func insert(_ text: String) -> CommandResult {
    guard !text.isEmpty else { return .done }
    libedit.insert(text)
    return .redraw
  }

  private func paste() -> CommandResult {
    insert(keys.pastedText().composed(by: options.compose, keepingInvisible: false))
  }

  private func deleteForward() -> CommandResult {
    let line = libedit.line
    guard line.cursor < line.count else { return .done }
    libedit.moveCursor(by: 1)
    libedit.deleteBackward(1)
    return .redraw
  }

  private func moveCursor(by distance: Int32) -> CommandResult {
    libedit.moveCursor(by: distance)
    return .moveCursor
  }

  private func moveCursor(to place: Int) -> CommandResult {
    moveCursor(by: Int32(place - libedit.line.cursor))
  }

  /// libedit's own function stops a character short in vi's insert mode.
  private func moveToEnd() -> CommandResult { moveCursor(by: .max) }

  private func endOrDelete() -> CommandResult {
    libedit.line.text.isEmpty ? moveToEnd(then: .endInput) : deleteForward()
  }

  private func continueLine() -> CommandResult {
    libedit.moveCursor(by: .max)
    return insert("\n")
  }

  /// A mark that was typed joins the character before it.
  private func joinToPrevious() -> CommandResult {
    guard let previous = libedit.cellBeforeCursor, !previous.base.isControl else {
      return insert(String(mark))
    }
    var text = String([previous])
    text.unicodeScalars.append(mark)
    libedit.deleteBackward(1)
    return insert(text.composed(by: options.compose, keepingInvisible: true))
  }

  /// Moves within a text of several lines, and through the history beyond it.
  private func moveLine(by distance: Int) -> CommandResult {
    let line = libedit.line
    guard let cursor = line.cursorMoved(byLines: distance) else {
      return distance < 0 ? recallOlder() : recallNewer()
    }
    return moveCursor(to: cursor)
  }

  /// Runs what a key means in vi's command mode.
  private func run(viKey key: UInt8) -> CommandResult {
    switch key {
    case UInt8(ascii: "k"), UInt8(ascii: "K"), UInt8(ascii: "-"): recallOlder()
    case UInt8(ascii: "G"): recallOldest()
    // libedit's own forgets what its `D` cut.
    case UInt8(ascii: "u"): changes.undo().map(show) ?? .done
    case UInt8(ascii: "/"), UInt8(ascii: "?"): beginSearch(for: EditedLine(""))
    case UInt8(ascii: "v"): moveToEnd(then: .editElsewhere)
    default: recallNewer()
    }
  }
}
