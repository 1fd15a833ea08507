extension IngredientParser {
  /// What a line says about its ingredient.
  struct Naming {
    var name = ""
    var note = ""
    /// `small`, `medium` or `large`; empty if the line has none.
    var size = ""
    /// The ingredients of which one is enough, in order; empty unless there are several.
    var alternatives: [String] = []
    /// The unit after the name, such as `cloves` of `3 garlic cloves`.
    var unit: Unit?
  }

  /// Returns the name of the ingredient, and what else the line says about it.
  mutating func naming() -> Naming {
    var head = headTokens()
    if head.name.isEmpty { head = headTokens(isInParentheses: true) }
    if head.name.isEmpty { head.name = wordsOutsideAmounts() }
    var naming = Naming()
    naming.size = sizeWord(until: head.end)
    var words = compounds(head.name)
    var dropped: [String] = []
    // `1 tsp plus a pinch of salt`, `the pans`, `butter or`
    while words.count > 1, isGrammar(words[0].lowercased) { words.removeFirst() }
    while words.count > 1, let last = words.last?.lowercased, isGrammar(last) { words.removeLast() }
    if !words.isEmpty { words[0].dropElision() }
    dropSizes(&words)
    dropLeadingModifiers(&words, &dropped)
    dropInnerModifiers(&words, &dropped)
    naming.unit = dropTrailingUnit(&words)
    let alternative = splitAlternative(&words, &naming.alternatives)
    nameEnd = words.last?.bytes.upperBound ?? 0
    var notes = [dropped.joined(separator: " ")]
    if !preface.isEmpty { notes.insert(slice(preface), at: 0) }
    if !alternative.isEmpty { notes.append(alternative) }
    notes.append(restText(from: head.end))
    naming.name = Self.text(of: words[...])
    naming.note = notes.filter { !$0.isEmpty }.joined(separator: ", ")
    return naming
  }

  /// Whether a word cannot begin or end a name.
  private func isGrammar(_ word: String) -> Bool {
    word == "/" || !WordList.with(word).isDisjoint(with: [.of, .or, .grammar])
  }

  /// Returns the words of a line whose only words are next to its amounts.
  private func wordsOutsideAmounts() -> [Int] {
    let words = body.filter { index in
      tokens.isWord(index) && !taken.contains { $0.contains(index) }
    }
    return words.isEmpty ? body.filter { tokens.isWord($0) && unit(at: $0) == nil } : Array(words)
  }

  static func text(of words: ArraySlice<Compound>) -> String {
    words.enumerated().map { index, word in
      index == 0 ? word.text : (word.isAfterComma ? ", " : " ") + word.text
    }.joined()
  }

  /// A word, with words that are joined to it by hyphens.
  struct Compound {
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
      if name.isEmpty { index = skippingVague(skippingAbbreviations(index)) }
      guard index < body.upperBound else { break }
      if taken.contains(where: { $0.contains(index) }) {
        // An amount before the name.
        guard name.isEmpty else { break }
        index += 1
        continue
      }
      if !isInParentheses, tokens.isMark("(", index) {
        guard let close = closing(index) else { break }
        // `Zwiebel(n)`
        if !name.isEmpty, !tokens[index].isAfterSpace, close == index + 2,
          tokens[index + 1].bytes.count <= 2
        {
          index = close + 1
          continue
        }
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
      if tokens.isNumber(index), !isPartOfName(index) {
        guard name.isEmpty else { break }
        // `minus 2 tablespoons (180 grams) sugar`, `4 per person`
        let end = amountList(at: index, isLeading: false)?.end ?? index + 1
        index = tokens.lowercased(end) == "per" ? end + 2 : end
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

  /// Whether a number belongs to a name: `2% milk`, `28-day aged beef`, `flour 00`, `Type 405`.
  private func isPartOfName(_ index: Int) -> Bool {
    if tokens.isMark("%", index + 1) || tokens.isMark("-", index - 1) { return true }
    if tokens.isMark("-", index + 1), !tokens[index + 1].isAfterSpace, tokens.isWord(index + 2) {
      return true
    }
    let value = tokens[index].number.value
    if tokens.isOne(of: .kind, index - 1), tokens.lowercased(index - 1) != "for" {
      return value.isWhole && unit(at: index + 1) == nil
    }
    return index > nameStart && (value == .zero || value >= Rational(100))
      && unit(at: index + 1) == nil
      && amountList(at: index, isLeading: false)?.parts[0].unit.isMeasure != true
  }

  /// Returns the token after `a few sprigs of`, which has no number.
  private func skippingVague(_ start: Int) -> Int {
    guard amounts.isEmpty, start <= body.lowerBound + 1 else { return start }
    var index = start
    if tokens.isOne(of: .one, index) { index += 1 }
    guard tokens.isOne(of: .vague, index) else { return start }
    if let unit = unit(at: index + 1), unit.end < body.upperBound, unit.unit.kind != .size {
      return unit.end
    }
    return index + 1 < body.upperBound ? index + 1 : start
  }

  /// Returns the token after abbreviations such as `alm.` and `q.b.`, which are never a name.
  private func skippingAbbreviations(_ start: Int) -> Int {
    var index = start
    while index + 2 < body.upperBound {
      let word = tokens.lowercased(index)
      if word == "as", endsName(index) {
        // `0 as required salt`
        index += 2
        continue
      }
      if tokens.isOne(of: .taste, index), let phrases = tastePhrases[word],
        let end = phrases.compactMap({ end(of: $0, from: index + 1) }).first, end < body.upperBound
      {
        index = tokens.isMark(".", end) ? end + 1 : end
        continue
      }
      let isAbbreviation =
        tokens.isWord(index) && tokens.isMark(".", index + 1) && !tokens[index + 1].isAfterSpace
        && tokens.text(index).count <= 4 && !tokens.isOne(of: .title, index)
        && (start > body.lowerBound || tokens.isOne(of: .abbreviation, index)
          || tokens.text(index).count == 1)
      guard isAbbreviation, tokens.isWord(index + 2) else { break }
      index += 2
    }
    return index < body.upperBound ? index : start
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
      name.allSatisfy({ !tokens.isWord($0) || tokens.isOne(of: .attributive, $0) })
    else { return false }
    return (comma..<min(comma + 5, body.upperBound)).contains {
      tokens.isOne(of: .or, $0)
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
      case UInt8(ascii: "."):
        if tokens.isOne(of: .title, index - 1) { return false }
        return tokens.isBeforeSpace(index) || tokens.isMark(".", index + 1)
      default: return false
      }
    }
    guard token.kind == .word else { return false }
    if index > nameStart, tokens.isOne(of: .taste, index),
      let phrases = tastePhrases[tokens.lowercased(index)],
      phrases.contains(where: { end(of: $0, from: index + 1) != nil })
    {
      return true
    }
    let next = tokens.lowercased(index + 1)
    // `1 pound tenders or 4 breasts`
    if index > nameStart, tokens.isNumber(index + 1), tokens.isOne(of: .or, index) {
      return true
    }
    switch tokens.lowercased(index) {
    case "weighing", "weighed", "minus", "eg": return index > nameStart
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
        WordList.with(word).contains(.preparation) || followsAdverb && word == "ground"
          || isListed && isDescription(word) && !WordList.with(word).contains(.retainedDescription)
          || isShapeWord(word)
      else { break }
      count += 1
      lastModifier = count
    }
    guard lastModifier > 0, lastModifier < words.count else { return }
    // `peeled and quartered nectarines` describes the ingredient; a comma makes it a list of preparations.
    let chain = words[..<lastModifier]
    let isPreparation =
      chain.contains {
        WordList.with($0.lowercased).contains(.preparation) || isShapeWord($0.lowercased)
      }
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
        isLast
        ? WordList.with(words[index].lowercased).contains(.end)
        : WordList.with(words[index].lowercased).contains(.cut)
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

  private func isAdverb(_ word: String) -> Bool {
    (word.hasSuffix("ly") && !["jelly", "curly", "holy", "early", "barely"].contains(word))
      || word == "very" || word == "well" || word == "half"
  }

  private func isShapeWord(_ word: String) -> Bool {
    word.hasSuffix("-thick") || word.hasSuffix("-long")
  }

  func isDescription(_ word: String) -> Bool {
    WordList.with(word).contains(.preparation) || word.hasSuffix("ed") || word.hasSuffix("less")
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
