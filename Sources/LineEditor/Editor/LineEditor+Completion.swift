import Interpreter

/// Completion of the line: by itself, from a menu, or from a list.
extension LineEditor {
  /// Completes the line as far as the suggestions agree, and offers the rest.
  func complete() -> CommandResult {
    let line = libedit.line
    let suggestions = suggestions(for: line)
    guard let first = suggestions.first else {
      // Where nothing is drawn, a key without effect would go unnoticed.
      if !screen.hasEscapes { screen.write("\u{7}") }
      return .done
    }
    if suggestions.count == 1 { return show(accepting(first, in: line)) }
    let longer = commonExtension(of: suggestions, in: line).map {
      line.replacing(first.range, with: $0)
    }
    guard usesMenus, screen.menuRoom(below: longer ?? line) != nil else {
      return longer.map(show) ?? moveToEnd(then: .list(suggestions, cursor: line.cursor))
    }
    guard let longer else {
      openCompletionMenu(suggestions, for: line)
      return .done
    }
    openCompletionMenu(self.suggestions(for: longer), for: longer)
    return show(longer)
  }

  /// Whether menus are drawn; otherwise suggestions are listed, and searches are drawn in the line.
  var usesMenus: Bool { screen.hasEscapes && preferences.suggests }

  private func suggestions(for line: EditedLine) -> [Suggestion] {
    state.isQuestion ? [] : adviser.suggestions(for: line)
  }

  /// The line with a suggestion in it, and a space after a complete word.
  private func accepting(_ suggestion: Suggestion, in line: EditedLine) -> EditedLine {
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

  /// The common prefix of all suggestions, if it is longer than the text it would replace.
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

  /// Prepares the text of a suggestion for the line.
  private func insertable(_ text: String) -> String {
    text.composed(by: options.compose, keepingInvisible: true).withoutControls
  }
}

extension String {
  /// The prefix that two texts share.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

// MARK: - The menu

extension LineEditor {
  private func openCompletionMenu(_ suggestions: [Suggestion], for line: EditedLine) {
    state.menu = OpenMenu(
      purpose: .completion, menu: Menu(suggestions), original: line, line: line)
  }

  /// Updates an open menu after the person has gone on typing.
  func followMenu(_ line: EditedLine) {
    guard let open = state.menu, open.line != line else { return }
    if open.purpose == .history {
      state.menu?.line = line
      if open.line.text != line.text { state.menu?.menu = historyMenu(for: line.text) }
    } else {
      let suggestions = open.line.text == line.text ? [] : suggestions(for: line)
      state.menu = nil
      if suggestions.count > 1 { openCompletionMenu(suggestions, for: line) }
    }
  }

  /// Handles a key for the open menu, and returns whether it was one of the menu's keys.
  func takeForMenu(_ key: Key) -> Bool {
    guard let open = state.menu else { return false }
    switch key {
    case .tab where open.purpose == .completion, .down, .control("n"): select { $0.move(by: 1) }
    case .backTab, .up, .control("p"): select { $0.move(by: -1) }
    case .pageDown: select { $0.page(by: Menu.maximumRows - 1) }
    case .pageUp: select { $0.page(by: 1 - Menu.maximumRows) }
    case .escapeWithdrawn: return true
    case .escape, .control("g"): closeMenu(showing: open.original)
    // These keys act on the line from before the search.
    case .control("c") where open.purpose == .history, .control("z") where open.purpose == .history:
      keys.pushBack(key)
      closeMenu(showing: open.original)
    default: return open.purpose == .history ? takeForSearch(key) : takeForCompletion(key)
    }
    return true
  }

  /// Accepts the selection with Enter and →; other keys act on the line as it is shown.
  private func takeForCompletion(_ key: Key) -> Bool {
    let choice = state.menu?.menu.choice
    if key != .enter && key != .right || choice == nil {
      if choice != nil || [.enter, .control("c")].contains(key) { state.menu = nil }
      return false
    }
    if let choice, let original = state.menu?.original {
      closeMenu(showing: accepting(choice, in: original))
    }
    return true
  }

  /// Moves the selection, and shows the line with it.
  private func select(_ move: (inout Menu) -> Void) {
    guard var open = state.menu else { return }
    move(&open.menu)
    if open.purpose == .completion, let choice = open.menu.choice {
      open.line = open.original.replacing(choice.range, with: insertable(choice.text))
      stage(open.line)
    }
    state.menu = open
  }

  private func closeMenu(showing line: EditedLine) {
    if state.menu?.purpose == .history { return endSearch(showing: line) }
    state.menu = nil
    stage(line)
  }

  /// The rows of the open menu; none if the window has no room for them.
  func menuRows(below line: EditedLine) -> [String] {
    guard let room = screen.menuRoom(below: line), state.menu != nil else { return [] }
    let (columns, style) = (terminal.size.columns, MenuStyle(usesColor: preferences.usesColor))
    let rows = state.menu?.menu.rows(columns: columns, limit: room, style: style) ?? []
    if !rows.isEmpty || state.menu?.purpose != .history { return rows }
    return [style.note("  nothing found".clipped(to: columns - 1))]
  }
}

// MARK: - The list

extension LineEditor {
  /// Prints suggestions below the line, then prompt and line again below them.
  func list(_ suggestions: [Suggestion], cursor: Int) -> CommandResult {
    let size = terminal.size
    let rows = rows(of: suggestions, columns: size.columns)
    let text = state.prompt.visible + libedit.line.text
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
    if !screen.hasEscapes { state.listed = (suggestions, libedit.line) }
    return .done
  }

  private func rows(of suggestions: [Suggestion], columns: Int) -> [String] {
    guard screen.hasEscapes else { return NumberedList(suggestions).lines }
    return SuggestionList(suggestions, columns: columns).rows().map { row in
      row.text + (row.description.isEmpty ? "" : screen.dimmed(row.description))
    }
  }

  /// Takes the suggestion with a number from the list below which the line is.
  func takeListed(_ number: Int) -> CommandResult {
    guard let (suggestions, line) = state.listed, line == libedit.line,
      suggestions.indices.contains(number - 1)
    else {
      if !screen.hasEscapes { screen.write("\u{7}") }
      return .done
    }
    return show(accepting(suggestions[number - 1], in: line))
  }

  private func page(_ rows: [String], by count: Int, columns: Int) {
    state.isListing = true
    defer { state.isListing = false }
    var rest = rows[...]
    while !rest.isEmpty {
      for row in rest.prefix(count) { screen.write("\(row)\r\n") }
      rest = rest.dropFirst(count)
      guard rest.isEmpty || wantsMore(shown: rows.count - rest.count, of: rows.count, columns)
      else { return }
    }
  }

  /// Asks whether to print the next page; a key that does not answer is typed into the line.
  private func wantsMore(shown: Int, of total: Int, _ columns: Int) -> Bool {
    let question = "more (\(shown) of \(total))".clipped(to: max(1, columns - 1))
    screen.write(
      screen.hasEscapes ? question : "\(shown) of \(total) lines. Space for more, q to stop.")
    screen.flush()
    defer {
      screen.write(
        screen.hasEscapes ? "\r\(String(repeating: " ", count: question.columns))\r" : "\r\n")
    }
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
