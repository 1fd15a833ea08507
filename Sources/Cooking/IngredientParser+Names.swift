extension IngredientParser {
  /// Returns the name of the ingredient, and the rest of the line.
  mutating func nameAndNote() -> (name: String, note: String) {
    var head = headTokens()
    if head.name.isEmpty { head = headTokens(isInParentheses: true) }
    var words = compounds(head.name)
    var dropped: [String] = []
    // `1 tsp plus a pinch of salt`
    while words.count > 1, ofWords.contains(words[0].lowercased) { words.removeFirst() }
    if !words.isEmpty { words[0].dropElision() }
    dropLeadingModifiers(&words, &dropped)
    dropInnerModifiers(&words, &dropped)
    let alternative = splitAlternative(&words)
    nameEnd = words.last?.bytes.upperBound ?? 0
    var notes = [dropped.joined(separator: " ")]
    if !preface.isEmpty { notes.insert(slice(preface), at: 0) }
    if !alternative.isEmpty { notes.append(alternative) }
    notes.append(restText(from: head.end))
    return (
      words.map(\.text).joined(separator: " "), notes.filter { !$0.isEmpty }.joined(separator: ", ")
    )
  }

  /// A word, with words that are joined to it by hyphens.
  fileprivate struct Compound {
    var text: String
    var lowercased: String
    var bytes: Range<Int>
    /// Whether a comma precedes it.
    var isAfterComma = false

    /// Drops the French and Italian `d'` before a word.
    mutating func dropElision() {
      guard let first = lowercased.first, first == "d", let mark = text.dropFirst().first,
        mark == "'" || mark == "’", text.count > 3
      else { return }
      text = String(text.dropFirst(2))
      lowercased = String(lowercased.dropFirst(2))
    }
  }

  /// Returns the tokens of the name, and the token after them.
  private func headTokens(isInParentheses: Bool = false) -> (name: [Int], end: Int) {
    var name: [Int] = []
    var index = nameStart
    while index < body.upperBound {
      if taken.contains(where: { $0.contains(index) }) {
        // An amount before the name.
        guard name.isEmpty else { break }
        index += 1
        continue
      }
      if !isInParentheses, tokens.isMark("(", index) || tokens.isMark("[", index) {
        guard let close = closing(index), tokens.isMark("(", index) else { break }
        let isShortWord =
          close <= index + 4 && tokens.isWord(index + 1) && tokens.isWord(close + 1)
          && !endsName(close + 1) && close + 1 < body.upperBound
        if isShortWord, !name.isEmpty {
          name += index...close
        } else if name.contains(where: {
          table.phrases[tokens.lowercased($0)]?.first.map { table.units[$0.unit].kind } != .size
        }) {
          break
        }
        index = close + 1
        continue
      }
      if tokens.isMark(",", index) {
        guard continuesAfterComma(name, index) else {
          if name.isEmpty {
            index += 1
            continue
          }
          break
        }
      } else if endsName(index) {
        guard name.isEmpty else { break }
        index += 1
        continue
      }
      name.append(index)
      index += 1
    }
    return (name, index)
  }

  /// Whether the name continues after a comma between descriptions, as in `boneless, skinless chicken thighs`.
  private func continuesAfterComma(_ name: [Int], _ comma: Int) -> Bool {
    guard !name.isEmpty,
      name.allSatisfy({
        !tokens.isWord($0) || isDescription(tokens.lowercased($0)) || isJoiner($0) || isTail($0)
      })
    else { return isListOfAlternatives(name, comma) }
    return true
  }

  /// Whether a comma is part of a list such as `canola, vegetable, or coconut oil`.
  private func isListOfAlternatives(_ name: [Int], _ comma: Int) -> Bool {
    guard
      name.allSatisfy({ !tokens.isWord($0) || attributiveWords.contains(tokens.lowercased($0)) })
    else { return false }
    return (comma..<min(comma + 5, body.upperBound)).contains {
      orWords.contains(tokens.lowercased($0))
    }
  }

  private func isJoiner(_ index: Int) -> Bool {
    ["and", "or", "very", "well"].contains(tokens.lowercased(index))
      || tokens.lowercased(index).hasSuffix("ly")
  }

  /// Whether a token is joined by a hyphen, such as the `in` of `bone-in`.
  private func isTail(_ index: Int) -> Bool {
    tokens.isMark("-", index - 1) || tokens.isMark("-", index + 1)
  }

  private func endsName(_ index: Int) -> Bool {
    let token = tokens[index]
    if token.kind == .mark {
      switch UInt8(token.mark) {
      case UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "("),
        UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: "["),
        UInt8(ascii: "="):
        return true
      case UInt8(ascii: "-"):
        return token.isAfterSpace && (tokens.isBeforeSpace(index) || tokens.isMark("-", index + 1))
      case UInt8(ascii: "."): return tokens.isBeforeSpace(index)
      default: return false
      }
    }
    guard token.kind == .word else { return false }
    if index > nameStart, let phrases = tastePhrases[tokens.lowercased(index)],
      phrases.contains(where: { end(of: $0, from: index + 1) != nil })
    {
      return true
    }
    let next = tokens.lowercased(index + 1)
    switch tokens.lowercased(index) {
    case "plus", "preferably", "about", "divided", "if", "more", "note": return true
    case "to":
      return [
        "taste", "serve", "garnish", "cover", "finish", "decorate", "brush", "grease", "drizzle",
        "sprinkle", "coat", "top", "dust",
      ].contains(next)
    case "as": return ["needed", "required", "desired", "necessary", "garnish"].contains(next)
    case "such": return next == "as"
    case "cut", "broken", "torn", "halved", "removed", "separated", "trimmed": return true
    case "at": return next == "room" || tokens.isNumber(index + 1)
    case "from": return true
    case "for":
      return next.hasSuffix("ing")
        || [
          "the", "a", "an", "my", "your", "garnish", "serving", "decoration", "topping", "greasing",
        ].contains(next)
    case "zum", "zur", "pour", "para", "per", "till", "til": return index > nameStart
    default: return false
    }
  }

  private func compounds(_ indices: [Int]) -> [Compound] {
    var found: [Compound] = []
    var isAfterComma = false
    for index in indices {
      let token = tokens[index]
      if tokens.isMark(",", index) {
        isAfterComma = true
      } else if !token.isAfterSpace, !isAfterComma, !found.isEmpty {
        found[found.count - 1].text += tokens.text(index)
        found[found.count - 1].lowercased += tokens.lowercased(index)
        found[found.count - 1].bytes =
          found[found.count - 1].bytes.lowerBound..<token.bytes.upperBound
      } else {
        found.append(
          Compound(
            text: tokens.text(index), lowercased: tokens.lowercased(index), bytes: token.bytes,
            isAfterComma: isAfterComma))
        isAfterComma = false
      }
    }
    return found
  }

  // MARK: - Descriptions

  /// Removes `finely chopped`, `fresh` and chains of such descriptions from the start of the name.
  private func dropLeadingModifiers(_ words: inout [Compound], _ dropped: inout [String]) {
    var count = 0
    var lastModifier = 0
    var isChain = false
    while count < words.count - 1 {
      let word = words[count].lowercased
      if isAdverb(word) || (count > 0 && (word == "and" || word == "or")) {
        count += 1
        continue
      }
      if words[count].isAfterComma { isChain = true }
      let followsAdverb = count > 0 && isAdverb(words[count - 1].lowercased)
      let next = words[count + 1]
      let isListed =
        next.isAfterComma || isChain || next.lowercased == "and" || next.lowercased == "or"
      guard
        preparations.contains(word) || followsAdverb && word == "ground"
          || isListed && isDescription(word) || isShapeWord(word)
      else { break }
      count += 1
      lastModifier = count
    }
    guard lastModifier > 0, lastModifier < words.count else { return }
    // `peeled and quartered nectarines` describes the ingredient; a comma makes it a list of preparations.
    let chain = words[..<lastModifier]
    let isPreparation =
      chain.contains { preparations.contains($0.lowercased) || isShapeWord($0.lowercased) }
      || isChain || words[lastModifier].isAfterComma || chain.contains { isAdverb($0.lowercased) }
    guard isPreparation else { return }
    dropped.append(chain.map(\.text).joined(separator: " "))
    words.removeFirst(lastModifier)
  }

  /// Removes `minced` from `dried minced onion`, and `peeled` from the end of `garlic peeled`.
  private func dropInnerModifiers(_ words: inout [Compound], _ dropped: inout [String]) {
    var index = words.count - 1
    while index > 0 {
      let isLast = index == words.count - 1
      let isDropped =
        isLast ? ends.contains(words[index].lowercased) : cuts.contains(words[index].lowercased)
      guard isDropped, words[index - 1].lowercased != "or" else {
        index -= 1
        continue
      }
      var first = index
      while first > 1, isAdverb(words[first - 1].lowercased) || words[first - 1].lowercased == "and"
      { first -= 1 }
      dropped.append(words[first...index].map(\.text).joined(separator: " "))
      words.removeSubrange(first...index)
      index = first - 1
    }
  }

  /// Ends the name before `or`; `sweet or hot paprika` becomes `sweet paprika`.
  private func splitAlternative(_ words: inout [Compound]) -> String {
    guard
      let or = words.firstIndex(where: {
        orWords.contains($0.lowercased) || $0.lowercased == "and/or"
      }), or > 0, or < words.count - 1
    else {
      guard let comma = words.firstIndex(where: \.isAfterComma), comma > 0 else { return "" }
      defer { words.removeSubrange(comma...) }
      return words[comma...].map(\.text).joined(separator: " ")
    }
    let first = words.firstIndex(where: \.isAfterComma).map { min($0, or) } ?? or
    let left = words[..<first]
    var right = words[(or + 1)...]
    while let word = right.first, right.count > 1, preparations.contains(word.lowercased) {
      right.removeFirst()
    }
    let rest = words[first...].map(\.text).joined(separator: " ")
    let isAttributive = left.last.map { attributiveWords.contains($0.lowercased) } ?? false
    if let head = right.last, right.count > 1, isAttributive || head.lowercased == "lettuce" {
      words = Array(left + right.dropFirst())
      // Of `light or dark brown sugar` all but the second word, of others the last word.
      if !["light", "dark"].contains(left.last?.lowercased ?? "") { words = Array(left) + [head] }
    } else {
      words = Array(left)
    }
    return rest
  }

  private func isAdverb(_ word: String) -> Bool {
    (word.hasSuffix("ly") && !["jelly", "curly", "holy", "early", "barely"].contains(word))
      || word == "very" || word == "well" || word == "half"
  }

  private func isShapeWord(_ word: String) -> Bool {
    word.hasSuffix("-thick") || word.hasSuffix("-long")
  }

  private func isDescription(_ word: String) -> Bool {
    preparations.contains(word) || word.hasSuffix("ed") || word.hasSuffix("less")
      || word.hasSuffix("-in")
      || word.hasSuffix("-on") || word.hasSuffix("-free")
  }

  // MARK: - The note

  private func slice(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    return tokens.text(
      tokens[range.lowerBound].bytes.lowerBound..<tokens[range.upperBound - 1].bytes.upperBound)
  }

  /// Returns the text after the name, without amounts and without a comma at its start.
  private func restText(from start: Int) -> String {
    var pieces: [String] = []
    var index = start
    while index < body.upperBound {
      if let range = taken.first(where: { $0.contains(index) }) {
        index = max(range.upperBound, index + 1)
        continue
      }
      let first = index
      while index < body.upperBound, !taken.contains(where: { $0.contains(index) }) { index += 1 }
      pieces.append(slice(first..<index))
    }
    return String(
      pieces.joined(separator: " ").drop { ",;:.-–— ".contains($0) })
  }
}

/// Preparations that a recipe asks for, and that a shop does not sell.
private let preparations: Set<String> = [
  "chopped", "diced", "minced", "sliced", "grated", "shredded", "melted", "softened", "sifted",
  "packed", "cubed",
  "crumbled", "mashed", "squeezed", "beaten", "warm", "cold", "lukewarm", "boiling", "chilled",
  "fresh", "julienned", "snipped",
  "crushed", "zested", "torn", "halved", "heaping", "warmed", "heated", "shaved", "slivered",
]

/// Preparations that may be inside of a name.
private let cuts: Set<String> = [
  "chopped", "diced", "minced", "sliced", "grated", "shredded", "melted", "crumbled", "cubed",
  "julienned", "softened",
]

/// Preparations that may follow a name without a comma.
private let ends = cuts.union([
  "juiced", "zested", "peeled", "halved", "quartered", "crushed", "drained", "rinsed", "beaten",
  "divided", "toasted",
  "washed", "pitted", "seeded", "cored", "trimmed", "thawed", "separated", "cooked", "removed",
  "chunked",
])

/// Words that need the noun after `or`, such as `sweet` in `sweet or hot paprika`.
private let attributiveWords: Set<String> = [
  "light", "dark", "sweet", "hot", "smoked", "bread", "all-purpose", "plain", "canola", "vegetable",
  "peanut",
  "sunflower", "olive", "chicken", "beef", "lamb", "pork", "veal", "fish", "turkey", "mushroom",
  "duck", "white", "red", "yellow", "green", "black", "brown",
  "cherry", "grape",
  "whole", "skim", "low-fat", "fresh", "frozen", "salted", "unsalted", "russet", "dijon",
  "granulated", "cider",
  "rice", "boneless", "ground", "grapeseed", "safflower", "corn", "wheat", "large", "medium",
  "small", "sea", "kosher",
]
