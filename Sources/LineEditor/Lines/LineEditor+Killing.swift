extension LineEditor {
  /// Cuts what a command says and keeps it.
  func cut(_ command: EditCommand) -> CommandResult {
    let line = libedit.line
    let range = range(of: command, in: line)
    let joins = previousCommand?.isKill ?? false
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
      // At the end of a line of several, its line feed goes.
      return line.cursor..<(end == line.cursor ? min(end + 1, line.count) : end)
    case .killWordBackward: return line.startOfWord..<line.cursor
    default: return line.cursor..<line.endOfWord
    }
  }

  /// Puts back what was cut last.
  func yank() -> CommandResult {
    killRing.rewind()
    return insert(killRing.text ?? "")
  }

  /// Puts what was cut before in the place of what was just put back.
  func yankPop() -> CommandResult {
    guard [.yank, .yankPop].contains(previousCommand), let last = killRing.text else {
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
