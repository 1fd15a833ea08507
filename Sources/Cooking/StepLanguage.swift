/// The language of the steps of a recipe, by their commonest words.
///
/// A few words for times mean something else in another language: Danish `time` is an hour. They count only in a text
/// of their language.
package struct StepLanguage: Equatable, Sendable {
  /// The two-letter code of ISO 639-1, such as `da`; nil if no language is likelier than the others.
  package let code: String?

  /// Whether a word is one of the commonest of a language: an article, a preposition, a verb of the kitchen.
  static func isCommon(_ word: String) -> Bool { languagesOfWords[word] != nil }

  /// Finds the language of all steps of a recipe.
  package init(of steps: [String]) {
    self.init(steps.map { LineTokens($0) })
  }

  init(_ steps: [LineTokens]) {
    var counts: [String: Int] = [:]
    for tokens in steps {
      for index in 0..<tokens.count where tokens.isWord(index) {
        for code in languagesOfWords[tokens.lowercased(index)] ?? [] {
          counts[code, default: 0] += 1
        }
      }
    }
    let ranked = counts.sorted { $0.value > $1.value }
    let isClear = ranked.count == 1 || ranked.count > 1 && ranked[0].value > ranked[1].value
    code = isClear ? ranked[0].key : nil
  }
}

/// The commonest words of recipes, by language.
private let commonWords = [
  "en":
    "the and of with to for until add at into it over from heat stir a an or then minutes hours cook bake beat long",
  "da":
    "og i med til det den på af ved lad kom hæv bag en et ovnen dejen stek rør i ca skal minutter la steik",
  "it":
    "il la e di con per in del le lo gli fino al una nel cuocere forno lasciate riposare cuocete",
  "nl": "de het en van met een in op tot voor oven laat koken bak koken kook minuten roer",
  "de": "die der das und mit in den im bei auf eine ca lassen backen minuten",
  "fr": "le la les et de dans à un une au pendant laisser cuire four",
  "es": "el la y de con en los las un una por hasta horno dejar",
  "pt": "o a e de com em os as um uma por até forno deixe",
  "sv": "och i med till på av en ett det låt grädda stek ugnen minuter",
]

private let languagesOfWords: [String: [String]] = commonWords.reduce(into: [:]) { table, entry in
  for word in Set(entry.value.split(separator: " ")) {
    table[String(word), default: []].append(entry.key)
  }
}
