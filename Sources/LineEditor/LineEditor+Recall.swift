/// Where a walk through the history has come to.
struct Recall {
  /// The steps back from the unsent line.
  var steps = 0
  /// The line that was being typed when the walk began.
  var unsent = EditedLine("")
}

extension LineEditor {
  /// Shows an older line, or with negative steps a newer one.
  func recallLine(steps: Int) -> CommandResult {
    let target = recall.steps + steps
    guard target >= 0 else { return .done }
    if recall.steps == 0 { takeNewLines() }
    if target == 0 {
      recall.steps = 0
      return show(recall.unsent)
    }
    guard let line = pastLines.line(back: target) else { return .done }
    if recall.steps == 0 { recall.unsent = handle.line }
    recall.steps = target
    return show(EditedLine(line))
  }
}
