import CEditLine
import Interpreter

/// What is done below the line, so only after libedit has put the cursor at its end.
enum AfterMove {
  case interrupt, suspend, endInput, editElsewhere
  case list([Suggestion], cursor: Int)
}

extension LineEditor {
  /// Has libedit put the cursor behind the line, then run the action.
  func moveToEnd(then action: AfterMove) -> CommandResult {
    afterMove = action
    libedit.moveCursor(by: .max)
    inject(.perform)
    return .moveCursor
  }

  func performAfterMove() -> CommandResult {
    defer { afterMove = nil }
    screen.drawViewport(spans: spans(of: libedit.line))
    switch afterMove {
    case .interrupt: return end(with: .interrupted, mark: "^C")
    case .endInput: return end(with: .endOfInput, mark: "")
    case .suspend: return suspend()
    case .editElsewhere: return editElsewhere()
    case .list(let suggestions, let cursor): return list(suggestions, cursor: cursor)
    case nil: return .done
    }
  }

  private func end(with outcome: LineRead, mark: String) -> CommandResult {
    self.outcome = outcome
    screen.write(
      "\(mark.isEmpty ? "" : screen.dimmed(mark))\r\n\(screen.hasEscapes ? "\u{1B}[J" : "")")
    return .endLine
  }

  /// Stops the whole job, as the terminal itself would have; returns when it goes on.
  private func suspend() -> CommandResult {
    if terminal.isPrivate { return .done }
    screen.write("\(screen.dimmed("^Z"))\r\n")
    lendTerminal()
    kill(0, SIGTSTP)
    if ownsTerminal { DeferredTermination.begin() }
    TerminalEvents.noteContinuation()
    return .done
  }

  /// Has the person's own editor change the line.
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

  /// A text of several lines as it can stand in the line.
  func insertableLines(_ text: String) -> String {
    String(pasted: Array(text.utf8)).composed(by: options.compose, keepingInvisible: true)
  }

  /// Catches up with signals, on the thread that reads keys.
  func applyTerminalEvents() {
    guard !isPaging else { return }
    if news.take() { sayNews() }
    let wasContinued = TerminalEvents.takeContinuation()
    let hasNewSize = TerminalEvents.takeWindowChange()
    if wasContinued {
      libedit.prepareTerminal(editing: false)
      libedit.prepareTerminal(editing: true)
      _ = BracketedPaste.turn(false)
      if screen.hasEscapes { screen.write(BracketedPaste.turn(true)) }
    }
    if hasNewSize, !wasContinued, drawsAbove() {
      screen.forgetRows()
      redrawHere()
    } else if wasContinued || hasNewSize {
      redraw(rowsUp: wasContinued ? 0 : nil)
    }
  }

  /// Has others draw what stands above the line, in the mode in which commands write.
  private func drawsAbove() -> Bool {
    guard screen.hasEscapes else { return false }
    screen.flush()
    libedit.prepareTerminal(editing: false)
    defer { libedit.prepareTerminal(editing: true) }
    return onNewSize()
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
