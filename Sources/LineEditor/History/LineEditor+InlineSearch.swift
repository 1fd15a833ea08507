import Interpreter

extension LineEditor {
  /// Whether the keys are for a search that goes by one line, where there are no menus.
  var isInlineSearch: Bool { search != nil }

  /// Begins to search the history; libedit draws it, with another prompt and the match as its line.
  func beginInlineSearch() -> CommandResult {
    let original = libedit.line
    let lines = (0..<history.count).reversed().map(pastLine)
    search = HistorySearch(lines: lines, original: original)
    redraw { stageSearch() }
    return .done
  }

  /// Takes a key while a search is on.
  func continueSearch(_ key: Key) {
    switch key {
    case .escapeWithdrawn: return
    case .control("r"): search?.findOlder()
    case .character("\u{7F}"), .control("h"): search?.removeLast()
    case .control("g"), .escape: return endSearch(showing: search?.original)
    case .control("c"), .control("z"):
      keys.pushBack(key)
      return endSearch(showing: search?.original)
    case .character(let scalar) where !scalar.isControl: search?.append(scalar)
    default:
      keys.pushBack(key)
      return endSearch(showing: search?.match)
    }
    stageSearch()
    inject(.show)
  }

  private func stageSearch() {
    guard let search else { return }
    let state = search.hasFailed ? "search, not found" : "search"
    let question = "(\(state)) \(search.text): "
    screen.show(Prompt(question, usesColor: false))
    staged = search.match
  }
}
