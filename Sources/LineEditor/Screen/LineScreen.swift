import Interpreter

/// Draws the prompt, the line and what surrounds it, and records what is on the screen.
///
/// libedit draws prompt and line. Colors, ghost text and menus are added after libedit has drawn, and erased
/// before it draws again. A line taller than the window must never reach libedit's own screen buffer, because
/// libedit would write outside of it. For such a line libedit's drawing is dropped, and the screen draws the part
/// around the cursor, its ``Viewport``.
///
/// For a terminal that only prints, libedit's drawing is always dropped, and a ``PlainLine`` is printed.
final class LineScreen {
  private let terminal: EditorTerminal
  private let libedit: Libedit
  private let ghostStyle: String

  /// Whether the terminal understands nothing but text, whatever the user prefers.
  private let isDumb: Bool
  /// Whether escape sequences are sent; otherwise lines are plain.
  private(set) var hasEscapes: Bool
  /// The line on a terminal that only prints.
  private var plain = PlainLine()
  /// Whether a plain line is printed to its end, and not to its cursor.
  private var printsToEnd = false
  /// Whether colors are drawn.
  private var usesColor = false
  /// The prompt that is shown.
  private(set) var prompt = Prompt("", usesColor: false)

  /// The colors of the line that are on the screen; nil if libedit has drawn the whole line again.
  private var colors: LineColors?
  /// The sequence that erases what is after and below the line; empty if there is nothing.
  private var erasure = ""
  /// Whether everything around the present line is drawn.
  private(set) var isDecorated = false
  /// Whether the terminal was told to hold changes back.
  private var isUpdateHeld = false

  /// The part of a tall line that is on the screen; nil if there is none.
  private var viewport: Viewport?
  /// The line and prompt that libedit has drawn; nil if the cursor is at the start of an empty row.
  private var drawn: (line: EditedLine, prompt: String)?
  /// The number of rows that libedit has room for; 0 if it is the window's height.
  private var roomForRows = 0

  init(terminal: EditorTerminal, name: TerminalName, libedit: Libedit) {
    self.terminal = terminal
    self.libedit = libedit
    isDumb = name.isDumb
    hasEscapes = !isDumb
    ghostStyle = ghostGraphics(onTerminal: name.name)
  }

  /// Prepares for a line that begins on an empty row.
  ///
  /// - Parameters:
  ///   - usesColor: Whether colors are drawn.
  ///   - isPlain: Whether no escape sequences are sent.
  func beginLine(usesColor: Bool, isPlain: Bool) {
    self.usesColor = usesColor
    hasEscapes = !isDumb && !isPlain
    if !hasEscapes { terminal.hidesDrawing = true }
    forgetDecoration()
    forgetRows()
  }

  /// Writes text after what libedit has drawn.
  func write(_ text: String) {
    if !text.isEmpty { terminal.write(text) }
  }

  /// Sends everything written and drawn to the terminal.
  func flush() { terminal.flush() }

  /// Makes text dim, if the terminal has colors.
  func dimmed(_ text: String) -> String {
    usesColor && hasEscapes ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }

  /// Changes the prompt for the next redraw.
  ///
  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - printsToEnd: Whether a plain line is printed to its end, such as the match of a search.
  func show(_ prompt: Prompt, printsToEnd: Bool = false) {
    libedit.setPrompt(prompt)
    (self.prompt, self.printsToEnd) = (prompt, printsToEnd)
  }

  /// Records that the cursor is at the start of an empty row.
  func forgetRows() {
    (viewport, drawn) = (nil, nil)
    plain.forget()
  }

  /// Records that nothing of the editor's own drawing is on the screen any more.
  private func forgetDecoration() { (colors, erasure, isDecorated) = (nil, "", false) }

  private func layout(of line: EditedLine, columns: Int? = nil) -> LineLayout {
    LineLayout(
      prompt: prompt.visible, line: line.text.cells, columns: columns ?? terminal.size.columns)
  }
}

// MARK: - Colors, ghost text and menus

/// Drawings in addition to the line.
enum LineExtra {
  /// Ghost text and remarks in the row of the line's end.
  case after(String)
  /// A menu in rows below the line.
  case below([String])
}

/// The terminal mode that holds changes back until all are written; terminals without it ignore it.
private enum SynchronizedUpdate {
  static let begin = "\u{1B}[?2026h"
  static let end = "\u{1B}[?2026l"
}

extension LineScreen {
  /// Draws colors and extras around the line, or the whole visible part of a tall line.
  func decorate(_ line: EditedLine, spans: [LineSpan], extra: LineExtra) {
    isDecorated = true
    if !hasEscapes {
      print(line)
    } else if terminal.hidesDrawing {
      let drawing = drawViewport(spans: spans)
      if let drawing, viewport?.showsEnd == true, case .after(let text) = extra {
        add(drawing.after(text, style: ghostStyle), in: drawing)
      }
    } else {
      let layout = layout(of: line)
      let drawing = LineDrawing(layout: layout, cursor: layout.place(of: line.cursor))
      let isWide = line.text.cells.contains { $0.columns == 2 }
      if isWide, layout.rows > 1 { redrawRows(of: line, in: drawing) }
      if usesColor { drawColors(LineColors(line.text, spans), in: drawing) }
      switch extra {
      case .after(let text): add(drawing.after(text, style: ghostStyle), in: drawing)
      case .below(let rows): add(rows.isEmpty ? "" : drawing.below(rows), in: drawing)
      }
      if isWide { write(drawing.placement) }
    }
    endUpdate()
    flush()
  }

  /// Erases what libedit does not know of, before libedit draws.
  ///
  /// - Parameter holdsUpdate: Whether the terminal holds changes back until the next decoration, to avoid flicker.
  func undecorate(holdsUpdate: Bool) {
    guard isDecorated else { return }
    if holdsUpdate, !isUpdateHeld {
      write(SynchronizedUpdate.begin)
      isUpdateHeld = true
    }
    write(erasure)
    (erasure, isDecorated) = ("", false)
  }

  /// Lets the terminal show changes that it holds back.
  func endUpdate() {
    if isUpdateHeld { write(SynchronizedUpdate.end) }
    isUpdateHeld = false
  }

  /// Returns the number of rows for a menu below a line; nil if there are too few.
  func menuRoom(below line: EditedLine) -> Int? {
    let size = terminal.size
    let room = min(Menu.maximumRows, size.rows - layout(of: line, columns: size.columns).rows)
    return room < Menu.minimumRows ? nil : room
  }

  /// Draws all rows again: where libedit moves up from below, it may continue inside a wide character.
  private func redrawRows(of line: EditedLine, in drawing: LineDrawing) {
    let plain = LineColors(line.text)
    colors = plain
    write(drawing.rows(prompt: prompt.drawn, plain))
  }

  private func drawColors(_ new: LineColors, in drawing: LineDrawing) {
    let old = colors ?? LineColors("")
    write(drawing.colored(new, from: old.firstChange(to: new)))
    colors = new
  }

  private func add(_ text: String, in drawing: LineDrawing) {
    erasure = text.isEmpty ? "" : drawing.erasure
    write(text)
  }
}

// MARK: - Drawing again

extension LineScreen {
  /// Records that libedit has drawn a line.
  func noteDrawn(_ line: EditedLine) {
    colors?.follow(line.text)
    if !terminal.hidesDrawing { drawn = (line, prompt.visible) }
  }

  /// Goes up to the start of a row and erases the screen from there; without escape sequences, begins a new row.
  ///
  /// tmux adds what is erased from the window's first cell on to its scrollback, and restores it when the window
  /// becomes wider. So the first cell is erased separately.
  func beginAnew(rowsUp: Int) {
    if hasEscapes {
      write((rowsUp > 0 ? "\u{1B}[\(rowsUp)A" : "") + "\r \u{1B}[J\r\u{1B}[K")
    } else if !plain.isEmpty {
      write("\r\n")
    }
    forgetRows()
  }

  /// Draws prompt and line again at the cursor, which is at the start of an empty row.
  ///
  /// This is the only safe way to change the prompt: libedit refers to the escape sequences on the old screen by
  /// number, and one of its assertions fails when the new prompt has fewer.
  ///
  /// - Parameter change: Changes the prompt or the line.
  func redrawHere(after change: () -> Void) {
    forgetDecoration()
    change()
    libedit.resize()
    roomForRows = 0
    fitToWindow(isRedrawn: true)
    libedit.refresh()
    noteDrawn(libedit.line)
  }

  /// Prepares for libedit's clearing of the screen, whose drawing is dropped for a tall line.
  func prepareToClear() {
    forgetDecoration()
    guard terminal.hidesDrawing else { return }
    if hasEscapes { write("\u{1B}[H\u{1B}[2J") } else { beginAnew(rowsUp: 0) }
    forgetRows()
  }

  /// The number of rows between the first one drawn and the cursor, in the window's present size.
  var rowsAboveCursor: Int {
    if !hasEscapes { return 0 }
    let size = terminal.size
    if let viewport {
      // In a narrower window the rows of a viewport, which has filled the old one, wrap.
      return size.columns < viewport.columns
        ? size.rows - 1 : min(viewport.cursorRow, size.rows - 1)
    }
    if terminal.hidesDrawing, drawn == nil { return 0 }
    let (line, shown) = terminal.hidesDrawing ? (drawn?.line, drawn?.prompt) : (nil, nil)
    let text = (shown ?? prompt.visible) + (line ?? libedit.line).head
    return min(rowsBelowStart(text.cells, columns: size.columns), size.rows - 1)
  }

  /// The number of rows between the cursor and the last one drawn.
  func rowsBelowCursor(in line: EditedLine) -> Int {
    if !hasEscapes { return 0 }
    if let viewport { return terminal.size.rows - 1 - viewport.cursorRow }
    let layout = layout(of: line)
    return layout.end.row - layout.place(of: line.cursor).row
  }
}

// MARK: - Lines taller than the window

extension LineScreen {
  /// Takes over the drawing of a line taller than the window from libedit, or returns it to libedit.
  ///
  /// This must be called for a line before libedit draws it.
  ///
  /// - Parameter isRedrawn: Whether the caller lets libedit draw everything next, on an empty row.
  func fitToWindow(isRedrawn: Bool = false) {
    let size = terminal.size
    guard let rows = rowsIfTall(in: size) else {
      return hasEscapes ? leaveViewport(isRedrawn: isRedrawn) : ()
    }
    if !terminal.hidesDrawing {
      terminal.discardDrawing()
      terminal.hidesDrawing = true
    }
    if rows >= roomForRows {
      // libedit forgets what it has drawn, so the room grows in large steps.
      roomForRows = 2 * rows + size.rows
      libedit.makeRoom(forRows: roomForRows)
    }
  }

  /// The number of rows of prompt and line; nil if they fit into the window.
  private func rowsIfTall(in size: WindowSize) -> Int? {
    let (columns, breaks) = libedit.extent
    let most = columns + 8 * prompt.visible.utf8.count
    if most / max(1, size.columns) + breaks < size.rows { return nil }
    let layout = layout(of: libedit.line, columns: size.columns)
    return layout.rows > size.rows ? layout.rows : nil
  }

  private func leaveViewport(isRedrawn: Bool) {
    guard terminal.hidesDrawing else { return }
    if viewport != nil || drawn != nil { beginAnew(rowsUp: rowsAboveCursor) }
    terminal.hidesDrawing = false
    forgetDecoration()
    libedit.resize()
    roomForRows = 0
    if !isRedrawn { libedit.refresh() }
  }

  /// Draws the part of a tall line around the cursor; prints a plain line.
  ///
  /// - Parameter spans: The colors of the line.
  /// - Returns: The layout of the part, for what is drawn around it; nil if the line is not tall.
  @discardableResult
  func drawViewport(spans: @autoclosure () -> [LineSpan]) -> LineDrawing? {
    guard hasEscapes else {
      print(libedit.line)
      return nil
    }
    guard terminal.hidesDrawing else { return nil }
    let (line, size) = (libedit.line, terminal.size)
    let layout = layout(of: line, columns: size.columns)
    let cursor = layout.place(of: line.cursor)
    let part = Viewport(
      after: viewport, rowCount: layout.rows, cursorRow: cursor.row, height: size.rows,
      columns: size.columns)
    goToTop()
    let rows = rows(of: line, spans(), layout)
    write(
      SynchronizedUpdate.begin + text(of: part, rows) + move(to: cursor, in: part)
        + SynchronizedUpdate.end)
    (viewport, drawn) = (part, nil)
    return LineDrawing(layout: layout, cursor: cursor)
  }

  /// Prints what has changed before the cursor of a plain line.
  private func print(_ line: EditedLine) {
    let text = prompt.visible + (printsToEnd ? line.text : line.head)
    write(plain.change(to: text.cells, columns: terminal.size.columns))
  }

  /// Ends the drawing of a tall or plain line.
  ///
  /// - Parameters:
  ///   - isAccepted: Whether the line was entered. It is then written whole, above its result.
  ///   - spans: The colors of the line.
  func endViewport(isAccepted: Bool, spans: @autoclosure () -> [LineSpan]) {
    guard terminal.hidesDrawing else { return }
    let line = libedit.line
    if !hasEscapes {
      if isAccepted {
        let text = line.text.hasSuffix("\n") ? String(line.text.dropLast()) : line.text
        print(EditedLine(text))
        write("\r\n")
      }
    } else if isAccepted {
      if viewport != nil || drawn != nil { beginAnew(rowsUp: rowsAboveCursor) }
      let layout = layout(of: line)
      let rows = rows(of: line, spans(), layout)
      for row in 0..<layout.rows { write(rows.text(ofRow: row) + "\r\n") }
    }
    terminal.hidesDrawing = false
    forgetRows()
    roomForRows = 0
  }

  private func rows(of line: EditedLine, _ spans: [LineSpan], _ layout: LineLayout) -> LineRows {
    LineRows(prompt: prompt, LineColors(line.text, spans), layout, usesColor: usesColor)
  }

  /// Goes to the first column of the first row that was drawn.
  private func goToTop() {
    if let viewport {
      write((viewport.cursorRow > 0 ? "\u{1B}[\(viewport.cursorRow)A" : "") + "\r")
    } else if drawn != nil {
      beginAnew(rowsUp: rowsAboveCursor)
    }
  }

  private func text(of part: Viewport, _ rows: LineRows) -> String {
    let texts = part.rows.map { row in
      if let mark = part.mark(inRow: row) {
        return dimmed(mark.clipped(to: part.columns - 1)) + "\u{1B}[K"
      }
      return rows.text(ofRow: row) + (rows.isFull(row) ? "" : "\u{1B}[K")
    }
    return texts.joined(separator: "\r\n")
  }

  private func move(to cursor: LineLayout.Place, in part: Viewport) -> String {
    let up = part.rows.count - 1 - part.cursorRow
    return (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
      + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "")
  }
}
