extension IngredientParser {
  /// Ends the name before `or`, and lists the alternatives; returns the words after the name.
  ///
  /// Words that share the noun at the end stay with it: `grainy or Dijon mustard`.
  func splitAlternative(
    _ words: inout [Compound], _ alternatives: inout [String]
  ) -> String {
    guard let or = words.firstIndex(where: { isOr($0.lowercased) }), or > 0, or < words.count - 1
    else {
      guard let comma = words.firstIndex(where: \.isAfterComma), comma > 0,
        !words[..<(comma + 1)].allSatisfy({ isDescription($0.lowercased) })
      else { return "" }
      defer { words.removeSubrange(comma...) }
      return words[comma...].map(\.text).joined(separator: " ")
    }
    var choices = words.split { isOr($0.lowercased) }
    choices = choices.flatMap { splittingAtCommas($0) }
    for index in choices.indices.dropFirst() {
      while let word = choices[index].first, choices[index].count > 1,
        WordList.with(word.lowercased).contains(.preparation)
      {
        choices[index].removeFirst()
      }
    }
    let first = words.firstIndex(where: \.isAfterComma).map { min($0, or) } ?? or
    guard let last = choices.last, sharesNoun(words[..<first], last), let noun = last.last else {
      let rest = words[first...].map(\.text).joined(separator: " ")
      words = Array(words[..<first])
      alternatives = choices.map { Self.text(of: $0) }
      return rest
    }
    alternatives = choices.dropLast().map { Self.text(of: $0) + " " + noun.text }
    alternatives.append(Self.text(of: last))
    return ""
  }

  func isOr(_ word: String) -> Bool {
    WordList.with(word).contains(.or) || word == "and/or" || word == "/"
  }

  private func splittingAtCommas(_ words: ArraySlice<Compound>) -> [ArraySlice<Compound>] {
    var parts: [ArraySlice<Compound>] = []
    var start = words.startIndex
    for index in words.indices.dropFirst() where words[index].isAfterComma {
      parts.append(words[start..<index])
      start = index
    }
    return parts + [words[start...]]
  }

  /// Whether the noun at the end of the last alternative belongs to the words before `or`, too.
  private func sharesNoun(_ left: ArraySlice<Compound>, _ last: ArraySlice<Compound>) -> Bool {
    guard last.count > 1, let word = left.last?.lowercased, let noun = last.last?.lowercased else {
      return false
    }
    if word == withoutPlural(noun) || withoutPlural(word) == withoutPlural(noun) { return false }
    if WordList.with(word).contains(.attributive) || isDescription(word) {
      // Beef stands alone in `beef or turkey`, and brown does not in `brown or white bread`.
      return !WordList.with(noun).contains(.attributive)
        || WordList.with(withoutPlural(noun)).contains(.sharedNoun)
          && !WordList.with(withoutPlural(word)).contains(.sharedNoun)
    }
    if WordList.with(withoutPlural(word)).contains(.sharedNoun) { return false }
    return WordList.with(withoutPlural(noun)).contains(.sharedNoun) && left.count == 1
  }

  // MARK: - Sizes and units in the name

  /// Returns the size that the words before a token name.
  func sizeWord(until end: Int) -> String {
    for index in body.lowerBound..<max(end, body.lowerBound) {
      if let size = sizeUnit(tokens.lowercased(index)) { return size }
    }
    // `2 onions, large`
    if tokens.isMark(",", end), let size = sizeUnit(tokens.lowercased(end + 1)),
      end + 2 >= body.upperBound || tokens.isMark(",", end + 2)
    {
      return size
    }
    return ""
  }

  private func sizeUnit(_ word: String) -> String? {
    guard let phrase = table.phrases[word]?.last, phrase.rest.isEmpty else { return nil }
    let unit = table.units[phrase.unit]
    return unit.kind == .size && unit.id != "whole" ? unit.id : nil
  }

  /// Removes `medium` from `shelled medium shrimp`.
  func dropSizes(_ words: inout [Compound]) {
    guard words.count > 1 else { return }
    let last = words.count - 1
    var retained: [Compound] = []
    for (index, word) in words.enumerated() {
      let isSize = index < last && WordList.with(word.lowercased).contains(.size)
      if isSize, !words[index + 1].isAfterComma { continue }
      if isSize || retained.isEmpty && index < last && word.lowercased == "to" { continue }
      retained.append(word)
    }
    words = retained
  }

  /// Removes `cloves` from `garlic cloves`, and returns the unit.
  func dropTrailingUnit(_ words: inout [Compound]) -> Unit? {
    // `2 cups cloves garlic`
    if words.count > 1, WordList.with(words[1].lowercased).contains(.garlic),
      let clove = table["clove"],
      table.phrases[words[0].lowercased]?.contains(where: { table.units[$0.unit] == clove })
        ?? false
    {
      words.removeFirst()
      return clove
    }
    guard words.count > 1, let last = words.last?.lowercased,
      let phrase = table.phrases[last]?.last, phrase.rest.isEmpty
    else { return nil }
    let unit = table.units[phrase.unit]
    let previous = words[words.count - 2].lowercased
    // Celery has ribs and sticks; ribs of pork are meat.
    let isOfCelery = unit.id == "stick" || last == "rib" || last == "ribs"
    let isUnit =
      isOfCelery ? previous == "celery" : WordList.with(unit.id).contains(.trailingUnit)
    if unit.id == "clove", !WordList.with(previous).contains(.garlic) { return nil }
    guard isUnit, !words.contains(where: { isOr($0.lowercased) || $0.lowercased == "and" }) else {
      return nil
    }
    words.removeLast()
    return unit
  }
}
