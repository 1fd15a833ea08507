import Text

/// The names of the ingredients of a recipe, by which its steps mention them.
struct StepNames {
  /// The words of each ingredient's name; none for a heading.
  private let words: [[String]]
  /// The last words of the good that each name is about, and of the whole that it is a cut of: `thigh` and `chicken`.
  private let heads: [Set<String>]
  /// The good of each line.
  private let keys: [IngredientKey]
  /// The amounts of measures in the list, which a step may repeat.
  private let amounts: Set<ListedAmount>
  private let lines: [IngredientLine]
  /// Whether words have the endings of German and its relatives.
  private let hasEndings: Bool

  private struct ListedAmount: Hashable {
    var value: Rational
    var unit: String
  }

  init(_ lines: [IngredientLine], _ language: StepLanguage) {
    self.lines = lines
    words = lines.map { line in
      line.isHeading ? [] : IngredientKey.words(of: line.name).map { Self.stem($0) }
    }
    keys = lines.map { IngredientKey($0.name) }
    heads = zip(keys, words).map { key, words in
      let ends = [key, key.whole].compactMap { $0?.text.split(separator: " ").last }
      return Set(ends.map { Self.stem(String($0)) } + words.suffix(1))
    }
    amounts = Set(
      lines.flatMap { line in
        line.publishedAmounts.filter { $0.scales && $0.unit.isMeasure && $0.upper == nil }
          .map { ListedAmount(value: $0.value, unit: $0.unit.id) }
      })
    hasEndings = language.code.map { ["de", "da", "sv", "nl"].contains($0) } ?? false
  }

  /// The words of a text as ``ingredients(in:)`` compares them; empty for numbers and marks.
  static func stems(of tokens: LineTokens) -> [String] {
    (0..<tokens.count).map { tokens.isWord($0) ? stem(tokens.lowercased($0)) : "" }
  }

  /// A word without diacritics, elision (`l'oignon`) and plural.
  private static func stem(_ word: String) -> String {
    var plain = folded(word)
    if let mark = plain.firstIndex(where: { $0 == "'" || $0 == "’" }),
      plain.distance(from: plain.startIndex, to: mark) <= 5,
      elided.contains(String(plain[..<mark]))
    {
      plain = String(plain[plain.index(after: mark)...])
    }
    return Plurals.standard.singular(of: plain).map { folded($0) } ?? withoutPlural(plain)
  }

  // MARK: - Mentions

  /// Returns the numbers of the ingredients that a text mentions, in their order.
  ///
  /// At each place, the longest run of words of a name counts: `burger seasoning` does not mention the burger buns. It must
  /// end with the noun of the name, so that `whipped cream` does not mention the cream cheese, or with what that is a cut
  /// of, as in `mix the pork with`. Other words of a name, such as `basmati`, count if they are no good of their own, and
  /// no noun follows them.
  func ingredients(in stems: [String], _ tokens: LineTokens) -> [Int] {
    var mentioned: Set<Int> = []
    var index = 0
    while index < stems.count {
      let runs = words.map { run(of: $0, in: stems, from: index) }
      let longest = runs.max() ?? 0
      guard longest > 0 else {
        index += 1
        continue
      }
      let end = index + longest
      let isOther =
        Aisles.standard.lists(stems[index..<end].joined(separator: " "))
        || longest == 1 && isNoun(end, stems, tokens)
      for (number, run) in runs.enumerated() where run == longest {
        let isHead = heads[number].contains { isSame($0, stems[end - 1]) }
        if isHead || !isOther { mentioned.insert(number) }
      }
      index = end
    }
    return mentioned.sorted()
  }

  /// Whether a word before a name belongs to an ingredient; the amount in front of it is scaled.
  func isName(_ stem: String) -> Bool {
    !stem.isEmpty && words.contains { $0.contains { isSame($0, stem) } }
  }

  /// Whether the list has an amount, which a step repeats: `die 600 g Fleisch`.
  func hasAmount(_ value: Rational, _ unit: Unit) -> Bool {
    amounts.contains(ListedAmount(value: value, unit: unit.id))
  }

  /// The name of the one good that has a word; empty if there are several.
  func name(with stem: String) -> String {
    let found = words.indices.filter { words[$0].contains { isSame($0, stem) } }
    return Set(found.map { keys[$0] }).count == 1 ? lines[found[0]].name : ""
  }

  /// The number of words of a text that follow each other in a name as well.
  private func run(of name: [String], in stems: [String], from start: Int) -> Int {
    var longest = 0
    for first in name.indices {
      var count = 0
      while first + count < name.count, start + count < stems.count,
        isSame(name[first + count], stems[start + count])
      {
        count += 1
      }
      longest = max(longest, count)
    }
    return longest
  }

  /// Whether two words are forms of one.
  private func isSame(_ name: String, _ word: String) -> Bool {
    if name == word { return !name.isEmpty }
    guard hasEndings, min(name.utf8.count, word.utf8.count) >= 4 else { return false }
    let (short, long) = name.utf8.count < word.utf8.count ? (name, word) : (word, name)
    return long.hasPrefix(short) && endings.contains(String(long.dropFirst(short.count)))
  }

  /// Whether a word that could be a noun is at a place.
  private func isNoun(_ index: Int, _ stems: [String], _ tokens: LineTokens) -> Bool {
    guard tokens.isWord(index) else { return false }
    let word = tokens.lowercased(index)
    return !StepLanguage.isCommon(word) && !word.hasSuffix("ly")
  }
}

/// The words before an apostrophe in French and Italian.
private let elided: Set<String> = [
  "l", "d", "qu", "un", "dell", "all", "nell", "sull", "dall", "c", "s", "n",
]

/// The endings of plurals and cases.
private let endings: Set<String> = ["n", "en", "e", "er", "r", "ar", "or", "s", "es"]
