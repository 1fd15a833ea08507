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
    drawViewport()
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
    write("\(mark.isEmpty ? "" : dimmed(mark))\r\n\(hasEscapes ? "\u{1B}[J" : "")")
    return .endLine
  }

  /// Stops the whole job, as the terminal itself would have; returns when it goes on.
  private func suspend() -> CommandResult {
    if terminal.isPrivate { return .done }
    write("\(dimmed("^Z"))\r\n")
    lendTerminal()
    kill(0, SIGTSTP)
    if ownsTerminal { DeferredTermination.begin() }
    TerminalEvents.noteContinuation()
    return .done
  }

  /// Has the person's own editor change the line.
  private func editElsewhere() -> CommandResult {
    let line = libedit.line
    write("\r\n")
    lendTerminal()
    let text = onEdit(line.text)
    if ownsTerminal { DeferredTermination.begin() }
    libedit.prepareTerminal(editing: true)
    if hasEscapes { write(BracketedPaste.turn(true)) }
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
      if hasEscapes { write(BracketedPaste.turn(true)) }
    }
    if hasNewSize, !wasContinued, drawsAbove() {
      (viewport, drawn) = (nil, nil)
      redrawHere {}
    } else if wasContinued || hasNewSize {
      redraw(rowsUp: wasContinued ? 0 : rowsAboveCursor)
    }
  }

  /// Has others draw what stands above the line, in the mode in which commands write.
  private func drawsAbove() -> Bool {
    guard hasEscapes else { return false }
    flush()
    libedit.prepareTerminal(editing: false)
    defer { libedit.prepareTerminal(editing: true) }
    return onNewSize()
  }

  /// Draws prompt and line again, from a number of rows above the cursor.
  ///
  /// This is the only safe way to change the prompt: libedit keeps numbers of its
  /// escape sequences on the old screen, and gives up when the new has fewer.
  func redraw(rowsUp: Int, after change: () -> Void = {}) {
    beginAnew(rowsUp: rowsUp)
    redrawHere(after: change)
  }

  /// Goes to the start of an empty row: one above what is drawn, which is erased, or a new one.
  ///
  /// What is erased from the window's first cell on, tmux keeps among what has scrolled away, and brings back when the
  /// window becomes wider: so the first cell is erased by itself.
  func beginAnew(rowsUp: Int) {
    if hasEscapes {
      write((rowsUp > 0 ? "\u{1B}[\(rowsUp)A" : "") + "\r \u{1B}[J\r\u{1B}[K")
    } else {
      write("\r\n")
    }
    (viewport, drawn) = (nil, nil)
  }

  /// Draws prompt and line again where the cursor is, at the start of an empty row.
  func redrawHere(after change: () -> Void) {
    decoration.forget()
    change()
    libedit.resize()
    roomForRows = 0
    fitToWindow(isRedrawn: true)
    libedit.refresh()
    let line = libedit.line
    noteDrawn(line)
    decorate(line)
    flush()
  }

  /// The rows between the first one drawn and the cursor, once the terminal has laid out the text anew.
  var rowsAboveCursor: Int {
    let size = terminal.size
    if let viewport {
      // A narrower window breaks the rows of a part that has filled all of it.
      return size.columns < viewport.columns
        ? size.rows - 1 : min(viewport.cursorRow, size.rows - 1)
    }
    if terminal.hidesDrawing, drawn == nil { return 0 }
    let (line, prompt) = terminal.hidesDrawing ? (drawn?.line, drawn?.prompt) : (nil, nil)
    let text = (prompt ?? shownPrompt.visible) + (line ?? libedit.line).head
    return min(rowsBelowStart(text.cells, columns: size.columns), size.rows - 1)
  }
}
