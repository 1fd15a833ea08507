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
  /// The rows as sentences: the number, the name, and each other value after the title of its column, texts without it.
  package var sentences: [String] {
    let shown = columns.indices.filter { columns[$0].isShown && !columns[$0].title.isEmpty }
    let others = shown.filter { columns[$0].title != "#" }
    // Of several values, a number alone says nothing.
    let first = others.first { !columns[$0].isNumber } ?? others.first
    return rows.map { row in
      let words = shown.map { row[$0].words ?? row[$0].text.spelledOut }
      return shown.indices.compactMap { place in
        if words[place].isEmpty { return nil }
        let number = shown[place]
        let isBare =
          number == first || columns[number].isWrapped || columns[number].title == "#"
          || row[number].words != nil
        let text = isBare ? words[place] : "\(columns[number].title) \(words[place])"
        let next = shown.indices.contains(place + 1) ? place + 1 : nil
        // A name and the text about it are one sentence, as in `rows: 64`.
        let isExplained = next.map { columns[shown[$0]].isWrapped && !words[$0].isEmpty } ?? false
        return number == first && isExplained ? text + ":" : ended(text)
      }.joined(separator: " ")
    }
  }
}

/// A text with a full stop, unless it ends a sentence already.
private func ended(_ text: String) -> String {
  text.last.map { ".!?…".contains($0) } ?? true ? text : text + "."
}
