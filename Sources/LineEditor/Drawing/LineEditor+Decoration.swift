import Interpreter

/// What stands on the screen beside what libedit has drawn there.
struct Decoration {
  /// The line in its colors, as it was drawn last.
  var colors: LineColors?
  /// What takes away what stands behind and below the line; empty if nothing does.
  var erasure = ""
  /// Whether all is drawn that belongs to the line of now.
  var isCurrent = false
  /// Whether the terminal was told to wait with showing changes.
  var isHeld = false

  /// Forgets what was drawn: the rows are empty, or drawn anew by libedit without color.
  mutating func forget() { (colors, erasure, isCurrent) = (nil, "", false) }
}

/// The terminal's mode in which it shows changes only once all are there; unknown to it, it does no harm.
enum HeldUpdate {
  static let begin = "\u{1B}[?2026h"
  static let end = "\u{1B}[?2026l"
}

extension LineEditor {
  /// Draws colors, ghost and menu around the line, unless the next key is there already.
  func decorate(_ line: EditedLine) {
    guard !decoration.isCurrent, !keys.hasKeySoon() else { return }
    if terminal.hidesDrawing { return decorateViewport(of: line) }
    guard hasEscapes else { return }
    let size = terminal.size
    let layout = LineLayout(
      prompt: shownPrompt.visible, line: line.text.cells, columns: size.columns)
    decoration.isCurrent = true
    let drawing = LineDrawing(layout: layout, cursor: layout.place(of: line.cursor))
    let isWide = line.text.cells.contains { $0.columns == 2 }
    if isWide, layout.rows > 1 { write(mended(line, in: drawing)) }
    write(colored(line, in: drawing))
    let extra = openMenu == nil ? behind(line, in: drawing) : menuRows(in: drawing, size)
    decoration.erasure = extra.isEmpty ? "" : drawing.erasure
    write(extra)
    if isWide { write(drawing.placement) }
    release()
    flush()
  }

  /// Draws the part of a line taller than the window that the cursor is in, and the ghost if the end is in it.
  private func decorateViewport(of line: EditedLine) {
    decoration.isCurrent = true
    if let drawing = drawViewport(), hasEscapes, viewport?.showsEnd == true, openMenu == nil {
      let extra = behind(line, in: drawing)
      decoration.erasure = extra.isEmpty ? "" : drawing.erasure
      write(extra)
    }
    release()
    flush()
  }

  /// Takes away what libedit does not know of, before it draws.
  func undecorate() {
    guard decoration.isCurrent else { return }
    if openMenu != nil, !decoration.isHeld {
      write(HeldUpdate.begin)
      decoration.isHeld = true
    }
    write(decoration.erasure)
    (decoration.erasure, decoration.isCurrent) = ("", false)
  }

  /// Has the terminal show what it was held back from.
  func release() {
    if decoration.isHeld { write(HeldUpdate.end) }
    decoration.isHeld = false
  }

  /// All rows as they should be: where libedit comes from below it may go on inside a wide character.
  private func mended(_ line: EditedLine, in drawing: LineDrawing) -> String {
    let plain = LineColors(line.text)
    decoration.colors = plain
    return drawing.rows(prompt: shownPrompt.drawn, plain)
  }

  private func colored(_ line: EditedLine, in drawing: LineDrawing) -> String {
    guard preferences.usesColor else { return "" }
    let colors = LineColors(line.text, advice(on: line).spans)
    defer { decoration.colors = colors }
    let drawn = decoration.colors ?? LineColors("")
    return drawing.colored(colors, from: drawn.firstChange(to: colors))
  }

  /// Why an empty line follows, where one was begun because something is open.
  private func openEnd(of line: EditedLine) -> String {
    line.text.hasSuffix("\n") && assistant.isUnfinished(line.text)
      ? "a quotation or parenthesis is open; Enter goes on without its end" : ""
  }

  /// What goes on behind the line: the ghost, what the line would do, and what the ghost is.
  private func behind(_ line: EditedLine, in drawing: LineDrawing) -> String {
    guard preferences.suggests, preferences.usesColor, !isQuestion else { return "" }
    let ghost = ghost(for: line)
    let notes = [openEnd(of: line)] + remarks(on: line, ghost)
    let said = notes.filter { !$0.isEmpty }.joined(separator: " · ").withoutControls
    let note = said.isEmpty ? "" : "  " + said
    return drawing.after((ghost?.shown.withoutControls ?? "") + note, style: ghostStyle)
  }

  /// What the line would do that stands there, with what goes on behind it; and what that is.
  private func remarks(on line: EditedLine, _ ghost: Ghost?) -> [String] {
    let remark = advice(on: line).remark
    guard let ghost, ghost.goesOn, !remark.isEmpty else {
      return [remark, ghost?.description ?? ""]
    }
    // Who reads both together takes it for what all of it does.
    let whole = assistant.remark(on: ghost.line.text)
    return whole.isEmpty ? [ghost.description] : [whole]
  }
}
