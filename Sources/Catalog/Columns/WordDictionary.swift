import Text

/// The dictionary of a field: its distinct texts, sorted by their folded form.
struct WordDictionary: Sendable {
  let shown: StoredTexts
  let folded: StoredTexts

  init(_ sections: FieldSections) {
    shown = sections.shown
    folded = sections.folded
  }

  var count: Int { shown.count }

  /// All words.
  var all: [String] { (0..<count).map { shown.text($0) } }

  /// Returns the numbers of the words whose folded form has a prefix.
  ///
  /// - Complexity: O(log *n*).
  func range(startingWith prefix: [UInt8]) -> Range<Int> {
    let first = firstNumber { folded.compare($0, prefix) >= 0 }
    return first..<max(first, firstNumber { folded.compare($0, prefix) > 0 })
  }

  private func firstNumber(where isReached: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether a word matches a pattern as a whole.
  ///
  /// - Complexity: O(log *n*) for a pattern without `*`.
  func has(_ pattern: Pattern) -> Bool {
    if pattern.isWild { return matching(pattern, .whole).contains(true) }
    for number in range(startingWith: Array(pattern.plain.utf8)) {
      let word = folded.foldedText(number)
      // Words that equal the prefix sort before longer ones.
      guard word == pattern.plain else { return false }
      if pattern.matches(shown.text(number), folded: word, .whole) { return true }
    }
    return false
  }

  /// Returns which codes match.
  ///
  /// The code of a word is its number plus one. Code 0, no word, never matches.
  func matching(_ pattern: Pattern, _ extent: Pattern.Extent) -> [Bool] {
    var hits = [Bool](repeating: false, count: count + 1)
    func test(_ number: Int) {
      hits[number + 1] = pattern.matches(
        shown.text(number), folded: folded.foldedText(number), extent)
    }
    let anchor = Array(pattern.anchor.utf8)
    if anchor.isEmpty {
      (0..<count).forEach(test)
    } else {
      folded.forEachText(with: anchor) { number, _, _ in
        if number < count { test(number) }
        return true
      }
    }
    return hits
  }
}

extension StoredTexts {
  /// Returns a folded text without its zero byte.
  func foldedText(_ number: Int) -> String { text(place(number).dropLast()) }
}
