import Text

/// The tables of words in names of goods, ready for look-ups.
struct GoodTable: Sendable {
  static let standard = GoodTable()

  /// Phrases by their first word: the words after it, the longest first.
  typealias Phrases = [String: [[String]]]

  /// Words that are said beside a sum.
  let said: Phrases
  /// Words that change nothing.
  let silent: Phrases
  /// The last words of these phrases.
  let descriptionEnds: Set<String>
  /// Groceries of several words, which are whole names.
  let wholeNames: Phrases
  /// The words that are said of a good, by the last word of its name; the longest names come first.
  let saidOfGoods: [String: [(good: [String], said: Phrases)]]
  /// Spellings by the first word.
  let spellings: [String: [(rest: [String], spelling: [String])]]
  /// Other names of goods by their last word, the longest first.
  let synonyms: [String: [(words: [String], good: [String])]]
  private let singulars: [String: String]

  private init() {
    singulars = Dictionary(
      Self.parts(foreignPlurals, at: ",").map { pair in
        let words = Self.words(pair)
        return (words[0], words[words.count - 1])
      }, uniquingKeysWith: { first, _ in first })
    said = Self.phrases(Self.parts(saidWords, at: ","))
    silent = Self.phrases(Self.parts(silentWords, at: ","))
    descriptionEnds = Set(
      [said, silent].flatMap { $0.flatMap { first, rests in rests.map { $0.last ?? first } } })
    saidOfGoods = Dictionary(
      grouping: Self.lines(saidOfGoodsText, "|").map {
        (good: Self.words($0.name), said: Self.phrases($0.items))
      }, by: { $0.good[$0.good.count - 1] }
    ).mapValues { $0.sorted { $0.good.count > $1.good.count } }
    let spellings = Self.lines(spellingText, ":").flatMap { line in
      line.items.map { (words: Self.words($0), spelling: Self.words(line.name)) }
    }
    self.spellings = Dictionary(grouping: spellings) { $0.words[0] }.mapValues { group in
      group.sorted { $0.words.count > $1.words.count }
        .map { (Array($0.words.dropFirst()), $0.spelling) }
    }
    let synonyms = Self.lines(synonymText, ":").flatMap { line in
      line.items.map { (words: Self.words($0), good: Self.words(line.name)) }
    }
    self.synonyms = Dictionary(grouping: synonyms) { $0.words[$0.words.count - 1] }
      .mapValues { $0.sorted { $0.words.count > $1.words.count } }
    let singulars = singulars
    let groceries = aisleText.split(separator: "\n").map { line in
      Self.words(String(line)).map { Self.normal($0, singulars) }.joined(separator: " ")
    }
    wholeNames = Self.phrases(groceries.filter { $0.contains(" ") && !$0.contains("[") })
  }

  // MARK: - Look-ups

  /// Returns how many words from a place on are a phrase; 0 if none is.
  static func length(of phrases: Phrases, at place: Int, in words: [String]) -> Int {
    guard let rests = phrases[words[place]] else { return 0 }
    for rest in rests where place + rest.count < words.count {
      if rest.indices.allSatisfy({ words[place + 1 + $0] == rest[$0] }) { return rest.count + 1 }
    }
    return 0
  }

  /// Whether a single word is a phrase.
  static func isPhrase(_ word: String, in phrases: Phrases) -> Bool {
    phrases[word]?.contains([]) ?? false
  }

  /// Returns a lowercase word as names are compared: in the singular, without a possessive ending, elision and accents.
  func normal(_ word: String) -> String { Self.normal(word, singulars) }

  private static func normal(_ word: String, _ singulars: [String: String]) -> String {
    // Texts copied from pages have invisible characters.
    let isPlain = word.utf8.allSatisfy { $0 < 0x80 }
    var word =
      isPlain
      ? word
      : String(
        String.UnicodeScalarView(
          word.unicodeScalars.filter { $0.properties.generalCategory != .format }))
    if let mark = word.lastIndex(where: { $0 == "'" || $0 == "’" }) {
      let start = word.distance(from: word.startIndex, to: mark)
      if word[mark...].dropFirst() == "s" || word[mark...].count == 1 {
        word = String(word[..<mark])
      } else if start == 1, word.count > 3 {
        // `d'oignon`, `l'ail`
        word = String(word[mark...].dropFirst())
      }
    }
    word = singulars[word] ?? withoutPlural(word)
    // Accents of Latin letters are often left out; marks of other scripts change the letter.
    if isPlain || word.unicodeScalars.contains(where: { $0.value >= 0x250 }) {
      return word
    }
    return folded(word)
  }

  // MARK: - Reading the tables

  private static func words(_ text: some StringProtocol) -> [String] {
    text.split(separator: " ").map { String($0) }
  }

  /// The parts of a text between marks, in one line each.
  private static func parts(_ text: some StringProtocol, at mark: Character) -> [String] {
    text.split(separator: mark).map { part in
      part.split { $0 == " " || $0.isNewline }.joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  /// The lines of a table: a name, a mark, and items with commas between them.
  private static func lines(_ text: String, _ mark: Character) -> [(name: String, items: [String])]
  {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: mark, maxSplits: 1)
      return (words(parts[0]).joined(separator: " "), Self.parts(parts[1], at: ","))
    }
  }

  private static func phrases(_ texts: [String]) -> Phrases {
    var phrases: Phrases = [:]
    for text in texts {
      let words = words(text)
      phrases[words[0], default: []].append(Array(words.dropFirst()))
    }
    return phrases.mapValues { $0.sorted { $0.count > $1.count } }
  }
}
