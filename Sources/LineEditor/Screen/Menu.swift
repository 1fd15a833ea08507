import Interpreter

/// Suggestions to choose from, one page of which is visible.
struct Menu {
  let suggestions: [Suggestion]
  /// The index of the selected suggestion; nil if none is.
  private(set) var selected: Int?
  /// The index of the first visible suggestion.
  private var first = 0

  /// The maximum number of rows on the screen.
  static let maximumRows = 10
  /// The number of rows that must be free to open a menu.
  static let minimumRows = 3

  init(_ suggestions: [Suggestion], selected: Int? = nil) {
    self.suggestions = suggestions
    self.selected = suggestions.isEmpty ? nil : selected
  }

  /// The selected suggestion.
  var choice: Suggestion? { selected.map { suggestions[$0] } }

  /// Moves the selection forward, or backward by a negative distance, and wraps at the ends.
  mutating func move(by distance: Int) {
    guard !suggestions.isEmpty else { return }
    let count = suggestions.count
    guard let selected else { return selected = distance > 0 ? 0 : count - 1 }
    self.selected = ((selected + distance) % count + count) % count
  }

  /// Moves the selection by a page, and stops at the ends.
  mutating func page(by distance: Int) {
    guard !suggestions.isEmpty else { return }
    selected = max(0, min(suggestions.count - 1, (selected ?? 0) + distance))
  }

  /// Scrolls to the selection and returns the visible rows, none wider than the window.
  ///
  /// If not all suggestions fit, the last row states which of them are visible.
  ///
  /// - Parameters:
  ///   - columns: The window's width.
  ///   - limit: The maximum number of rows, at least two.
  ///   - style: How the selected row and descriptions look.
  /// - Returns: The rows as text with colors.
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

/// The look of a menu, with colors and without.
struct MenuStyle {
  let usesColor: Bool

  /// The number of columns before a row.
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

/// Lays out suggestions in aligned columns: text, count, description.
struct SuggestionList {
  /// A suggestion as text for the screen.
  struct Row {
    /// The text and count, padded if a description follows.
    var text: String
    var description: String
  }

  private let suggestions: [Suggestion]
  private let textWidth: Int
  private let countWidth: Int
  private let width: Int

  /// Computes the widths of the columns for a window.
  init(_ suggestions: [Suggestion], columns: Int) {
    self.suggestions = suggestions
    width = max(1, columns - 1)
    countWidth = suggestions.compactMap { $0.count?.description.count }.max() ?? 0
    let widest = suggestions.map(\.text.withoutControls.columns).max() ?? 0
    let beside = countWidth > 0 ? countWidth + 2 : 0
    let isDescribed = suggestions.contains { !$0.description.isEmpty }
    textWidth = min(widest, max(1, isDescribed ? width * 3 / 5 : width - beside))
  }

  /// The rows, none wider than the window, in the order of the suggestions.
  func rows() -> [Row] { suggestions.map(row) }

  private func row(_ suggestion: Suggestion) -> Row {
    let text = suggestion.text.withoutControls.clipped(to: textWidth)
    var row = text
    if countWidth > 0 {
      let count = suggestion.count?.description ?? ""
      let gap = String(repeating: " ", count: countWidth - count.count + 2)
      row = (row.padded(to: textWidth) + gap + count).clipped(to: width)
    }
    let start = textWidth + (countWidth > 0 ? countWidth + 2 : 0) + 2
    let description = suggestion.description.withoutControls.clipped(to: width - start)
    return Row(text: description.isEmpty ? row : row.padded(to: start), description: description)
  }
}
