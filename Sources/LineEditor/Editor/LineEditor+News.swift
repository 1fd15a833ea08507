extension LineEditor {
  /// What has ``onNews`` called soon, while a line is read; any thread may call it.
  package var wake: @Sendable () -> Void { { [news] in news.post() } }

  /// Lets others say something above the line, which stays as it is.
  func sayNews() {
    // Who answers a question is in the middle of a command, which nothing may change.
    if isQuestion { return }
    let rows = screen.rowsAboveCursor
    screen.undecorate(holdsUpdate: openMenu != nil)
    screen.endUpdate()
    screen.beginAnew(rowsUp: rows)
    screen.flush()
    libedit.prepareTerminal(editing: false)
    let prompt = onNews()
    libedit.prepareTerminal(editing: true)
    knownAdvice = nil
    redrawHere { if let prompt { takePrompt(prompt) } }
  }
}
