import Diagnostics
import Terminal
import Text

/// Plain output: sentences in place of tables, marks, colors and positions, for screen readers and for terminals that
/// only print.
extension Output {
  /// Whether output is plain.
  package var isPlain: Bool { preferences.isPlain }

  /// Prints the part of the last long output after the one that was printed, or the one before it.
  ///
  /// - Returns: Whether there was such a part.
  package func printPart(isNext: Bool) -> Bool {
    guard let pages, isNext ? pages.printNext() : pages.printPrevious() else { return false }
    sayPart(of: pages)
    return true
  }

  /// Prints which part of a long output was printed.
  func sayPart(of pages: PlainPages) {
    let (first, last) = (pages.part.lowerBound + 1, pages.part.upperBound)
    let place = "Lines \(first) to \(last) of \(pages.count)"
    let ways = [
      last < pages.count ? "next shows more" : nil, first > 1 ? "previous goes back" : nil,
    ].compactMap { $0 }
    say("\(place). \(ways.joined(separator: ", ")).")
  }

  /// The lines of a diagnostic: a place is named by its words, not by carets.
  static func plainLines(of diagnostic: Diagnostic) -> [String] {
    let message = diagnostic.severity.rawValue + ": " + harmless(diagnostic.message)
    let hint = harmless(diagnostic.hint)
    guard let place = diagnostic.wordPlace else { return [message, hint].filter { !$0.isEmpty } }
    return ["\(message), \(place)", hint].filter { !$0.isEmpty }
  }
}

extension StyledText {
  /// The text with words in place of the marks that only eyes understand.
  var spelledOut: String {
    var text = plain
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    for (mark, words) in Self.spellings { text = text.replacing(mark, with: words) }
    return text
  }

  private static let spellings = [
    (" · ", ", "), ("★ favorite", "favorite"), ("★", "favorite"), ("⏲ ", "Timer "), ("• ", ""),
    (" ✗ ", ", malformed: "), ("✗ ", ""), ("○ ", ""), ("↓ ", ""), ("▣", "loaded"),
    ("▢", "not loaded"),
  ]
}

extension Report {
  /// The rows as sentences: the number, the name, and each other value after the title of its column.
  package var sentences: [String] {
    let shown = columns.indices.filter { columns[$0].isShown && !columns[$0].title.isEmpty }
    let others = shown.filter { columns[$0].title != "#" }
    // Of several values, a number alone says nothing.
    let first = others.first { !columns[$0].isNumber } ?? others.first
    return rows.map { row in
      shown.compactMap { number in
        let cell = row[number]
        let text = cell.words ?? cell.text.spelledOut
        if text.isEmpty { return nil }
        let isBare =
          number == first || columns[number].isWrapped || columns[number].title == "#"
          || cell.words != nil
        return ended(isBare ? text : "\(columns[number].title) \(text)")
      }.joined(separator: " ")
    }
  }
}

/// A text with a full stop, unless it ends a sentence already.
private func ended(_ text: String) -> String {
  text.last.map { ".!?…".contains($0) } ?? true ? text : text + "."
}
