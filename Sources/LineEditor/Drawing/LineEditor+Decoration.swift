import Interpreter

extension LineEditor {
  /// Draws colors, ghost text or a menu around the line, unless the next key is already there.
  func decorate(_ line: EditedLine) {
    guard !screen.isDecorated, !keys.hasKeySoon(), screen.canDecorate else { return }
    let extra: LineExtra =
      openMenu == nil ? .after(annotation(of: line)) : .below(menuRows(below: line))
    screen.decorate(line, spans: spans(of: line), extra: extra)
  }

  /// The colors of a line; none without colors.
  func spans(of line: EditedLine) -> [LineSpan] {
    preferences.usesColor ? advice(on: line).spans : []
  }

  /// Why an empty line follows, where one was begun because something is open.
  private func openEnd(of line: EditedLine) -> String {
    line.text.hasSuffix("\n") && assistant.isUnfinished(line.text)
      ? "a quotation or parenthesis is open; Enter goes on without its end" : ""
  }

  /// What goes on behind the line: the ghost, what the line would do, and what the ghost is.
  private func annotation(of line: EditedLine) -> String {
    guard preferences.suggests, preferences.usesColor, !isQuestion else { return "" }
    let ghost = ghost(for: line)
    let notes = [openEnd(of: line)] + remarks(on: line, ghost)
    let said = notes.filter { !$0.isEmpty }.joined(separator: " · ").withoutControls
    let note = said.isEmpty ? "" : "  " + said
    return (ghost?.shown.withoutControls ?? "") + note
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
