import Interpreter

extension LineEditor {
  /// The most past lines that a search offers.
  private static let mostMatches = 500

  /// Begins to search the history: the line becomes what is looked for, the menu below has what was found.
  func beginSearch(for wanted: EditedLine) -> CommandResult {
    guard !isQuestion else { return .done }
    history.refresh()
    let original = libedit.line
    guard usesMenus, screen.menuRoom(below: original) != nil else {
      return beginInlineSearch()
    }
    openMenu = OpenMenu(
      purpose: .history, menu: historyMenu(for: wanted.text), original: original, line: wanted)
    redraw {
      screen.show(Prompt("(search) ", usesColor: false))
      if wanted != original { libedit.replaceLine(with: wanted) }
    }
    // In vi's command mode what is typed would be commands.
    if libedit.editMode == .vi { injected += ["\u{1B}", "A"] }
    return .done
  }

  /// The past lines with all words of a text, the latest first.
  func historyMenu(for text: String) -> Menu {
    let numbers = history.matches(text, limit: Self.mostMatches)
    let lines = numbers.map { Suggestion(text: pastLine($0), range: 0..<0) }
    return Menu(lines, selected: 0)
  }

  /// Takes a key that is neither for moving in the menu nor for leaving it.
  ///
  /// Enter runs what was found, Tab takes it, and a key that moves the cursor goes on from it.
  func takeForSearch(_ key: Key) -> Bool {
    guard let open = openMenu else { return false }
    let found = open.menu.choice.map { EditedLine($0.text) } ?? open.original
    switch key {
    case .control("r"), .control("s"): moveInSearch(by: key == .control("r") ? 1 : -1)
    case .tab: endSearch(showing: found)
    case .enter, .left, .right, .home, .end, .wordLeft, .wordRight, .control("a"), .control("e"),
      .control("b"), .control("f"):
      keys.pushBack(key)
      endSearch(showing: found)
    case .control("l"): break
    default: return false
    }
    return true
  }

  private func moveInSearch(by distance: Int) { openMenu?.menu.move(by: distance) }

  /// Goes back to the prompt, with a line.
  func endSearch(showing line: EditedLine?) {
    (openMenu, search) = (nil, nil)
    redraw {
      screen.show(prompt)
      if let line { libedit.replaceLine(with: line) }
    }
  }
}
