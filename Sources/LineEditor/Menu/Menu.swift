import Interpreter

/// Suggestions to choose from, a page of them in view.
struct Menu {
  let suggestions: [Suggestion]
  /// The number of the one that is chosen, if one is.
  private(set) var selected: Int?
  /// The number of the first in view.
  private var first = 0

  init(_ suggestions: [Suggestion], selected: Int? = nil) {
    self.suggestions = suggestions
    self.selected = suggestions.isEmpty ? nil : selected
  }

  /// What is chosen.
  var choice: Suggestion? { selected.map { suggestions[$0] } }

  /// Goes to the next, or with a negative distance to the one before; round at the ends.
  mutating func move(by distance: Int) {
    guard !suggestions.isEmpty else { return }
    let count = suggestions.count
    guard let selected else { return selected = distance > 0 ? 0 : count - 1 }
    self.selected = ((selected + distance) % count + count) % count
  }

  /// Goes a page on or back, and no further than to the ends.
  mutating func page(by distance: Int) {
    guard !suggestions.isEmpty else { return }
    selected = max(0, min(suggestions.count - 1, (selected ?? 0) + distance))
  }

  /// The rows of the page in view, none wider than the window, and which of how many they are.
  ///
  /// - Parameters:
  ///   - columns: The window's width.
  ///   - limit: The most rows there is room for, at least two.
  ///   - style: How the chosen row and what stands back are shown.
  /// - Returns: The rows.
  mutating func rows(columns: Int, limit: Int, style: MenuStyle) -> [String] {
    let fits = suggestions.count <= limit
    let count = fits ? suggestions.count : limit - 1
    if let selected { first = max(selected - count + 1, min(first, selected)) }
    first = max(0, min(first, suggestions.count - count))
    let page = first..<first + count
    let list = SuggestionList(Array(suggestions[page]), columns: columns - style.margin)
    let rows = zip(page, list.rows()).map { number, row in
      style.row(row, isSelected: number == selected)
    }
    if fits { return rows }
    let place = "\(first + 1)–\(first + count) of \(suggestions.count)"
    return rows + [style.note(place.clipped(to: columns - 1))]
  }
}

/// How a menu looks on a terminal with colors and on one without.
struct MenuStyle {
  let usesColor: Bool

  /// The columns before a row.
  let margin = 2

  func row(_ row: SuggestionList.Row, isSelected: Bool) -> String {
    guard isSelected else { return "  " + row.text + note(row.description) }
    let text = "❯ " + row.text + row.description
    return usesColor ? "\u{1B}[7m\(text)\u{1B}[0m" : text
  }

  func note(_ text: String) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }
}
