import Interpreter

/// A menu that is open below the line.
struct OpenMenu {
  /// What is chosen from.
  enum Purpose { case completion, history }

  let purpose: Purpose
  var menu: Menu
  /// The line to come back to.
  let original: EditedLine
  /// The line as the menu has left it; another one means that the person went on typing.
  var line: EditedLine
}

extension LineEditor {
  /// Whether menus are drawn at all; otherwise suggestions are listed, and searches go by one line.
  var usesMenus: Bool { screen.hasEscapes && preferences.suggests }

  /// The rows of the open menu; none if the window has no room for them.
  func menuRows(below line: EditedLine) -> [String] {
    guard let room = screen.menuRoom(below: line), openMenu != nil else { return [] }
    let (columns, style) = (terminal.size.columns, MenuStyle(usesColor: preferences.usesColor))
    let rows = openMenu?.menu.rows(columns: columns, limit: room, style: style) ?? []
    if !rows.isEmpty || openMenu?.purpose != .history { return rows }
    return [style.note("  nothing found".clipped(to: columns - 1))]
  }

  /// Lets an open menu follow the line that the person goes on typing.
  func followLine(_ line: EditedLine) {
    guard let open = openMenu, open.line != line else { return }
    if open.purpose == .history {
      openMenu?.line = line
      if open.line.text != line.text { openMenu?.menu = historyMenu(for: line.text) }
    } else {
      let suggestions = open.line.text == line.text ? [] : suggestions(for: line)
      openMenu = nil
      if suggestions.count > 1 { openCompletion(suggestions, for: line) }
    }
  }

  /// Opens a menu of ways to complete a line.
  func openCompletion(_ suggestions: [Suggestion], for line: EditedLine) {
    openMenu = OpenMenu(
      purpose: .completion, menu: Menu(suggestions), original: line, line: line)
  }

  /// Takes a key for the open menu, and tells whether it was one of its keys.
  func takeForMenu(_ key: Key) -> Bool {
    guard let open = openMenu else { return false }
    switch key {
    case .tab where open.purpose == .completion, .down, .control("n"): select { $0.move(by: 1) }
    case .backTab, .up, .control("p"): select { $0.move(by: -1) }
    case .pageDown: select { $0.page(by: Menu.maximumRows - 1) }
    case .pageUp: select { $0.page(by: 1 - Menu.maximumRows) }
    case .escapeWithdrawn: return true
    case .escape, .control("g"): closeMenu(showing: open.original)
    // It stops or drops the line that the search began with.
    case .control("c") where open.purpose == .history, .control("z") where open.purpose == .history:
      keys.pushBack(key)
      closeMenu(showing: open.original)
    default: return open.purpose == .history ? takeForSearch(key) : takeForCompletion(key)
    }
    return true
  }

  /// Enter and → keep what is chosen; other keys go on from there.
  private func takeForCompletion(_ key: Key) -> Bool {
    let choice = openMenu?.menu.choice
    if key != .enter && key != .right || choice == nil {
      if choice != nil || [.enter, .control("c")].contains(key) { openMenu = nil }
      return false
    }
    if let choice, let original = openMenu?.original {
      closeMenu(showing: accepting(choice, in: original))
    }
    return true
  }

  /// Moves the choice, and shows in the line what it would be.
  private func select(_ move: (inout Menu) -> Void) {
    guard var open = openMenu else { return }
    move(&open.menu)
    if open.purpose == .completion, let choice = open.menu.choice {
      open.line = open.original.replacing(choice.range, with: insertable(choice.text))
      staged = open.line
      inject(.show)
    }
    openMenu = open
  }

  private func closeMenu(showing line: EditedLine) {
    if openMenu?.purpose == .history { return endSearch(showing: line) }
    openMenu = nil
    staged = line
    inject(.show)
  }
}
