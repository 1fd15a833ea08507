extension LineEditor {
  /// What has ``onNews`` called soon, while a line is read; any thread may call it.
  package var wake: @Sendable () -> Void { { [bell] in bell.ring() } }

  /// Lets others say something above the line, which stays as it is.
  func sayNews() {
    // Who answers a question is in the middle of a command, which nothing may change.
    if isQuestion { return }
    let rows = rowsAboveCursor
    undecorate()
    release()
    if hasEscapes { write(rows > 0 ? "\u{1B}[\(rows)A\r\u{1B}[J" : "\r\u{1B}[J") }
    flush()
    handle.prepareTerminal(editing: false)
    let prompt = onNews()
    handle.prepareTerminal(editing: true)
    knownAdvice = nil
    redraw(rowsUp: 0) {
      guard let prompt, openMenu?.purpose != .history, !isInlineSearch else { return }
      takePrompt(prompt)
    }
  }
}
