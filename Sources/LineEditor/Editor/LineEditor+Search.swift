import Interpreter

/// The search through the history: in a menu below the line, or in the line where there are no menus.
extension LineEditor {
  /// The maximum number of past lines that a search offers.
  private static let maximumMatches = 500

  /// Begins a search: the line becomes the text to search for, and the menu below shows the matches.
  func beginSearch(for text: EditedLine) -> CommandResult {
    guard !state.isQuestion else { return .done }
    pastLines.refresh()
    let original = libedit.line
    guard usesMenus, screen.menuRoom(below: original) != nil else { return beginInlineSearch() }
    state.menu = OpenMenu(
      purpose: .history, menu: historyMenu(for: text.text), original: original, line: text)
    redraw {
      screen.show(Prompt("(search) ", usesColor: false), printsToEnd: true)
      if text != original { libedit.replaceLine(with: text) }
    }
    // In vi's command mode, typed letters would be commands.
    if libedit.editMode == .vi { state.injected.append("\u{1B}", "A") }
    return .done
  }

  /// The past lines with all words of a text, the latest first.
  func historyMenu(for text: String) -> Menu {
    let matches = pastLines.matches(text, limit: Self.maximumMatches)
    return Menu(matches.map { Suggestion(text: $0, range: 0..<0) }, selected: 0)
  }

  /// Handles a key that neither moves the selection nor cancels the search.
  ///
  /// Enter runs the selected line, Tab accepts it, and a key that moves the cursor starts from it.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether it was one of the search's keys.
  func takeForSearch(_ key: Key) -> Bool {
    guard let open = state.menu else { return false }
    let found = open.menu.choice.map { EditedLine($0.text) } ?? open.original
    switch key {
    case .control("r"): state.menu?.menu.move(by: 1)
    case .control("s"): state.menu?.menu.move(by: -1)
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

  /// Returns to the prompt, with a line.
  func endSearch(showing line: EditedLine?) {
    (state.menu, state.inlineSearch) = (nil, nil)
    redraw {
      screen.show(state.prompt)
      if let line { libedit.replaceLine(with: line) }
    }
  }
}

// MARK: - The search in the line

extension LineEditor {
  /// Begins a search that libedit draws: the prompt shows the text, and the line is the match.
  private func beginInlineSearch() -> CommandResult {
    let original = libedit.line
    let lines = (0..<pastLines.count).reversed().map { pastLines[$0] }
    state.inlineSearch = HistorySearch(lines: lines, original: original)
    redraw { showInlineSearch() }
    return .done
  }

  /// Handles a key during the search.
  func takeForInlineSearch(_ key: Key) {
    switch key {
    case .escapeWithdrawn: return
    case .control("r"): state.inlineSearch?.findOlder()
    case .character("\u{7F}"), .control("h"): state.inlineSearch?.removeLast()
    case .control("g"), .escape: return endSearch(showing: state.inlineSearch?.original)
    case .control("c"), .control("z"):
      keys.pushBack(key)
      return endSearch(showing: state.inlineSearch?.original)
    case .character(let scalar) where !scalar.isControl: state.inlineSearch?.append(scalar)
    default:
      keys.pushBack(key)
      return endSearch(showing: state.inlineSearch?.match)
    }
    showInlineSearch()
    inject(.show)
  }

  private func showInlineSearch() {
    guard let search = state.inlineSearch else { return }
    let title = search.hasFailed ? "search, not found" : "search"
    screen.show(Prompt("(\(title)) \(search.text): ", usesColor: false), printsToEnd: true)
    state.staged = search.match
  }
}
