import Interpreter

/// Suggestions laid out in aligned columns: text, count, description.
struct SuggestionList {
  /// A suggestion as it is shown.
  struct Row {
    /// Text and count, and the space before a description.
    var text: String
    var description: String
  }

  private let suggestions: [Suggestion]
  private let textWidth: Int
  private let countWidth: Int
  private let width: Int

  /// Lays out for a window that many columns wide.
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
