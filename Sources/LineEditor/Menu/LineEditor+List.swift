import Interpreter

extension LineEditor {
  /// Prints suggestions below the line, then prompt and line again below them.
  func list(_ suggestions: [Suggestion], cursor: Int) -> CommandResult {
    let size = terminal.size
    let rows = SuggestionList(suggestions, columns: size.columns).rows().map { row in
      row.text + (row.description.isEmpty ? "" : screen.dimmed(row.description))
    }
    let text = prompt.visible + libedit.line.text
    let ownRows = rowsBelowStart(text.cells, columns: size.columns) + 1
    screen.write("\r\n")
    let fits = rows.count + ownRows <= size.rows
    page(rows, by: fits ? rows.count : max(1, size.rows - 1), columns: size.columns)
    screen.forgetRows()
    redrawHere {
      libedit.moveCursor(by: .min)
      libedit.moveCursor(by: Int32(cursor))
    }
    applyTerminalEvents()
    return .done
  }

  private func page(_ rows: [String], by count: Int, columns: Int) {
    isPaging = true
    defer { isPaging = false }
    var rest = rows[...]
    while !rest.isEmpty {
      for row in rest.prefix(count) { screen.write("\(row)\r\n") }
      rest = rest.dropFirst(count)
      guard rest.isEmpty || wantsMore(shown: rows.count - rest.count, of: rows.count, columns)
      else { return }
    }
  }

  /// Asks whether to go on; a key that is no answer is typed.
  private func wantsMore(shown: Int, of total: Int, _ columns: Int) -> Bool {
    let question = "more (\(shown) of \(total))".clipped(to: max(1, columns - 1))
    screen.write(question)
    screen.flush()
    defer { screen.write("\r\(String(repeating: " ", count: question.columns))\r") }
    while true {
      switch keys.next() {
      case nil, .escapeWithdrawn: continue
      case .character(" "), .tab, .enter, .control("m"): return true
      case .character("q"), .control("c"), .escape: return false
      case let key?:
        keys.pushBack(key)
        return false
      }
    }
  }
}
