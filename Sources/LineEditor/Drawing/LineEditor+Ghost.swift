import Interpreter

extension LineEditor {
  /// The longest line that somebody is advised on, in bytes.
  private static let longestAdvised = 4096

  /// How many past lines are looked at for one that can be run now.
  private static let pastTries = 3

  /// What can be said about a line; asked once for each.
  func advice(on line: EditedLine) -> LineAdvice {
    if let known = knownAdvice, known.line == line { return known.advice }
    let isAdvised = !isQuestion && openMenu?.purpose != .history && !isInlineSearch
    let advice =
      isAdvised && line.text.utf8.count <= Self.longestAdvised
      ? assistant.advice(on: line.text, at: line.cursorOffset) : LineAdvice()
    knownAdvice = (line, advice)
    return advice
  }

  /// What the line could become: a correction, else as it went on before, else what Tab would insert.
  func ghost(for line: EditedLine) -> Ghost? {
    guard preferences.suggests, preferences.usesColor, screen.hasEscapes, !isQuestion,
      openMenu == nil,
      !isInlineSearch, line.cursor == line.count
    else { return nil }
    let advice = advice(on: line)
    let proposed = advice.proposal.flatMap { Ghost($0, for: line) }
    return advice.isWrong ? proposed : pastLine(after: line) ?? proposed
  }

  /// The latest line that began so and can be run as things are.
  private func pastLine(after line: EditedLine) -> Ghost? {
    guard !line.text.isEmpty, line.text.utf8.count <= Self.longestAdvised else { return nil }
    if !hasFreshHistory { history.refresh() }
    hasFreshHistory = true
    var before = history.count
    for _ in 0..<Self.pastTries {
      guard let number = history.latest(startingWith: line.text, before: before) else { return nil }
      let text = pastLine(number)
      if !assistant.advice(on: text, at: text.utf8.count).isWrong,
        let ghost = Ghost(text, after: line)
      {
        return ghost
      }
      before = number
    }
    return nil
  }

  /// Takes what is proposed, if the cursor is where it would go on.
  func acceptAll() -> CommandResult? { ghost(for: libedit.line).map { show($0.line) } }

  /// Takes a word of what is proposed.
  func acceptWord() -> CommandResult? {
    let line = libedit.line
    return ghost(for: line).map { show($0.firstWord(after: line)) }
  }
}
