import Interpreter

extension LineEditor {
  /// Asks how the line can go on, and does what the answer allows.
  func complete() -> CommandResult {
    let line = handle.line
    let suggestions = assistant.suggestions(for: line.text, at: line.cursorOffset)
    for range in suggestions.lazy.map(\.range) {
      precondition(
        range.upperBound <= line.text.utf8.count,
        "A suggestion replaces \(range) of a line of \(line.text.utf8.count) bytes."
      )
    }
    guard let first = suggestions.first else { return .done }
    if suggestions.count == 1 { return accept(first, in: line) }
    if let prefix = commonExtension(of: suggestions, in: line) {
      return show(line.replacing(first.range, with: prefix))
    }
    return moveToEnd(then: .list(suggestions, cursor: line.cursor))
  }

  private func accept(_ suggestion: Suggestion, in line: EditedLine) -> CommandResult {
    let text = insertable(suggestion.text)
    var result = line.replacing(suggestion.range, with: text)
    let tail = result.text.unicodeScalars.dropFirst(result.cursor)
    if suggestion.isWhole, tail.first != " " {
      let end = result.cursorOffset
      result = result.replacing(end..<end, with: " ")
    } else if suggestion.isWhole {
      result.cursor += 1
    }
    return show(result)
  }

  /// What all suggestions begin with, if that is more than what it would replace.
  private func commonExtension(of suggestions: [Suggestion], in line: EditedLine) -> String? {
    guard let range = suggestions.first?.range,
      suggestions.allSatisfy({ $0.range == range })
    else { return nil }
    let prefix = suggestions.dropFirst().reduce(insertable(suggestions[0].text)) { prefix, next in
      prefix.commonPrefix(with: insertable(next.text))
    }
    let replaced = line.text.suffix(utf8: range.lowerBound).prefix(utf8: range.count)
    return prefix.count > replaced.count ? prefix : nil
  }

  private func insertable(_ text: String) -> String {
    text.composed(by: options.compose, keepingOthers: true).withoutControls
  }
}

extension String {
  /// The characters that two texts begin with alike.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
