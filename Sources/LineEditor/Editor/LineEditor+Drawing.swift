import Interpreter

/// Drawing around the line, and drawing everything again.
extension LineEditor {
  /// Draws colors, ghost text or a menu around the line, unless the next key is already there.
  func decorate(_ line: EditedLine) {
    guard !screen.isDecorated, !keys.hasKeySoon() else { return }
    let extra: LineExtra =
      state.menu == nil ? .after(annotation(of: line)) : .below(menuRows(below: line))
    screen.decorate(line, spans: spans(of: line), extra: extra)
  }

  /// The colored parts of a line; none without colors.
  func spans(of line: EditedLine) -> [LineSpan] {
    guard preferences.usesColor else { return [] }
    return adviser.advice(on: line, isCommand: state.isCommand).spans
  }

  /// The ghost text of a line; nil if there is none, or if it is not shown now.
  func ghost(for line: EditedLine) -> Ghost? {
    guard showsGhosts, screen.hasEscapes, state.isCommand, state.menu == nil,
      line.cursor == line.count
    else { return nil }
    return adviser.ghost(for: line)
  }

  private var showsGhosts: Bool { preferences.suggests && preferences.usesColor }

  /// The ghost text and remarks after a line.
  private func annotation(of line: EditedLine) -> String {
    guard showsGhosts, !state.isQuestion else { return "" }
    let advice = adviser.annotation(of: line, ghost(for: line), isCommand: state.isCommand)
    return advice + (state.hasLostPrompt ? "  (the prompt was taken off)" : "")
  }

  /// Shows a prompt before the line; if the history is searched, after the search.
  func setPrompt(_ text: String) {
    let marked = preferences.marks && !state.isQuestion ? text + PromptMark.promptEnd : text
    state.prompt = Prompt(marked, usesColor: preferences.usesColor && screen.hasEscapes)
    if !state.isSearching { screen.show(state.prompt) }
  }

  /// Draws prompt and line again.
  ///
  /// - Parameters:
  ///   - rowsUp: How far above the cursor the drawing begins; nil for where it began before.
  ///   - change: Changes the prompt or the line.
  func redraw(rowsUp: Int? = nil, after change: () -> Void = {}) {
    screen.beginAnew(rowsUp: rowsUp ?? screen.rowsAboveCursor)
    redrawHere(after: change)
  }

  /// Draws prompt and line again at the cursor, which is at the start of an empty row.
  func redrawHere(after change: () -> Void = {}) {
    screen.redrawHere(after: change)
    decorate(libedit.line)
    screen.flush()
  }
}

// MARK: - Events while a line is edited

extension LineEditor {
  /// Handles news, a new window size, and the continuation after a stop, on the thread that reads keys.
  func applyTerminalEvents() {
    guard !state.isListing else { return }
    if news.take() { printNews() }
    let wasContinued = TerminalEvents.takeContinuation()
    let hasNewSize = TerminalEvents.takeWindowChange()
    if wasContinued {
      libedit.prepareTerminal(editing: false)
      libedit.prepareTerminal(editing: true)
      _ = BracketedPaste.turn(false)
      if screen.hasEscapes { screen.write(BracketedPaste.turn(true)) }
    }
    if hasNewSize, !wasContinued, redrawsAbove() {
      screen.forgetRows()
      redrawHere()
    } else if wasContinued || hasNewSize {
      redraw(rowsUp: wasContinued ? 0 : nil)
    }
  }

  /// Lets the owner draw again what is above the line, in the terminal mode in which commands write.
  private func redrawsAbove() -> Bool {
    guard screen.hasEscapes else { return false }
    screen.flush()
    libedit.prepareTerminal(editing: false)
    defer { libedit.prepareTerminal(editing: true) }
    return onNewSize()
  }

  /// Lets the owner print news above the line, which stays as it is.
  private func printNews() {
    let rows = screen.rowsAboveCursor
    screen.undecorate(holdsUpdate: state.menu != nil)
    screen.endUpdate()
    screen.beginAnew(rowsUp: rows)
    screen.flush()
    libedit.prepareTerminal(editing: false)
    // A question is part of a running command, whose data must not change.
    if state.isQuestion { onNewsInQuestion() }
    let prompt = state.isQuestion ? nil : onNews()
    libedit.prepareTerminal(editing: true)
    adviser.forgetAdvice()
    redrawHere { if let prompt { setPrompt(prompt) } }
  }
}

// MARK: - The mode of vi

/// The cursor shows the mode of vi: a bar for text, a block for commands.
extension LineEditor {
  /// Sets the shape of the cursor for the current mode, if the terminal supports shapes.
  func showMode() {
    guard libedit.editMode == .vi, hasCursorShapes, screen.hasEscapes else { return hideMode() }
    let shape = state.viMode.isCommand ? CursorShape.block : .bar
    if shape == shownShape { return }
    shownShape = shape
    screen.write(shape.sequence)
  }

  /// Restores the standard shape of the cursor.
  func hideMode() {
    guard shownShape != nil else { return }
    shownShape = nil
    screen.write(CursorShape.standard.sequence)
  }
}
