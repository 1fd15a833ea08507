import Interpreter

/// Where a walk through the history has come to.
struct Recall {
  /// The numbers of the lines that were shown, the one on the screen last.
  var path: [Int] = []
  /// The line that was being typed when the walk began; what is shown begins with it.
  var unsent = EditedLine("")
  /// What was shown last; a line that was edited since begins a walk of its own.
  var shown = ""
}

extension LineEditor {
  /// Shows the next older line that begins with what was typed.
  func recallOlder() -> CommandResult {
    guard !isQuestion else { return .done }
    beginWalk()
    let start = recall.path.last ?? history.count
    // A text of several lines is no beginning that somebody looks for.
    let beginning = recall.unsent.text.contains("\n") ? "" : recall.unsent.text
    guard let number = history.latest(startingWith: beginning, before: start) else { return .done }
    recall.path.append(number)
    return showRecalled()
  }

  /// Shows the oldest line.
  func recallOldest() -> CommandResult {
    guard !isQuestion else { return .done }
    beginWalk()
    guard let number = (0..<history.count).first(where: { !history[$0].isEmpty }),
      number != recall.path.last
    else { return .done }
    recall.path.append(number)
    return showRecalled()
  }

  /// Begins a walk, unless the line is what one has shown.
  private func beginWalk() {
    let line = libedit.line
    guard recall.path.isEmpty || line.text != recall.shown else { return }
    history.refresh()
    recall = Recall(unsent: line)
  }

  /// Goes back towards the line that was being typed.
  func recallNewer() -> CommandResult {
    guard recall.path.popLast() != nil else { return .done }
    return showRecalled()
  }

  private func showRecalled() -> CommandResult {
    let line = recall.path.last.map { EditedLine(pastLine($0)) } ?? recall.unsent
    recall.shown = line.text
    return show(line)
  }

  /// A line of the history with its marks composed, as they are where they are typed.
  func pastLine(_ number: Int) -> String {
    history[number].composed(by: options.compose, keepingInvisible: true)
  }

  /// Hands the history to libedit, whose searches in vi's command mode know no other.
  func teachHistory() {
    history.refresh()
    for number in taughtLines..<max(taughtLines, history.count) {
      libedit.addToHistory(pastLine(number))
    }
    taughtLines = history.count
  }
}
