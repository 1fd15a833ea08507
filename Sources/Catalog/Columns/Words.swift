import Text

/// The distinct texts of a field, numbered in the order of their folded form.
struct Words: Sendable {
  let shown: Arena
  let folded: Arena

  init(_ sections: FieldSections) {
    shown = sections.shown
    folded = sections.folded
  }

  var count: Int { shown.count }

  /// Every word as it is shown.
  var all: [String] { (0..<count).map { shown.text($0) } }

  /// The numbers of the words that begin with some bytes, as words are compared.
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

  /// Whether a word is just what a pattern says.
  ///
  /// - Complexity: O(log *n*) for a pattern without `*`.
  func has(_ pattern: Pattern) -> Bool {
    if pattern.isWild { return matching(pattern, .whole).contains(true) }
    for number in range(startingWith: Array(pattern.plain.utf8)) {
      let word = folded.foldedText(number)
      // Words that are equal as they are compared stand before all that go on.
      guard word == pattern.plain else { return false }
      if pattern.matches(shown.text(number), folded: word, .whole) { return true }
    }
    return false
  }

  /// Which codes match: a word's number plus one; no word, 0, never does.
  func matching(_ pattern: Pattern, _ extent: Pattern.Extent) -> [Bool] {
    var hits = [Bool](repeating: false, count: count + 1)
    for number in 0..<count {
      hits[number + 1] = pattern.matches(
        shown.text(number), folded: folded.foldedText(number), extent)
    }
    return hits
  }
}

extension Arena {
  /// A folded text, less the zero byte behind it.
  func foldedText(_ number: Int) -> String { text(place(number).dropLast()) }
}
