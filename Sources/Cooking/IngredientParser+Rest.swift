extension IngredientParser {
  /// Parses further amounts after the leading ones.
  mutating func readRest(from start: Int) {
    var index = start
    while index < body.upperBound {
      index = tokens.isMark("(", index) ? readParenthesis(at: index) : readWord(at: index)
    }
  }

  /// Parses the contents of parentheses, and returns the token after them.
  mutating func readParenthesis(at open: Int) -> Int {
    guard let (list, isEach, close) = parenthesis(at: open) else {
      let end = min(closing(open) ?? body.upperBound, body.upperBound)
      var index = skippingAbout(open + 1)
      // `(5 cups pretzel sticks)` is the quantity that makes the amount.
      if let list = amountList(at: index, isLeading: false),
        list.parts[0].unit.kind == .mass || list.parts[0].unit.kind == .volume,
        amounts.first?.unit.kind != .package
      {
        take(list, isListed: false)
        index = list.end
      }
      while index < end {
        index = tokens.isMark("(", index) ? readParenthesis(at: index) : readRemark(at: index)
      }
      return max(end, index) + 1
    }
    guard list.parts[0].unit.kind != .length else { return close + 1 }
    var scaling = list
    // After a package, parentheses contain its size; otherwise, the whole quantity.
    let isSize = amounts.first.map { $0.unit.kind == .package } ?? false
    for index in scaling.parts.indices {
      let kind = scaling.parts[index].unit.kind
      if isEach || kind == .length || isSize && scaling.parts[index].unit.isMeasure {
        scaling.parts[index].scales = false
      }
    }
    // A size is a different quantity from the count before it.
    take(scaling, joining: scaling.parts.allSatisfy(\.scales))
    return close + 1
  }

  /// Parses an amount that a word of the rest announces, and returns the token after it.
  private mutating func readWord(at index: Int) -> Int {
    let word = tokens.isWord(index) ? tokens.lowercased(index) : ""
    let isSum = tokens.isMark("+", index) || word == "plus" || tokens.isMark("&", index)
    if isSum, let list = amountList(at: skippingAbout(index + 1), isLeading: false),
      list.parts[0].unit != .whole,
      list.parts[0].unit.kind != .length
    {
      take(list)
      return list.end
    }
    // `1 egg plus 1 egg yolk` and `2 carrots and 1 celery stalk` name another ingredient.
    let isJoined = isSum || joiningWords.contains(word)
    if isJoined, !halfWords.contains(tokens.lowercased(index + 1)),
      let list = amountList(at: skippingAbout(index + 1), isLeading: false),
      tokens.isWord(list.end),
      !isMeasuredTime(list.end), list.parts[0].unit.kind != .length
    {
      take(list, isListed: false)
      return list.end
    }
    // `2 T butter, 1 T oil`
    if tokens.isMark(",", index), let list = amountList(at: index + 1, isLeading: false),
      list.parts[0].unit.isMeasure, list.parts[0].unit.kind != .length, !isAtEnd(list.end),
      tokens.isWord(list.end)
    {
      take(list, isListed: false)
      return list.end
    }
    if tokens.isMark(",", index) || tokens.isMark("-", index) && tokens.isBeforeSpace(index) {
      let start = skippingAbout(index + 1)
      if let list = amountList(at: start, isLeading: false), list.parts[0].unit.isMeasure,
        list.parts[0].unit.kind != .length, isAtEnd(list.end)
      {
        var list = list
        let isEach = eachWords.contains(tokens.lowercased(list.end))
        for part in list.parts.indices where isEach { list.parts[part].scales = false }
        take(list, joining: true)
        return list.end
      }
    }
    return readRemark(at: index)
  }

  /// Scales an amount in a remark, such as `or 2 limes`, `from 3 lemons` and `minus 1 tbsp`, without listing it.
  private mutating func readRemark(at index: Int) -> Int {
    let word = tokens.isWord(index) ? tokens.lowercased(index) : ""
    let isAnnounced =
      orWords.contains(word) || remarkWords.contains(word) || tokens.isMark("~", index)
      || tokens.isMark("+", index)
    if isAnnounced, let list = amountList(at: skippingAbout(index + 1), isLeading: false),
      list.parts[0].unit.kind != .length, !isMeasuredTime(list.end)
    {
      let isMeasure = list.parts[0].unit != .whole
      if isMeasure || word == "from" || orWords.contains(word) && tokens.isWord(list.end)
        || isNamed(list.end)
      {
        take(list, isListed: false)
        return list.end
      }
    }
    // `4 scallions` in parentheses, where scallions are the ingredient.
    if tokens.isNumber(index), let list = amountList(at: index, isLeading: false),
      list.parts[0].unit.kind == .size || list.parts[0].unit == .whole, isNamed(list.end),
      list.start > body.lowerBound,
      tokens.isMark("(", index - 1)
    {
      take(list, isListed: false)
      return list.end
    }
    return index + 1
  }

  private func skippingAbout(_ start: Int) -> Int {
    var index = start
    while tokens.isMark("~", index) || tokens.isMark(".", index)
      || tokens.isWord(index) && roundingWords.contains(tokens.lowercased(index))
    {
      index += 1
    }
    return index
  }

  private func isAtEnd(_ index: Int) -> Bool {
    index >= body.upperBound || tokens.isMark(",", index) || tokens.isMark("(", index)
      || tokens.isMark(".", index)
      || totalWords.contains(tokens.lowercased(index))
  }

  /// Whether a word is already in the line before it, apart from the plural.
  private func isNamed(_ index: Int) -> Bool {
    guard tokens.isWord(index) else { return false }
    let stem = withoutPlural(tokens.lowercased(index))
    return (nameStart..<index).contains {
      tokens.isWord($0) && withoutPlural(tokens.lowercased($0)) == stem
    }
  }

  private func isMeasuredTime(_ index: Int) -> Bool {
    timeWords.contains(tokens.lowercased(index))
      || tokens.isMark("-", index) && !tokens.isBeforeSpace(index)
  }
}

private let joiningWords: Set<String> = ["and", "und", "et", "y", "og", "och"]

private let roundingWords: Set<String> = [
  "about", "approximately", "approx", "another", "ca", "around", "roughly", "the",
]

private let remarkWords: Set<String> = [
  "from", "about", "approximately", "minus", "less", "roughly", "around",
]

let timeWords: Set<String> = [
  "pers", "pers.", "guests",
  "minute", "minutes", "min", "mins", "hour", "hours", "hr", "hrs", "day", "days", "seconds",
  "times", "people",
  "persons", "servings", "years", "year", "months", "weeks", "week", "minuten", "stunden",
]

/// Returns a word without the ending of an English plural.
func withoutPlural(_ word: String) -> String {
  if word.hasSuffix("ies"), word.utf8.count > 4 { return String(word.dropLast(3)) + "y" }
  if word.hasSuffix("oes") || word.hasSuffix("shes") || word.hasSuffix("ches")
    || word.hasSuffix("xes")
  {
    return String(word.dropLast(2))
  }
  if word.hasSuffix("ss") || word.hasSuffix("us") || word.utf8.count < 3 { return word }
  return word.hasSuffix("s") ? String(word.dropLast()) : word
}
