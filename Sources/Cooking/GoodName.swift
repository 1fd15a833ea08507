/// A name of an ingredient: the good that is bought, and words that are said beside it.
struct GoodName: Equatable {
  /// The words that identify the good, normalized: `flour` of `whole wheat flour`.
  let words: [String]
  /// These words, joined by spaces.
  let key: String
  /// Whether it has a word such as `and`.
  let isJoined: Bool
  /// The words of which a shop has several, such as `whole wheat`; empty if there are none.
  let variety: String
  /// The name as it was written, without the words of the variety.
  let plain: String

  /// What a word of a name tells.
  private enum Role { case identity, said, silent }

  private struct Word {
    var normal: String
    let bytes: Range<Int>
    var role: Role?
  }

  init(_ name: String) {
    let tokens = LineTokens(name)
    var words: [Word] = []
    for index in 0..<tokens.count where tokens.isWord(index) || tokens.isMark("&", index) {
      let isFreeOf =
        freeWords.contains(tokens.lowercased(index))
        && (tokens.isOne(of: .of, index + 1)
          || ["from", "for", "från"].contains(tokens.lowercased(index + 1)))
      let word =
        tokens.isMark("&", index) ? "and" : isFreeOf ? "without" : tokens.lowercased(index)
      guard !WordList.with(word).contains(.of) else { continue }
      words.append(Word(normal: GoodTable.standard.normal(word), bytes: tokens[index].bytes))
    }
    Self.spell(&words)
    let tail = Self.negated(&words, before: Self.described(&words))
    let end = Self.synonymousEnd(of: words[..<tail].map(\.normal))
    Self.assignRoles(&words, end, before: tail)
    if !words.contains(where: { $0.role == .identity }), !words.isEmpty {
      words[words.count - 1].role = .identity
    }
    self.words = words[..<end.start].filter { $0.role == .identity }.map(\.normal) + end.good
    key = self.words.joined(separator: " ")
    isJoined = words.contains { WordList.with($0.normal).contains(.joining) }
    // `fresh or frozen` asks for neither.
    let isChoice = words.contains { WordList.with($0.normal).contains(.or) }
    let said = isChoice ? [] : words.filter { $0.role == .said }
    variety = said.map { tokens.text($0.bytes).lowercased() }.joined(separator: " ")
    plain = said.isEmpty ? name : Self.text(tokens, without: said.map(\.bytes))
  }

  private static func spell(_ words: inout [Word]) {
    let table = GoodTable.standard.spellings
    var index = 0
    while index < words.count {
      defer { index += 1 }
      let found = table[words[index].normal]?.first { rest, _ in
        index + rest.count < words.count
          && rest.indices.allSatisfy { words[index + 1 + $0].normal == rest[$0] }
      }
      guard let (rest, spelling) = found else { continue }
      let last = index + rest.count
      let bytes = words[index].bytes.lowerBound..<words[last].bytes.upperBound
      words.replaceSubrange(index...last, with: spelling.map { Word(normal: $0, bytes: bytes) })
      index += spelling.count - 1
    }
  }

  /// Gives their roles to descriptions after the name, as in `butter salted` and `eggs room temperature`.
  ///
  /// - Returns: Where they start.
  private static func described(_ words: inout [Word]) -> Int {
    let table = GoodTable.standard
    var end = words.count
    while end > 1, table.descriptionEnds.contains(words[end - 1].normal) {
      let normals = words[..<end].map(\.normal)
      let phrases = [(table.said, Role.said), (table.silent, .silent)]
      let found = (max(1, end - 3)..<end).lazy.compactMap { start in
        phrases.first { GoodTable.length(of: $0.0, at: start, in: normals) == end - start }
          .map { (start, $0.1) }
      }.first
      guard let (start, role) = found else { break }
      for place in start..<end { words[place].role = role }
      end = start
    }
    return end
  }

  /// Takes what a good does not have for said, as in `soup pasta without egg`.
  ///
  /// - Returns: Where that starts.
  private static func negated(_ words: inout [Word], before tail: Int) -> Int {
    guard
      let start = words[..<tail].indices.dropFirst().first(where: {
        negations.contains(words[$0].normal)
      })
    else { return tail }
    for place in start..<tail { words[place].role = .said }
    return start
  }

  /// Finds one of several names of a good at the end of a name.
  ///
  /// - Returns: Where it starts, and the first name of the good; the last word if it has no other name.
  private static func synonymousEnd(of words: [String]) -> (start: Int, good: [String]) {
    guard let last = words.last else { return (0, []) }
    let table = GoodTable.standard
    guard let synonyms = table.synonyms[last] else { return (words.count - 1, [last]) }
    // Ground coriander is a name of its own, though coriander is another name of cilantro.
    let whole = words.indices.first {
      GoodTable.length(of: table.wholeNames, at: $0, in: words) == words.count - $0
    }
    let least = whole.map { words.count - $0 } ?? 1
    for (synonym, good) in synonyms
    where synonym.count >= least && words.suffix(synonym.count).elementsEqual(synonym) {
      // `egg yolk` ends with its other name, but is the first one.
      if good.count > synonym.count, words.suffix(good.count).elementsEqual(good) { break }
      return (words.count - synonym.count, good)
    }
    return (words.count - 1, [last])
  }

  private static func assignRoles(
    _ words: inout [Word], _ end: (start: Int, good: [String]), before tail: Int
  ) {
    let table = GoodTable.standard
    let normals = words.map(\.normal)
    guard tail > 0 else { return }
    for place in end.start..<tail { words[place].role = .identity }
    // Ground ginger is another good than ginger.
    for start in 0..<tail {
      let length = GoodTable.length(of: table.wholeNames, at: start, in: normals)
      for place in start..<start + length { words[place].role = .identity }
    }
    let names = normals[..<end.start] + end.good
    let special = table.saidOfGoods[names[names.count - 1]]?.first {
      names.suffix($0.good.count).elementsEqual($0.good)
    }
    if let special {
      let range = 0..<min(end.start, max(names.count - special.good.count, 0))
      mark(special.said, .said, &words, normals, range)
    }
    mark(table.said, .said, &words, normals, words.indices)
    mark(table.silent, .silent, &words, normals, words.indices)
    for place in words.indices where words[place].role == nil { words[place].role = .identity }
  }

  /// Gives a role to the words of phrases that have none yet.
  private static func mark(
    _ phrases: GoodTable.Phrases, _ role: Role, _ words: inout [Word], _ normals: [String],
    _ range: Range<Int>
  ) {
    for start in range where words[start].role == nil {
      let length = GoodTable.length(of: phrases, at: start, in: normals)
      guard start + length <= range.upperBound,
        (start..<start + length).allSatisfy({ words[$0].role == nil })
      else { continue }
      for place in start..<start + length { words[place].role = role }
    }
  }

  /// The text of a name without some of its words, and without the hyphens that join them.
  private static func text(_ tokens: LineTokens, without left: [Range<Int>]) -> String {
    var text = ""
    for index in 0..<tokens.count {
      let bytes = tokens[index].bytes
      let isHyphen =
        tokens.isMark("-", index)
        && left.contains {
          $0.upperBound == bytes.lowerBound || $0.lowerBound == bytes.upperBound
        }
      guard !isHyphen, !left.contains(where: { $0.overlaps(bytes) }) else { continue }
      if tokens[index].isAfterSpace, !text.isEmpty { text += " " }
      text += tokens.text(index)
    }
    return text
  }
}

/// Names that were read, since recipes repeat them.
struct ReadNames: Sendable {
  private var names: [String: GoodName] = [:]

  /// Reads a name, the first time.
  mutating func name(_ text: String) -> GoodName {
    if let known = names[text] { return known }
    let name = GoodName(text)
    names[text] = name
    return name
  }
}
