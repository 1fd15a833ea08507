import Text

/// The names of the ingredients of a recipe, by which its steps mention them.
struct StepNames {
  /// The words of each ingredient's name; none for a heading.
  private let words: [[String]]
  /// The nouns of each name: the last word, what it is a cut or form of (`thigh` and `chicken`), and the last word of the
  /// first name of its good.
  private let heads: [Set<String>]
  /// Whether the last word of a name is a good of its own, such as `cheese`, unlike `thigh` and `powder`.
  private let haveOwnHeads: [Bool]
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
      let end = key.text.split(separator: " ").suffix(1).map { Self.stem(String($0)) }
      let forms = words.reversed().prefix { Self.isForm($0) }.count
      return Set(end + words.suffix(forms + 1))
    }
    haveOwnHeads = words.map { $0.last.map { Aisles.standard.lists($0) } ?? false }
    amounts = Set(
      lines.flatMap { line in
        line.publishedAmounts.filter { $0.scales && $0.unit.isMeasure && $0.upper == nil }
          .map { ListedAmount(value: $0.value, unit: $0.unit.id) }
      })
    hasEndings = language.code.map { ["de", "da", "sv", "nl"].contains($0) } ?? false
  }

  private static func isForm(_ word: String) -> Bool {
    cutWords.contains(word) || formWords.contains(word) || spiceForms.contains(word)
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
  /// end with the noun of the name. Otherwise the words before that noun count if no other name ends so and no noun
  /// follows, as in `mix the pork with` for pork shoulder; whipped cream does not mention the cream cheese, as both are
  /// goods of their own.
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
      let found = runs.indices.filter { runs[$0] == longest }
      let named = found.filter { number in
        heads[number].contains { isSame($0, stems[end - 1]) }
      }
      let isGood = Aisles.standard.lists(stems[index..<end].joined(separator: " "))
      let others =
        longest == 1 && isNoun(end, stems, tokens)
        ? [] : found.filter { !isGood || !haveOwnHeads[$0] }
      mentioned.formUnion(named.isEmpty ? others : named)
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

/// Forms of spices, which steps leave out: `allspice` for allspice berries.
private let spiceForms: Set<String> = ["berry", "seed", "powder", "stick", "pod", "thread"]

/// The words before an apostrophe in French and Italian.
private let elided: Set<String> = [
  "l", "d", "qu", "un", "dell", "all", "nell", "sull", "dall", "c", "s", "n",
]

/// The endings of plurals and cases.
private let endings: Set<String> = ["n", "en", "e", "er", "r", "ar", "or", "s", "es"]
