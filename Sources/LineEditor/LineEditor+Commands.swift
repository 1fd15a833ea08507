import CEditLine

/// What libedit does after a command.
enum CommandResult: UInt8 {
  case done = 0
  case endLine = 2
  case redraw = 4
  case moveCursor = 5
}

extension LineEditor {
  /// Runs the command that a key is bound to.
  func runCommand(forKey key: UInt8) -> CommandResult {
    guard let command = EditCommand(rawValue: key) else { return recall(viKey: key) }
    switch command {
    case .perform: return performAfterMove()
    case .show: return show(staged)
    case .up: return moveLine(by: -1)
    case .down: return moveLine(by: 1)
    case .historyPrevious: return recallOlder()
    case .historyNext: return recallNewer()
    case .delete: return deleteForward()
    case .end: return moveToEnd()
    case .complete: return complete()
    case .compose: return composeWithPrevious()
    case .newline: return insert("\n")
    case .paste: return paste()
    case .interrupt: return moveToEnd(then: .interrupt)
    case .suspend: return moveToEnd(then: .suspend)
    case .endOrDelete: return endOrDelete()
    case .search: return beginSearch()
    default: return .done
    }
  }

  /// Replaces what is edited.
  func show(_ line: EditedLine) -> CommandResult {
    handle.replaceLine(with: line)
    return .redraw
  }

  private func insert(_ text: String) -> CommandResult {
    guard !text.isEmpty else { return .done }
    handle.insert(text)
    return .redraw
  }

  private func paste() -> CommandResult {
    let text = PastedText.text(decoder.pastedBytes())
    return insert(text.composed(by: options.compose, keepingOthers: false))
  }

  private func deleteForward() -> CommandResult {
    let line = handle.line
    guard line.cursor < line.text.unicodeScalars.count else { return .done }
    handle.moveCursor(by: 1)
    handle.deleteBackward(1)
    return .redraw
  }

  /// libedit's own function stops a character short in vi's insert mode.
  private func moveToEnd() -> CommandResult {
    handle.moveCursor(by: .max)
    return .moveCursor
  }

  private func endOrDelete() -> CommandResult {
    handle.line.text.isEmpty ? moveToEnd(then: .endInput) : deleteForward()
  }

  /// A mark that was typed joins the character before it, or is dropped.
  private func composeWithPrevious() -> CommandResult {
    guard let previous = handle.line.head.unicodeScalars.last,
      let whole = options.compose(previous, mark)
    else { return .done }
    handle.deleteBackward(1)
    return insert(String(whole))
  }

  /// Moves within a text of several lines, and through the history beyond it.
  private func moveLine(by distance: Int) -> CommandResult {
    let line = handle.line
    guard let cursor = line.cursorMoved(byLines: distance) else {
      return distance < 0 ? recallOlder() : recallNewer()
    }
    handle.moveCursor(by: Int32(cursor - line.cursor))
    return .moveCursor
  }

  private func recall(viKey key: UInt8) -> CommandResult {
    key == UInt8(ascii: "k") || key == UInt8(ascii: "-") ? recallOlder() : recallNewer()
  }
}

extension LineEditor {
  /// Writes through libedit's stream.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe ced_write($0.baseAddress, $0.count) }
    }
  }

  func flush() {
    ced_flush()
  }

  /// Changes what libedit draws before the line from its next redraw on.
  func showPrompt(_ encoded: String, seen visible: String) {
    promptBox = CStringBox(encoded)
    shownPrompt = visible
  }

  /// The text in dim color, where there are colors.
  func dimmed(_ text: String) -> String {
    options.usesColor && hasEscapes ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }
}
