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
  /// The most rows of a menu.
  private static let mostRows = 10
  /// The fewest rows for which a menu is opened.
  private static let fewestRows = 3

  /// Whether menus are drawn at all; otherwise suggestions are listed, and searches go by one line.
  var usesMenus: Bool { hasEscapes && preferences.suggests }

  /// The rows there are for a menu below a line; nil if too few.
  func menuRoom(below line: EditedLine, in size: WindowSize) -> Int? {
    let layout = LineLayout(
      prompt: shownPrompt.visible, line: line.text.cells, columns: size.columns)
    let room = min(Self.mostRows, size.rows - layout.rows)
    return room < Self.fewestRows ? nil : room
  }

  /// What draws the open menu.
  func menuRows(in drawing: LineDrawing, _ size: WindowSize) -> String {
    guard let room = menuRoom(below: libedit.line, in: size), openMenu != nil else { return "" }
    let style = MenuStyle(usesColor: preferences.usesColor)
    let rows = openMenu?.menu.rows(columns: size.columns, limit: room, style: style) ?? []
    if !rows.isEmpty { return drawing.below(rows) }
    return openMenu?.purpose == .history
      ? drawing.below([style.note("  nothing found".clipped(to: size.columns - 1))]) : ""
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
    case .pageDown: select { $0.page(by: Self.mostRows - 1) }
    case .pageUp: select { $0.page(by: 1 - Self.mostRows) }
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
