import Interpreter

extension LineEditor {
  /// Asks how the line can go on, and does what the answer allows.
  func complete() -> CommandResult {
    let line = libedit.line
    let suggestions = suggestions(for: line)
    guard let first = suggestions.first else { return .done }
    if suggestions.count == 1 { return show(accepting(first, in: line)) }
    let longer = commonExtension(of: suggestions, in: line).map {
      line.replacing(first.range, with: $0)
    }
    guard usesMenus, screen.menuRoom(below: longer ?? line) != nil else {
      return longer.map(show) ?? moveToEnd(then: .list(suggestions, cursor: line.cursor))
    }
    guard let longer else {
      openCompletion(suggestions, for: line)
      return .done
    }
    openCompletion(self.suggestions(for: longer), for: longer)
    return show(longer)
  }

  /// The ways to go on with a line.
  func suggestions(for line: EditedLine) -> [Suggestion] {
    guard !isQuestion else { return [] }
    let suggestions = assistant.suggestions(for: line.text, at: line.cursorOffset)
    for range in suggestions.lazy.map(\.range) {
      precondition(
        range.upperBound <= line.text.utf8.count,
        "A suggestion replaces \(range) of a line of \(line.text.utf8.count) bytes."
      )
    }
    return suggestions
  }

  /// A line with a suggestion in it, and a space behind what is whole.
  func accepting(_ suggestion: Suggestion, in line: EditedLine) -> EditedLine {
    let text = insertable(suggestion.text)
    var result = line.replacing(suggestion.range, with: text)
    guard suggestion.isWhole else { return result }
    if result.text.cells.dropFirst(result.cursor).first != LineCell(base: " ") {
      let end = result.cursorOffset
      return result.replacing(end..<end, with: " ")
    }
    result.cursor += 1
    return result
  }

  /// What all suggestions begin with, if that is more than what it would replace.
  private func commonExtension(of suggestions: [Suggestion], in line: EditedLine) -> String? {
    guard let range = suggestions.first?.range,
      suggestions.allSatisfy({ $0.range == range && !$0.hidesOthers })
    else { return nil }
    let prefix = suggestions.dropFirst().reduce(insertable(suggestions[0].text)) { prefix, next in
      prefix.commonPrefix(with: insertable(next.text))
    }
    let replaced = line.text.suffix(utf8: range.lowerBound).prefix(utf8: range.count)
    return prefix.count > replaced.count ? prefix : nil
  }

  /// A text as it can stand in the line.
  func insertable(_ text: String) -> String {
    text.composed(by: options.compose, keepingInvisible: true).withoutControls
  }
}

extension String {
  /// The characters that two texts begin with alike.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
